public import StoreMigration

/// Checks that a store meets the requirements of `DualWriteStore`, for implementers of the protocol.
///
/// ```swift
/// @Test func conforms() async throws {
///     try await DualWriteStoreConformance(
///         makePlace: { try await database.makeEmptyTable() },
///         open: { ServerDualWrites(database, table: $0) }
///     ).check()
/// }
/// ```
public struct DualWriteStoreConformance<Place: Sendable, Store: DualWriteStore>: Sendable {
    private let makePlace: @Sendable () async throws -> Place
    private let open: @Sendable (Place) async throws -> Store

    /// Describes the store.
    ///
    /// - Parameters:
    ///   - makePlace: A closure that creates an empty place, such as a folder or a table on a server, which no other
    ///     call returns.
    ///   - open: A closure that opens the store at a place. It is called again for the same place, as after a restart
    ///     and for a second writer. A store in memory returns the same instance.
    public init(
        makePlace: @escaping @Sendable () async throws -> Place,
        open: @escaping @Sendable (Place) async throws -> Store
    ) {
        self.makePlace = makePlace
        self.open = open
    }

    /// Runs every check.
    ///
    /// - Throws: ``ConformanceError`` with every violation, or any error that the closures throw.
    public func check() async throws {
        var promises = Promises()
        try await promises.run(checkStates)
        try await promises.run(checkUsers)
        try await promises.run(checkWriters)
        try await promises.run(checkCancellation)
        try promises.end()
    }

    private static var states: [DualWriteState] {
        [
            DualWriteState(old: .beginning, new: .sample(0)), DualWriteState(old: nil, new: nil),
            DualWriteState(old: .sample(2), new: .sample(1)), DualWriteState(old: nil, new: .beginning),
            DualWriteState(old: MigrationTime(millisecondsSince1970: -1), new: nil), .initial,
            DualWriteState(old: MigrationTime(millisecondsSince1970: 0), new: .sample(1_000_000_000)),
            DualWriteState(
                old: .beginning,
                new: nil,
                omissions: [
                    DualWriteState.Omission(origin: .new, start: .sample(1), since: .beginning),
                    DualWriteState.Omission(origin: .old, start: .beginning, since: .sample(2)),
                ]
            ),
        ]
    }

    private func checkStates(_ promises: inout Promises) async throws {
        let place = try await makePlace()
        promises.expect(
            try await open(place).state(of: "ada") == .initial,
            "a user without a stored state does not have the initial state"
        )
        var known = DualWriteState.initial
        for state in Self.states {
            let before = known
            let result = try await open(place).update("ada") { kept in
                kept == before ? state : DualWriteState(old: .sample(-1), new: .sample(-1))
            }
            promises.expect(
                result == state,
                "update(_:_:) does not pass the stored state to its closure, or does not return the new one"
            )
            promises.expect(
                try await open(place).state(of: "ada") == state,
                "a state differs after the store is reopened; store both times, even if they are nil, and the omissions"
            )
            known = state
        }
        let last = known
        let result = try await open(place).update("ada") { $0 }
        promises.expect(result == last, "update(_:_:) does not return the state if the closure does not change it")
    }

    private func checkUsers(_ promises: inout Promises) async throws {
        let place = try await makePlace()
        let users = [
            "ada", "Ada", "ada ", "a/b", "../ada", "", "null", "ü👩‍👩‍👧", "a\nb", "a\"b'c\\", "%s;--",
            String(repeating: "long", count: 500),
        ]
        for (number, user) in users.enumerated() {
            try await open(place).update(user) { state in
                // The state of another user must not be visible.
                state == .initial ? DualWriteState(old: nil, new: .sample(number)) : state
            }
        }
        for (number, user) in users.enumerated() {
            let state = try await open(place).state(of: user)
            promises.expect(
                state == DualWriteState(old: nil, new: .sample(number)),
                "two users share a state, or a user with an unusual name has none: “\(user.prefix(20))”"
            )
        }
    }

    private func checkWriters(_ promises: inout Promises) async throws {
        let place = try await makePlace()
        let stores = [try await open(place), try await open(place)]
        let (tasks, changes) = (8, 5)
        try await withThrowingTaskGroup { group in
            for number in 0..<tasks {
                let store = stores[number % stores.count]
                group.addTask {
                    for _ in 0..<changes {
                        try await store.update("ada") { state in
                            let count = state.new?.millisecondsSince1970 ?? 0
                            return DualWriteState(old: nil, new: MigrationTime(millisecondsSince1970: count + 1))
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let count = try await open(place).state(of: "ada").new?.millisecondsSince1970
        promises.expect(
            count == Int64(tasks * changes),
            "changes by simultaneous writers were lost; no other change may happen between reading a state and replacing it"
        )
    }

    /// A change whose task is canceled may be stored or not, but a returned state must be stored.
    private func checkCancellation(_ promises: inout Promises) async throws {
        let place = try await makePlace()
        let store = try await open(place)
        var known = DualWriteState.initial
        for round in 0..<16 {
            let state = DualWriteState(old: .sample(round), new: .sample(round))
            let update = Task { try await store.update("ada") { _ in state } }
            for _ in 0..<round { await Task.yield() }
            update.cancel()
            let result = await update.result
            let kept = try await open(place).state(of: "ada")
            if case .success = result {
                promises.expect(kept == state, "a canceled change returned without an error, but is not stored")
            }
            promises.expect(
                kept == state || kept == known,
                "after a canceled change, the state is neither the old one nor the new one"
            )
            known = kept
        }
    }
}
