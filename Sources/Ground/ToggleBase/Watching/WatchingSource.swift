import Dispatch

/// A dispatch source that is passed between threads.
///
/// Unchecked because not every platform marks the protocols of dispatch sources as `Sendable`; their functions can be
/// called on any thread.
struct WatchingSource: @unchecked Sendable {
    private let source: any DispatchSourceProtocol

    init(_ source: any DispatchSourceProtocol) {
        self.source = source
    }

    /// Stops the source; its cancel handler is called after a running event handler has returned.
    func cancel() {
        source.cancel()
    }
}
