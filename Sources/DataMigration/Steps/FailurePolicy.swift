/// What happens to the data when a step fails.
public enum FailurePolicy: Sendable, Hashable {
    /// The data stays unchanged, and the next launch tries again.
    case keepData
    /// The step's changes are reverted, the other steps run, and the step doesn't run again.
    ///
    /// The store remembers its name, see ``MigrationRecord/skippedSteps``.
    case skipStep
    /// The settings are kept as a backup, and the store becomes empty. Secrets stay.
    case startClean
}
