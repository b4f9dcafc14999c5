import FeatureToggles
import TestSupport
import Testing

@testable import StoreMigration

/// Collects events of several tasks.
private final class Log<Element: Sendable>: Sendable {
    private let elements = Watched<[Element]>([])

    var all: [Element] { elements.value }

    func add(_ element: Element) {
        elements.withLock { $0.append(element) }
    }

    /// Waits until a number of events have been collected.
    func until(_ count: Int) async {
        await elements.until { $0.count >= count }
    }
}

/// Simultaneous writes to both stores.
@Suite(.timeLimit(.minutes(20))) struct WriteOrderTests {
    private static let both = MigrationStage.allCases.filter(\.writesBoth)

    private func migration(_ stage: MigrationStage, user: String? = nil) -> Migration {
        Migration(.bookStore, toggles: FixedToggles([.set(.bookStore, to: stage)]), user: user)
    }

    @Test(arguments: both, ["a record", nil])
    func bothStoresReceiveSameWriteOrder(stage: MigrationStage, record: String?) async throws {
        for _ in 0..<50 {
            let migration = migration(stage)
            let begun = Log<Int>()
            let old = Log<Int>()
            let new = Log<Int>()
            await withTaskGroup { group in
                for number in 0..<6 {
                    group.addTask {
                        begun.add(number)
                        await migration.write(record: record) {
                            // So that all writes are ready when the first one continues.
                            await begun.until(6)
                            old.add(number)
                        } new: {
                            // Like a store that suspends the write.
                            await Task.yield()
                            new.add(number)
                        }
                    }
                }
            }
            let (first, second) = (old.all, new.all)
            #expect(first == second && first.sorted() == Array(0..<6))
        }
    }

    @Test func userWritesAreSerializedAcrossStages() async throws {
        let toggles = InMemoryToggles(.set(.bookStore, to: .shadow))
        let migration = Migration(.bookStore, toggles: toggles)
        let shadow = migration.pinned()
        let events = Log<String>()
        toggles.apply(.set(.bookStore, to: .live))
        let live = migration.pinned()
        let begun = Log<String>()
        await withTaskGroup { group in
            for (name, pinned) in [("shadow", shadow), ("live", live)] {
                group.addTask {
                    begun.add(name)
                    await pinned.write {
                        events.add(name)
                        await begun.until(2)
                    } new: {
                        events.add(name)
                    }
                }
            }
        }
        let order = events.all
        #expect(order == ["shadow", "shadow", "live", "live"] || order == ["live", "live", "shadow", "shadow"])
    }

    /// Two writes that each wait until the other one has begun.
    @Test func differentRecordsAreWrittenConcurrently() async throws {
        let migration = migration(.dualwrite)
        let begun = Log<String>()
        await withTaskGroup { group in
            for record in ["one", "two"] {
                group.addTask {
                    await migration.write(record: record) {
                        begun.add(record)
                        await begun.until(2)
                    } new: {
                    }
                }
            }
        }
        #expect(begun.all.count == 2)
    }

    @Test func nestedWriteDoesNotWait() async throws {
        let (migration, other) = (migration(.dualwrite), migration(.live))
        let inner = Log<Int>()
        await migration.write(record: "a") {
            await other.write(record: "b") {
                await migration.write(record: "a") {
                } new: {
                    inner.add(1)
                }
            } new: {
            }
        } new: {
        }
        #expect(inner.all == [1])
    }

    @Test func taskThatOutlivesItsWriteWaits() async throws {
        let migration = migration(.dualwrite)
        let events = Log<String>()
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let started = Log<Task<Void, Never>>()
        let begun = Log<String>()
        await migration.write(record: "a") {
            let task = Task {
                for await _ in gate {}
                begun.add("late")
                await migration.write(record: "a") {
                    events.add("late")
                } new: {
                }
            }
            started.add(task)
        } new: {
        }
        await migration.write(record: "a") {
            open.finish()
            await begun.until(1)
            events.add("old")
        } new: {
            events.add("new")
        }
        await started.all.first?.value
        #expect(events.all == ["old", "new", "late"])
    }

    @Test func failedOrCanceledWriteUnblocksNext() async throws {
        let migration = migration(.dualwrite)
        await #expect(throws: StoreError.self) {
            try await migration.write { () async throws in
                throw StoreError()
            } new: { () async throws in
            }
        }
        let cancelled = Task {
            try await migration.write { () async throws in
                try Task.checkCancellation()
            } new: { () async throws in
            }
        }
        cancelled.cancel()
        _ = await cancelled.result
        #expect(
            await migration.write {
                "done"
            } new: {
                ""
            } == "done"
        )
    }
}
