import FeatureToggles
import ToggleDocuments
import ToggleManifest

/// The stages of a migration toggle: now and before, as the document and git know them.
struct StageFacts {
    /// What people had from some day on.
    struct Step {
        /// Who had which stage; `nil` when nobody knows.
        let answers: FlagAnswers?
        /// When and by whom.
        let commit: ProjectHistory.Commit
    }

    let toggle: ToggleDeclaration
    /// The parameter with the stage; `nil` when the toggle has its default.
    let parameter: DocumentOutline.Parameter?
    /// Who has which stage now.
    let now: FlagAnswers
    /// The stage that everybody has now; `nil` when people have different ones.
    let stage: MigrationStage?
    /// Since when it is so; `nil` when nobody knows.
    let since: CalendarDate?
    /// What happened before, oldest first.
    let steps: [Step]
    /// What people had before the first of the steps, where it is known.
    let first: FlagAnswers?
    /// Whether somebody is known to have had that.
    let isFirstCertain: Bool
    /// The stages that somebody has now, in their order; `nil` when there may be others.
    let present: [MigrationStage]?
    /// Whether a document that is not at hand may say something else.
    let isCertain: Bool
    /// The file that says the stage.
    let path: String
    /// Where it does so.
    let range: SourceRange

    /// Looks at a toggle; `nil` when it is no migration toggle, or when it has no stage.
    init?(of toggle: ToggleDeclaration, in facts: LifecycleFacts) {
        guard toggle.category == .migration, let key = toggle.remoteParameter,
            let standard = MigrationStage(json: toggle.defaultValue)
        else { return nil }
        self.toggle = toggle
        isCertain = facts.hasDocument
        let defaults = Self.defaults(of: toggle, in: facts)
        // What the code has where the document says nothing; versions in the field have others when it was changed.
        let codeDefault = defaults.isEmpty ? standard : nil
        let events = facts.history.events(ofParameter: key)
        let documents = events.map { Self.step($0, codeDefault: codeDefault) }
        // Nobody says so, but before a document had the parameter, it left the default to those who had the toggle.
        let before = events.first.flatMap { event in
            codeDefault != nil && Self.isFirst(event, of: toggle, in: facts) ? Self.answers(standard) : nil
        }
        if let parameter = facts.parameter(of: toggle), let file = facts.project.document {
            let stages = Self.stages(Self.stages(of: parameter.answers, codeDefault: standard).all)
            if let settled = facts.settled(toggle) {
                (stage, since) = (MigrationStage(json: settled.value) ?? standard, settled.since)
            } else {
                (stage, since) = (stages?.count == 1 ? stages?.first : nil, documents.last?.commit.day)
            }
            (self.parameter, steps, first, isFirstCertain) = (parameter, documents, before, false)
            now = Self.stages(of: parameter.answers, codeDefault: codeDefault)
            present = stages?.sorted { $0.isBefore($1) }
            (path, range) = (file.path, parameter.keyRange)
        } else {
            (parameter, stage, present) = (nil, standard, [standard])
            let days = [documents, defaults.map(\.step)].compactMap { $0.last?.commit.day }
            since = days.max() ?? facts.birthday(of: toggle)
            // A parameter that left the document left the default to everybody.
            if facts.hasDocument, let last = events.last {
                steps = documents.dropLast() + Self.end(documents, last, defaults, standard)
                (first, isFirstCertain) = (before, false)
            } else {
                (steps, first, isFirstCertain) = (defaults.map(\.step), defaults.first?.old, true)
            }
            now = Self.answers(standard)
            path = facts.project.manifestPath
            range = toggle.fields[ManifestField.default.name] ?? toggle.location
        }
    }

    // MARK: - History

    /// A change of the default in the manifest.
    private typealias DefaultChange = (old: FlagAnswers?, step: Step)

    private static func step(_ event: ProjectHistory.ParameterEvent, codeDefault: MigrationStage?) -> Step {
        let known: FlagAnswers? =
            if event.kind == .removed {
                FlagAnswers(everybody: .codeDefault)
            } else {
                event.valueForEverybody.flatMap { FlagAnswers(text: $0) } ?? event.answers
            }
        return Step(answers: known.map { stages(of: $0, codeDefault: codeDefault) }, commit: event.commit)
    }

    private static func defaults(of toggle: ToggleDeclaration, in facts: LifecycleFacts) -> [DefaultChange] {
        facts.history.life(of: toggle.key).compactMap { event in
            guard case .defaultValue(let old, let new) = event.kind else { return nil }
            func answers(_ text: String) -> FlagAnswers? {
                FlagAnswers(text: text).map { stages(of: $0, codeDefault: nil) }
            }
            return (answers(old), Step(answers: answers(new), commit: event.commit))
        }
    }

    /// Whether people had the toggle, and a document without its parameter, before the parameter came.
    private static func isFirst(
        _ event: ProjectHistory.ParameterEvent,
        of toggle: ToggleDeclaration,
        in facts: LifecycleFacts
    ) -> Bool {
        guard event.kind == .added, facts.history.hasDocument(before: event.commit),
            let birthday = facts.birthday(of: toggle)
        else { return false }
        return birthday < event.commit.day
    }

    /// The last step of a document, and what the manifest did since it left the parameter out.
    private static func end(
        _ documents: [Step],
        _ last: ProjectHistory.ParameterEvent,
        _ defaults: [DefaultChange],
        _ standard: MigrationStage
    ) -> [Step] {
        guard last.kind == .removed else { return documents.suffix(1) }
        let later = defaults.filter { $0.step.commit.seconds > last.commit.seconds }
        let left = later.isEmpty ? answers(standard) : later[0].old
        return [Step(answers: left, commit: last.commit)] + later.map(\.step)
    }

    // MARK: - Stages

    /// The same people with the names of the stages behind what they get; a failure where nobody knows the stage.
    ///
    /// The default that the code has counts as well where there is a value that is no stage.
    private static func stages(of answers: FlagAnswers, codeDefault: MigrationStage?) -> FlagAnswers {
        answers.map { answer in
            let stage: MigrationStage? =
                switch answer {
                case .value(let value): MigrationStage(json: value) ?? codeDefault
                case .codeDefault, .failure: codeDefault
                }
            return stage.map { .value(.string($0.rawValue)) } ?? .failure
        }
    }

    private static func answers(_ stage: MigrationStage) -> FlagAnswers {
        FlagAnswers(everybody: .value(.string(stage.rawValue)))
    }

    /// The stages of that name; `nil` when there may be others.
    static func stages(_ answers: Set<FlagDifference.Answer>?) -> Set<MigrationStage>? {
        guard let answers else { return nil }
        var result: Set<MigrationStage> = []
        for answer in answers {
            guard case .value(let value) = answer, let stage = MigrationStage(json: value) else { return nil }
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
