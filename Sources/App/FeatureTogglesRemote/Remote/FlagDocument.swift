public import FeatureToggles
import ToggleBase

/// The rules of a remote document: compiled flagd definitions by remote parameter.
///
/// Unlike a ``RemoteDocument``, it can be evaluated.
///
/// An invalid definition evaluates to an error and doesn't affect other definitions; ``problems`` lists it. The
/// document is refused as a whole only if its text is not a flagd document at all. Copying a document copies only a
/// reference.
///
/// Where JSON is ambiguous, these rules apply:
///
/// - A flag that is defined twice is invalid. For any other duplicate name, the last member wins.
/// - A byte order mark is skipped. Lone surrogates, `NaN`, and numbers beyond the range of `Double` (`1e400`) are
///   invalid JSON.
/// - Whole numbers of up to 64 bits are kept exactly. As the value of an integer toggle they are valid only up to
///   2^53 - 1, because other platforms round larger ones.
/// - Names are compared byte by byte, without Unicode normalization.
///
/// - SeeAlso: https://flagd.dev/reference/flag-definitions/
public struct FlagDocument: Sendable {
    // Unchecked: everything is written before `init` returns and only read afterward. All pointers refer to memory of
    // the arena, which lives as long as the storage.
    final class Storage: @unchecked Sendable {
        let records: [FlagRecord]
        let program: RuleProgram
        let index: FlagIndex
        let metadata: FlatValue
        let notes: [FlagNote]
        let sentences: [String]
        let text: UnsafeBufferPointer<UInt8>
        private let arena: FlatArena

        init(_ reader: FlagDocumentReader) {
            arena = reader.arena
            text = reader.text
            records = reader.records
            index = reader.index
            program = reader.program
            metadata = reader.metadata
            notes = reader.notes
            sentences = reader.sentences
        }
    }

    let storage: Storage

    /// Parses and compiles a document.
    ///
    /// - Parameters:
    ///   - text: JSON in UTF-8.
    ///   - bucketing: How `fractional` assigns users to buckets. `nil` uses the setting in the document's metadata
    ///     (`"metadata": {"bucketing": "v2"}`), or ``Bucketing/v3`` without one.
    /// - Throws: ``RemoteDocumentError`` if the text is not JSON, has no `flags`, or exceeds a limit.
    /// - Complexity: O(*n*) in the size of the text.
    public init(text: [UInt8], bucketing: Bucketing? = nil) throws(RemoteDocumentError) {
        var reader = try FlagDocumentReader(text: text)
        try reader.read(bucketing: bucketing)
        storage = Storage(reader)
    }

    /// A document without flags.
    public static let empty = FlagDocument()

    private init() {
        storage = Storage(FlagDocumentReader())
    }

    /// The text from which the document was read.
    package var text: [UInt8] { withExtendedLifetime(storage) { Array(storage.text) } }

    /// Whether this document is a copy of another one, as opposed to merely equal to it.
    package func isCopy(of other: FlagDocument) -> Bool { storage === other.storage }

    /// The metadata of the whole document.
    public var metadata: JSONObject { withExtendedLifetime(storage) { storage.metadata.jsonObject } }

    /// How `fractional` assigns users to buckets.
    public var bucketing: Bucketing { storage.program.bucketing }

    /// The number of flags.
    public var count: Int { storage.records.count }

    /// The flags' keys, in the order of the text.
    public var keys: [String] { withExtendedLifetime(storage) { storage.records.map(\.key.text) } }

    /// The problems in the document, in the order of the text.
    ///
    /// - Complexity: O(*n*) in the size of the text if there are problems, otherwise O(1).
    public var problems: [FlagDiagnostic] {
        withExtendedLifetime(storage) {
            FlagNote.problems(storage.notes, in: storage.text, keys: storage.records.map(\.key))
        }
    }

    /// Returns the index of the flag with a key, or `nil` if the document doesn't contain it.
    ///
    /// - Complexity: O(1).
    package func index(of key: String) -> Int? {
        var key = key
        return key.withUTF8 { index(of: FlatString($0)) }
    }

    /// Returns the index of the flag with a key, or `nil` if the document doesn't contain it.
    package func index(of key: FlatString) -> Int? {
        withExtendedLifetime(storage) { storage.index.position(of: key) { storage.records[$0].key } }
    }

    /// Returns the flag at an index.
    ///
    /// The index is one returned by ``index(of:)``, or in the range from 0 to ``count``, exclusive.
    package func flag(at index: Int) -> CompiledFlag {
        CompiledFlag(document: self, index: index)
    }
}
