import ToggleBase
import ToggleHTTP
import ToggleTool

/// Keys of etcd, whose revisions are the tags.
struct EtcdDocumentStore: DocumentStore {
    let client: EtcdClient

    func read(_ address: RemoteAddress) async throws -> StoredFile? { try await range(Self.key(address)).file }

    /// Reads a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - isSerializable: Whether a member may answer alone, maybe with an older value.
    /// - Returns: The value, and the revision of the whole cluster at that time.
    /// - Throws: ``DocumentStoreError``.
    func range(
        _ key: String,
        isSerializable: Bool = false
    ) async throws(DocumentStoreError) -> (file: StoredFile?, revision: Int64) {
        var request: JSONObject = ["key": Self.encoded(key)]
        if isSerializable { request["serializable"] = true }
        let result = try await client.read("kv/range", .object(request))
        let revision = Self.integer(result[member: "header"]?[member: "revision"]) ?? 0
        guard let entry = result[member: "kvs"]?.elements.first else { return (nil, revision) }
        return (try Self.file(entry), revision)
    }

    /// Reads a pair of a key and a value; an event that removes a key has no value.
    static func file(_ entry: JSONValue?) throws(DocumentStoreError) -> StoredFile {
        guard let bytes = Base64.bytes(entry?[member: "value"]?.text ?? ""),
            let revision = integer(entry?[member: "mod_revision"])
        else { throw .refused("etcd returns a value that can't be read.") }
        return StoredFile(bytes: bytes, tag: "\(revision)")
    }

    func write(_ bytes: [UInt8], to address: RemoteAddress, if condition: WriteCondition) async throws -> String {
        let key = try Self.key(address)
        let revision: String? =
            switch condition {
            case .absent: "0"
            case .matches(let tag): tag
            case .unconditional: nil
            }
        guard revision.map({ Int64($0) != nil }) ?? true else {
            throw DocumentStoreError.refused("‘\(revision ?? "")’ is not a revision of etcd.")
        }
        // Only a majority answers this. Without one, the write would wait in a queue, and might still be done later.
        _ = try await client.read("kv/range", ["key": Self.encoded(key), "count_only": true])
        var transaction: JSONObject = [
            "success": [["request_put": ["key": Self.encoded(key), "value": .string(Base64.text(bytes))]]]
        ]
        if let revision {
            transaction["compare"] = [
                ["key": Self.encoded(key), "target": "MOD", "result": "EQUAL", "mod_revision": .string(revision)]
            ]
        }
        let result = try await client.write("kv/txn", .object(transaction))
        guard case .bool(true)? = result[member: "succeeded"] else {
            throw DocumentStoreError.conflict(
                condition == .absent ? "The key ‘\(key)’ exists already." : "The key ‘\(key)’ has changed."
            )
        }
        guard let new = Self.integer(result[member: "header"]?[member: "revision"]) else {
            throw DocumentStoreError.unknown("etcd confirms the write without a revision.")
        }
        return "\(new)"
    }

    func remove(_ address: RemoteAddress) async throws {
        _ = try await client.write("kv/deleterange", ["key": Self.encoded(Self.key(address))])
    }

    static func key(_ address: RemoteAddress) throws(DocumentStoreError) -> String {
        guard case .etcd(_, let key) = address else { throw .refused("This is not the address of a key.") }
        return key
    }

    static func encoded(_ key: String) -> JSONValue { .string(Base64.text(Array(key.utf8))) }

    /// Returns a number of the API, which is a string, because JavaScript has no large integers.
    static func integer(_ value: JSONValue?) -> Int64? {
        switch value {
        case .string(let text)?: Int64(text)
        case .integer(let number)?: Int64(number)
        default: nil
        }
    }
}
