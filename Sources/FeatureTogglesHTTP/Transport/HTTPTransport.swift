/// Carries one request to a server and its answer back; what sources of remote documents speak HTTP with.
///
/// ``URLSessionTransport`` is the one that is always there, `AsyncHTTPClientTransport` the one for servers on SwiftNIO, behind
/// the package trait `AsyncHTTPClient`. An app that has an HTTP stack of its own conforms it in a few lines.
///
/// A transport is simple on purpose. Redirects, credentials, conditional requests, time limits and size limits are the
/// sources' part, so that they are the same whatever carries the bytes. A transport
///
/// - follows no redirect: it answers with the redirect itself,
/// - keeps no cache and no cookies, and adds no credentials,
/// - undoes `Content-Encoding`, so that the body is what the server meant, and fails when a compressed body is damaged,
/// - hands on each part of a body as soon as it came,
/// - ends the exchange when the task is cancelled, or when nobody holds the body any more.
public protocol HTTPTransport: Sendable {
    /// Sends a request.
    ///
    /// - Parameter request: What to send.
    /// - Returns: The answer, as soon as its head came.
    /// - Throws: ``HTTPTransportError`` when no answer came. An answer with the status of an error is an answer.
    func send(_ request: HTTPTransportRequest) async throws(HTTPTransportError) -> HTTPTransportResponse
}
