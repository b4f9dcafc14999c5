import ToggleBase

/// Ends the programs that run for an operation.
package final class Cancellation: Sendable {
    private let state = Mutex(false)

    /// Creates a cancellation that hasn't happened yet.
    package init() {}

    /// Whether to end the programs.
    package var isCancelled: Bool { state.withLock(\.self) }

    /// Ends the programs.
    package func cancel() { state.withLock { $0 = true } }
}
