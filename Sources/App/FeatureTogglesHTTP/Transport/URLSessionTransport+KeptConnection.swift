import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking

extension URLSessionTransport {
    /// The time limit in seconds for the preparatory request, after which the stream is opened anyway.
    private static let limit: TimeInterval = 2

    /// Makes the session keep an idle connection to a server, on which a stream can be opened.
    ///
    /// On platforms other than Apple's, Foundation never stops checking whether a connection that it opened for a
    /// request is writable, and an idle connection always is. A stream on such a connection would keep a processor busy
    /// for as long as it is open. If a connection is reused from an earlier request, Foundation only waits for incoming
    /// data. So this method first sends a minimal request without credentials, whose response doesn't matter.
    func keepConnection(to url: URL) async {
        guard var address = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return }
        (address.user, address.password, address.query, address.fragment) = (nil, nil, nil, nil)
        address.path = "/"
        guard let root = address.url else { return }
        var message = URLRequest(url: root)
        message.httpMethod = "HEAD"
        message.timeoutInterval = Self.limit
        await start(message).end()
    }
}
#endif
