import Foundation

#if AsyncHTTPClient
// With this trait, the folder is a target of another package, which can't import ToggleBase.
import Synchronization
#else
import ToggleBase
#endif

/// A server with a document and a stream that announces each change; a test can make it fail in any way.
final class FaultyServer: Sendable {
    /// Handles a request while the server is faulty; the connection is closed when the closure returns.
    typealias Fault = @Sendable (LoopbackConnection, LoopbackRequest) -> Void

    private struct State {
        var pageSize = 1
        var text: [UInt8]?
        var fault: Fault?
        var listeners: [LoopbackConnection] = []
        var documentRequests = 0
        var streamRequests = 0
        var watchers: [AsyncStream<Int>.Continuation] = []
    }

    private final class Site: Sendable {
        let state = Mutex(State())

        func serve(_ connection: LoopbackConnection) {
            while let request = connection.readRequest() {
                let isStream = request.target == "/events"
                let (fault, body, etag, watchers, count) = state.withLock { state in
                    if isStream { state.streamRequests += 1 } else { state.documentRequests += 1 }
                    let body = state.text ?? Array(document(pageSize: state.pageSize).utf8)
                    let count = state.documentRequests + state.streamRequests
                    return (state.fault, body, "\"\(state.pageSize)\"", state.watchers, count)
                }
                for watcher in watchers { watcher.yield(count) }
                if let fault { return fault(connection, request) }
                if isStream {
                    connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n: hello\n")
                    state.withLock { $0.listeners.append(connection) }
                    connection.waitForHangUp()
                    return state.withLock { state in state.listeners.removeAll { $0 === connection } }
                }
                let answer =
                    request.headers["if-none-match"] == etag
                    ? LoopbackAnswer(304, ["ETag": etag]) : LoopbackAnswer(200, ["ETag": etag], body: body)
                guard connection.write(answer.bytes) else { return }
            }
        }
    }

    let server: LoopbackServer
    private let site = Site()

    init() throws {
        server = try LoopbackServer { [site] in site.serve($0) }
    }

    /// The number of requests for the document.
    var documentRequests: Int { site.state.withLock(\.documentRequests) }
    /// The number of requests for the stream.
    var streamRequests: Int { site.state.withLock(\.streamRequests) }

    /// Handles every request with a fault from now on, or normally for `nil`.
    ///
    /// Open connections stay open, and are silent while the server is faulty.
    func set(_ fault: Fault?) {
        site.state.withLock { $0.fault = fault }
    }

    /// Replaces the document, and notifies the listeners unless the server is faulty.
    ///
    /// - Parameters:
    ///   - pageSize: The number in the document, and its ETag.
    ///   - text: The document; `nil` for one that contains only the page size.
    func publish(_ pageSize: Int, text: [UInt8]? = nil) {
        let listeners = site.state.withLock { state in
            (state.pageSize, state.text) = (pageSize, text)
            return state.fault == nil ? state.listeners : []
        }
        for listener in listeners { listener.write("id: \(pageSize)\ndata: new\n\n") }
    }

    /// Closes the open streams normally.
    func disconnectListeners() {
        for listener in site.state.withLock(\.listeners) { listener.hangUp() }
    }

    /// Writes to all listeners.
    func writeToListeners(_ text: String) {
        for listener in site.state.withLock(\.listeners) { listener.write(text) }
    }

    /// Waits for a number of further requests.
    func untilRequests(_ count: Int) async {
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        site.state.withLock { $0.watchers.append(continuation) }
        var left = count
        for await _ in stream {
            left -= 1
            if left == 0 { return }
        }
    }
}
