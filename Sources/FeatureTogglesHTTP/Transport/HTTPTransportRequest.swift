public import Foundation

/// What an HTTP transport sends.
public struct HTTPTransportRequest: Sendable, Hashable {
    /// A method of HTTP.
    public enum Method: String, Sendable, Hashable {
        /// Asks for a document.
        case get = "GET"
        /// Asks with a body.
        case post = "POST"
        /// Removes something.
        case delete = "DELETE"
    }

    /// The method.
    public var method: Method
    /// Where to.
    public var url: URL
    /// The header fields.
    public var headers: HTTPHeaders
    /// The body, for a request that has one.
    public var body: [UInt8]?
    /// Whether the answer is a stream that may go on for days, which nobody may cut off for being slow.
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
