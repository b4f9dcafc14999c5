import ToggleBase

/// One of the two stores of a migration, as a ``MigrationReplay`` reads and restores it.
///
/// ```swift
/// struct ReplayableBooks: ReplayStore {
///     let cloud: Cloud
///
///     func records(_ keys: [String]) async throws -> [String: StoredRecord] {
///         try await cloud.books(keys).mapValues { try StoredRecord(encoding: $0, modified: $0.modified) }
///     }
///
///     func restore(_ records: [RestoredRecord]) async throws {
///         for record in records {
///             if let book = try record.decoded(as: Book.self) {
///                 try await cloud.saveUnlessNewer(book)
///             } else {
///                 try await cloud.deleteUnlessNewer(record.key, than: record.modified)
///             }
///         }
///     }
/// }
/// ```
///
/// The product `MigrationTesting` contains a suite that checks your own store, `ReplayStoreConformance`.
public protocol ReplayStore: Sendable {
    /// Returns the records with the given keys.
    ///
    /// - Parameter keys: The keys that the app passed to ``Migration/write(_:record:dated:content:for:old:new:)``.
    /// - Returns: The records by key, without those that the store lacks.
    /// - Throws: Any error. The replay stops.
    func records(_ keys: [String]) async throws -> [String: StoredRecord]

    /// Stores records, or deletes them.
    ///
    /// A record that was written later in the meantime must stay as it is. One that was written at the same time or
    /// earlier is replaced. Restoring a record twice must have the same result as restoring it once.
    ///
    /// - Parameter records: The records.
    /// - Throws: Any error. The replay stops; what is restored so far stays.
    func restore(_ records: [RestoredRecord]) async throws

    /// Throws the error that ``restore(_:)`` would throw for records, and writes nothing.
    ///
    /// ``MigrationReplay/plan()`` calls it with the records that it would restore, so that a plan doesn't promise what the
    /// store would refuse. By default, all records are accepted.
    ///
    /// - Parameter records: The records.
    /// - Throws: Any error. The plan fails.
    func check(_ records: [RestoredRecord]) async throws
}

extension ReplayStore {
    /// Accepts all records.
    public func check(_ records: [RestoredRecord]) async throws {}
}

/// A record that a store contains.
public struct StoredRecord: Sendable, Hashable {
    /// When the record was last written.
    public let modified: MigrationTime
    /// The content, the same bytes as in the record's ``JournalContent``; `nil` for a tombstone of a deleted record.
    public let payload: [UInt8]?

    /// Creates a record.
    public init(modified: MigrationTime, payload: [UInt8]?) {
        self.modified = modified
        self.payload = payload
    }

    /// Creates a record whose content is JSON without whitespace, with sorted names, and without fractions of whole
    /// numbers.
    ///
    /// Both stores must produce the same JSON for a record, so encode the model that your app uses, not that of one
    /// store. Types that encode themselves differently depending on the encoder, such as `Date` and `Data`, are encoded
    /// as they encode themselves by default.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - modified: When the record was last written.
    /// - Throws: Any error that encoding the record throws.
    public init(encoding record: some Encodable, modified: MigrationTime) throws {
        self.init(modified: modified, payload: try CanonicalJSON.bytes(encoding: record))
    }

    var digest: String? { payload.map { ContentDigest($0).text } }
}

/// A record to restore.
public struct RestoredRecord: Sendable, Hashable {
    /// The key of the record.
    public let key: String
    /// When the record was last written.
    public let modified: MigrationTime
    /// The content, the same bytes as in the record's ``JournalContent``; `nil` if the record was deleted.
    public let payload: [UInt8]?

    /// Creates a record.
    public init(key: String, modified: MigrationTime, payload: [UInt8]?) {
        self.key = key
        self.modified = modified
        self.payload = payload
    }

    /// Decodes the content as JSON.
    ///
    /// - Parameter type: The type that was encoded.
    /// - Returns: The value, or `nil` if the record was deleted.
    /// - Throws: An error if the content isn't JSON, or any error that decoding throws.
    public func decoded<Record: Decodable>(as type: Record.Type = Record.self) throws -> Record? {
        guard let payload else { return nil }
        return try JSONValueDecoder.decode(type, from: JSONReader().value(from: payload))
    }
}
