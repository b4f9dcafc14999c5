public import StoreMigration

/// Checks that a queue meets the requirements of `BackfillQueue`, for implementers of the protocol.
///
/// It also runs ``DualWriteStoreConformance``.
///
/// ```swift
/// @Test func conforms() async throws {
///     try await BackfillQueueConformance(
///         makePlace: { try TemporaryFolder() },
///         open: { try ServerQueue(path: $0.path) }
///     ).check()
/// }
/// ```
public struct BackfillQueueConformance<Place: Sendable, Queue: BackfillQueue>: Sendable {
    private let makePlace: @Sendable () async throws -> Place
    private let open: @Sendable (Place) async throws -> Queue

    /// Describes the queue.
    ///
    /// - Parameters:
    ///   - makePlace: A closure that creates an empty place, such as a folder or a table on a server, which no other
    ///     call returns.
    ///   - open: A closure that opens the queue at a place. It is called again for the same place, as after a restart
    ///     and for a second process. A queue in memory returns the same instance.
    public init(
        makePlace: @escaping @Sendable () async throws -> Place,
        open: @escaping @Sendable (Place) async throws -> Queue
    ) {
        self.makePlace = makePlace
        self.open = open
    }

    /// Runs every check.
    ///
    /// - Throws: ``ConformanceError`` with every violation, or any error that the closures throw.
    public func check() async throws {
        try await DualWriteStoreConformance(makePlace: makePlace, open: open).check()
        var promises = Promises()
        try await promises.run(checkRows)
        try await promises.run(checkLists)
        try await promises.run(checkTaking)
        try await promises.run(checkWorkers)
        try promises.end()
    }

    private static func requested(_ row: QueuedUser, _ seconds: Int) -> QueuedUser {
        var row = row
        row.request(at: .sample(seconds))
        return row
    }

    private static func taken(_ row: QueuedUser, _ lease: String, at now: Int, until end: Int) -> QueuedUser {
        var row = row
        row.take(lease, into: .new, at: .sample(now), until: .sample(end), maximumAttempts: 100)
        return row
    }

    private func checkRows(_ promises: inout Promises) async throws {
        let place = try await makePlace()
        promises.expect(
            try await open(place).user("ada") == QueuedUser("ada"),
            "a user without a row is not passed as QueuedUser(user)"
        )
        let requested = try await open(place).change("ada") { Self.requested($0, 1) }
        promises.expect(
            try await open(place).user("ada") == requested,
            "a row differs after the queue is reopened; store its text"
        )
        let taken = try await open(place).change("ada") { Self.taken($0, "a", at: 2, until: 3) }
        promises.expect(taken.phase == .running, "change(_:_:) does not pass the stored row to its closure")
        let ended = try await open(place).change("ada") { row in
            var row = row
            let result = WorkResult.failed("Error", retryAfter: .seconds(5), maximumAttempts: 9)
            row.end("a", result, into: .new, at: .sample(4))
            return row
        }
        promises.expect(
            try await open(place).user("ada") == ended,
            "a row differs after the queue is reopened; store its text"
        )
        promises.expect(
            try await open(place).user("Ada") == QueuedUser("Ada"),
            "two users share a row, because their keys differ only in case"
        )
    }

    private func checkLists(_ promises: inout Promises) async throws {
        let place = try await makePlace()
        let queue = try await open(place)
        // Several users at the same time, and names whose order depends on the comparison.
        let users = ["b", "a", "B", "ä", "z", "a b", "", "éa", "10", "9"]
        for (number, user) in users.enumerated() {
            try await queue.change(user) { Self.requested($0, number / 3) }
        }
        try await queue.change("running") { Self.taken(Self.requested($0, 0), "a", at: 1, until: 9) }
        let wanted = users.enumerated().sorted { left, right in
            left.offset / 3 == right.offset / 3
                ? left.element.utf8.lexicographicallyPrecedes(right.element.utf8) : left.offset > right.offset
        }.map(\.element)
        for limit in [1, 3, 4, 100] {
            var listed: [QueuedUser] = []
            while listed.count <= users.count {
                let page = try await open(place).users(in: .waiting, after: listed.last, limit: limit)
                promises.expect(page.count <= limit, "users(in:after:limit:) returns more users than the limit")
                listed += page
                if page.count < limit { break }
            }
            promises.expect(
                listed.map(\.user) == wanted,
                """
                users(in:after:limit:) does not return each user of the phase once, the most recently active first, and equally \
                active ones in the order of their UTF-8
                """
            )
        }
        let counts = try await open(place).counts()
        promises.expect(
            counts[.waiting] == users.count && counts[.running] == 1 && counts[.done] ?? 0 == 0,
            "counts() does not return the number of users in each phase"
        )
    }

    private func checkTaking(_ promises: inout Promises) async throws {
        let place = try await makePlace()
        let queue = try await open(place)
        for (number, user) in ["first", "second", "third"].enumerated() {
            try await queue.change(user) { Self.requested($0, number) }
        }
        try await queue.change("leased") { Self.taken(Self.requested($0, 9), "a", at: 9, until: 20) }
        try await queue.change("expired") { Self.taken(Self.requested($0, 8), "a", at: 8, until: 10) }
        try await queue.change("later") { Self.requested($0, 11) }
        try await queue.change("done") { row in
            var row = Self.taken(Self.requested(row, 9), "a", at: 9, until: 10)
            row.end("a", .done(copied: 3), into: .new, at: .sample(9))
            return row
        }
        func take(_ limit: Int) async throws -> [String] {
            try await open(place).take(limit, dueAt: .sample(10)) { Self.taken($0, "b", at: 10, until: 20) }.map(\.user)
        }
        promises.expect(
            try await take(2) == ["expired", "third"],
            """
            take(_:dueAt:_:) does not take the most recently active users first who are waiting or running and due, with a \
            ‘due’ that is not after the time
            """
        )
        promises.expect(
            try await open(place).user("third").holds("b"),
            "take(_:dueAt:_:) does not store the changed rows"
        )
        let (rest, none) = (Set(try await take(9)), try await take(9))
        promises.expect(
            rest == ["second", "first"] && none.isEmpty,
            "take(_:dueAt:_:) takes users that are not due, or takes users twice"
        )
        promises.expect(try await take(0).isEmpty, "take(_:dueAt:_:) returns more users than the limit")
    }

    /// Several workers must never take the same user.
    private func checkWorkers(_ promises: inout Promises) async throws {
        let place = try await makePlace()
        let count = 60
        let queue = try await open(place)
        for number in 0..<count { try await queue.change("user \(number)") { Self.requested($0, number % 7) } }
        let queues = [queue, try await open(place)]
        let taken = try await withThrowingTaskGroup(of: [String].self) { group in
            for worker in 0..<6 {
                let queue = queues[worker % queues.count]
                group.addTask {
                    var users: [String] = []
                    // A queue that gives out the same users again and again would never end.
                    while users.count <= count {
                        let rows = try await queue.take(1 + worker % 3, dueAt: .sample(10)) { row in
                            Self.taken(row, "\(worker)", at: 10, until: 20)
                        }
                        if rows.isEmpty { break }
                        users += rows.map(\.user)
                    }
                    return users
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        promises.expect(
            taken.count == count && Set(taken).count == count,
            "simultaneous workers took the same user, or left some out; select and change the rows in one transaction"
        )
    }
}
