#if AsyncHTTPClient
import AsyncHTTPClient
import FeatureToggles
import FeatureTogglesRemote
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL
public import ToggleHTTP

/// An HTTP transport with AsyncHTTPClient, for servers that already use SwiftNIO.
///
/// It requires the package trait `AsyncHTTPClient`. Unlike `URLSession` on Linux, it supports your own certificates
/// with ``HTTPTrust/certificates(pem:)``.
public final class AsyncHTTPClientTransport: HTTPTransport {
    /// The client for documents, which decompresses bodies up to the maximum size of a document.
    private let documents: HTTPClient
    /// The client for streams, which have no size and are not compressed.
    private let streams: HTTPClient

    /// Creates a transport.
    ///
    /// - Parameter trust: The certificates to trust.
    /// - Throws: ``HTTPTransportError`` if the certificates can't be used.
    public convenience init(trust: HTTPTrust = .system) throws(HTTPTransportError) {
        var tls = TLSConfiguration.makeClientConfiguration()
        if let pem = trust.certificates {
            _ = try PEM.certificates(pem)
            do {
                tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(pem))
            } catch {
                throw HTTPTransportError(.unsupported, "the custom certificates cannot be read: \(error)")
            }
        }
        self.init(tls: tls)
    }

    /// A transport that trusts the system's certificates.
    public static let system = AsyncHTTPClientTransport(tls: .makeClientConfiguration())

    private init(tls: TLSConfiguration) {
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls,
            redirectConfiguration: .disallow,
            // The sources set the time limits. This one only ends connection attempts that are not needed anymore.
            timeout: HTTPClient.Configuration.Timeout(connect: .seconds(60))
        )
        // A source reports at once that a server is unreachable, and the client's refresh policy decides when to try
        // again.
        configuration.connectionPool.retryConnectionEstablishment = false
        streams = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        configuration.decompression = .enabled(limit: .size(FlagDocument.Limits.standard.envelopeSize))
        documents = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    deinit {
        // A client must be shut down before it is released; the closures retain it until then.
        documents.shutdown { [documents] _ in _ = documents }
        streams.shutdown { [streams] _ in _ = streams }
    }

    /// Sends a request.
    public func send(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        var message = HTTPClientRequest(url: request.url.absoluteString)
        message.method = HTTPMethod(rawValue: request.method.rawValue)
        for field in request.headers.fields { message.headers.add(name: field.name, value: field.value) }
        if let body = request.body { message.body = .bytes(body) }
        let response: HTTPClientResponse
        do {
            response = try await (request.isStream ? streams : documents).execute(message, deadline: .distantFuture)
        } catch {
            throw HTTPTransportError(client: error)
        }
        let parts = BodyParts(response.body)
        return HTTPTransportResponse(
            status: Int(response.status.code),
            headers: HTTPHeaders(response.headers.map { HTTPHeaders.Field(name: $0.name, value: $0.value) }),
            body: HTTPBody { () async throws(HTTPTransportError) -> [UInt8]? in try await parts.next() }
        )
    }
}

/// The body of a response as it arrives.
///
/// Unchecked: the iterator is used only by the body's one reader, whose calls don't overlap.
private final class BodyParts: @unchecked Sendable {
    private var iterator: HTTPClientResponse.Body.AsyncIterator

    init(_ body: HTTPClientResponse.Body) {
        iterator = body.makeAsyncIterator()
    }

    func next() async throws(HTTPTransportError) -> [UInt8]? {
        do {
            return try await iterator.next().map { Array($0.readableBytesView) }
        } catch {
            throw HTTPTransportError(client: error)
        }
    }
}

extension HTTPTransportError {
    /// Converts an error of AsyncHTTPClient.
    fileprivate init(client error: any Error) {
        switch error {
        case is CancellationError: self.init(.cancelled, "the request was canceled")
        case let error as HTTPClientError: self.init(client: error)
        case let error as NIOHTTPDecompression.DecompressionError:
            if case .limit = error {
                self.init(.tooLarge, "the decompressed response is larger than a document may be")
            } else {
                self.init(.malformed, "the compressed response is damaged")
            }
        case is NIOHTTPDecompression.ExtraDecompressionError:
            self.init(.malformed, "the compressed response is damaged")
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
            self.init(.untrustedServer, Self.untrusted)
        case let error as HTTPParserError where error == .invalidEOFState:
            self.init(.unreachable, "the connection broke")
        case let error as IOError where error.errnoCode == ECONNREFUSED:
            self.init(.unreachable, "connection refused")
        case is IOError: self.init(.unreachable, "the connection broke")
        case is HTTPParserError: self.init(.malformed, "the response is not valid HTTP")
        case is NIOConnectionError: self.init(.unreachable, "connection refused")
        default: self.init(.unreachable, "the connection failed (\(type(of: error)))")
        }
    }

    private init(client error: HTTPClientError) {
        switch error {
        case .cancelled: self.init(.cancelled, "the request was canceled")
        case .connectTimeout, .deadlineExceeded, .readTimeout, .writeTimeout, .tlsHandshakeTimeout:
            self.init(.timedOut, "no response arrived in time")
        case .remoteConnectionClosed: self.init(.unreachable, "the connection broke")
        default: self.init(.unreachable, "the connection failed (\(error.shortDescription))")
        }
    }
}
#endif
