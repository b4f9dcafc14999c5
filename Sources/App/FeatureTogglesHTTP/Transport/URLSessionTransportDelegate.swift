import Foundation
import ToggleBase
import ToggleHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
#if canImport(Security)
import Security
#endif

/// Passes a session's events on to the exchanges.
final class URLSessionTransportDelegate: NSObject, URLSessionDataDelegate, Sendable {
    private let exchanges = Mutex<[Int: URLSessionExchange]>([:])
    /// The only trusted root certificates, in DER; `nil` for those of the system.
    private let anchors: [Data]?

    init(anchors: [Data]?) {
        self.anchors = anchors
    }

    func add(_ exchange: URLSessionExchange, for task: URLSessionTask) {
        exchanges.withLock { $0[task.taskIdentifier] = exchange }
    }

    /// Cancels a task, unless it is complete.
    ///
    /// Foundation on Linux traps if a task is canceled just after it completed. It completes tasks on the delegate's
    /// queue, so they are canceled on that queue.
    func cancel(_ task: URLSessionTask, of session: URLSession) {
        #if canImport(FoundationNetworking)
        session.delegateQueue.addOperation { [self] in
            if exchange(of: task) != nil { task.cancel() }
        }
        #else
        task.cancel()
        #endif
    }

    private func exchange(of task: URLSessionTask) -> URLSessionExchange? {
        exchanges.withLock { $0[task.taskIdentifier] }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        guard let exchange = exchange(of: dataTask), let head = Self.head(of: response) else {
            completionHandler(.cancel)
            return
        }
        if exchange.receive(head: head) {
            completionHandler(.allow)
        } else {
            completionHandler(.cancel)
            // Foundation on Linux ignores the handler's argument.
            dataTask.cancel()
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard let exchange = exchange(of: dataTask) else { return }
        if !exchange.receive(part: Array(data)) { dataTask.cancel() }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // The redirect itself is the response, and its body is ignored. The session is about to complete the task.
        if let exchange = exchange(of: task), let head = Self.head(of: response) {
            exchange.expectCompletion(with: head)
        }
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        if let error {
            exchange.finish(.failure(HTTPTransportError(error)))
        } else {
            exchange.finish(.success(()))
        }
    }

    #if canImport(FoundationNetworking)
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // A complete 401 response that asks for Basic credentials. Foundation on Linux never ends such a task unless
        // the challenge is refused, and then it reports an error; on other platforms, the response is the end.
        exchange(of: task)?.finish(.success(()))
        completionHandler(.rejectProtectionSpace, nil)
    }
    #endif

    private static func head(of response: URLResponse) -> URLSessionExchange.Head? {
        guard let response = response as? HTTPURLResponse else { return nil }
        var headers = HTTPHeaders()
        for (name, value) in response.allHeaderFields {
            if let name = name as? String, let value = value as? String { headers.append(name: name, value: value) }
        }
        return (response.statusCode, headers)
    }

    #if canImport(Security)
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard let anchors, challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust,
            let trust = challenge.protectionSpace.serverTrust
        else { return completionHandler(.performDefaultHandling, nil) }
        let certificates = anchors.compactMap { SecCertificateCreateWithData(nil, $0 as CFData) }
        guard certificates.count == anchors.count,
            SecTrustSetAnchorCertificates(trust, certificates as CFArray) == errSecSuccess,
            SecTrustSetAnchorCertificatesOnly(trust, true) == errSecSuccess,
            SecTrustEvaluateWithError(trust, nil)
        else {
            // The session would report only that the task was canceled, which doesn't mention the server.
            exchange(of: task)?.finish(.failure(HTTPTransportError(.untrustedServer, HTTPTransportError.untrusted)))
            return completionHandler(.cancelAuthenticationChallenge, nil)
        }
        completionHandler(.useCredential, URLCredential(trust: trust))
    }
    #endif
}

extension HTTPTransportError {
    /// Converts a session's error.
    init(_ error: any Error) {
        guard let error = error as? URLError else {
            self.init(.unreachable, "the connection failed (\((error as NSError).domain) \((error as NSError).code))")
            return
        }
        switch error.code {
        case .cancelled:
            self.init(.cancelled, "the request was canceled")
        case .timedOut:
            self.init(.timedOut, "no response arrived in time")
        case .cannotFindHost, .dnsLookupFailed:
            self.init(.unreachable, "the host is unknown; check its name, and whether this machine is online")
        case .cannotConnectToHost:
            self.init(.unreachable, "connection refused")
        case .networkConnectionLost:
            self.init(.unreachable, "the connection broke")
        case .notConnectedToInternet:
            self.init(.unreachable, "this machine is offline")
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected:
            self.init(.untrustedServer, Self.untrusted)
        case .badServerResponse, .cannotDecodeRawData, .cannotDecodeContentData, .cannotParseResponse:
            self.init(.malformed, "the response is not valid HTTP, or its compression is damaged")
        default:
            // On Linux, problems with a certificate are described only in the text of the underlying library's error,
            // not by a code.
            let words = error.localizedDescription
            if words.contains("SSL") || words.contains("certificate") {
                self.init(.untrustedServer, Self.untrusted)
            } else {
                self.init(.unreachable, "the connection failed (URLError \(error.code.rawValue))")
            }
        }
    }
}
