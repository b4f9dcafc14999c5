import ToggleBase
import ToggleHTTP

/// A transport that answers from a closure, and records the requests.
final class ScriptedTransport: HTTPTransport {
    struct Reply: Sendable {
        var status = 200
        var headers: HTTPHeaders = [:]
        var body = ""
    }

    private let recorded = Mutex<[HTTPTransportRequest]>([])
    private let reply: @Sendable (HTTPTransportRequest, Int) throws(HTTPTransportError) -> Reply

    /// - Parameter reply: Receives a request and its number.
    init(_ reply: @escaping @Sendable (HTTPTransportRequest, Int) throws(HTTPTransportError) -> Reply) {
        self.reply = reply
    }

    var requests: [HTTPTransportRequest] { recorded.withLock(\.self) }

    func send(_ request: HTTPTransportRequest) async throws(HTTPTransportError) -> HTTPTransportResponse {
        let number = recorded.withLock { requests in
            requests.append(request)
            return requests.count
        }
        let reply = try reply(request, number)
        return HTTPTransportResponse(
            status: reply.status,
            headers: reply.headers,
            body: HTTPBody([Array(reply.body.utf8)])
        )
    }
}
