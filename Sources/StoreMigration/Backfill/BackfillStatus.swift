/// How far the copy of a user's records has come.
public enum BackfillStatus: Sendable, Hashable {
    /// Nothing is copied yet: the user's dual writes have not begun, or have begun anew since the last copy.
    case waiting(Reason)
    /// So many records were copied, and there are more.
    case running(copied: Int)
    /// Everything that is older than the user's dual writes is there; so many records were copied.
    case done(copied: Int)

    /// What a user waits for.
    public enum Reason: Sendable, Hashable {
        /// For a first write to both stores, or the first one behind a write that one of them misses; or for
        /// ``Migration/beginDualWrites(for:)``, which does without a write.
        case dualWrites
        /// For ``Backfill/run(_:onProgress:)``.
        case run
    }

    /// Whether everything is there.
    public var isDone: Bool {
        if case .done = self { true } else { false }
    }

    /// The word: waiting, running or done.
    public var word: String {
        switch self {
        case .waiting: "waiting"
        case .running: "running"
        case .done: "done"
        }
    }
}

extension BackfillStatus: CustomStringConvertible {
    /// The word, and what is waited for or how many were copied.
    public var description: String {
        switch self {
        case .waiting(.dualWrites): "waiting for the user's first write to both stores"
        case .waiting(.run): "waiting to be run"
        case .running(let copied): "running, \(copied) copied"
        case .done(let copied): "done, \(copied) copied"
        }
    }
}

/// What a backfill reports behind each batch.
public struct BackfillProgress: Sendable, Hashable {
    /// Whose records.
    public let user: String
    /// How far it has come.
    public let status: BackfillStatus
    /// How many records this run has copied.
    public let copiedInRun: Int
    /// How many records this run will copy, where the source knows: without those that runs before it have copied.
    public let total: Int?
    /// How long the run takes so far.
    public let elapsed: Duration

    /// How many records a second were copied in this run.
    public var recordsPerSecond: Double {
        let seconds = elapsed / .seconds(1)
        return seconds > 0 ? Double(copiedInRun) / seconds : 0
    }
}
