import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// HTTP by Foundation's `URLSession`.
///
/// The session is its own: no cache, no cookies, no stored credentials. It goes through the system's proxies. Compressed answers
/// are undone by the system.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    private let delegate: URLSessionTransportDelegate

    /// Creates a transport.
    ///
    /// - Parameter trust: Whose certificates are believed. Anything but ``HTTPTrust/system`` works on Apple platforms only.
    /// - Throws: ``HTTPTransportError`` when the certificates cannot be used, or this platform's `URLSession` cannot be told
    ///   to believe them: never does it fall back to others.
    public init(trust: HTTPTrust = .system) throws(HTTPTransportError) {
        delegate = URLSessionTransportDelegate(anchors: try Self.anchors(trust))
        session = Self.makeSession(delegate)
    }

    /// Creates a transport that believes whom the system believes.
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
        // Time limits are the sources' part; these only must not come first.
        configuration.timeoutIntervalForRequest = Self.endless
        configuration.timeoutIntervalForResource = Self.endless
        return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    /// After how many silent seconds a request is given up that nobody waits for any more.
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
    /// Sends a message.
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

/// A task that ends when nobody holds it any more.
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
        if exchange.needsCancelling { cancelTask() }
    }

    /// Waits for the end of an answer that nobody wants to read.
    func end() async {
        await withTaskCancellationHandler {
            guard case .success = await exchange.head() else { return }
            while case .success(.some) = await exchange.nextPart() {}
        } onCancel: {
            cancel()
        }
    }

    func cancel() {
        let needsCancelling = exchange.needsCancelling
        exchange.finish(.failure(HTTPTransportError(.cancelled, "the request was cancelled")))
        if needsCancelling { cancelTask() }
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
            URLSession on this platform cannot be given certificates of your own. Use AsyncHTTPClientTransport (package \
            trait AsyncHTTPClient), or name a file with them in the environment variable \
            URLSessionCertificateAuthorityInfoFile, which the whole process then believes.
            """
        )
    }
    #endif
}
