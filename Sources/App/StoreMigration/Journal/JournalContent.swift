import FeatureToggles
import ToggleBase

/// The content of a written record, as a journal stores it.
///
/// The content is a sequence of bytes that both stores can produce for a record, for example the record as JSON. The
/// journal stores a digest of it, and the bytes themselves if you choose ``payload(_:)``.
///
/// ```swift
/// try await migration.write(
///     "save", record: book.id, dated: book.modified, content: .payload(encoding: book)
/// ) { … } new: { … }
/// ```
public struct JournalContent: Sendable, Hashable {
    /// The bytes, if the journal stores them.
    let payload: [UInt8]?
    /// The digest of the bytes; `nil` for a deletion.
    let digest: ContentDigest?

    /// The bytes of the record, which the journal stores: it can restore the record even if neither store has it.
    public static func payload(_ bytes: [UInt8]) -> JournalContent {
        JournalContent(payload: bytes, digest: ContentDigest(bytes))
    }

    /// Only a digest of the record: it can be restored from the other store, whose record must have the same digest.
    public static func digest(of bytes: [UInt8]) -> JournalContent {
        JournalContent(payload: nil, digest: ContentDigest(bytes))
    }

    /// The record as JSON, like ``payload(_:)``.
    ///
    /// - Parameter record: The record, encoded as described for ``StoredRecord/init(encoding:modified:)``.
    /// - Returns: The content.
    /// - Throws: Any error that encoding the record throws.
    public static func payload(encoding record: some Encodable) throws -> JournalContent {
        .payload(try CanonicalJSON.bytes(encoding: record))
    }

    /// A digest of the record as JSON, like ``digest(of:)``.
    ///
    /// - Parameter record: The record, encoded as described for ``StoredRecord/init(encoding:modified:)``.
    /// - Returns: The content.
    /// - Throws: Any error that encoding the record throws.
    public static func digest(encoding record: some Encodable) throws -> JournalContent {
        .digest(of: try CanonicalJSON.bytes(encoding: record))
    }

    /// The record was deleted.
    public static let deletion = JournalContent(payload: nil, digest: nil)
}

/// JSON with sorted names and without whitespace, so that equal records have equal bytes.
///
/// A whole number has no fraction, because some encoders write the `Double` 9 as `9`, and others as `9.0`.
enum CanonicalJSON {
    static func bytes(encoding record: some Encodable) throws -> [UInt8] {
        JSONWriter().bytes(canonical(try JSONValueEncoder.encode(record)))
    }

    private static func canonical(_ json: JSONValue) -> JSONValue {
        switch json {
        case .array(let elements): return .array(elements.map(canonical))
        case .object(let object):
            let members = object.members.map { JSONObject.Member(name: $0.name, value: canonical($0.value)) }
            return .object(JSONObject(members).sortedByName())
        case .number: return json.whole.map { JSONValue(whole: $0) } ?? json
        default: return json
        }
    }
}
