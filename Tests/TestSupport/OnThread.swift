import Foundation

/// Runs work on a separate thread, so that busy work doesn't occupy the threads of tasks.
package func onThread<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: work()) }
    }
}
