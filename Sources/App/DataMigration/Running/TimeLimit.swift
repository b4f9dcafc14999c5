import ToggleBase

/// Work with a time limit.
enum TimeLimit {
    /// The longest limit: a clock can't add `Duration.seconds(.max)` to the current time.
    private static let longest = Duration.seconds(10 * 365 * 86_400)

    /// Waits for work, up to a limit.
    ///
    /// When the time is over, or the current task is canceled, the work is canceled, too. This function then returns
    /// immediately, even if the work goes on, and its result is discarded.
    ///
    /// - Parameters:
    ///   - limit: The limit, at most ten years.
    ///   - clock: Measures the time.
    ///   - exceeded: The error when the time is over.
    ///   - work: The work.
    /// - Returns: The result of the work, the error when the time is over, or a `CancellationError`.
    static func result<Value: Sendable>(
        within limit: Duration,
        on clock: any Clock<Duration>,
        orThrow exceeded: DataMigrationError,
        _ work: @escaping @Sendable () async throws -> Value
    ) async -> Result<Value, any Error> {
        let race = Race<Value>()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                race.begin(continuation)
                let work = Task {
                    do {
                        race.end(.success(try await work()))
                    } catch {
                        race.end(.failure(error))
                    }
                }
                let timer = Task {
                    // Throws if the work was faster.
                    guard (try? await clock.sleep(for: min(limit, longest))) != nil else { return }
                    race.end(.failure(exceeded))
                }
                race.cancelAtEnd([work, timer])
            }
        } onCancel: {
            race.end(.failure(CancellationError()))
        }
    }

    /// Resumes with the first of several results.
    private final class Race<Value: Sendable>: Sendable {
        private struct State {
            var continuation: CheckedContinuation<Result<Value, any Error>, Never>?
            var result: Result<Value, any Error>?
            var tasks: [Task<Void, Never>] = []
        }

        private let state = Mutex(State())

        func begin(_ continuation: CheckedContinuation<Result<Value, any Error>, Never>) {
            let result = state.withLock { state in
                if state.result == nil { state.continuation = continuation }
                return state.result
            }
            if let result { continuation.resume(returning: result) }
        }

        func cancelAtEnd(_ tasks: [Task<Void, Never>]) {
            let isOver = state.withLock { state in
                state.tasks = tasks
                return state.result != nil
            }
            if isOver { tasks.forEach { $0.cancel() } }
        }

        func end(_ result: Result<Value, any Error>) {
            let ended: State? = state.withLock { state in
                guard state.result == nil else { return nil }
                state.result = result
                defer { state.continuation = nil }
                return state
            }
            ended?.continuation?.resume(returning: result)
            ended?.tasks.forEach { $0.cancel() }
        }
    }
}
