/// What a run would do to a store.
public struct MigrationPlan: Sendable {
    /// One step that would run.
    public struct Step: Sendable {
        /// What it would do.
        public let report: MigrationOutcome.Step
        /// What its moves are.
        public let moves: [String]
        /// What it would change.
        public let diff: MigrationDiff
        /// Why it would fail.
        public let failure: MigrationFailure?
    }

    /// The version that migrated the data last; `nil` when none did.
    public let from: String?
    /// The version of the app.
    public let to: String
    /// Whether the data is of a newer version than the app; then nothing would run.
    public let isDataNewer: Bool
    /// The steps that would run; the last one may be one that fails.
    public let steps: [Step]
    /// What all of them together would change.
    public let total: MigrationDiff
    /// What would become of the data because of a failure; `nil` when the run would come to its end.
    public let end: FailurePolicy?

    /// The plan as a person reads it.
    ///
    /// - Parameter showsValues: Whether values are shown; otherwise their kinds are. Secrets are never shown, nor are settings
    ///   that become one.
    /// - Returns: Lines with a line break behind each.
    public func text(showsValues: Bool = true) -> String {
        let from = from ?? "no version"
        if isDataNewer {
            return JSONLine.escaped("The data is of \(from), newer than \(to). Nothing would run.") + "\n"
        }
        guard !steps.isEmpty else { return "From \(from) to \(to) there are no steps.\n" }
        // Also those that only a later step makes secrets.
        let secrets = steps.reduce(into: total.secretValues) { $0.formUnion($1.diff.secretValues) }
        var lines = ["From \(from) to \(to): \(steps.count) \(steps.count == 1 ? "step" : "steps")."]
        for step in steps {
            lines += ["", "\(step.report.version)  \(step.report.name)"]
            lines += step.moves.map { "  \($0)" }
            if let failure = step.failure {
                lines.append("  would fail: \(failure.error.message)")
            }
            if step.report.result == .nothingToMove { lines.append("  nothing to move") }
            lines += step.report.notes.map { "  note: \($0)" }
            lines += step.diff.lines(showsValues: showsValues, besides: secrets).map { "    \($0)" }
        }
        switch end {
        case .keepData?, .skipStep?: lines += ["", "The data would stay as it is."]
        case .startClean?: lines += ["", "The data would be kept as a backup, and the store would begin anew."]
        case nil:
            lines += ["", total.isEmpty ? "Nothing would be different." : "All together:"]
            lines += total.lines(showsValues: showsValues, besides: secrets).map { "    \($0)" }
        }
        // Names of steps, keys and what is said about them come from files, too.
        return lines.map(JSONLine.escaped).joined(separator: "\n") + "\n"
    }
}
