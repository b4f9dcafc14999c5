/// The outcome of a run.
public struct MigrationOutcome: Sendable {
    /// The result of the run.
    public enum Result: Sendable, Hashable {
        /// This version already migrated the data. Nothing was written, unless secrets were waiting.
        case upToDate
        /// All due steps ran or were skipped, and the store has the new version.
        case migrated
        /// A newer version of the app migrated the data; nothing ran or was written.
        case dataIsNewer(stored: String)
        /// The data is unchanged.
        case keptData
        /// The store is empty and has the new version; the data was kept as a backup. With
        /// ``FailurePolicy/startClean(including:)``, the secrets with these names were removed, or will be by the next
        /// run.
        case startedClean(backup: String?, removedSecrets: [String] = [])
    }

    /// The outcome of a step.
    public struct Step: Sendable, Hashable {
        /// The result of the step.
        public enum Result: Sendable, Hashable {
            /// The step moved something.
            case moved
            /// The step found nothing, or kept everything in place, as its notes say.
            case nothingToMove
            /// The step failed and was skipped.
            case skipped
            /// The step failed and ended the run.
            case failed
        }

        /// The step's name.
        public let name: String
        /// The version that introduced the step.
        public let version: String
        /// The result of the step.
        public let result: Result
        /// The notes of its moves.
        public let notes: [String]
    }

    /// The result of the run.
    public let result: Result
    /// The version that migrated the data before; `nil` if none did.
    public let from: String?
    /// The version of the app.
    public let to: String
    /// The steps that ran, in order.
    public let steps: [Step]
    /// All problems, which the handler also received.
    public internal(set) var problems: [MigrationProblem]

    /// Whether this version of the app can use the data.
    ///
    /// Also `true` if the policy skipped steps or started clean.
    public var isUsable: Bool {
        switch result {
        case .upToDate, .migrated, .startedClean: true
        case .dataIsNewer, .keptData: false
        }
    }
}
