/// The store that a backfill copies from.
///
/// ```swift
/// struct OldBooks: BackfillSource {
///     func page(
///         of user: String,
///         in range: BackfillRange,
///         after cursor: String?,
///         limit: Int
///     ) async throws -> BackfillPage<Book> {
///         let books = try await sqlite.books(of: user, range, after: cursor.flatMap { Int($0) } ?? 0, limit)
///         return BackfillPage(books, cursor: books.last.map { "\($0.id)" })
///     }
/// }
/// ```
///
/// The product `MigrationTesting` contains a suite that checks your own source, `BackfillSourceConformance`.
public protocol BackfillSource<Record>: Sendable {
    /// The type of the copied records.
    associatedtype Record: Sendable

    /// Returns the next records of a user, in an order that never changes.
    ///
    /// Order records by something constant, such as their identity, and begin after the record of the cursor. A record
    /// that is written during the copy may change its time, and must not cause another record to be returned twice or
    /// skipped. An offset, which counts records, would skip as many records as were deleted.
    ///
    /// - Parameters:
    ///   - user: The user whose records to return.
    ///   - range: The range of times at which the records were last written. Don't return records outside of it,
    ///     because they are already in the other store.
    ///   - cursor: The cursor of the previous page; `nil` for the first one. Another process may have read that page,
    ///     with another limit.
    ///   - limit: The maximum number of records.
    /// - Returns: The records; fewer than the limit, or none, only at the end.
    /// - Throws: Any error. The copy stops, and the next run continues there.
    func page(
        of user: String,
        in range: BackfillRange,
        after cursor: String?,
        limit: Int
    ) async throws -> BackfillPage<Record>

    /// Returns the number of a user's records that a copy will include, to show progress, or `nil` if it is unknown.
    func count(of user: String, in range: BackfillRange) async throws -> Int?
}

extension BackfillSource {
    /// Returns `nil`: the number is unknown.
    public func count(of user: String, in range: BackfillRange) async throws -> Int? { nil }
}

/// A range of times at which records were last written: `lowerBound` or later.
///
/// There is no upper bound, because a fast clock may have dated a missing record in the future.
public struct BackfillRange: Sendable, Hashable {
    /// The earliest time of the records; `nil` for all records.
    public let lowerBound: MigrationTime?

    /// Creates a range.
    public init(from lowerBound: MigrationTime?) {
        self.lowerBound = lowerBound
    }

    /// The range of all records.
    public static let everything = BackfillRange(from: nil)

    /// Whether the range contains a time.
    public func contains(_ time: MigrationTime) -> Bool {
        lowerBound.map { $0 <= time } ?? true
    }
}

/// A page of records from a source.
public struct BackfillPage<Record: Sendable>: Sendable {
    /// The records.
    public let records: [Record]
    /// The cursor after which the next page begins; `nil` if there are no records.
    public let cursor: String?

    /// Creates a page.
    public init(_ records: [Record], cursor: String?) {
        self.records = records
        self.cursor = cursor
    }
}
