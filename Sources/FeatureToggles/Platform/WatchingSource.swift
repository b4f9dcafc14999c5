import Dispatch

/// A dispatch source that is handed from thread to thread.
///
/// Unchecked because not every platform marks the protocols of sources as sendable; the functions of sources may be
/// called on any thread.
struct WatchingSource: @unchecked Sendable {
    private let source: any DispatchSourceProtocol

    init(_ source: any DispatchSourceProtocol) {
        self.source = source
    }

    /// Stops the source; its cancel handler is called after the event handler that may be running.
    func cancel() {
        source.cancel()
    }
}
