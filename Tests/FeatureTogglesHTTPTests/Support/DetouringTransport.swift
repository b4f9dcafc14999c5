import FeatureTogglesHTTP
import Foundation

#if AsyncHTTPClient
// This folder is a target of another package then, which does not see the lock of this one.
import Synchronization
#else
import SystemBase
#endif

/// A transport that sends requests somewhere else while a detour is set, as a broken network does.
final class DetouringTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let detour = Mutex<URL?>(nil)

    init(_ transport: any HTTPTransport) {
        self.transport = transport
    }

    func lead(to url: URL?) {
        detour.withLock { $0 = url }
    }

    func send(_ request: HTTPTransportRequest) async throws(HTTPTransportError) -> HTTPTransportResponse {
        var request = request
        if let url = detour.withLock({ $0 }) { request.url = url }
        return try await transport.send(request)
    }
}
