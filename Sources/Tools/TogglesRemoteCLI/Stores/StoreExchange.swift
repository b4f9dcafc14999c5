import Foundation
import ToggleHTTP
import ToggleTool

/// Sends the requests of a store within time limits, and says after a failure whether something may have been written.
struct StoreExchange: Sendable {
    /// A complete response.
    struct Answer: Sendable {
        let status: Int
        let headers: HTTPHeaders
        let body: [UInt8]

        /// The body as one short line of text for messages.
        var excerpt: ServerWords { ServerWords(String(decoding: body.prefix(2_000), as: UTF8.self)) }
    }

    /// The time limits.
    struct Limits: Sendable {
        /// For connecting and the head of the response to a read.
        var read = Duration.seconds(2)
        /// For the rest of the response.
        var body = Duration.seconds(30)
        /// For the response to a write, which has been sent and can't be taken back.
        var write = Duration.seconds(10)
    }

    /// The largest file that is read or written, in bytes: a history entry contains a document and more.
    static let maximumSize = 16 << 20

    /// The store's name in messages.
    let name: String
    /// A transport that opens a connection for each request.
    ///
    /// HTTP libraries may repeat a request if a connection that they kept from another one breaks. A write that was
    /// repeated could meet what it has itself written.
    let transport: any HTTPTransport
    var limits = Limits()

    /// Sends a request that changes nothing.
    ///
    /// - Throws: ``DocumentStoreError/unavailable(_:)``, or ``DocumentStoreError/refused(_:)`` if another attempt can't
    ///   help.
    func read(_ request: HTTPTransportRequest) async throws(DocumentStoreError) -> Answer {
        try await send(request, within: limits.read) { .unavailable($0) }
    }

    /// Sends a request that writes.
    ///
    /// Read something before, so that a store that can't be reached isn't confused with a lost answer.
    ///
    /// - Throws: ``DocumentStoreError/unknown(_:)`` if there is no complete answer, or
    ///   ``DocumentStoreError/refused(_:)`` if nothing was sent.
    func write(_ request: HTTPTransportRequest) async throws(DocumentStoreError) -> Answer {
        try await send(request, within: limits.write) {
            .unknown("\($0.dropLast()), after the write was sent: it may have been done.")
        }
    }

    private func send(
        _ request: HTTPTransportRequest,
        within limit: Duration,
        failing: @escaping @Sendable (String) -> DocumentStoreError
    ) async throws(DocumentStoreError) -> Answer {
        let (name, transport) = (name, transport)
        let response = try await limited(limit) { () async throws(HTTPTransportError) in
            try await transport.send(request)
        } failure: {
            Self.error($0, of: name, failing)
        }
        let body = try await limited(limits.body) { () async throws(HTTPTransportError) in
            var bytes: [UInt8] = []
            while let part = try await response.body.next() {
                bytes += part
                if bytes.count > Self.maximumSize {
                    throw HTTPTransportError(.tooLarge, "it sends more than \(Self.maximumSize) bytes")
                }
            }
            return bytes
        } failure: {
            Self.error($0, of: name, failing)
        }
        return Answer(status: response.status, headers: response.headers, body: body)
    }

    private func limited<Success: Sendable>(
        _ limit: Duration,
        _ operation: @escaping @Sendable () async throws(HTTPTransportError) -> Success,
        failure: @escaping @Sendable (HTTPTransportError) -> DocumentStoreError
    ) async throws(DocumentStoreError) -> Success {
        let result = await withTaskGroup(of: Result<Success, DocumentStoreError>.self) { group in
            group.addTask {
                do throws(HTTPTransportError) {
                    return .success(try await operation())
                } catch {
                    return .failure(failure(error))
                }
            }
            group.addTask {
                try? await Task.sleep(for: limit)
                let seconds = Double(limit.components.attoseconds) / 1e18 + Double(limit.components.seconds)
                return .failure(failure(HTTPTransportError(.timedOut, "it gives no answer within \(seconds) seconds")))
            }
            defer { group.cancelAll() }
            return await group.next()
        }
        // There are always two tasks.
        guard let result else { throw .unavailable("\(name): there is no answer.") }
        return try result.get()
    }

    private static func error(
        _ error: HTTPTransportError,
        of name: String,
        _ failing: (String) -> DocumentStoreError
    ) -> DocumentStoreError {
        let text = "\(name): \(error.message)."
        return switch error.code {
        case .untrustedServer, .unsupported, .tooLarge: .refused(text)
        default: failing(text)
        }
    }
}

extension DocumentStoreError {
    /// The sentence.
    var message: String {
        switch self {
        case .conflict(let text), .unavailable(let text), .unknown(let text), .refused(let text): text
        }
    }
}
