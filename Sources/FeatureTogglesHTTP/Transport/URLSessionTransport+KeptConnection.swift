import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking

extension URLSessionTransport {
    /// How long a server may take to answer, in seconds, before its stream is opened without having been asked.
    private static let limit: TimeInterval = 2

    /// Leaves a connection to a server at hand, for a stream to be opened on.
    ///
    /// Outside of Apple platforms Foundation never stops to watch a connection that it made for a request for being ready to be
    /// written to, which an idle one always is: a stream would keep a processor busy for as long as it is open. A connection that
    /// was kept from another request is watched for what arrives only. So the server is asked for next to nothing first, without
    /// credentials; what it answers does not matter.
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
