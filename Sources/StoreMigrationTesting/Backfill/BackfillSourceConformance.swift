public import StoreMigration

/// Checks that a store keeps the promises of ``StoreMigration/BackfillSource``, for those who write one.
///
/// ```swift
/// @Test func conforms() async throws {
///     try await BackfillSourceConformance(
///         makeSource: { try OldBooks(path: TemporaryFolder().path) },
///         write: { sample, store in try await store.save(Book(id: sample.number, owner: sample.user, …)) },
///         number: { $0.id }
///     ).check()
/// }
/// ```
public struct BackfillSourceConformance<Source: BackfillSource>: Sendable {
    private let users: [String]
    private let makeSource: @Sendable () async throws -> Source
    private let write: @Sendable (SampleRecord, Source) async throws -> Void
    private let number: @Sendable (Source.Record) -> Int

    /// Describes the store.
    ///
    /// - Parameters:
    ///   - isForOneUser: Whether the store is that of one user, and looks at no names; then the checks of several are left out.
    ///   - makeSource: Makes a store with nothing in it.
    ///   - write: Writes a record as the app does: a new one, or in place of the one with the same number.
    ///   - number: Which sample a record was made of.
    public init(
        isForOneUser: Bool = false,
        makeSource: @escaping @Sendable () async throws -> Source,
        write: @escaping @Sendable (SampleRecord, Source) async throws -> Void,
        number: @escaping @Sendable (Source.Record) -> Int
    ) {
        users = isForOneUser ? ["ada"] : ["ada", "grace"]
        self.makeSource = makeSource
        self.write = write
        self.number = number
    }

    /// How many records a user has.
    private static var count: Int { 25 }
    /// All of them.
    private static var everything: BackfillRange { BackfillRange(from: nil, before: .sample(1_000)) }

    /// Runs every check.
    ///
    /// - Throws: ``ConformanceFailure`` with every promise that was not kept, or what the closures throw.
    public func check() async throws {
        var promises = Promises()
        let source = try await filled()
        for user in users {
            let first = Self.numbers(of: user, among: users)
            for limit in [1, 3, 10, Self.count, 1_000] {
                let found = try await numbers(of: user, from: source, Self.everything, limit: limit, &promises)
                promises.expect(
                    found.sorted() == Array(first),
                    "pages of up to \(limit) do not bring every record of the user once, and nobody else's"
                )
            }
        }
        try await checkRanges(source, &promises)
        let nobody = try await source.page(of: "nobody", in: Self.everything, after: nil, limit: 10)
        promises.expect(users.count == 1 || nobody.records.isEmpty, "a user who has no records got some")
        try await checkChanges(&promises)
        try promises.end()
    }

    /// The numbers of a user's records: no two users have the same.
    private static func numbers(of user: String, among users: [String]) -> Range<Int> {
        let first = (users.firstIndex(of: user) ?? 0) * 100
        return first..<first + count
    }

    private func filled() async throws -> Source {
        let source = try await makeSource()
        for user in users {
            // Not in the order of the numbers, so that an order by time would be another one.
            let samples = SampleRecord.list(Self.numbers(of: user, among: users), of: user)
            for sample in samples.reversed() { try await write(sample, source) }
        }
        return source
    }

    /// What a backfill would read, page by page.
    private func numbers(
        of user: String,
        from source: Source,
        _ range: BackfillRange,
        limit: Int,
        _ promises: inout Promises,
        behindPage: (_ numbers: [Int]) async throws -> Void = { _ in }
    ) async throws -> [Int] {
        var numbers: [Int] = []
        var cursor: String?
        // A source that never ends is one that does not keep its promise.
        for _ in 0...Self.count + 1 {
            let page = try await source.page(of: user, in: range, after: cursor, limit: limit)
            promises.expect(page.records.count <= limit, "a page has more records than were asked for")
            promises.expect(
                page.records.count < limit || page.cursor != nil && page.cursor != cursor,
                "a full page has no cursor behind its last record"
            )
            numbers += page.records.map(number)
            if page.records.count < limit { return numbers }
            cursor = page.cursor
            try await behindPage(numbers)
        }
        promises.expect(false, "the pages do not come to an end")
        return numbers
    }

    private func checkRanges(_ source: Source, _ promises: inout Promises) async throws {
        let user = users[0]
        let cases: [(from: Int?, before: Int, expected: Range<Int>)] = [
            (nil, 10, 0..<10), (5, 10, 5..<10), (5, 6, 5..<6), (24, 1_000, 24..<25), (nil, 0, 0..<0), (7, 7, 0..<0),
        ]
        for (from, before, expected) in cases {
            let range = BackfillRange(from: from.map { .sample($0) }, before: .sample(before))
            let found = try await numbers(of: user, from: source, range, limit: 4, &promises)
            promises.expect(
                found.sorted() == Array(expected),
                "pages do not bring what was written in the range: its lower bound belongs to it, its upper one does not"
            )
            let count = try await source.count(of: user, in: range)
            promises.expect(
                count == nil || count == expected.count,
                "count(of:in:) is not the number of records that the pages bring; answer nil where it is not known"
            )
        }
    }

    /// A record that changes while it is copied neither comes twice nor is passed over.
    private func checkChanges(_ promises: inout Promises) async throws {
        let user = users[0]
        let source = try await filled()
        var isChanged = false
        let found = try await numbers(of: user, from: source, Self.everything, limit: 10, &promises) { numbers in
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
            "a record that was changed between two pages came twice or was passed over; order by what never changes"
        )
    }
}
