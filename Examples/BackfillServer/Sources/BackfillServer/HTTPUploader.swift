import Foundation
import StoreMigration

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A device's connection to its server, over HTTP: `Documentation/StoreMigrationWire.md`.
struct HTTPUploader: BackfillUploader {
    /// An answer that the contract doesn't allow, or that asks to try again later.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private struct Progress: Codable {
        var version = 1
        let offset: Int
    }

    private struct Finish: Codable {
        var version = 1
        let start: Int64
        let size: Int
    }

    private struct Match: Codable {
        var version = 1
        let matches: Bool
    }

    private struct Phase: Codable {
        var version = 1
        let phase: String
        let failure: String?
    }

    /// The address of the server, without a slash at the end.
    let server: String

    func offset(of upload: BackfillUpload) async throws -> Int {
        try await answer(Progress.self, to: request("GET", upload)).offset
    }

    func send(_ bytes: [UInt8], at offset: Int, of upload: BackfillUpload) async throws {
        let request = try request("POST", upload, query: "?offset=\(offset)", Data(bytes))
        let (status, body) = try await send(request)
        if status == 204 { return }
        // The answer to an earlier attempt was lost, and the server has these bytes.
        if status == 409, try decode(Progress.self, body).offset == offset + bytes.count { return }
        throw failure(request, status, body)
    }

    func finish(_ upload: BackfillUpload) async throws -> Bool {
        let body = Finish(start: upload.start.millisecondsSince1970, size: upload.size)
        return try await answer(Match.self, to: request("PUT", upload, JSONEncoder().encode(body))).matches
    }

    func phase(of upload: BackfillUpload) async throws -> QueuedUser.Phase? {
        guard let answer = try await phaseAnswer(of: upload) else { return nil }
        guard let phase = QueuedUser.Phase(rawValue: answer.phase) else {
            throw Failure(description: "The server answered with the unknown phase ‘\(answer.phase)’.")
        }
        return phase
    }

    func failure(of upload: BackfillUpload) async throws -> String? {
        try await phaseAnswer(of: upload)?.failure
    }

    private func phaseAnswer(of upload: BackfillUpload) async throws -> Phase? {
        let request = try request("GET", upload, query: "/phase")
        let (status, body) = try await send(request)
        if status == 404 { return nil }
        guard status == 200 else { throw failure(request, status, body) }
        return try decode(Phase.self, body)
    }

    // MARK: Requests

    private func request(
        _ method: String,
        _ upload: BackfillUpload,
        query: String = "",
        _ body: Data? = nil
    ) throws -> URLRequest {
        let plain = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
        guard let user = upload.user.addingPercentEncoding(withAllowedCharacters: plain),
            let url = URL(string: "\(server)/uploads/\(user)/\(upload.digest)\(query)")
        else { throw Failure(description: "The address ‘\(server)’ is invalid.") }
        var request = URLRequest(url: url, timeoutInterval: 30)
        request.httpMethod = method
        request.httpBody = body
        if body != nil {
            let type = method == "POST" ? "application/octet-stream" : "application/json"
            request.setValue(type, forHTTPHeaderField: "Content-Type")
        }
        return request
    }

    private func send(_ request: URLRequest) async throws -> (status: Int, body: Data) {
        let (body, response) = try await URLSession.shared.data(for: request)
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, body)
    }

    private func answer<Answer: Decodable>(_ type: Answer.Type, to request: URLRequest) async throws -> Answer {
        let (status, body) = try await send(request)
        guard status == 200 else { throw failure(request, status, body) }
        return try decode(type, body)
    }

    private func decode<Answer: Decodable>(_ type: Answer.Type, _ body: Data) throws -> Answer {
        do {
            return try JSONDecoder().decode(type, from: body)
        } catch {
            let text = String(decoding: body.prefix(80), as: UTF8.self)
            throw Failure(description: "The server's answer is malformed: \(text)")
        }
    }

    private func failure(_ request: URLRequest, _ status: Int, _ body: Data) -> Failure {
        let text = String(decoding: body.prefix(200), as: UTF8.self)
        return Failure(description: "\(request.httpMethod ?? "") was answered with \(status): \(text)")
    }
}
