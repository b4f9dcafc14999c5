import FeatureToggles
import ToggleDocuments
import ToggleManifest

/// The stages of a migration toggle: now and before, as the document and git know them.
struct StageFacts {
    /// What people had from some day on.
    struct Step {
        /// Who had what; `nil` when nobody knows.
        let answers: FlagAnswers?
        /// When and by whom.
        let commit: ProjectHistory.Commit
    }

    let toggle: ToggleDeclaration
    /// The parameter with the stage; `nil` when the toggle has its default.
    let parameter: DocumentOutline.Parameter?
    /// Who has what now.
    let now: FlagAnswers
    /// The stage that everybody has now; `nil` when people have different ones.
    let stage: MigrationStage?
    /// Since when it is so; `nil` when nobody knows.
    let since: CalendarDate?
    /// What happened before, oldest first.
    let steps: [Step]
    /// What people had before the first of the steps, where it is known.
    let first: FlagAnswers?
    /// Whether a document that is not at hand may say something else.
    let isCertain: Bool
    /// The file that says the stage.
    let path: String
    /// Where it does so.
    let range: SourceRange
    /// The stage that the code has where the document says nothing; `nil` when it was another one before.
    private let codeDefault: MigrationStage?

    /// Looks at a toggle; `nil` when it is no migration toggle, or when the parameter has no stage.
    init?(of toggle: ToggleDeclaration, in facts: LifecycleFacts) {
        guard toggle.category == .migration, let key = toggle.remoteParameter else { return nil }
        self.toggle = toggle
        isCertain = facts.hasDocument
        let standard = MigrationStage(json: toggle.defaultValue)
        let defaults = Self.defaults(of: toggle, in: facts)
        codeDefault = defaults.steps.isEmpty ? standard : nil
        let documents = Self.documents(ofParameter: key, in: facts)
        if let parameter = facts.parameter(of: toggle), let file = facts.project.document {
            if let settled = facts.settled(toggle) {
                guard let stage = MigrationStage(json: settled.value) else { return nil }
                (self.stage, since) = (stage, settled.since)
            } else {
                let stages = Self.stages(parameter.answers.all, codeDefault: standard)
                (stage, since) = (stages?.count == 1 ? stages?.first : nil, documents.last?.commit.day)
            }
            (self.parameter, now, steps, first) = (parameter, parameter.answers, documents, nil)
            (path, range) = (file.path, parameter.keyRange)
        } else {
            guard let standard else { return nil }
            (parameter, stage) = (nil, standard)
            let days = [documents, defaults.steps].compactMap { $0.last?.commit.day }
            since = days.max() ?? facts.birthday(of: toggle)
            // A parameter that left the document left the default to everybody.
            let hasLeft = facts.hasDocument && !documents.isEmpty
            (steps, first) = hasLeft ? (documents, nil) : (defaults.steps, defaults.first)
            now = FlagAnswers(everybody: hasLeft ? .codeDefault : .value(toggle.defaultValue))
            path = facts.project.manifestPath
            range = toggle.fields[ManifestField.default.name] ?? toggle.location
        }
    }

    private static func documents(ofParameter key: String, in facts: LifecycleFacts) -> [Step] {
        facts.history.events(ofParameter: key).map { event in
            if event.kind == .removed {
                return Step(answers: FlagAnswers(everybody: .codeDefault), commit: event.commit)
            }
            let answers = event.valueForEverybody.flatMap { FlagAnswers(text: $0) }
            return Step(answers: answers ?? event.answers, commit: event.commit)
        }
    }

    private static func defaults(
        of toggle: ToggleDeclaration,
        in facts: LifecycleFacts
    ) -> (first: FlagAnswers?, steps: [Step]) {
        var first: FlagAnswers?
        var steps: [Step] = []
        for event in facts.history.life(of: toggle.key) {
            guard case .defaultValue(let old, let new) = event.kind else { continue }
            if steps.isEmpty { first = FlagAnswers(text: old) }
            steps.append(Step(answers: FlagAnswers(text: new), commit: event.commit))
        }
        return (first, steps)
    }

    // MARK: - Stages

    /// The stages that somebody has now, in their order; `nil` when there may be others.
    var present: [MigrationStage]? {
        Self.stages(now.all, codeDefault: MigrationStage(json: toggle.defaultValue))?
            .sorted { $0.variantIndex < $1.variantIndex }
    }

    /// The stages behind answers of then and now; `nil` when there may be others.
    func stages(_ answers: Set<FlagDifference.Answer>?) -> Set<MigrationStage>? {
        Self.stages(answers, codeDefault: codeDefault)
    }

    private static func stages(
        _ answers: Set<FlagDifference.Answer>?,
        codeDefault: MigrationStage?
    ) -> Set<MigrationStage>? {
        guard let answers else { return nil }
        var result: Set<MigrationStage> = []
        for answer in answers {
            let stage: MigrationStage? =
                switch answer {
                case .value(let value): MigrationStage(json: value)
                case .codeDefault, .failure: codeDefault
                }
            guard let stage else { return nil }
            result.insert(stage)
        }
        return result
    }

    /// How the place is named in a sentence: `flags.json:12`.
    var place: String { "\(path):\(range.start.line)" }

    /// A finding at what says the stage; a note when a document that is not at hand may say something else.
    func finding(
        _ rule: RuleDescription,
        at range: SourceRange? = nil,
        isCertain: Bool = true,
        message: String,
        nextStep: String,
        related: [RelatedPlace] = []
    ) -> Finding {
        var finding = Finding(
            rule,
            toggle: toggle,
            path: path,
            range: range ?? self.range,
            message: message,
            nextStep: nextStep,
            related: related,
            discriminator: parameter?.key ?? ""
        )
        if !isCertain || !self.isCertain { finding.severity = .note }
        return finding
    }
}

extension FlagAnswers {
    /// What a JSON text says, for everybody.
    fileprivate init?(text: String) {
        guard let json = try? JSONReader().value(from: Array(text.utf8)) else { return nil }
        self.init(everybody: .value(json))
    }
}

extension MigrationStage {
    /// The stage behind this one.
    var next: MigrationStage? { MigrationStage(variantIndex: variantIndex + 1) }

    /// The stage before this one.
    var previous: MigrationStage? { variantIndex == 0 ? nil : MigrationStage(variantIndex: variantIndex - 1) }

    /// The stages between this one and another, in the order in which they are passed.
    func between(_ other: MigrationStage) -> [MigrationStage] {
        let (low, high) = (min(variantIndex, other.variantIndex), max(variantIndex, other.variantIndex))
        let stages = Self.allCases.filter { $0.variantIndex > low && $0.variantIndex < high }
        return variantIndex < other.variantIndex ? stages : stages.reversed()
    }

    /// Whether it comes before another one.
    func isBefore(_ other: MigrationStage) -> Bool { variantIndex < other.variantIndex }

    /// Whether what is shown comes from the old store.
    var readsOld: Bool { variantIndex < MigrationStage.live.variantIndex }

    /// What must be so before the next stage begins.
    var goal: String {
        switch self {
        case .off: "the new store takes writes"
        case .dualwrite: "the backfill is done"
        case .shadow: "both stores agree"
        case .live: "both stores agree with the new one in charge"
        case .rampdown: "no version in the field reads the old store"
        case .complete: "the old code is gone"
        }
    }
}
