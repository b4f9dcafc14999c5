import Foundation
public import ToggleHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An HTTP transport with Foundation's `URLSession`.
///
/// It has its own session, without cache, cookies, or stored credentials. The session uses the system's proxies, and
/// decompresses responses.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    private let delegate: URLSessionTransportDelegate

    /// Creates a transport.
    ///
    /// - Parameter trust: The certificates to trust. Anything but ``HTTPTrust/system`` works on Apple platforms only.
    /// - Throws: ``HTTPTransportError`` if the certificates can't be used, or this platform's `URLSession` doesn't
    ///   support them. The transport never falls back to other certificates.
    public init(trust: HTTPTrust = .system) throws(HTTPTransportError) {
        delegate = URLSessionTransportDelegate(anchors: try Self.anchors(trust))
        session = Self.makeSession(delegate)
    }

    /// A transport that trusts the system's certificates.
    public static let system = URLSessionTransport()

    private init() {
        delegate = URLSessionTransportDelegate(anchors: nil)
        session = Self.makeSession(delegate)
    }

    deinit {
        session.invalidateAndCancel()
    }

    private static func makeSession(_ delegate: URLSessionTransportDelegate) -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        // The sources set the time limits; these must only not be shorter.
        configuration.timeoutIntervalForRequest = Self.endless
        configuration.timeoutIntervalForResource = Self.endless
        return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    /// The timeout in seconds that ends a silent request after its source has stopped waiting for it.
    private static let patience: TimeInterval = 60
    /// A week, in seconds.
    private static let endless: TimeInterval = 604_800

    /// Sends a request.
    public func send(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        var message = URLRequest(url: request.url)
        message.timeoutInterval = request.isStream ? Self.endless : Self.patience
        message.httpMethod = request.method.rawValue
        for field in request.headers.fields { message.addValue(field.value, forHTTPHeaderField: field.name) }
        if let body = request.body { message.httpBody = Data(body) }
        #if canImport(FoundationNetworking)
        if request.isStream { await keepConnection(to: request.url) }
        #endif
        let running = start(message)
        let exchange = running.exchange
        let head = await withTaskCancellationHandler {
            await exchange.head()
        } onCancel: {
            running.cancel()
        }
        let (status, headers) = try head.get()
        return HTTPTransportResponse(
            status: status,
            headers: headers,
            body: HTTPBody { () async throws(HTTPTransportError) -> [UInt8]? in
                let part = await withTaskCancellationHandler {
                    await exchange.nextPart()
                } onCancel: {
                    running.cancel()
                }
                return try part.get()
            }
        )
    }
}

extension URLSessionTransport {
    /// Starts a request.
    func start(_ message: URLRequest) -> RunningTask {
        let exchange = URLSessionExchange()
        let task = session.dataTask(with: message)
        let running = RunningTask(task, exchange: exchange) { [session, delegate] in
            delegate.cancel(task, of: session)
        }
        delegate.add(exchange, for: running.task)
        running.task.resume()
        return running
    }
}

/// A task that ends when its last reference is released.
final class RunningTask: Sendable {
    let task: URLSessionDataTask
    let exchange: URLSessionExchange
    private let cancelTask: @Sendable () -> Void

    init(_ task: URLSessionDataTask, exchange: URLSessionExchange, cancelTask: @escaping @Sendable () -> Void) {
        self.task = task
        self.exchange = exchange
        self.cancelTask = cancelTask
    }

    deinit {
        if exchange.needsCanceling { cancelTask() }
    }

    /// Reads and discards the response until it ends.
    func end() async {
        await withTaskCancellationHandler {
            guard case .success = await exchange.head() else { return }
            while case .success(.some) = await exchange.nextPart() {}
        } onCancel: {
            cancel()
        }
    }

    func cancel() {
        let needsCanceling = exchange.needsCanceling
        exchange.finish(.failure(HTTPTransportError(.cancelled, "the request was canceled")))
        if needsCanceling { cancelTask() }
    }
}

extension URLSessionTransport {
    #if canImport(Security)
    private static func anchors(_ trust: HTTPTrust) throws(HTTPTransportError) -> [Data]? {
        guard let certificates = trust.certificates else { return nil }
        return try PEM.certificates(certificates)
    }
    #else
    private static func anchors(_ trust: HTTPTrust) throws(HTTPTransportError) -> [Data]? {
        guard trust.certificates != nil else { return nil }
        throw HTTPTransportError(
            .unsupported,
            """
            URLSession on this platform does not support custom certificates. Use AsyncHTTPClientTransport (package \
            trait AsyncHTTPClient), or set the environment variable URLSessionCertificateAuthorityInfoFile to the path \
            of a file with the certificates, which applies to the whole process.
            """
        )
    }
    #endif
}
