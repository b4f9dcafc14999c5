import Foundation
import ToggleBase
import ToggleHTTP
import ToggleTool

/// Files on an HTTP server with conditional writes: `GET`, and `PUT` with `If-Match` or `If-None-Match`.
struct HTTPDocumentStore: DocumentStore {
    private let credentials: StoreCredentials
    private let transport: any HTTPTransport
    private let limits: StoreExchange.Limits
    /// Waits before a file whose tag is weak is read again.
    private let pause: @Sendable (Duration) async -> Void

    init(
        credentials: StoreCredentials,
        limits: StoreExchange.Limits = .init(),
        transport: any HTTPTransport,
        pause: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
    ) {
        (self.credentials, self.limits, self.transport, self.pause) = (credentials, limits, transport, pause)
    }

    func read(_ address: RemoteAddress) async throws -> StoredFile? {
        let url = try Self.url(address)
        let exchange = exchange(url)
        // Apache's tags are weak for a second after a change, since another change could follow unnoticed.
        for attempt in 0... {
            guard let file = try await read(url, exchange) else { return nil }
            if !file.tag.hasPrefix("W/") || attempt == 8 { return file }
            await pause(.milliseconds(300))
        }
        return nil
    }

    private func read(_ url: URL, _ exchange: StoreExchange) async throws(DocumentStoreError) -> StoredFile? {
        let answer = try await exchange.read(request(.get, url))
        switch answer.status {
        case 200, 203: return StoredFile(bytes: answer.body, tag: Self.tag(of: answer))
        case 404, 410: return nil
        default: throw Self.failure(answer, exchange.name, isWrite: false)
        }
    }

    func write(_ bytes: [UInt8], to address: RemoteAddress, if condition: WriteCondition) async throws -> String {
        let url = try Self.url(address)
        let exchange = exchange(url)
        var request = request(.put, url)
        request.headers["Content-Type"] = "application/json"
        request.body = bytes
        switch condition {
        case .absent: request.headers["If-None-Match"] = "*"
        case .matches(let tag): request.headers["If-Match"] = try await strongTag(tag, address, exchange.name)
        case .unconditional: break
        }
        var contact = self.request(.get, url)
        contact.headers["If-None-Match"] = "*"
        _ = try await exchange.read(contact)
        var answer = try await exchange.write(request)
        // A WebDAV server says so if the folder doesn't exist, and nothing was written.
        if answer.status == 409, try await createFolders(of: url, exchange) {
            answer = try await exchange.write(request)
        }
        switch answer.status {
        case 200, 201, 204: break
        case 409, 412:
            throw DocumentStoreError.conflict(
                condition == .absent
                    ? "\(exchange.name): there is a file already (HTTP \(answer.status))."
                    : "\(exchange.name): the file has changed (HTTP \(answer.status))."
            )
        default: throw Self.failure(answer, exchange.name, isWrite: true)
        }
        if let tag = answer.headers["ETag"], tag.hasPrefix("\"") { return tag }
        // The file was written, and maybe replaced since: then its tag is unknown.
        guard let file = try? await read(url, exchange), file.bytes == bytes else { return Self.noTag(bytes) }
        return file.tag
    }

    func remove(_ address: RemoteAddress) async throws {
        let url = try Self.url(address)
        let exchange = exchange(url)
        let answer = try await exchange.write(request(.delete, url))
        guard [200, 202, 204, 404, 410].contains(answer.status) else {
            throw Self.failure(answer, exchange.name, isWrite: true)
        }
    }

    /// Returns a tag that a write can depend on.
    ///
    /// - Throws: ``DocumentStoreError/conflict(_:)`` if the tag was weak, and the strong one of the file is another.
    private func strongTag(_ tag: String, _ address: RemoteAddress, _ name: String) async throws -> String {
        var strong = tag
        if tag.hasPrefix("W/") {
            strong = try await read(address)?.tag ?? ""
            guard strong.hasPrefix("W/") || strong == tag.dropFirst(2) else {
                throw DocumentStoreError.conflict("\(name): the file has changed.")
            }
        }
        if strong.hasPrefix("\""), strong.utf8.allSatisfy({ (33..<127).contains($0) }) { return strong }
        throw DocumentStoreError.refused(
            strong.hasPrefix("W/")
                ? """
                \(name): the server gives the file only a weak entity tag, \(strong), which doesn't allow conditional \
                writes. Something between may compress or change responses.
                """
                : "\(name): the server gives the file no entity tag, so a write can't depend on it."
        )
    }

    /// Creates the missing folders of a file on a WebDAV server.
    ///
    /// - Returns: Whether there were any, so that a write can succeed now.
    private func createFolders(of url: URL, _ exchange: StoreExchange) async throws(DocumentStoreError) -> Bool {
        var folder = url.deletingLastPathComponent()
        var missing: [URL] = []
        while folder.path(percentEncoded: true).count > 1 {
            let status = try await exchange.write(request(.makeFolder, folder)).status
            if status == 409 {
                missing.append(folder)
                folder = folder.deletingLastPathComponent()
                continue
            }
            guard status == 201 else { return false }
            for folder in missing.reversed() {
                // Another publisher may have created it in the meantime (405).
                let status = try await exchange.write(request(.makeFolder, folder)).status
                guard status == 201 || status == 405 else { return false }
            }
            return true
        }
        return false
    }

    private func request(_ method: HTTPTransportRequest.Method, _ url: URL) -> HTTPTransportRequest {
        var headers = credentials.headers
        headers["User-Agent"] = "swift-feature-toggles"
        // The tag of a compressed response is weak, or that of another representation.
        headers["Accept-Encoding"] = "identity"
        headers["Cache-Control"] = "no-cache"
        return HTTPTransportRequest(method, url: url, headers: headers)
    }

    private func exchange(_ url: URL) -> StoreExchange {
        StoreExchange(name: HTTPAddress(url).name, transport: transport, limits: limits)
    }

    static func url(_ address: RemoteAddress) throws -> URL {
        guard case .http(let text) = address else {
            throw DocumentStoreError.refused("This is not the address of a file on an HTTP server.")
        }
        guard let url = URL(string: text), HTTPAddress(url).problem == nil, url.path().count > 1 else {
            throw DocumentStoreError.refused(
                "‘\(text.withoutUserInfo)’ is not the URL of a file; write https://host/flags.json, with %20 for a space."
            )
        }
        guard url.user() == nil else {
            throw DocumentStoreError.refused(
                """
                ‘\(text.withoutUserInfo)’: the URL contains a name, and maybe a password, which lists of processes show. \
                Set TOGGLES_USER and TOGGLES_PASSWORD instead.
                """
            )
        }
        return url
    }

    private static func tag(of answer: StoreExchange.Answer) -> String {
        answer.headers["ETag"].flatMap { $0.isEmpty ? nil : $0 } ?? noTag(answer.body)
    }

    /// Returns what takes the place of an entity tag: a text that no write accepts.
    private static func noTag(_ bytes: [UInt8]) -> String { "none-\(ContentDigest(bytes).text)" }

    /// Returns the error for a status that means neither success nor conflict.
    static func failure(_ answer: StoreExchange.Answer, _ name: String, isWrite: Bool) -> DocumentStoreError {
        let status = "HTTP \(answer.status)"
        switch answer.status {
        case 300..<400:
            let target = answer.headers["Location"].flatMap { URL(string: $0) }.map { HTTPAddress($0).name }
            return .refused(
                """
                \(name) redirects (\(status))\(target.map { " to \($0)" } ?? ""). Files are neither read nor written \
                elsewhere; use that address if it is the right one.
                """
            )
        case 401:
            return .refused(
                """
                \(name) does not accept the credentials (\(status)). Set TOGGLES_TOKEN, TOGGLES_USER and \
                TOGGLES_PASSWORD, or TOGGLES_HEADER.
                """
            )
        case 403: return .refused("\(name) does not allow this with these credentials (\(status)).")
        case 405, 501:
            return .refused(
                isWrite
                    ? "\(name) does not support writing (\(status))."
                    : "\(name) does not support this (\(status))."
            )
        case 413: return .refused("\(name) does not accept a file of this size (\(status)).")
        case 507: return .refused("\(name) has no space left (\(status)).")
        case 429, 503: return .unavailable("\(name) has no capacity at the moment (\(status)); try again later.")
        case 500...:
            return isWrite
                ? .unknown("\(name) failed (\(status)) during the write: it may have been done.")
                : .unavailable("\(name) failed (\(status)).")
        default:
            return .refused("\(name) answers with an unexpected status (\(status)).")
        }
    }
}
