import FeatureTogglesHTTP
import Foundation

#if AsyncHTTPClient
// With this trait, the folder is a target of another package, which can't import ToggleBase.
import Synchronization
#else
import ToggleBase
#endif

/// A transport that sends requests to another URL while a detour is set, to simulate a broken network.
final class DetouringTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let detour = Mutex<URL?>(nil)

    init(_ transport: any HTTPTransport) {
        self.transport = transport
    }

    func redirect(to url: URL?) {
        detour.withLock { $0 = url }
    }

    func send(_ request: HTTPTransportRequest) async throws(HTTPTransportError) -> HTTPTransportResponse {
        var request = request
        if let url = detour.withLock({ $0 }) { request.url = url }
        return try await transport.send(request)
    }
}
