import DocumentSyntax
import ToggleBase
import ToggleManifest

/// The current and past stages of a migration toggle, from the document and git.
struct StageFacts {
    /// A change of the stage.
    struct Step {
        /// The stages that users had after it; `nil` if unknown.
        let answers: FlagAnswers?
        /// The commit of the change.
        let commit: ProjectHistory.Commit
    }

    let toggle: ToggleDeclaration
    /// The parameter with the stage; `nil` if the toggle has its default.
    let parameter: DocumentOutline.Parameter?
    /// The stages that users have now.
    let now: FlagAnswers
    /// The stage that all users have now; `nil` if users have different ones.
    let stage: MigrationStage?
    /// The first day with the current stage; `nil` if unknown.
    let since: CalendarDate?
    /// The past changes, oldest first.
    let steps: [Step]
    /// The stages before the first change, if known.
    let first: FlagAnswers?
    /// Whether users certainly had these stages.
    let isFirstCertain: Bool
    /// The stages that users have now, in their order; `nil` if there may be others.
    let present: [MigrationStage]?
    /// Whether the remote document was read; otherwise, it may define another stage.
    let isCertain: Bool
    /// The file that defines the stage.
    let path: String
    /// The range in that file.
    let range: SourceRange

    /// Collects the stages of a toggle; `nil` if it isn't a migration toggle, or has no stage.
    init?(of toggle: ToggleDeclaration, in facts: LintFacts) {
        guard toggle.category == .migration, let key = toggle.remoteParameter,
            let standard = MigrationStage(json: toggle.defaultValue)
        else { return nil }
        self.toggle = toggle
        isCertain = facts.document != nil
        let defaults = Self.defaults(of: toggle, in: facts)
        // The default in the code applies if the document defines no stage; released versions have other defaults if it
        // was changed.
        let codeDefault = defaults.isEmpty ? standard : nil
        let events = facts.history.events(ofParameter: key)
        let documents = events.map { Self.step($0, codeDefault: codeDefault) }
        // There is no event for it, but before the document had the parameter, users with the toggle had its default.
        let before = events.first.flatMap { event in
            codeDefault != nil && Self.isFirst(event, of: toggle, in: facts) ? Self.answers(standard) : nil
        }
        if let parameter = facts.parameter(of: toggle), let document = facts.document {
            let stages = Self.stages(Self.stages(of: parameter.answers, codeDefault: standard).all)
            if let settled = facts.settled(toggle) {
                (stage, since) = (MigrationStage(json: settled.value) ?? standard, settled.since)
            } else {
                (stage, since) = (stages?.count == 1 ? stages?.first : nil, documents.last?.commit.day)
            }
            (self.parameter, steps, first, isFirstCertain) = (parameter, documents, before, false)
            now = Self.stages(of: parameter.answers, codeDefault: codeDefault)
            present = stages?.sorted { $0.isBefore($1) }
            (path, range) = (document.path, parameter.keyRange)
        } else {
            (parameter, stage, present) = (nil, standard, [standard])
            let days = [documents, defaults.map(\.step)].compactMap { $0.last?.commit.day }
            since = days.max() ?? facts.birthday(of: toggle)
            // After the document lost the parameter, all users have the default.
            if facts.document != nil, let last = events.last {
                steps = documents.dropLast() + Self.end(documents, last, defaults, standard)
                (first, isFirstCertain) = (before, false)
            } else {
                (steps, first, isFirstCertain) = (defaults.map(\.step), defaults.first?.old, true)
            }
            now = Self.answers(standard)
            path = facts.project.manifestPath(of: toggle)
            range = toggle.range(of: .default) ?? toggle.location
        }
    }

    // MARK: - History

    /// A change of the default in the manifest.
    private typealias DefaultChange = (old: FlagAnswers?, step: Step)

    private static func step(_ event: ProjectHistory.ParameterEvent, codeDefault: MigrationStage?) -> Step {
        let known: FlagAnswers? =
            if event.kind == .removed {
                FlagAnswers(allUsers: .codeDefault)
            } else {
                event.valueForAllUsers.flatMap { FlagAnswers(text: $0) } ?? event.answers
            }
        return Step(answers: known.map { stages(of: $0, codeDefault: codeDefault) }, commit: event.commit)
    }

    private static func defaults(of toggle: ToggleDeclaration, in facts: LintFacts) -> [DefaultChange] {
        facts.history.life(of: toggle.key).compactMap { event in
            guard case .defaultValue(let old, let new) = event.kind else { return nil }
            func answers(_ text: String) -> FlagAnswers? {
                FlagAnswers(text: text).map { stages(of: $0, codeDefault: nil) }
            }
            return (answers(old), Step(answers: answers(new), commit: event.commit))
        }
    }

    /// Returns whether users had the toggle, and a document without its parameter, before the parameter was added.
    private static func isFirst(
        _ event: ProjectHistory.ParameterEvent,
        of toggle: ToggleDeclaration,
        in facts: LintFacts
    ) -> Bool {
        guard event.kind == .added, facts.history.hasDocument(before: event.commit),
            let birthday = facts.birthday(of: toggle)
        else { return false }
        return birthday < event.commit.day
    }

    /// Returns the last change in the document, and the changes in the manifest since the document lost the parameter.
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

    /// Returns the same users with the stages that their values mean; a failure if a stage is unknown.
    ///
    /// A value that isn't a stage means the default in the code.
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
        FlagAnswers(allUsers: .value(.string(stage.rawValue)))
    }

    /// Returns the stages with these names; `nil` if there may be others.
    static func stages(_ answers: Set<FlagAnswer>?) -> Set<MigrationStage>? {
        guard let answers else { return nil }
        var result: Set<MigrationStage> = []
        for answer in answers {
            guard case .value(let value) = answer, let stage = MigrationStage(json: value) else { return nil }
            result.insert(stage)
        }
        return result
    }

    /// The stages before and after a change.
    struct Change {
        let old: FlagAnswers
        let new: FlagAnswers
        /// The commit of the change; `nil` if it isn't committed.
        let commit: ProjectHistory.Commit?
        /// Whether users certainly had the old stages.
        let isCertain: Bool
    }

    /// The last change of the stages, committed or not; `nil` if there is none, or the stages are unknown.
    var lastChange: Change? {
        let revisions = [first] + steps.map(\.answers) + [now]
        for index in revisions.indices.dropFirst().reversed() {
            guard let old = revisions[index - 1], let new = revisions[index] else { return nil }
            if !old.moves(to: new).isEmpty {
                return Change(
                    old: old,
                    new: new,
                    commit: steps.indices.contains(index - 1) ? steps[index - 1].commit : nil,
                    isCertain: index > 1 || isFirstCertain
                )
            }
            // Users may have moved from or to an unknown stage.
            if old != new, old.all == nil || new.all == nil { return nil }
        }
        return nil
    }

    /// The place for a sentence: `flags.json:12`.
    var place: String { "\(path):\(range.start.line)" }

    /// Returns a finding at the definition of the stage; it is a note if the remote document was not read.
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
    /// Creates the answers for a JSON text that all users get.
    fileprivate init?(text: String) {
        guard let json = try? JSONReader().value(from: Array(text.utf8)) else { return nil }
        self.init(allUsers: .value(json))
    }
}
