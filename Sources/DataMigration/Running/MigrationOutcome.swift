/// What became of a run.
public struct MigrationOutcome: Sendable {
    /// The result in a word.
    public enum Result: Sendable, Hashable {
        /// The data was migrated by this version before; nothing was written, unless secrets still waited.
        case upToDate
        /// Every step that was due has run or was skipped, and the store has the new version.
        case migrated
        /// A newer version of the app has migrated the data; nothing was run and nothing was written.
        case dataIsNewer(stored: String)
        /// The data is as it was before the run.
        case keptData
        /// The store is empty and has the new version; the data is kept.
        case startedClean(backup: String?)
    }

    /// What became of one step.
    public struct Step: Sendable, Hashable {
        /// What it did.
        public enum Result: Sendable, Hashable {
            /// It moved something.
            case moved
            /// It moved nothing: it found nothing, or left everything where it was, as its notes say.
            case nothingToMove
            /// It failed and was left out.
            case skipped
            /// It failed, and so did the run.
            case failed
        }

        /// The step's name.
        public let name: String
        /// The version that brings it.
        public let version: String
        /// What it did.
        public let result: Result
        /// What its moves had to tell.
        public let notes: [String]
    }

    /// The result in a word.
    public let result: Result
    /// The version that had migrated the data before; `nil` when none had.
    public let from: String?
    /// The version of the app.
    public let to: String
    /// The steps that ran, in order.
    public let steps: [Step]
    /// What went wrong; the handler was told, too.
    public internal(set) var failures: [MigrationFailure]

    /// Whether the data is what this version of the app expects.
    ///
    /// It is also when steps were skipped or the store was started clean, since that is what the policy says.
    public var isUsable: Bool {
        switch result {
        case .upToDate, .migrated, .startedClean: true
        case .dataIsNewer, .keptData: false
        }
    }
}
