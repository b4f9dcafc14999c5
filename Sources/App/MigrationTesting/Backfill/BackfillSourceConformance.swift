public import StoreMigration

/// Checks that a store meets the requirements of `BackfillSource`, for implementers of the protocol.
///
/// ```swift
/// @Test func conforms() async throws {
///     try await BackfillSourceConformance(
///         makePlace: { try TemporaryFolder() },
///         open: { try OldBooks(path: $0.path) },
///         write: { sample, store in try await store.save(Book(id: sample.number, owner: sample.user, …)) },
///         number: { $0.id }
///     ).check()
/// }
/// ```
///
/// The suite reads pages of several sizes, and opens the store again between two of them as after a restart. It also
/// changes records while they are read: to times outside of the copied range, as after a clock was set back, and to
/// others.
public struct BackfillSourceConformance<Place: Sendable, Source: BackfillSource>: Sendable {
    private let users: [String]
    private let makePlace: @Sendable () async throws -> Place
    private let open: @Sendable (Place) async throws -> Source
    private let write: @Sendable (SampleRecord, Source) async throws -> Void
    private let number: @Sendable (Source.Record) -> Int

    /// Describes the store.
    ///
    /// - Parameters:
    ///   - isForOneUser: Whether the store is for a single user and ignores user names. The checks with several users
    ///     are then skipped.
    ///   - makePlace: A closure that creates an empty place, such as a folder or a table on a server, which no other
    ///     call returns.
    ///   - open: A closure that opens the store at a place. It is called again for the same place, as after a restart.
    ///     A store in memory returns the same instance.
    ///   - write: A closure that writes a record like the app does, and replaces an existing one with the same number.
    ///   - number: A closure that returns the number of the sample from which a record was made.
    public init(
        isForOneUser: Bool = false,
        makePlace: @escaping @Sendable () async throws -> Place,
        open: @escaping @Sendable (Place) async throws -> Source,
        write: @escaping @Sendable (SampleRecord, Source) async throws -> Void,
        number: @escaping @Sendable (Source.Record) -> Int
    ) {
        users = isForOneUser ? ["ada"] : ["ada", "grace"]
        self.makePlace = makePlace
        self.open = open
        self.write = write
        self.number = number
    }

    /// The number of records of each user.
    private static var count: Int { 25 }

    /// Runs every check.
    ///
    /// - Throws: ``ConformanceError`` with every violation, or any error that the closures throw.
    /// - Complexity: Creates about ten places, and reads some hundred pages.
    public func check() async throws {
        var promises = Promises()
        try await promises.run(checkPages)
        try await promises.run(checkRanges)
        try await promises.run(checkRestarts)
        for limit in [1, 4, 10] {
            try await promises.run { promises in try await checkLeaving(limit, &promises) }
        }
        try await promises.run(checkChanges)
        try promises.end()
    }

    /// Returns the numbers of a user's records, which are different for each user.
    private static func numbers(of user: String, among users: [String]) -> Range<Int> {
        let first = (users.firstIndex(of: user) ?? 0) * 100
        return first..<first + count
    }

    private func filled() async throws -> (place: Place, source: Source) {
        let place = try await makePlace()
        let source = try await open(place)
        for user in users {
            // Write the last number first, so that the order of writing differs from that of the numbers.
            let samples = SampleRecord.list(Self.numbers(of: user, among: users), of: user)
            for sample in samples.reversed() { try await write(sample, source) }
        }
        return (place, source)
    }

    /// Returns the numbers of all records that a backfill would read, page by page.
    ///
    /// The limits give the number of records for each page, in turn. After each full page, a closure receives all
    /// numbers so far, and may open the source again.
    private func numbers(
        of user: String,
        from source: Source,
        _ range: BackfillRange,
        limits: Int...,
        promises: inout Promises,
        afterPage: (_ numbers: [Int], _ source: inout Source) async throws -> Void = { _, _ in }
    ) async throws -> [Int] {
        var source = source
        var numbers: [Int] = []
        var cursor: String?
        // A source that never ends violates its requirements.
        for round in 0...Self.count + 1 {
            let limit = limits[round % limits.count]
            let page = try await source.page(of: user, in: range, after: cursor, limit: limit)
            promises.expect(page.records.count <= limit, "a page has more records than the limit")
            promises.expect(
                page.records.count < limit || page.cursor != nil && page.cursor != cursor,
                "a full page has no cursor after its last record"
            )
            numbers += page.records.map(number)
            if page.records.count < limit { return numbers }
            cursor = page.cursor
            try await afterPage(numbers, &source)
        }
        promises.expect(false, "the pages never end")
        return numbers
    }

    private func checkPages(_ promises: inout Promises) async throws {
        let (_, source) = try await filled()
        for user in users {
            let wanted = Self.numbers(of: user, among: users)
            for limit in [1, 3, 10, Self.count, 1_000] {
                let found = try await numbers(
                    of: user,
                    from: source,
                    .everything,
                    limits: limit,
                    promises: &promises
                )
                promises.expect(
                    found.sorted() == Array(wanted),
                    "pages of up to \(limit) do not contain exactly the records of the user, each once"
                )
            }
        }
        let unknown = try await source.page(of: "nobody", in: .everything, after: nil, limit: 10)
        promises.expect(users.count == 1 || unknown.records.isEmpty, "a page for a user without records is not empty")
    }

    private func checkRanges(_ promises: inout Promises) async throws {
        let user = users[0]
        let (_, source) = try await filled()
        for from in [nil, 0, 5, 24, Self.count] {
            let expected = (from ?? 0)..<Self.count
            let range = BackfillRange(from: from.map { .sample($0) })
            let found = try await numbers(of: user, from: source, range, limits: 4, promises: &promises)
            promises.expect(
                found.sorted() == Array(expected),
                "pages do not contain exactly the records of the range, which includes its lower bound"
            )
            let count = try await source.count(of: user, in: range)
            promises.expect(
                count == nil || count == expected.count,
                "count(of:in:) is not the number of records in the pages; return nil if it is unknown"
            )
        }
    }

    /// A copy continues after a cursor in another process, and with pages of another size.
    private func checkRestarts(_ promises: inout Promises) async throws {
        let (place, source) = try await filled()
        let found = try await numbers(
            of: users[0],
            from: source,
            .everything,
            limits: 4,
            7,
            3,
            promises: &promises
        ) { _, source in source = try await open(place) }
        promises.expect(
            found.sorted() == Array(0..<Self.count),
            """
            a reopened source does not continue after the cursor of the previous page if the limit differs; make the cursor \
            identify a record, not a number of pages or records
            """
        )
    }

    /// If a clock that was set back moves a record out of the range, no other record is moved into or out of a page.
    private func checkLeaving(_ limit: Int, _ promises: inout Promises) async throws {
        let user = users[0]
        let (_, source) = try await filled()
        var uncopied: Int?
        var isChanged = false
        let found = try await numbers(
            of: user,
            from: source,
            BackfillRange(from: .sample(0)),
            limits: limit,
            promises: &promises
        ) { numbers, source in
            guard !isChanged else { return }
            isChanged = true
            uncopied = Set(0..<Self.count).subtracting(numbers).max()
            for number in [numbers.first, uncopied].compactMap(\.self) {
                let changed = SampleRecord(number: number, user: user, modified: .sample(-200), text: "changed")
                try await write(changed, source)
            }
        }
        promises.expect(
            found.filter { $0 != uncopied }.sorted() == (0..<Self.count).filter { $0 != uncopied },
            """
            after records that were written between two pages left the range, others were returned twice or skipped; \
            continue after a record, not after a number of records
            """
        )
    }

    /// A record that changes within the range during the copy is neither returned twice nor skipped.
    private func checkChanges(_ promises: inout Promises) async throws {
        let user = users[0]
        let (_, source) = try await filled()
        var isChanged = false
        let found = try await numbers(
            of: user,
            from: source,
            .everything,
            limits: 10,
            promises: &promises
        ) { numbers, source in
            guard !isChanged else { return }
            isChanged = true
            let rest = Set(0..<Self.count).subtracting(numbers)
            for number in [numbers.first, numbers.last, rest.min(), rest.max()].compactMap(\.self) {
                let changed = SampleRecord(number: number, user: user, modified: .sample(500 - number), text: "changed")
                try await write(changed, source)
            }
        }
        promises.expect(
            found.sorted() == Array(0..<Self.count),
            "a record that was changed between two pages was returned twice or skipped; order records by something constant"
        )
    }
}
