import ToggleBase
import ToggleHTTP

/// A transport that keeps the head of the last response.
final class HeadKeepingTransport: HTTPTransport {
    /// The head of a response.
    struct Head: Sendable {
        let status: Int
        let headers: HTTPHeaders
    }

    private let transport: any HTTPTransport
    private let last = Mutex<Head?>(nil)

    init(_ transport: any HTTPTransport) {
        self.transport = transport
    }

    /// The head of the last response, if there was one.
    var head: Head? { last.withLock { $0 } }

    func send(_ request: HTTPTransportRequest) async throws(HTTPTransportError) -> HTTPTransportResponse {
        let response = try await transport.send(request)
        last.withLock { $0 = Head(status: response.status, headers: response.headers) }
        return response
    }
}
