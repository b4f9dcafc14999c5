import Foundation
import ToggleBase
import ToggleHTTP
import ToggleTool

/// Objects of a bucket in Amazon S3 or a compatible store.
struct S3DocumentStore: DocumentStore {
    private let settings: S3Settings
    private let transport: any HTTPTransport
    private let limits: StoreExchange.Limits
    private let now: @Sendable () -> Int64

    init(
        settings: S3Settings,
        limits: StoreExchange.Limits = .init(),
        transport: any HTTPTransport,
        now: @escaping @Sendable () -> Int64 = { SystemTime.secondsSince1970 }
    ) {
        (self.settings, self.limits, self.transport, self.now) = (settings, limits, transport, now)
    }

    func read(_ address: RemoteAddress) async throws -> StoredFile? {
        let object = try object(address)
        let answer = try await object.exchange.read(request(.get, object.url))
        guard answer.status == 200 else {
            let failure = S3Failure(answer)
            if answer.status == 404, failure.code != "NoSuchBucket" { return nil }
            throw failure.error(object.exchange.name, settings, now: now(), isWrite: false)
        }
        guard let tag = answer.headers["ETag"], !tag.isEmpty else {
            throw DocumentStoreError.refused("\(object.exchange.name): the store gives the object no entity tag.")
        }
        return StoredFile(bytes: answer.body, tag: tag)
    }

    func write(_ bytes: [UInt8], to address: RemoteAddress, if condition: WriteCondition) async throws -> String {
        let object = try object(address)
        let field: (String, String)? =
            switch condition {
            case .absent: ("If-None-Match", "*")
            case .matches(let tag): ("If-Match", tag)
            case .unconditional: nil
            }
        // Without a signature, so that it can't be refused for a wrong clock: only the connection matters.
        _ = try await object.exchange.read(HTTPTransportRequest(.get, url: object.url))
        let answer = try await object.exchange.write(request(.put, object.url, body: bytes, condition: field))
        switch (answer.status, condition) {
        case (200..<300, _):
            if let tag = answer.headers["ETag"], !tag.isEmpty { return tag }
            guard let file = try await read(address), file.bytes == bytes else {
                throw DocumentStoreError.unknown(
                    "\(object.exchange.name): the store accepted the object, but returns another one."
                )
            }
            return file.tag
        case (412, _): throw DocumentStoreError.conflict("\(object.exchange.name): the object has changed.")
        case (409, _):
            throw DocumentStoreError.conflict("\(object.exchange.name): another write to the object is under way.")
        case (404, .matches) where S3Failure(answer).code != "NoSuchBucket":
            throw DocumentStoreError.conflict("\(object.exchange.name): the object does not exist anymore.")
        default: throw S3Failure(answer).error(object.exchange.name, settings, now: now(), isWrite: true)
        }
    }

    func remove(_ address: RemoteAddress) async throws {
        let object = try object(address)
        let answer = try await object.exchange.write(request(.delete, object.url))
        guard (200..<300).contains(answer.status) || answer.status == 404 else {
            throw S3Failure(answer).error(object.exchange.name, settings, now: now(), isWrite: true)
        }
    }

    private func object(_ address: RemoteAddress) throws -> (url: URL, exchange: StoreExchange) {
        guard case .s3(let bucket, let key) = address else {
            throw DocumentStoreError.refused("This is not the address of an object.")
        }
        let name = "s3://\(bucket)/\(key)" + (settings.endpoint.map { " at \($0.absoluteString)" } ?? "")
        // HTTP clients resolve these segments, and S3 doesn't.
        let segments = key.split(separator: "/", omittingEmptySubsequences: false)
        guard !segments.contains(where: { $0 == "." || $0 == ".." }), key.utf8.count <= 1_024,
            let url = settings.url(bucket: bucket, key: key),
            bucket.utf8.allSatisfy({ $0 < 128 && $0 > 32 && !"/?#@:\\%".utf8.contains($0) })
        else { throw DocumentStoreError.refused("‘\(name)’ has a key or a name of a bucket that is not supported.") }
        return (url, StoreExchange(name: name, transport: transport, limits: limits))
    }

    private func request(
        _ method: HTTPTransportRequest.Method,
        _ url: URL,
        body: [UInt8]? = nil,
        condition: (name: String, value: String)? = nil
    ) -> HTTPTransportRequest {
        let hash = S3Signature.hash(body ?? [])
        let signature = S3Signature(
            accessKey: settings.accessKey,
            secretKey: settings.secretKey,
            region: settings.region,
            time: now()
        )
        let port = url.port.map { ":\($0)" } ?? ""
        var signed: HTTPHeaders = [
            "Host": "\(url.host() ?? "")\(port)", "x-amz-content-sha256": hash, "x-amz-date": signature.timestamp,
        ]
        if let token = settings.sessionToken { signed["x-amz-security-token"] = token }
        // Signed, so that a proxy that removes it also invalidates the signature.
        if let condition { signed[condition.name] = condition.value }
        if body != nil { signed["Content-Type"] = "application/json" }
        let authorization = signature.authorization(
            method.rawValue,
            path: url.path(percentEncoded: true),
            headers: signed,
            payloadHash: hash
        )
        var headers = signed
        headers["Host"] = nil
        headers["Authorization"] = authorization
        headers["Accept-Encoding"] = "identity"
        headers["User-Agent"] = "swift-feature-toggles"
        return HTTPTransportRequest(method, url: url, headers: headers, body: body)
    }
}
