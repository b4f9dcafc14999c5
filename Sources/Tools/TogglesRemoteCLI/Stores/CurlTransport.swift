import CTransfer
import Dispatch
import Foundation
import ToggleBase
import ToggleHTTP
import ToggleTool

/// Files for TLS: an authority of one's own, and a client's certificate.
struct TLSFiles: Sendable, Hashable {
    /// The certificates of the only trusted authorities, in PEM.
    let authority: String?
    /// The client's certificate, in PEM.
    let certificate: String?
    /// The private key of the client's certificate, in PEM.
    let key: String?

    /// Reads the paths from variables; returns `nil` if none is set.
    ///
    /// - Throws: ``ToolError`` if a file can't be read, or the certificate has no key.
    init?(
        environment: [String: String],
        authority: String,
        certificate: String? = nil,
        key: String? = nil
    ) throws {
        func path(_ name: String?) throws -> String? {
            guard let name, let path = environment[name], !path.isEmpty else { return nil }
            do {
                _ = try FileReading.bytes(path: path, limit: 1 << 22)
            } catch {
                throw ToolError.usage("\(name): \("\(error)".sentence)")
            }
            return PathText.absolute(path)
        }
        self.authority = try path(authority)
        self.certificate = try path(certificate)
        self.key = try path(key)
        if self.authority == nil, self.certificate == nil, self.key == nil { return nil }
        if let certificate, let key, (self.certificate == nil) != (self.key == nil) {
            throw ToolError.usage("Set both \(certificate) and \(key), or neither.")
        }
    }
}

/// An HTTP transport with libcurl, which opens a connection for each request.
///
/// Foundation's networking supports neither authorities nor client certificates on Linux, traps there if fields follow a
/// chunked body, as after each error of etcd's gateway, and programs that are linked with it don't start without libcurl.
struct CurlTransport: HTTPTransport {
    /// The transfers that run, so that the mirror can wait for their end.
    static let running = DispatchGroup()

    fileprivate enum Event: Sendable {
        case head(Int, HTTPHeaders)
        case part([UInt8])
    }

    fileprivate typealias Events = AsyncThrowingStream<Event, any Error>

    /// The files for TLS; `nil` for those of the system.
    let files: TLSFiles?
    /// The version of HTTP.
    ///
    /// Servers answer 1.0 without chunks, and so without the fields that can follow these.
    var version = "1.1"

    func send(_ request: HTTPTransportRequest) async throws(HTTPTransportError) -> HTTPTransportResponse {
        let isOver = Cancellation()
        let (events, continuation) = Events.makeStream()
        continuation.onTermination = { _ in isOver.cancel() }
        // A thread of its own, because it waits for the response.
        DispatchQueue.global().async(group: Self.running) { [self] in
            continuation.finish(throwing: run(request, isOver, continuation))
        }
        do {
            var iterator = events.makeAsyncIterator()
            guard case .head(let status, let headers)? = try await iterator.next() else {
                throw HTTPTransportError(.cancelled, "the request was canceled")
            }
            return HTTPTransportResponse(
                status: status,
                headers: headers,
                body: HTTPBody { () async throws(HTTPTransportError) -> [UInt8]? in
                    do {
                        var iterator = events.makeAsyncIterator()
                        guard case .part(let bytes)? = try await iterator.next() else { return nil }
                        return bytes
                    } catch {
                        throw Self.error(error)
                    }
                }
            )
        } catch {
            throw Self.error(error)
        }
    }

    private static func error(_ error: any Error) -> HTTPTransportError {
        error as? HTTPTransportError ?? HTTPTransportError(.unreachable, "\(error)")
    }

    /// Receives a response until its end.
    ///
    /// - Returns: The error, if there is no complete response.
    private func run(
        _ request: HTTPTransportRequest,
        _ isOver: Cancellation,
        _ events: Events.Continuation
    ) -> HTTPTransportError? {
        let receiver = Receiver(isOver, events)
        let (code, message) = transfer(request, to: receiver)
        if code == 0, receiver.hasHead { return nil }
        return switch Int(code) {
        case 0: HTTPTransportError(.malformed, "the response is not valid HTTP")
        case CT_TRANSFER_STOPPED where receiver.isMalformed:
            HTTPTransportError(.malformed, "the response is not valid HTTP")
        case CT_TRANSFER_STOPPED: HTTPTransportError(.cancelled, "the request was canceled")
        case CT_TRANSFER_MISSING:
            HTTPTransportError(
                .unsupported,
                "this needs the library libcurl, which is not installed; on Debian and Ubuntu, run `apt install libcurl4`"
            )
        default: error(code, message)
        }
    }

    private func transfer(_ request: HTTPTransportRequest, to receiver: Receiver) -> (code: Int32, message: String) {
        // Copies that live until the end of the call.
        var texts: [UnsafeMutablePointer<CChar>] = []
        defer { texts.forEach { free($0) } }
        func text(_ value: String?) -> UnsafePointer<CChar>? {
            guard let copy = value.flatMap({ strdup($0) }) else { return nil }
            texts.append(copy)
            return UnsafePointer(copy)
        }
        // A field that would wait for the server's consent to the body.
        let lines = ["Expect:"] + request.headers.fields.map { "\($0.name): \($0.value)" }
        let fields = lines.map(text) + [nil]
        var message = [CChar](repeating: 0, count: CT_TRANSFER_MESSAGE_SIZE)
        let code = fields.withUnsafeBufferPointer { fields in
            (request.body ?? []).withUnsafeBytes { body in
                var wire = ct_transfer_request()
                (wire.method, wire.url) = (text(request.method.rawValue), text(request.url.absoluteString))
                wire.fields = fields.baseAddress
                // The address of an empty array is not important, only that it isn't null.
                if request.body != nil { wire.body = body.baseAddress ?? UnsafeRawPointer(wire.method) }
                wire.body_size = body.count
                wire.authority = text(files?.authority)
                wire.certificate = text(files?.certificate)
                wire.key = text(files?.key)
                wire.is_old_version = version == "1.0"
                var handler = ct_transfer_handler()
                handler.context = Unmanaged.passUnretained(receiver).toOpaque()
                handler.line = { Receiver.at($0)?.takeLine(UnsafeRawBufferPointer(start: $1, count: $2)) ?? false }
                handler.part = { Receiver.at($0)?.takePart(UnsafeRawBufferPointer(start: $1, count: $2)) ?? false }
                handler.goes_on = { Receiver.at($0)?.goesOn ?? false }
                return ct_transfer(&wire, &handler, &message)
            }
        }
        let end = message.firstIndex(of: 0) ?? message.count
        return (code, String(decoding: message[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    fileprivate static func head(_ bytes: [UInt8]) -> Event {
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        let fields = lines.dropFirst().compactMap { line -> HTTPHeaders.Field? in
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            return HTTPHeaders.Field(name: String(parts[0]), value: parts[1].trimmingCharacters(in: .whitespaces))
        }
        return .head(status, HTTPHeaders(fields))
    }

    /// Converts a code of libcurl.
    private func error(_ code: Int32, _ message: String) -> HTTPTransportError {
        let said = message.split(separator: "\n").first ?? ""
        return switch code {
        case 6:
            HTTPTransportError(.unreachable, "the host is unknown; check its name, and whether this machine is online")
        case 7: HTTPTransportError(.unreachable, "connection refused")
        case 28: HTTPTransportError(.timedOut, "no response arrived in time")
        case 35, 51, 53, 58, 59, 60, 77, 82, 83, 90, 91:
            HTTPTransportError(
                .untrustedServer,
                "TLS failed\(files == nil ? "" : ", with the certificates of the environment"): \(said)"
            )
        case 61: HTTPTransportError(.malformed, "the response is damaged (\(said))")
        case 1, 2, 3, 26: HTTPTransportError(.unsupported, "\(said)")
        default: HTTPTransportError(.unreachable, "the connection broke (\(said))")
        }
    }
}

/// Receives one response, on one thread.
private final class Receiver {
    private let isOver: Cancellation
    private let events: CurlTransport.Events.Continuation
    private var head: [UInt8] = []
    private(set) var hasHead = false
    private(set) var isMalformed = false

    init(_ isOver: Cancellation, _ events: CurlTransport.Events.Continuation) {
        (self.isOver, self.events) = (isOver, events)
    }

    /// The receiver of a call, which also keeps it.
    static func at(_ context: UnsafeMutableRawPointer?) -> Receiver? {
        context.map { Unmanaged<Receiver>.fromOpaque($0).takeUnretainedValue() }
    }

    var goesOn: Bool { !isOver.isCancelled }

    func takeLine(_ line: UnsafeRawBufferPointer) -> Bool {
        // Fields can also follow the body.
        guard !hasHead else { return goesOn }
        head += line
        guard line.count <= 2 else {
            isMalformed = head.count >= 1 << 16
            return !isMalformed && goesOn
        }
        let event = CurlTransport.head(head)
        head = []
        // Another head follows an interim one.
        guard case .head(let status, _) = event, status >= 200 else { return goesOn }
        hasHead = true
        events.yield(event)
        return goesOn
    }

    func takePart(_ part: UnsafeRawBufferPointer) -> Bool {
        events.yield(.part(Array(part)))
        return goesOn
    }
}

/// Whether work is not needed anymore.
private final class Cancellation: Sendable {
    private let flag = Mutex(false)

    var isCancelled: Bool { flag.withLock(\.self) }

    func cancel() { flag.withLock { $0 = true } }
}
