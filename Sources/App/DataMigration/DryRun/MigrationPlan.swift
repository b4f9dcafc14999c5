/// What a run would do to a store.
public struct MigrationPlan: Sendable {
    /// A step that would run.
    public struct Step: Sendable {
        /// The result of the step.
        public let report: MigrationOutcome.Step
        /// The descriptions of its moves.
        public let moves: [String]
        /// The changes of the step.
        public let diff: MigrationDiff
        /// The problem, if the step would fail.
        public let failure: MigrationProblem?
    }

    /// The version that migrated the data last; `nil` if none did.
    public let from: String?
    /// The version of the app.
    public let to: String
    /// Whether a newer version of the app migrated the data, so that nothing would run.
    public let isDataNewer: Bool
    /// The steps that would run; the last one can fail.
    public let steps: [Step]
    /// The changes of all steps together.
    public let total: MigrationDiff
    /// What would happen to the data after a failed step; `nil` if all steps would succeed.
    public let end: FailurePolicy?
    /// The names of the secrets that a clean start would remove, sorted.
    ///
    /// Empty unless ``end`` is ``FailurePolicy/startCleanWithSecrets``. The diffs name the secrets that steps would remove.
    public let removedSecrets: [String]

    /// The maximum number of changes in each diff, and of notes of a step in the text.
    let maximumChanges: Int

    /// Returns the plan as text.
    ///
    /// - Parameter showsValues: Whether to show values instead of their types. Secrets are never shown, and neither are
    ///   settings that become secrets.
    /// - Returns: Lines, each with a line break at the end.
    public func text(showsValues: Bool = true) -> String {
        // Names of steps, keys, and messages can come from files.
        lines(showsValues: showsValues).map { ReportText.escaped($0) + "\n" }.joined()
    }

    private func lines(showsValues: Bool) -> [String] {
        let from = from ?? "no version"
        if isDataNewer {
            return ["The data was migrated by \(from), which is newer than \(to). Nothing would run."]
        }
        guard !steps.isEmpty else { return ["From \(from) to \(to) there are no steps."] }
        // Including settings that only a later step makes secrets.
        let secrets = steps.reduce(into: total.secretValues) { $0.formUnion($1.diff.secretValues) }
        var lines = ["From \(from) to \(to): \(steps.count) \(steps.count == 1 ? "step" : "steps")."]
        for step in steps {
            lines += ["", "\(step.report.version)  \(step.report.name)"] + step.moves.map { "  \($0)" }
            if let failure = step.failure { lines.append("  would fail: \(failure.error.message)") }
            if step.report.result == .nothingToMove { lines.append("  nothing to move") }
            let notes = step.report.notes
            lines += notes.prefix(maximumChanges).map { "  note: \($0)" }
            if notes.count > maximumChanges { lines.append("  … and \(notes.count - maximumChanges) more notes") }
            lines += step.diff.lines(showsValues: showsValues, besides: secrets).map { "    \($0)" }
        }
        switch end {
        case .keepData?, .skipStep?: lines += ["", "The data would stay unchanged."]
        case .startClean?: lines += ["", "The data would be kept as a backup, and the store would be empty."]
        case .startCleanWithSecrets?:
            lines += ["", "The data would be kept as a backup, the store would be empty, and all secrets removed."]
            lines += removedSecrets.map { "    - secret \($0)" }
        case nil:
            lines += ["", total.isEmpty ? "Nothing would change." : "All together:"]
            lines += total.lines(showsValues: showsValues, besides: secrets).map { "    \($0)" }
        }
        return lines
    }
}
