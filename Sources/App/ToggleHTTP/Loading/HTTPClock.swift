import FeatureTogglesRemote
import Foundation

/// The clock that loading uses.
package struct HTTPClock: Sendable {
    /// The wall clock, in seconds since 1970.
    var now: @Sendable () -> Int64
    /// Waits for a duration, or throws if the task is canceled.
    var sleep: @Sendable (Duration) async throws -> Void

    /// The system's clock.
    package static let system = HTTPClock(
        now: { Int64(Date().timeIntervalSince1970) },
        sleep: { try await Task.sleep(for: $0) }
    )

    /// Runs an operation, and cancels it if it exceeds a time limit.
    ///
    /// - Returns: The operation's result, or `nil` if it exceeded the limit.
    func within<Success: Sendable>(
        _ limit: Duration,
        _ operation: @escaping @Sendable () async -> Result<Success, RemoteSourceError>
    ) async -> Result<Success, RemoteSourceError>? {
        await withTaskGroup(of: Result<Success, RemoteSourceError>?.self) { group in
            group.addTask { await operation() }
            group.addTask { [sleep] in
                do {
                    try await sleep(min(limit, .longestWait))
                    return nil
                } catch {
                    return .failure(RemoteSourceError(.cancelled, "the request was canceled"))
                }
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }
}
