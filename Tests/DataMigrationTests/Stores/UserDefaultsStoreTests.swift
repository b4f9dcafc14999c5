import Foundation
import MigrationTesting
import TestSupport
import Testing
import ToggleBase

@testable import DataMigration

struct UserDefaultsStoreTests {
    private static let name = "com.example.shop"

    private func store(_ device: MortalDevice) -> UserDefaultsStore {
        UserDefaultsStore(device.defaults(Self.name), secondsSince1970: { 7 })
    }

    private func device(_ values: [String: StoredValue]) -> MortalDevice {
        let device = MortalDevice()
        for (key, value) in values { device.defaults(Self.name).set(value, forKey: key) }
        var random = SeededRandom(seed: 1)
        _ = device.defaults(Self.name).synchronize()
        return device.survivor(&random)
    }

    /// Every type of a property list, in the real `UserDefaults`.
    @Test func realSuiteKeepsEveryType() throws {
        let suite = "toggles-test-\(UInt64.random(in: .min ... .max))"
        let defaults = try #require(UserDefaults(suiteName: suite))
        defer {
            defaults.removePersistentDomain(forName: suite)
            _ = defaults.synchronize()
        }
        let values: [String: StoredValue] = [
            "text": "é", "flag": true, "off": false, "one": 1, "zero": 0, "half": 0.5, "whole": .number(2),
            "big": .integer(.max), "data": .data([0, 255]), "date": .date(86_400),
            "list": ["a", 1, true, [2.5]], "table": ["a": ["b": .data([1])], "n": 1],
        ]
        let store = UserDefaultsStore(suite: suite)
        #expect(try store.read() == StoreContents())
        try store.update { _ in StoreContents(values: values, record: MigrationRecord(version: "1")) }
        #expect(try store.read() == StoreContents(values: values, record: MigrationRecord(version: "1")))
        // What the app sees.
        #expect(defaults.string(forKey: "text") == "é")
        #expect(defaults.bool(forKey: "flag"))
        #expect(defaults.integer(forKey: "one") == 1)
        #expect(defaults.double(forKey: "half") == 0.5)
        #expect(defaults.data(forKey: "data") == Data([0, 255]))
        #expect(defaults.object(forKey: UserDefaultsStore.journalKey) == nil)
        // What the app writes.
        defaults.set("new", forKey: "text")
        defaults.set([1, 2], forKey: "list")
        defaults.removeObject(forKey: "off")
        let changed = try store.read().values
        #expect(changed["text"] == "new")
        #expect(changed["list"] == [1, 2])
        #expect(changed["off"] == nil)
        defaults.set([NSNumber(value: UInt64.max)], forKey: "large")
        let refusal = #expect(throws: DataMigrationError.self) { try store.read() }
        #expect(refusal?.code == .unreadable && refusal?.message.contains("an integer that is too large") == true)
        defaults.removeObject(forKey: "large")
        let steps = try MigrationSteps([
            MigrationStep("2", "rename", ifNothingToMove: .fail, .rename("text", to: "title"), .delete("table"))
        ])
        let outcome = DataMigrator(steps) { _ in }.run(on: store, appVersion: "2")
        #expect(outcome.result == .migrated)
        #expect(defaults.string(forKey: "title") == "new")
        #expect(defaults.object(forKey: "text") == nil)
        let backup = try #require(try store.startClean(with: StoreContents(values: ["fresh": 1])))
        defer {
            defaults.removePersistentDomain(forName: backup)
            _ = UserDefaults(suiteName: backup)?.synchronize()
        }
        #expect(try store.read().values == ["fresh": 1])
        #expect(try UserDefaultsStore(suite: backup).read().values["title"] == "new")
    }

    /// The journal contains values that are as deep as the store allows.
    @Test func deepValueIsChangedAndRemoved() throws {
        let suite = "toggles-test-\(UInt64.random(in: .min ... .max))"
        let defaults = try #require(UserDefaults(suiteName: suite))
        defer {
            defaults.removePersistentDomain(forName: suite)
            _ = defaults.synchronize()
        }
        let store = UserDefaultsStore(suite: suite)
        let deep = (0..<125).reduce(StoredValue.array([1])) { value, _ in [value] }
        try store.check(["a": deep])
        try store.update { _ in StoreContents(values: ["a": deep]) }
        #expect(try store.read().values == ["a": deep])
        // A killed process leaves its journal.
        let journal: StoredValue = ["version": 1, "changes": [["key": "a", "before": deep]]]
        defaults.set(journal.propertyList, forKey: UserDefaultsStore.journalKey)
        #expect(try store.read().values.isEmpty)
        try store.recover()
        #expect(defaults.object(forKey: "a") == nil)
    }

    @Test func registeredDefaultsAreNotSettings() throws {
        let suite = "toggles-test-\(UInt64.random(in: .min ... .max))"
        let defaults = try #require(UserDefaults(suiteName: suite))
        defer { defaults.removePersistentDomain(forName: suite) }
        defaults.register(defaults: ["registered": 1])
        #expect(try UserDefaultsStore(suite: suite).read().values.isEmpty)
    }

    @Test(arguments: ["", UserDefaults.globalDomain])
    func invalidSuiteIsUnreadable(suite: String) {
        let error = #expect(throws: DataMigrationError.self) { try UserDefaultsStore(suite: suite).read() }
        #expect(error?.code == .unreadable)
    }

    /// Every number of changes that survives is either before or after the commit for the next run.
    @Test func interruptedCommitIsCompleted() throws {
        let old: [String: StoredValue] = ["a": 1, "b": 2, "c": 3, "kept": 4]
        let new = StoreContents(values: ["b": 20, "d": 1, "e": 5, "kept": 4], record: MigrationRecord(version: "1"))
        let counter = device(old)
        try store(counter).update { _ in new }
        let count = counter.changes
        #expect(count == 11)
        var random = SeededRandom(seed: 3)
        var ends = [0, 0]
        for change in 0..<count {
            for isPowerLost in [false, true] {
                for _ in 0..<20 {
                    let victim = device(old)
                    victim.die(at: change)
                    _ = try? store(victim).update { _ in new }
                    let survivor = victim.survivor(afterPowerLoss: isPowerLost, &random)
                    let found = try store(survivor).read()
                    #expect(found == new || found == StoreContents(values: old))
                    ends[found == new ? 1 : 0] += 1
                    // Reading doesn't write.
                    #expect(survivor.changes == 0)
                    try store(survivor).recover()
                    let values = try survivor.defaults(Self.name).values()
                    #expect(values[UserDefaultsStore.journalKey] == nil)
                    #expect(try store(survivor).read() == found)
                    if found == new { #expect(values == new.values.merging(record("1")) { $1 }) }
                }
            }
        }
        #expect(ends.allSatisfy { $0 > 20 }, "\(ends)")
    }

    private func record(_ version: String) -> [String: StoredValue] {
        [UserDefaultsStore.recordKey: MigrationRecord(version: version).stored]
    }

    /// A journal of a commit that renames `a` to `b`.
    private static let journal: StoredValue = [
        "version": 1,
        "changes": [
            ["key": "a", "before": 1], ["key": "b", "after": 1],
            ["key": "DataMigration.record", "after": ["version": "1"]],
        ],
    ]

    @Test func runCompletesInterruptedCommitFirst() throws {
        let device = device(["a": 1, UserDefaultsStore.journalKey: Self.journal])
        let outcome = DataMigrator(try MigrationSteps([])) { _ in }.run(on: store(device), appVersion: "1")
        #expect(outcome.result == .upToDate)
        #expect(try device.defaults(Self.name).values() == ["b": 1].merging(record("1")) { $1 })
    }

    /// Also if the app was reverted to an older version in the meantime, because that one reads the values, too.
    @Test func downgradedAppCompletesInterruptedCommit() throws {
        let device = device(["a": 1, UserDefaultsStore.journalKey: Self.journal])
        let outcome = DataMigrator(try MigrationSteps([])) { _ in }.run(on: store(device), appVersion: "0.9")
        #expect(outcome.result == .dataIsNewer(stored: "1"))
        #expect(try device.defaults(Self.name).values()["b"] == 1)
    }

    @Test func valueChangedAfterInterruptedCommitStays() throws {
        let device = device(["a": 1, "b": 9, "other": 3, UserDefaultsStore.journalKey: Self.journal])
        try store(device).recover()
        #expect(try store(device).read().values == ["b": 9, "other": 3])
    }

    @Test func onlyChangedValuesAreWritten() throws {
        let device = device(["a": 1, "b": 2])
        try store(device).update { contents in
            // Another process changes a value that this commit doesn't change.
            if contents.values["c"] == nil { device.defaults(Self.name).set(3, forKey: "c") }
            var new = contents
            new.values["a"] = 10
            return new
        }
        #expect(try store(device).read().values == ["a": 10, "b": 2, "c": 3])
    }

    @Test func constantlyChangingValuesAreLocked() throws {
        let device = device(["a": 1])
        let count = Log<Int>()
        let error = #expect(throws: DataMigrationError.self) {
            try store(device).update { contents in
                count.add(1)
                device.defaults(Self.name).set(.integer(count.all.count + 1), forKey: "a")
                return StoreContents()
            }
        }
        #expect(error?.code == .locked)
        #expect(count.all.count == 5)
    }

    @Test func unsavedCommitChangesNothing() throws {
        let device = device(["a": 1])
        device.refuseToSynchronize()
        let error = #expect(throws: DataMigrationError.self) { try store(device).update { _ in StoreContents() } }
        #expect(error?.code == .unwritable)
        #expect(try device.defaults(Self.name).values() == ["a": 1])
        let clean = #expect(throws: DataMigrationError.self) { try store(device).startClean(with: StoreContents()) }
        #expect(clean?.code == .unwritable)
        #expect(try store(device).read().values == ["a": 1])
    }

    @Test(arguments: [UserDefaultsStore.recordKey, UserDefaultsStore.journalKey])
    func invalidReservedValueIsMalformed(key: String) throws {
        let device = device(["a": 1, key: "invalid"])
        let error = #expect(throws: DataMigrationError.self) { try store(device).read() }
        #expect(error?.code == .malformed)
        #expect(error?.message.contains(key) == true)
        let outcome = DataMigrator(try MigrationSteps([]), policy: .startClean) { _ in }
            .run(on: store(device), appVersion: "1")
        #expect(outcome.result == .startedClean(backup: "com.example.shop.backup-7-1"))
        #expect(try device.defaults(Self.name).values() == record("1"))
        #expect(try device.defaults("com.example.shop.backup-7-1").values() == ["a": 1, key: "invalid"])
    }

    @Test func secondBackupHasAnotherName() throws {
        let device = device(["a": 1])
        #expect(try store(device).startClean(with: StoreContents(values: ["b": 2])) == "com.example.shop.backup-7-1")
        #expect(try store(device).startClean(with: StoreContents()) == "com.example.shop.backup-7-2")
        #expect(try store(device).startClean(with: StoreContents()) == nil)
    }

    @Test(
        arguments: [
            ["a": .null], ["a": [.null]],
            [UserDefaultsStore.recordKey: 1], [UserDefaultsStore.journalKey: 1],
            ["a": (0..<200).reduce(StoredValue.array([])) { value, _ in [value] }], ["a": .date(0.1)],
        ] as [[String: StoredValue]]
    )
    func impossibleValueFailsStep(values: [String: StoredValue]) throws {
        let device = device(["kept": 1])
        let step = MigrationStep(
            "1",
            "impossible",
            ifNothingToMove: .leave,
            .free("set") { data in for (key, value) in values { data[key] = value } }
        )
        let outcome = DataMigrator(try MigrationSteps([step])) { _ in }.run(on: store(device), appVersion: "1")
        #expect(outcome.problems.map(\.error.code) == [.invalidValue])
        // Not at the commit, for which the policy of the step doesn't matter.
        #expect(outcome.problems.map(\.step) == ["impossible"])
        #expect(try store(device).read().values == ["kept": 1])
    }

    @Test func lockFileExcludesOtherProcesses() throws {
        let folder = try TemporaryFolder()
        let lock = DurableFile(path: "\(folder.path)/shop", maximumSize: 1, lockTimeout: .zero)
        let store = UserDefaultsStore(device(["a": 1]).defaults(Self.name), lock: lock)
        let held = try lock.lock()
        let error = #expect(throws: DataMigrationError.self) { try store.update { _ in StoreContents() } }
        #expect(error?.code == .locked)
        held.unlock()
        #expect(try store.update { _ in StoreContents() })
    }

    @Test func threadsTakeTurns() async throws {
        let device = device(["count": 0])
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    await onThread {
                        for _ in 0..<50 {
                            _ = try? store(device).update { contents in
                                var new = contents
                                if case .integer(let count)? = new.values["count"] {
                                    new.values["count"] = .integer(count + 1)
                                }
                                return new
                            }
                        }
                    }
                }
            }
        }
        #expect(try store(device).read().values == ["count": 400])
    }

    /// Such as by an observer of changes.
    @Test func nestedChangeFails() throws {
        let device = device(["a": 1])
        let isDone = try store(device).update { contents throws(DataMigrationError) in
            let error = #expect(throws: DataMigrationError.self) { try store(device).update { _ in nil } }
            #expect(error?.code == .locked)
            return StoreContents(values: ["b": 1])
        }
        #expect(isDone)
        #expect(try store(device).update { _ in StoreContents() })
        #expect(try store(device).read().values.isEmpty)
    }

    @Test func mirroredWritesReachBothNames() throws {
        let device = device(["tab": "home"])
        let settings = MirroredStore(store(device), try SchemaMapping([MirroredKey("tab", as: "tab.selected")]))
        try settings.adoptOldWrites()
        try settings.write { $0["tab.selected"] = "cart" }
        #expect(try device.defaults(Self.name).values() == ["tab": "cart", "tab.selected": "cart"])
    }
}
