public import Foundation
public import ToggleHTTP

extension HTTPRemoteSource {
    /// Creates a source that sends its requests with ``URLSessionTransport/system``.
    ///
    /// - Parameters:
    ///   - url: The URL of the flagd document. A user name and password in it are sent as credentials, and never shown.
    ///   - events: The URL at which the server announces changes with server-sent events, or `nil` if it doesn't. It
    ///     may be relative to the document's URL.
    ///   - options: Credentials, time limits, redirects.
    public convenience init(url: URL, events: URL? = nil, options: HTTPOptions = HTTPOptions()) {
        self.init(url: url, events: events, options: options, transport: URLSessionTransport.system)
    }
}
