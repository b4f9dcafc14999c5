public import FeatureToggles

/// A remote document: compiled flagd definitions by remote parameter.
///
/// A definition that cannot be used answers with an error for itself and never harms its neighbours; ``problems`` lists
/// it. Only a text that is no flagd document at all is refused as a whole. Copying a document costs a reference.
///
/// What JSON leaves open is settled like this:
///
/// - A flag that is defined twice cannot be used; of any other name that occurs twice the last member counts.
/// - A byte order mark is skipped. Lone surrogates, `NaN` and numbers beyond a `Double` (`1e400`) are no JSON.
/// - Whole numbers up to 64 bits are kept exactly, but as the value of an integer toggle they are usable only up to
///   2^53 - 1, since other platforms round them.
/// - Names are compared byte by byte, without Unicode normalization.
///
/// - SeeAlso: https://flagd.dev/reference/flag-definitions/
public struct FlagDocument: Sendable {
    // Unchecked: everything is written before `init` ends and only read from then on. Whatever the pointers lead to is
    // in the arena, which lives as long.
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

    /// Reads and compiles a document.
    ///
    /// - Parameters:
    ///   - text: JSON in UTF-8.
    ///   - bucketing: How `fractional` puts people into buckets; `nil` for what the document's own metadata says
    ///     (`"metadata": {"bucketing": "v2"}`), or else ``Bucketing/v3``.
    /// - Throws: ``Refusal`` when the text is not JSON, has no `flags` or exceeds a limit.
    /// - Complexity: O(*n*) in the size of the text.
    public init(text: [UInt8], bucketing: Bucketing? = nil) throws(Refusal) {
        var reader = try FlagDocumentReader(text: text)
        try reader.read(bucketing: bucketing)
        storage = Storage(reader)
    }

    /// A document without flags.
    public static let empty = FlagDocument()

    private init() {
        storage = Storage(FlagDocumentReader())
    }

    /// The text that it was read from.
    package var text: [UInt8] { withExtendedLifetime(storage) { Array(storage.text) } }

    /// Whether this is a copy of another one, and not only equal to it.
    package func isCopy(of other: FlagDocument) -> Bool { storage === other.storage }

    /// The metadata of the whole document.
    public var metadata: JSONObject { withExtendedLifetime(storage) { storage.metadata.jsonObject } }

    /// How `fractional` puts people into buckets.
    public var bucketing: Bucketing { storage.program.bucketing }

    /// How many flags there are.
    public var count: Int { storage.records.count }

    /// The flags' keys in the order of the text.
    public var keys: [String] { withExtendedLifetime(storage) { storage.records.map(\.key.text) } }

    /// What cannot be used as it is, in the order of the text.
    ///
    /// - Complexity: O(*n*) in the size of the text when there is something, O(1) otherwise.
    public var problems: [FlagProblem] {
        withExtendedLifetime(storage) {
            FlagNote.problems(storage.notes, in: storage.text, keys: storage.records.map(\.key))
        }
    }

    /// The index of a flag by its key, or `nil`.
    ///
    /// - Complexity: O(1).
    package func index(of key: String) -> Int? {
        var key = key
        return key.withUTF8 { index(of: FlatString($0)) }
    }

    /// The index of a flag by its key, or `nil`.
    package func index(of key: FlatString) -> Int? {
        withExtendedLifetime(storage) { storage.index.position(of: key) { storage.records[$0].key } }
    }

    /// A flag.
    ///
    /// The index is one from ``index(of:)``, or from 0 up to ``count``.
    package func flag(at index: Int) -> CompiledFlag {
        CompiledFlag(document: self, index: index)
    }
}
