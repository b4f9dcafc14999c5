import ToggleBase

/// The results of the waiting moves of a run, so that each of them waits only once, although the steps may run several
/// times.
final class WaitLedger: Sendable {
    /// Work to wait for.
    struct Pending: Sendable {
        /// The step and the move.
        let place: Place
        let summary: String
        let timeLimit: Duration
        let work: @Sendable () async throws -> any Sendable
    }

    /// A move of a step.
    struct Place: Sendable, Hashable {
        var step = ""
        var version = ""
        var move = 0
    }

    private struct State {
        var results: [Place: Result<any Sendable, DataMigrationError>] = [:]
        var pending: Pending?
    }

    private let state = Mutex(State())

    /// Returns the result of a move; `nil` if it hasn't waited yet.
    func result(at place: Place) -> Result<any Sendable, DataMigrationError>? {
        state.withLock { $0.results[place] }
    }

    func setResult(_ result: Result<any Sendable, DataMigrationError>, at place: Place) {
        state.withLock { $0.results[place] = result }
    }

    /// Keeps work until ``takePending()``.
    func wait(for pending: Pending) {
        state.withLock { $0.pending = pending }
    }

    func takePending() -> Pending? {
        state.withLock { state in
            defer { state.pending = nil }
            return state.pending
        }
    }
}

/// What a move does that must wait.
enum Waiting: Sendable {
    /// It fails, because the run can't wait.
    case refused
    /// It only says what it would wait for.
    case preview
    /// It uses the result in the ledger, or leaves its work there.
    case ledger(WaitLedger)
}
