/// A user in a ``BackfillQueue``: the dual-write state, and the progress of the backfill.
///
/// Store it as ``text`` in one column, and copy ``phase``, ``due``, and ``activity`` to columns of their own for an
/// index.
///
/// | phase | meaning | next |
/// |---|---|---|
/// | `idle` | nothing can be copied, because dual writes haven't begun, or need to begin again | `waiting` |
/// | `waiting` | to be copied, once ``due`` has come | `running` |
/// | `running` | a worker holds the lease, which ends at ``due`` unless it is renewed | any other |
/// | `done` | everything is copied | `waiting`, if dual writes begin again |
/// | `failed` | too many attempts failed; ``BackfillQueue/request(_:)`` starts over | `waiting` |
public struct QueuedUser: Sendable, Hashable {
    /// The phases of a user's backfill.
    public enum Phase: String, Sendable, Hashable, CaseIterable {
        /// Nothing can be copied yet.
        case idle
        /// To be copied.
        case waiting
        /// A worker copies the user's records, or was killed while it did.
        case running
        /// Everything is copied.
        case done
        /// Too many attempts failed.
        case failed
    }

    /// The targeting key of the user.
    public let user: String
    /// When each store began to receive every write of the user.
    public internal(set) var dualWrites: DualWriteState
    /// The phase of the user's backfill.
    public internal(set) var phase: Phase
    /// When the user was last active: the newest change of the dual-write state, or the newest request.
    public internal(set) var activity: MigrationTime
    /// The earliest time at which a worker may take the user: the end of a delay, or of a lease.
    public internal(set) var due: MigrationTime
    /// The number of attempts that failed since the last one that succeeded, including those of killed workers.
    public internal(set) var attempts: Int
    /// The number of records copied so far.
    public internal(set) var copied: Int
    /// The worker's lease; `nil` unless the user is running.
    public internal(set) var lease: String?
    /// The type of the newest error since the last success; never its message, which may contain the user's data.
    public internal(set) var failure: String?
    /// Why the row can't be read; `nil` if it can.
    ///
    /// The user has failed, and ``text`` is the unreadable one, so that storing the row keeps it for a repair.
    public internal(set) var damage: BackfillError?
    /// The text of a row that can't be read.
    var damagedText: String?
    /// The destination's dual-write start when a worker last took the user.
    var start: MigrationTime?
    /// Whether another copy was requested while this one is running.
    var isRequestedAgain: Bool

    /// Creates a user about whom nothing is recorded.
    ///
    /// - Parameter user: The targeting key of the user.
    public init(_ user: String) {
        self.user = user
        dualWrites = .initial
        phase = .idle
        (activity, due) = (.beginning, .beginning)
        (attempts, copied) = (0, 0)
        isRequestedAgain = false
    }

    /// Returns whether a worker may take the user.
    ///
    /// - Parameter now: The current time.
    /// - Returns: Whether the user waits or is running, and ``due`` has come.
    public func isDue(at now: MigrationTime) -> Bool {
        (phase == .waiting || phase == .running) && due <= now
    }

    // MARK: Transitions

    /// Replaces the dual-write state; the user waits if the destination has another start.
    package mutating func set(_ state: DualWriteState, into destination: MigrationOrigin, at now: MigrationTime) {
        guard state != dualWrites else { return }
        dualWrites = state
        activity = max(activity, now)
        // A running copy compares the starts when it ends.
        guard phase != .running else { return }
        guard let current = state[destination], !(destination == .old && state.isUnknown) else {
            phase = .idle
            return
        }
        if phase == .idle || current != start { wait(from: now) }
    }

    /// Lets the user wait, regardless of what is recorded.
    package mutating func request(at now: MigrationTime) {
        activity = max(activity, now)
        if phase == .running { isRequestedAgain = true } else { wait(from: now) }
    }

    private mutating func wait(from now: MigrationTime) {
        phase = .waiting
        due = now
        attempts = 0
        failure = nil
        lease = nil
    }

    /// Gives the user to a worker, or fails the user if too many workers were killed while they had the lease.
    package mutating func take(
        _ lease: String,
        into destination: MigrationOrigin,
        at now: MigrationTime,
        until end: MigrationTime,
        maximumAttempts: Int
    ) {
        guard isDue(at: now) else { return }
        if phase == .running {
            attempts += 1
            failure = Self.abandoned
            guard attempts < maximumAttempts else {
                phase = .failed
                self.lease = nil
                return
            }
        }
        phase = .running
        self.lease = lease
        due = end
        start = dualWrites[destination]
        isRequestedAgain = false
    }

    /// The failure of a worker that neither reported a result nor renewed its lease.
    static let abandoned = "abandoned"

    /// Extends a lease, unless the worker has lost it.
    package mutating func renew(_ lease: String, until end: MigrationTime) {
        if holds(lease) { due = max(due, end) }
    }

    /// Returns whether a worker still has the lease.
    package func holds(_ lease: String) -> Bool { phase == .running && self.lease == lease }

    /// Ends a lease with the result of the worker.
    ///
    /// Without the lease, nothing changes.
    package mutating func end(
        _ lease: String,
        _ result: WorkResult,
        into destination: MigrationOrigin,
        at now: MigrationTime
    ) {
        guard holds(lease) else { return }
        self.lease = nil
        due = now
        let current = dualWrites[destination]
        let isOutdated = isRequestedAgain || current != start && current != nil
        isRequestedAgain = false
        switch result {
        case .done(let count):
            (attempts, copied, failure) = (0, count, nil)
            phase = isOutdated ? .waiting : current == start ? .done : .idle
        case .nothingToDo:
            (attempts, failure) = (0, nil)
            phase = isOutdated ? .waiting : .idle
        case .stopped:
            phase = .waiting
        case .failed(let name, let delay, let maximumAttempts):
            attempts += 1
            failure = name
            if isOutdated {
                attempts = 0
                phase = .waiting
            } else if attempts < maximumAttempts {
                phase = .waiting
                due = now.advanced(by: delay)
            } else {
                phase = .failed
            }
        }
    }
}

/// How a worker ended.
package enum WorkResult: Sendable, Hashable {
    /// Everything is copied, the given total number of records.
    case done(copied: Int)
    /// The user's dual writes have not begun.
    case nothingToDo
    /// The runner was stopped, so another worker can continue at once.
    case stopped
    /// An error, after which the user waits for a time, or fails after the maximum number of attempts.
    case failed(String, retryAfter: Duration, maximumAttempts: Int)
}
