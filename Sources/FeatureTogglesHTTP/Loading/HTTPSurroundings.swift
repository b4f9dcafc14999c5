import FeatureToggles
import FeatureTogglesRemote
import Foundation

/// Time, as loading needs it.
package struct HTTPSurroundings: Sendable {
    /// The wall clock, in seconds since 1970.
    var now: @Sendable () -> Int64
    /// Waits, or throws when the task is cancelled.
    var sleep: @Sendable (Duration) async throws -> Void

    /// The real ones.
    package static let system = HTTPSurroundings(
        now: { Int64(Date().timeIntervalSince1970) },
        sleep: { try await Task.sleep(for: $0) }
    )

    /// Runs an operation, and cancels it when it takes longer than allowed.
    ///
    /// - Returns: What it answered, or `nil` when the time was up first.
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
                    return .failure(RemoteSourceError(.cancelled, "the request was cancelled"))
                }
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }
}
