import FeatureToggles
import FeatureTogglesRemote
import FlyingFox
import FlyingSocks
import Foundation

/// An HTTP server on loopback that has a remote document and an update policy: the files as they are at that moment.
///
/// It stands in for the web server that a real app's document is on, in the storefront's own process, so that there is
/// nothing to install and nothing to start.
///
/// | path | answer |
/// |---|---|
/// | `/flags.json` | the file, or 304 for the one that the client has by its ETag |
/// | `/events` | server-sent events, one whenever the file may have changed |
/// | `/update-policy.json`, `/update-policy/events` | the same of the update policy |
struct DocumentServer {
    /// Where the document is.
    let url: URL
    /// Where its changes are announced.
    let events: URL
    /// Where the update policy is.
    let policy: URL
    /// Where its changes are announced.
    let policyEvents: URL

    /// Starts a server at a free port, which runs until the process ends.
    ///
    /// - Parameters:
    ///   - path: The file, which need not exist.
    ///   - policyPath: The file of the update policy, which need not exist.
    /// - Returns: The server, once it listens.
    /// - Throws: An error when the system lets nobody listen.
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
            // Why it does not run, rather than that it does not.
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
        // Watched from here on: the client, which asks when the answer begins, misses no change behind that.
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
        // A connection that says nothing for minutes is taken for dead.
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
