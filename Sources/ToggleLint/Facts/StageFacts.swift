import FeatureToggles
import ToggleDocuments
import ToggleManifest

/// The stages of a migration toggle: now and before, as the document and git know them.
struct StageFacts {
    /// What people had from some day on.
    struct Step {
        /// The stage that everybody had; `nil` when people had different ones.
        let stage: MigrationStage?
        /// When and by whom.
        let commit: ProjectHistory.Commit
    }

    let toggle: ToggleDeclaration
    /// The parameter with the stage; `nil` when the toggle has its default.
    let parameter: DocumentOutline.Parameter?
    /// The stage that everybody has now; `nil` when people have different ones.
    let stage: MigrationStage?
    /// Since when it is so; `nil` when nobody knows.
    let since: CalendarDate?
    /// What happened before, oldest first.
    let steps: [Step]
    /// The stage before the first of the steps, where it is known.
    let first: MigrationStage?
    /// Whether a document that is not at hand may say something else.
    let isCertain: Bool
    /// The file that says the stage.
    let path: String
    /// Where it does so.
    let range: SourceRange

    /// Looks at a toggle; `nil` when it is no migration toggle, or when the parameter has no stage.
    init?(of toggle: ToggleDeclaration, in facts: LifecycleFacts) {
        guard toggle.category == .migration, let key = toggle.remoteParameter else { return nil }
        self.toggle = toggle
        isCertain = facts.hasDocument
        if let parameter = facts.parameter(of: toggle), let file = facts.project.document {
            let settled = facts.settled(toggle)
            let steps: [Step] = facts.history.events(ofParameter: key).filter { $0.kind != .removed }
                .map { Step(stage: $0.valueForEverybody.flatMap { MigrationStage(text: $0) }, commit: $0.commit) }
            if let settled {
                guard let stage = MigrationStage(json: settled.value) else { return nil }
                (self.stage, since) = (stage, settled.since)
            } else {
                stage = parameter.leavesCodeDefault ? MigrationStage(json: toggle.defaultValue) : nil
                since = steps.last?.commit.day
            }
            (self.parameter, self.steps, first) = (parameter, steps, nil)
            (path, range) = (file.path, parameter.keyRange)
        } else {
            guard let stage = MigrationStage(json: toggle.defaultValue) else { return nil }
            var first: MigrationStage?
            var steps: [Step] = []
            for event in facts.history.life(of: toggle.key) {
                guard case .defaultValue(let old, let new) = event.kind else { continue }
                if steps.isEmpty { first = MigrationStage(text: old) }
                steps.append(Step(stage: MigrationStage(text: new), commit: event.commit))
            }
            (parameter, self.stage, self.first, self.steps) = (nil, stage, first, steps)
            since = steps.last?.commit.day ?? facts.birthday(of: toggle)
            path = facts.project.manifestPath
            range = toggle.fields[ManifestField.default.name] ?? toggle.location
        }
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

extension MigrationStage {
    /// The stage that a JSON text names.
    init?(text: String) {
        guard let json = try? JSONReader().value(from: Array(text.utf8)) else { return nil }
        self.init(json: json)
    }

    /// The stage behind this one.
    var next: MigrationStage? { MigrationStage(variantIndex: variantIndex + 1) }

    /// The stage before this one.
    var previous: MigrationStage? { variantIndex == 0 ? nil : MigrationStage(variantIndex: variantIndex - 1) }

    /// The stages between this one and a later one.
    func between(_ other: MigrationStage) -> [MigrationStage] {
        Self.allCases.filter { $0.variantIndex > variantIndex && $0.variantIndex < other.variantIndex }
    }

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
