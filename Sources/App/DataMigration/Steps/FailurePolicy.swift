/// What happens to the data when a step fails.
public enum FailurePolicy: Sendable, Hashable {
    /// The data stays unchanged, and the next launch tries again.
    case keepData
    /// The step's changes are reverted, the other steps run, and the step doesn't run again.
    ///
    /// This also applies to a failure that would have been temporary, such as a locked keychain or an exceeded time limit.
    ///
    /// The store remembers its name, see ``MigrationRecord/skippedSteps``.
    case skipStep
    /// The settings are kept as a backup, and the store becomes empty. Secrets stay, including those that an earlier run
    /// has moved and couldn't publish yet.
    case startClean
    /// As ``startClean``, and all secrets are removed, without a backup; see ``startClean(including:)``.
    case startCleanWithSecrets

    /// What a clean start can take along besides the settings.
    public enum Addition: Sendable, Hashable {
        /// All secrets in the store of secrets.
        case secrets
    }

    /// Returns the policy that also removes the secrets when the store is started clean, for secrets that are useless or
    /// wrong without the settings.
    ///
    /// Secrets have no backup. They are removed after the clean start is committed, by this run or the next one. The
    /// outcome and the problem that the failure handler receives contain their names. A secret that the app has changed
    /// since the run began stays. If the secrets can't be read, nothing is started clean.
    ///
    /// The copies of a ``MirroredSecretStore`` are removed after their secrets. Pass that store to the migrator, so that
    /// the secrets are removed in both places.
    ///
    /// - Parameter addition: What to take along.
    /// - Returns: The policy.
    public static func startClean(including addition: Addition) -> FailurePolicy {
        switch addition {
        case .secrets: .startCleanWithSecrets
        }
    }

    /// Whether the store becomes empty.
    var startsClean: Bool { self == .startClean || self == .startCleanWithSecrets }
}
