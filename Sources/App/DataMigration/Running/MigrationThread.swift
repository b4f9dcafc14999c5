import Foundation

/// Runs work that waits for files and locks on a thread of its own, so that it doesn't occupy the threads of tasks.
enum MigrationThread {
    /// The size of the stack: that of the main thread.
    private static let stackSize = 8 << 20

    static func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: work()) }
            thread.stackSize = stackSize
            thread.start()
        }
    }
}
