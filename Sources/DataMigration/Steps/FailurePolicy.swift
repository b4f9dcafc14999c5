/// What becomes of the data when a step fails.
public enum FailurePolicy: Sendable, Hashable {
    /// Everything stays as it was before the run, and the next start tries again.
    case keepData
    /// The step's changes are taken back, the others stay, and the step is not run again.
    ///
    /// The store remembers its name, see ``MigrationRecord/skippedSteps``.
    case skipStep
    /// The settings are kept as a backup and begin anew, without values. Secrets stay as they are.
    case startClean
}
