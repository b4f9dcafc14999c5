/// The progress of copying a user's records.
public enum BackfillStatus: Sendable, Hashable {
    /// Copying has not started: the user's dual writes have not begun, or have begun again since the last copy.
    case waiting(Reason)
    /// The given number of records was copied, and there are more.
    case running(copied: Int)
    /// Everything older than the user's dual writes was copied, with the given total number of records.
    case done(copied: Int)

    /// The event that a user waits for.
    public enum Reason: Sendable, Hashable {
        /// The first write to both stores, the first one after a write that one of them missed, or a call of
        /// ``Migration/beginDualWrites(for:)``, which needs no write.
        case dualWrites
        /// A call of ``Backfill/run(_:onProgress:)``.
        case run
    }

    /// Whether everything is copied.
    public var isDone: Bool {
        if case .done = self { true } else { false }
    }

    /// The status as a word: waiting, running, or done.
    public var word: String {
        switch self {
        case .waiting: "waiting"
        case .running: "running"
        case .done: "done"
        }
    }
}

extension BackfillStatus: CustomStringConvertible {
    /// The word, and the event that the user waits for or the number of copied records.
    public var description: String {
        switch self {
        case .waiting(.dualWrites): "waiting for the user's first write to both stores"
        case .waiting(.run): "waiting to be run"
        case .running(let copied): "running, \(copied) copied"
        case .done(let copied): "done, \(copied) copied"
        }
    }
}

/// The progress that a backfill reports after each batch.
public struct BackfillProgress: Sendable, Hashable {
    /// The user whose records are copied.
    public let user: String
    /// The user's status.
    public let status: BackfillStatus
    /// The number of records copied by this run.
    public let copiedInRun: Int
    /// The number of records that this run will copy, without those copied by earlier runs; `nil` if it is
    /// unknown.
    public let total: Int?
    /// The duration of the run so far.
    public let elapsed: Duration

    /// The average number of records that this run has copied per second.
    public var recordsPerSecond: Double {
        let seconds = elapsed / .seconds(1)
        return seconds > 0 ? Double(copiedInRun) / seconds : 0
    }
}
