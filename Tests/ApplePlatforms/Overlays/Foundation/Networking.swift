// On Apple's platforms in Foundation itself.
import Security

public struct URLError: Error, Sendable {
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let cancelled = Code(rawValue: -999)
        public static let badURL = Code(rawValue: -1000)
        public static let timedOut = Code(rawValue: -1001)
        public static let cannotFindHost = Code(rawValue: -1003)
        public static let cannotConnectToHost = Code(rawValue: -1004)
        public static let networkConnectionLost = Code(rawValue: -1005)
        public static let dnsLookupFailed = Code(rawValue: -1006)
        public static let notConnectedToInternet = Code(rawValue: -1009)
        public static let badServerResponse = Code(rawValue: -1011)
        public static let cannotDecodeRawData = Code(rawValue: -1015)
        public static let cannotDecodeContentData = Code(rawValue: -1016)
        public static let cannotParseResponse = Code(rawValue: -1017)
        public static let secureConnectionFailed = Code(rawValue: -1200)
        public static let serverCertificateHasBadDate = Code(rawValue: -1201)
        public static let serverCertificateUntrusted = Code(rawValue: -1202)
        public static let serverCertificateHasUnknownRoot = Code(rawValue: -1203)
        public static let serverCertificateNotYetValid = Code(rawValue: -1204)
        public static let clientCertificateRejected = Code(rawValue: -1205)
        public static let clientCertificateRequired = Code(rawValue: -1206)
    }
    public init(_ code: Code, userInfo: [String: Any] = [:]) { self.code = code }
    public let code: Code
    public var errorCode: Int { 0 }
    public var failingURL: URL? { nil }
}

public struct URLRequest: Hashable, Sendable {
    public init(url: URL) {}
    public init(url: URL, cachePolicy: NSURLRequest.CachePolicy, timeoutInterval: TimeInterval = 60) {}
    public var url: URL?
    public var timeoutInterval: TimeInterval = 60
    public var cachePolicy: NSURLRequest.CachePolicy = .useProtocolCachePolicy
    public var httpMethod: String?
    public var httpBody: Data?
    public var allHTTPHeaderFields: [String: String]?
    public func value(forHTTPHeaderField field: String) -> String? { nil }
    public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {}
    public mutating func addValue(_ value: String, forHTTPHeaderField field: String) {}
}

open class NSURLRequest: NSObject {
    public enum CachePolicy: UInt, Sendable {
        case useProtocolCachePolicy = 0
        case reloadIgnoringLocalCacheData = 1
        case reloadIgnoringLocalAndRemoteCacheData = 4
    }
}

open class URLResponse: NSObject, @unchecked Sendable {
    open var url: URL? { nil }
    open var mimeType: String? { nil }
    open var expectedContentLength: Int64 { 0 }
}
open class HTTPURLResponse: URLResponse, @unchecked Sendable {
    public init?(url: URL, statusCode: Int, httpVersion: String?, headerFields: [String: String]?) {}
    open var statusCode: Int { 0 }
    open var allHeaderFields: [AnyHashable: Any] { [:] }
    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)
    open func value(forHTTPHeaderField field: String) -> String? { nil }
}

open class URLCache: NSObject, @unchecked Sendable {}
open class HTTPCookieStorage: NSObject, @unchecked Sendable {}
open class URLCredentialStorage: NSObject, @unchecked Sendable {}
open class URLCredential: NSObject, @unchecked Sendable {
    public convenience init(trust: SecTrust) { fatalError() }
}
open class URLProtectionSpace: NSObject, @unchecked Sendable {
    open var host: String { "" }
    open var authenticationMethod: String { "" }
    open var serverTrust: SecTrust? { nil }
}
open class URLAuthenticationChallenge: NSObject, @unchecked Sendable {
    open var protectionSpace: URLProtectionSpace { fatalError() }
    open var previousFailureCount: Int { 0 }
}
public let NSURLAuthenticationMethodServerTrust = ""
public let NSURLAuthenticationMethodHTTPBasic = ""

open class URLSessionConfiguration: NSObject, @unchecked Sendable {
    open class var `default`: URLSessionConfiguration { fatalError() }
    open class var ephemeral: URLSessionConfiguration { fatalError() }
    open var urlCache: URLCache?
    open var urlCredentialStorage: URLCredentialStorage?
    open var httpCookieStorage: HTTPCookieStorage?
    open var httpShouldSetCookies = true
    open var httpAdditionalHeaders: [AnyHashable: Any]?
    open var requestCachePolicy: NSURLRequest.CachePolicy = .useProtocolCachePolicy
    open var timeoutIntervalForRequest: TimeInterval = 0
    open var timeoutIntervalForResource: TimeInterval = 0
    open var waitsForConnectivity = false
    open var httpMaximumConnectionsPerHost = 0
}

open class URLSession: NSObject, @unchecked Sendable {
    public enum AuthChallengeDisposition: Int, Sendable {
        case useCredential = 0, performDefaultHandling, cancelAuthenticationChallenge, rejectProtectionSpace
    }
    public enum ResponseDisposition: Int, Sendable { case cancel = 0, allow, becomeDownload, becomeStream }
    open class var shared: URLSession { fatalError() }
    public init(configuration: URLSessionConfiguration) {}
    public init(
        configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?, delegateQueue: OperationQueue?
    ) {}
    open var delegateQueue: OperationQueue { fatalError() }
    open var configuration: URLSessionConfiguration { fatalError() }
    open func invalidateAndCancel() {}
    open func finishTasksAndInvalidate() {}
    open func dataTask(with request: URLRequest) -> URLSessionDataTask { fatalError() }
    open func dataTask(with url: URL) -> URLSessionDataTask { fatalError() }
    @preconcurrency
    open func dataTask(
        with request: URLRequest, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDataTask { fatalError() }
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    public func data(
        for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (Data, URLResponse) { fatalError() }
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    public func data(
        from url: URL, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (Data, URLResponse) { fatalError() }
}

open class URLSessionTask: NSObject, @unchecked Sendable {
    open var taskIdentifier: Int { 0 }
    open var response: URLResponse? { nil }
    open var originalRequest: URLRequest? { nil }
    open var currentRequest: URLRequest? { nil }
    open func resume() {}
    open func cancel() {}
    open func suspend() {}
}
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

// Their methods are optional, so one with another type is not detected here.
public protocol URLSessionDelegate: NSObjectProtocol, Sendable {
    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?)
}
extension URLSessionDelegate {
    public func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {}
}
public protocol URLSessionTaskDelegate: URLSessionDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    )
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    )
    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
}
extension URLSessionTaskDelegate {
    public func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {}
    public func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {}
    public func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {}
}
public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    )
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}
extension URLSessionDataDelegate {
    public func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {}
    public func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {}
}
