/// Sends a request to a server and returns its response; sources of remote documents use it for HTTP.
///
/// `URLSessionTransport` is always available. `AsyncHTTPClientTransport` is for servers that use SwiftNIO, and
/// requires the package trait `AsyncHTTPClient`. An app with its own HTTP stack can conform it in a few lines.
///
/// Transports are deliberately simple. The sources implement redirects, credentials, conditional requests, time limits,
/// and size limits, so that these work the same with every transport. A transport
///
/// - doesn't follow redirects, and returns the redirect itself,
/// - stores no cache and no cookies, and adds no credentials,
/// - decodes `Content-Encoding`, so that the body is what the server meant, and fails if a compressed body is damaged,
/// - passes on each part of a body as soon as it arrives,
/// - ends the exchange when the task is canceled or the body is released.
public protocol HTTPTransport: Sendable {
    /// Sends a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response, as soon as its head arrives.
    /// - Throws: ``HTTPTransportError`` if there is no response. A response with an error status is returned, not
    ///   thrown.
    func send(_ request: HTTPTransportRequest) async throws(HTTPTransportError) -> HTTPTransportResponse
}
