import DataMigration
import Testing
import ToggleBase

struct CleanStartTests {
    private struct Refusal: Error {}

    /// A store that another process changes immediately before a clean start.
    private final class CrowdedStore: SettingsStore {
        let store: InMemoryStore
        private let intruder: Mutex<(@Sendable (InMemoryStore) -> Void)?>

        init(_ store: InMemoryStore, intruder: @escaping @Sendable (InMemoryStore) -> Void) {
            self.store = store
            self.intruder = Mutex(intruder)
        }

        var name: String { store.name }
        func read() -> StoreContents { store.read() }
        func update(
            _ change: (StoreContents) throws(DataMigrationError) -> StoreContents?
        ) throws(DataMigrationError) -> Bool { try store.update(change) }

        func startClean(with contents: StoreContents, if condition: (StoreContents?) -> Bool) -> CleanStart {
            let intruder = intruder.withLock { intruder in
                defer { intruder = nil }
                return intruder
            }
            intruder?(store)
            return store.startClean(with: contents, if: condition)
        }
    }

    @Test func dataOfOtherProcessIsNotReplaced() throws {
        let steps = try MigrationSteps([
            MigrationStep("1", "refuse", ifNothingToMove: .leave, .free("refuse") { _ in throw Refusal() })
        ])
        let store = CrowdedStore(InMemoryStore(["old": 1])) { store in
            // The other process also starts clean, and then uses the store.
            _ = store.startClean(
                with: StoreContents(values: ["fresh": 2], record: MigrationRecord(version: "1")),
                if: { _ in true }
            )
        }
        let outcome = DataMigrator(steps, policy: .startClean) { _ in }.run(on: store, appVersion: "1")
        #expect(outcome.result == .upToDate)
        #expect(store.read().values == ["fresh": 2])
        #expect(store.store.backups.map(\.values) == [["old": 1]])
    }

    @Test func repairedStoreIsMigrated() throws {
        let steps = try MigrationSteps([MigrationStep("1", "b", ifNothingToMove: .leave, .rename("a", to: "b"))])
        let store = CrowdedStore(InMemoryStore(["a": 1], version: "no version")) { store in
            _ = store.startClean(with: StoreContents(values: ["a": 2]), if: { _ in true })
        }
        let outcome = DataMigrator(steps, policy: .startClean) { _ in }.run(on: store, appVersion: "1")
        #expect(outcome.result == .migrated)
        #expect(store.read().values == ["b": 2])
    }

    @Test func constantlyChangingStoreKeepsItsData() throws {
        /// A store whose record differs each time it is read.
        struct RestlessStore: SettingsStore {
            let name = "restless"
            func read() -> StoreContents { StoreContents(record: MigrationRecord(version: "none")) }
            func update(
                _ change: (StoreContents) throws(DataMigrationError) -> StoreContents?
            ) throws(DataMigrationError) -> Bool { try change(read()) != nil }
            func startClean(with contents: StoreContents, if condition: (StoreContents?) -> Bool) -> CleanStart {
                condition(StoreContents()) ? .started(backup: nil) : .refused
            }
        }
        let outcome = DataMigrator(try MigrationSteps([]), policy: .startClean) { _ in }
            .run(on: RestlessStore(), appVersion: "1")
        #expect(outcome.result == .keptData)
        #expect(outcome.problems.map(\.error.code) == [.malformed])
    }
}
