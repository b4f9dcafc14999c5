/// The store that a backfill copies from.
///
/// ```swift
/// struct OldBooks: BackfillSource {
///     func page(of user: String, in range: BackfillRange, after cursor: String?, limit: Int) async throws -> BackfillPage<Book> {
///         let books = try await sqlite.books(of: user, range, after: cursor.flatMap { Int($0) } ?? 0, limit)
///         return BackfillPage(books, cursor: books.last.map { "\($0.id)" })
///     }
/// }
/// ```
///
/// The product `StoreMigrationTesting` has a suite that checks a source of yours, `BackfillSourceConformance`.
public protocol BackfillSource<Record>: Sendable {
    /// What is copied.
    associatedtype Record: Sendable

    /// The next records of a user, in an order that stays the same.
    ///
    /// Order by something that never changes, such as the record's identity, and begin after that of the cursor: a record that
    /// is written while the copy runs may change its time, and no record may come twice or be skipped for that. An offset, which
    /// counts records, would skip as many as were deleted.
    ///
    /// - Parameters:
    ///   - user: Whose records.
    ///   - range: When the records were written last. Answer none outside of it: those are in the other store already.
    ///   - cursor: The cursor of the page before; `nil` for the first one. That page may have been read in another process, with
    ///     another limit.
    ///   - limit: How many records, at most.
    /// - Returns: The records; fewer than the limit, or none, only at the end.
    /// - Throws: Anything; the copy stops, and goes on where it stopped when it is run again.
    func page(
        of user: String,
        in range: BackfillRange,
        after cursor: String?,
        limit: Int
    ) async throws -> BackfillPage<Record>

    /// How many records of a user a copy will bring, for its progress; `nil` when that is not known.
    func count(of user: String, in range: BackfillRange) async throws -> Int?
}

extension BackfillSource {
    /// Not known.
    public func count(of user: String, in range: BackfillRange) async throws -> Int? { nil }
}

/// When records were written last: at `lowerBound` or later.
///
/// There is no upper bound: a clock that ran fast may have dated a record that is missing into the future.
public struct BackfillRange: Sendable, Hashable {
    /// Records from this moment on; `nil` for all of them.
    public let lowerBound: MigrationTime?

    /// Creates a range.
    public init(from lowerBound: MigrationTime?) {
        self.lowerBound = lowerBound
    }

    /// All records.
    public static let everything = BackfillRange(from: nil)

    /// Whether a moment lies in it.
    public func contains(_ time: MigrationTime) -> Bool {
        lowerBound.map { $0 <= time } ?? true
    }
}

/// Some records of a source.
public struct BackfillPage<Record: Sendable>: Sendable {
    /// The records.
    public let records: [Record]
    /// Behind which record the next page begins; `nil` when there are none.
    public let cursor: String?

    /// Creates a page.
    public init(_ records: [Record], cursor: String?) {
        self.records = records
        self.cursor = cursor
    }
}
