import Foundation

#if AsyncHTTPClient
// This folder is a target of another package then, which does not see the lock of this one.
import Synchronization
#else
import SystemBase
#endif

/// A server of a document and of a stream that tells each change, which does what a test says while it is faulty.
final class FaultyServer: Sendable {
    /// Serves a request of a faulty server; the connection is closed when it returns.
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

    /// How many requests of the document came.
    var documentRequests: Int { site.state.withLock(\.documentRequests) }
    /// How many requests of the stream came.
    var streamRequests: Int { site.state.withLock(\.streamRequests) }

    /// Serves every request this way from now on; `nil` to be well again.
    ///
    /// What stands already stays as it is, and is silent while the server is faulty.
    func set(_ fault: Fault?) {
        site.state.withLock { $0.fault = fault }
    }

    /// Replaces the document, and tells who listens unless the server is faulty.
    ///
    /// - Parameters:
    ///   - pageSize: The number in the document, and its ETag.
    ///   - text: The document, if it is another one than that.
    func publish(_ pageSize: Int, text: [UInt8]? = nil) {
        let listeners = site.state.withLock { state in
            (state.pageSize, state.text) = (pageSize, text)
            return state.fault == nil ? state.listeners : []
        }
        for listener in listeners { listener.write("id: \(pageSize)\ndata: new\n\n") }
    }

    /// Ends the streams that stand, in order.
    func hangUpOnListeners() {
        for listener in site.state.withLock(\.listeners) { listener.hangUp() }
    }

    /// Writes to those who listen.
    func tellListeners(_ text: String) {
        for listener in site.state.withLock(\.listeners) { listener.write(text) }
    }

    /// Returns after so many more requests.
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
