import Dispatch
import ToggleBase

/// Waits for asynchronous work, in a command that isn't asynchronous.
///
/// The waiting thread must not be one of the concurrency runtime.
package enum BlockingWork {
    /// Returns the result of asynchronous work.
    ///
    /// - Parameter work: The work.
    /// - Returns: Its result.
    /// - Throws: Its error.
    package static func value<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
        let end = DispatchSemaphore(value: 0)
        let result = Mutex<Result<Value, any Error>?>(nil)
        Task.detached {
            let value: Result<Value, any Error>
            do { value = .success(try await work()) } catch { value = .failure(error) }
            result.withLock { $0 = value }
            end.signal()
        }
        while true {
            end.wait()
            if let result = result.withLock(\.self) { return try result.get() }
        }
    }
}
