public import Foundation

/// A request that an HTTP transport sends.
public struct HTTPTransportRequest: Sendable, Hashable {
    /// An HTTP method.
    public enum Method: String, Sendable, Hashable {
        /// Requests a document.
        case get = "GET"
        /// Sends a body and requests a response.
        case post = "POST"
        /// Removes a resource.
        case delete = "DELETE"
        /// Creates or replaces a resource.
        case put = "PUT"
        /// Creates a folder on a WebDAV server.
        case makeFolder = "MKCOL"
    }

    /// The method.
    public var method: Method
    /// The URL.
    public var url: URL
    /// The header fields.
    public var headers: HTTPHeaders
    /// The body, if the request has one.
    public var body: [UInt8]?
    /// Whether the response is a stream that may last for days, and must not be ended because it is slow.
    public var isStream: Bool

    /// Creates a request.
    public init(
        _ method: Method = .get,
        url: URL,
        headers: HTTPHeaders = HTTPHeaders(),
        body: [UInt8]? = nil,
        isStream: Bool = false
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.isStream = isStream
    }
}
