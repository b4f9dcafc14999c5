import Dispatch
import FeatureTogglesHTTP
import Foundation
import ToggleBase
import ToggleTool

/// Files for TLS that Foundation can't use on every platform: an authority of one's own, and a client's certificate.
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

/// An HTTP transport with the program `curl`, for authorities and client certificates, and for etcd.
///
/// Foundation on Linux traps if fields follow a chunked body, as after each error of etcd's gateway.
///
/// Its options, which may contain secrets, are in its standard input and not in its arguments.
struct CurlTransport: HTTPTransport {
    /// The programs that run, so that the mirror can end all of them.
    static let running = DispatchGroup()

    private enum Event: Sendable {
        case head(Int, HTTPHeaders)
        case part([UInt8])
    }

    private typealias Events = AsyncThrowingStream<Event, any Error>

    /// The files for TLS; `nil` for those of the system.
    let files: TLSFiles?
    /// The version of HTTP.
    ///
    /// Servers answer 1.0 without chunks, and so without the fields that can follow these.
    var version = "1.1"
    /// The name or the path of the program.
    var program = "curl"

    func send(_ request: HTTPTransportRequest) async throws(HTTPTransportError) -> HTTPTransportResponse {
        let isOver = Cancellation()
        let (events, continuation) = Events.makeStream()
        continuation.onTermination = { _ in isOver.cancel() }
        // A thread of its own, because it waits for the program.
        DispatchQueue.global().async(group: Self.running) { [self] in
            continuation.finish(throwing: run(request, isCancelled: { isOver.isCancelled }) { continuation.yield($0) })
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

    /// Runs the program until it ends.
    ///
    /// - Returns: The error, if there is no complete response.
    private func run(
        _ request: HTTPTransportRequest,
        isCancelled: @escaping @Sendable () -> Bool,
        _ yield: (Event) -> Void
    ) -> HTTPTransportError? {
        var bodyFile: String?
        defer { if let bodyFile { FileWriting.remove(bodyFile) } }
        do {
            // Lines of the options have a limited length.
            if let body = request.body, body.count > 32 << 10 || body.contains(0) {
                let folder = ProcessEnvironment.value("TMPDIR") ?? "/tmp"
                let path = FileWriting.temporaryPath(PathText.joined(folder, "toggles-request."))
                try FileWriting.create(path, with: body, mode: 0o600)
                bodyFile = path
            }
            var process = ChildProcess(
                program,
                ["--disable", "--config", "-"],
                input: Array(options(request, bodyFile: bodyFile).utf8),
                seconds: 7 * 86_400
            )
            process.isCancelled = isCancelled
            var head: [UInt8]? = []
            let (ending, standardError) = try process.run { piece in
                guard var start = head else {
                    yield(.part(Array(piece)))
                    return true
                }
                let known = start.count
                start += piece
                head = start
                guard let end = Self.end(ofHead: start, after: known) else { return start.count < 1 << 16 }
                head = nil
                yield(Self.head(start[..<end]))
                if end < start.count { yield(.part(Array(start[end...]))) }
                return true
            }
            switch ending {
            case .exited(0) where head == nil: return nil
            case .exited(let code): return Self.error(code, standardError)
            case .stopped where head?.isEmpty == false:
                return HTTPTransportError(.malformed, "the response is not valid HTTP")
            default: return HTTPTransportError(.cancelled, "the request was canceled")
            }
        } catch {
            return HTTPTransportError(
                .unsupported,
                """
                etcd, and a TLS authority or client certificate of your own, need the program \(program), which can't be run: \
                \(error.message)
                """
            )
        }
    }

    private func options(_ request: HTTPTransportRequest, bodyFile: String?) -> String {
        func line(_ name: String, _ value: String) -> String {
            let escapes: [(String, String)] = [
                ("\\", "\\\\"), ("\"", "\\\""), ("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t"),
            ]
            return "\(name) = \"\(escapes.reduce(value) { $0.replacingOccurrences(of: $1.0, with: $1.1) })\"\n"
        }
        var text = "silent\nshow-error\ninclude\nno-buffer\nhttp\(version)\npath-as-is\ngloboff\n"
        // The version 1.0 can't be negotiated.
        if version == "1.0" { text += "no-alpn\n" }
        text += line("proto", "=http,https") + line("url", request.url.absoluteString)
        text += line("request", request.method.rawValue) + line("header", "Expect:")
        for field in request.headers.fields { text += line("header", "\(field.name): \(field.value)") }
        if let file = files?.authority { text += line("cacert", file) }
        if let file = files?.certificate { text += line("cert", file) }
        if let file = files?.key { text += line("key", file) }
        if let bodyFile {
            text += line("data-binary", "@\(bodyFile)")
        } else if let body = request.body {
            text += line("data-raw", String(decoding: body, as: UTF8.self))
        }
        return text
    }

    /// Returns the end of a head, of which some bytes were searched before the rest arrived.
    private static func end(ofHead bytes: [UInt8], after known: Int) -> Int? {
        let end = Array("\r\n\r\n".utf8)
        return bytes[max(0, known - end.count + 1)...].firstIndex(of: end).map { $0 + end.count }
    }

    private static func head(_ bytes: ArraySlice<UInt8>) -> Event {
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        let fields = lines.dropFirst().compactMap { line -> HTTPHeaders.Field? in
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            return HTTPHeaders.Field(name: String(parts[0]), value: parts[1].trimmingCharacters(in: .whitespaces))
        }
        return .head(status, HTTPHeaders(fields))
    }

    /// Converts an exit code of the program.
    private static func error(_ code: Int32, _ standardError: String) -> HTTPTransportError {
        let said = standardError.split(separator: "\n").first ?? ""
        return switch code {
        case 6:
            HTTPTransportError(.unreachable, "the host is unknown; check its name, and whether this machine is online")
        case 7: HTTPTransportError(.unreachable, "connection refused")
        case 28: HTTPTransportError(.timedOut, "no response arrived in time")
        case 35, 51, 53, 58, 59, 60, 77, 82, 83, 90, 91:
            HTTPTransportError(.untrustedServer, "TLS failed, with the certificates of the environment: \(said)")
        case 1, 2, 3, 26: HTTPTransportError(.unsupported, "\(said)")
        default: HTTPTransportError(.unreachable, "the connection broke (\(said))")
        }
    }
}

/// Whether work is not needed anymore.
private final class Cancellation: Sendable {
    private let flag = Mutex(false)

    var isCancelled: Bool { flag.withLock(\.self) }

    func cancel() { flag.withLock { $0 = true } }
}
