// With this trait, the folder is a target of another package, which doesn't depend on StoreMigration.
#if !AsyncHTTPClient
import Foundation
import ToggleBase

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@testable import StoreMigration

/// An HTTP server that receives uploads for a backfill, and stores them in memory.
///
///     GET /USER/DIGEST            200 with the number of received bytes, or 0
///     POST /USER/DIGEST?OFFSET    204, or 409 for another offset
///     PUT /USER/DIGEST            204 if the digest matches, otherwise 422
///     GET /USER/DIGEST/phase      200 with the phase, or 404
final class UploadSite: Sendable {
    /// What happens to a connection at a request.
    enum Fault: Sendable, CaseIterable {
        /// The connection is closed before the request is done.
        case refuse
        /// The connection is closed instead of a response.
        case losesResponse
        /// The server stores a half of the bytes, and closes the connection.
        case storesHalf
        /// The response is an error of a gateway.
        case unavailable
    }

    private struct State {
        var files: [String: [UInt8]] = [:]
        var finished: Set<String> = []
        var imported: [[UInt8]] = []
        var requests = 0
        var fault: (number: Int, fault: Fault)?
        var phases: [String: QueuedUser.Phase] = [:]
    }

    private final class Box: Sendable {
        let state = Mutex(State())
    }

    let server: LoopbackServer
    private let box: Box

    init() throws {
        let box = Box()
        self.box = box
        server = try LoopbackServer { connection in
            while let request = connection.readRequest() {
                let (answer, isLost) = box.state.withLock { Self.answer(request, &$0) }
                guard !isLost, connection.write(answer.bytes) else { return }
            }
        }
    }

    /// The number of requests.
    var requestCount: Int { box.state.withLock(\.requests) }
    /// The files whose records were copied, in order.
    var imported: [[UInt8]] { box.state.withLock(\.imported) }

    func set(_ fault: Fault, atRequest number: Int) {
        box.state.withLock { $0.fault = (number, fault) }
    }

    /// Copies the records of the files that wait.
    func copy() {
        box.state.withLock { state in
            for (name, phase) in state.phases where phase == .waiting {
                state.imported.append(state.files[name] ?? [])
                state.phases[name] = .done
            }
        }
    }

    private static func answer(
        _ request: LoopbackRequest,
        _ state: inout State
    ) -> (answer: LoopbackAnswer, isLost: Bool) {
        defer { state.requests += 1 }
        let fault = state.fault?.number == state.requests ? state.fault?.fault : nil
        switch fault {
        case .refuse: return (LoopbackAnswer(500), true)
        case .unavailable: return (LoopbackAnswer(503, [:], "try later"), false)
        case .losesResponse, .storesHalf, nil: break
        }
        let parts = request.target.split(separator: "?").map(String.init)
        let name = parts.first.map { $0.hasSuffix("/phase") ? String($0.dropLast(6)) : $0 } ?? ""
        let digest = name.split(separator: "/").last.map(String.init) ?? ""
        var body = request.body
        if fault == .storesHalf { body = Array(body.prefix(body.count / 2)) }
        let answer = answer(request.method, name, digest, parts, body, &state)
        return (answer, fault != nil)
    }

    private static func digest(of bytes: [UInt8]) -> String {
        var digest = SHA256()
        digest.add(bytes)
        return digest.text
    }

    private static func answer(
        _ method: String,
        _ name: String,
        _ digest: String,
        _ parts: [String],
        _ body: [UInt8],
        _ state: inout State
    ) -> LoopbackAnswer {
        let file = state.files[name, default: []]
        switch method {
        case "GET" where parts.first?.hasSuffix("/phase") == true:
            guard let phase = state.phases[name] else { return LoopbackAnswer(404) }
            return LoopbackAnswer(200, [:], phase.rawValue)
        case "GET": return LoopbackAnswer(200, [:], "\(file.count)")
        case "POST":
            guard parts.count == 2, Int(parts[1]) == file.count else { return LoopbackAnswer(409) }
            state.files[name] = file + body
            return LoopbackAnswer(204)
        default:
            guard Self.digest(of: file) == digest else {
                state.files[name] = nil
                return LoopbackAnswer(422)
            }
            // Once for each file.
            if state.finished.insert(name).inserted { state.phases[name] = .waiting }
            return LoopbackAnswer(204)
        }
    }
}

/// An uploader with URLSession, as an app has.
struct UploadClient: BackfillUploader {
    struct Failure: Error {
        let status: Int
    }

    let url: URL
    let session: URLSession

    init(_ site: UploadSite, timeout: TimeInterval) {
        url = site.server.url("/")
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = timeout
        session = URLSession(configuration: configuration)
    }

    private func send(
        _ method: String,
        _ upload: BackfillUpload,
        _ suffix: String = "",
        _ body: [UInt8] = []
    ) async throws -> (status: Int, text: String) {
        guard let url = URL(string: "\(upload.user)/\(upload.digest)\(suffix)", relativeTo: url) else {
            throw Failure(status: 0)
        }
        var request = URLRequest(url: url)
        request.httpMethod = method
        if method != "GET" { request.httpBody = Data(body) }
        let (data, response) = try await session.data(for: request)
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
    }

    func offset(of upload: BackfillUpload) async throws -> Int {
        let (status, text) = try await send("GET", upload)
        guard status == 200, let count = Int(text) else { throw Failure(status: status) }
        return count
    }

    func send(_ bytes: [UInt8], at offset: Int, of upload: BackfillUpload) async throws {
        let status = try await send("POST", upload, "?\(offset)", bytes).status
        guard status == 204 else { throw Failure(status: status) }
    }

    func finish(_ upload: BackfillUpload) async throws -> Bool {
        let status = try await send("PUT", upload).status
        guard status == 204 || status == 422 else { throw Failure(status: status) }
        return status == 204
    }

    func phase(of upload: BackfillUpload) async throws -> QueuedUser.Phase? {
        let (status, text) = try await send("GET", upload, "/phase")
        if status == 404 { return nil }
        guard status == 200, let phase = QueuedUser.Phase(rawValue: text) else { throw Failure(status: status) }
        return phase
    }
}
#endif
