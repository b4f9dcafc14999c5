import FeatureTogglesRemote
import FlyingFox
import FlyingSocks
import Foundation

/// An HTTP server on loopback that serves a remote document and an update policy from files.
///
/// It replaces the web server of a real app and runs in the storefront's process, so there is nothing to install or
/// start.
///
/// | path | response |
/// |---|---|
/// | `/flags.json` | the file, or 304 if the client's ETag is current |
/// | `/events` | server-sent events, one whenever the file may have changed |
/// | `/update-policy.json`, `/update-policy/events` | the same for the update policy |
struct DocumentServer {
    /// The URL of the document.
    let url: URL
    /// The URL that announces its changes.
    let events: URL
    /// The URL of the update policy.
    let policy: URL
    /// The URL that announces its changes.
    let policyEvents: URL

    /// Starts a server on a free port, where it runs until the process ends.
    ///
    /// - Parameters:
    ///   - path: The path of the document, which need not exist.
    ///   - policyPath: The path of the update policy, which need not exist.
    /// - Returns: The server, when it is listening.
    /// - Throws: An error if the system doesn't allow listening.
    static func start(serving path: String, policy policyPath: String) async throws -> DocumentServer {
        let file = FileRemoteSource(path: path)
        let policy = FileRemoteSource(path: policyPath)
        let server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: 0),
            pool: PromptSocketPool(),
            logger: .disabled
        )
        await server.appendRoute("GET /flags.json") { await document(in: file, known: $0.headers[.ifNoneMatch]) }
        await server.appendRoute("GET /events") { _ in announcements(of: file) }
        await server.appendRoute("GET /update-policy.json") {
            await document(in: policy, known: $0.headers[.ifNoneMatch])
        }
        await server.appendRoute("GET /update-policy/events") { _ in announcements(of: policy) }

        let listening = Task { try await server.waitUntilListening() }
        let running = Task {
            defer { listening.cancel() }
            try await server.run()
        }
        do {
            try await listening.value
        } catch {
            // The error of `run()` says why the server isn't listening.
            running.cancel()
            try await running.value
            throw error
        }
        guard case .ip4(_, let port) = await server.listeningAddress,
            let root = URL(string: "http://127.0.0.1:\(port)")
        else { throw SocketError.disconnected }
        return DocumentServer(
            url: root.appending(path: "flags.json"),
            events: root.appending(path: "events"),
            policy: root.appending(path: "update-policy.json"),
            policyEvents: root.appending(path: "update-policy/events")
        )
    }

    private static func document(in file: FileRemoteSource, known tag: String?) async -> HTTPResponse {
        var headers: HTTPHeaders = [.contentType: "application/json", .cacheControl: "no-cache"]
        do {
            guard let document = try await file.fetch(since: tag?.trimmingCharacters(in: ["\""])) else {
                headers[.eTag] = tag
                return HTTPResponse(statusCode: .notModified, headers: headers)
            }
            headers[.eTag] = document.revision.map { "\"\($0)\"" }
            return HTTPResponse(statusCode: .ok, headers: headers, body: Data(document.text))
        } catch {
            let status: HTTPStatusCode = error.code == .notFound ? .notFound : .internalServerError
            return HTTPResponse(
                statusCode: status,
                headers: [.contentType: "text/plain; charset=utf-8"],
                body: Data("\(error)\n".utf8)
            )
        }
    }

    private static func announcements(of file: FileRemoteSource) -> HTTPResponse {
        // Watch before the response begins. The client fetches at that moment and then misses no change.
        let signals = file.signals(after: nil)
        let (frames, continuation) = AsyncStream<[UInt8]>.makeStream(bufferingPolicy: .bufferingNewest(8))
        let watching = Task {
            for await signal in signals {
                switch signal {
                case .opened: continuation.yield(Array(": hello\n\n".utf8))
                case .changed: continuation.yield(Array("data: changed\n\n".utf8))
                default: continue
                }
            }
            continuation.finish()
        }
        // A client treats a connection as dead after minutes of silence.
        let beating = Task {
            while !Task.isCancelled {
                try await Task.sleep(for: .seconds(30))
                continuation.yield(Array(": still here\n\n".utf8))
            }
        }
        continuation.onTermination = { _ in
            watching.cancel()
            beating.cancel()
        }
        return HTTPResponse(
            statusCode: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-cache"],
            body: HTTPBodySequence(from: FrameSequence(frames: frames))
        )
    }
}
