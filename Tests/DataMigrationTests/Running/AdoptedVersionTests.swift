import DataMigration
import MigrationTesting
import Testing

/// An app that has kept the version of its data under a key of its own.
struct AdoptedVersionTests {
    private static let key = "lastMigratedVersion"
    private static let versions = ["1.0", "1.9", "1.10", "2.0.0-beta.1", "2.0.0-beta.2", "2.0", "3.0"]

    private func migrator(_ steps: MigrationSteps) -> DataMigrator {
        DataMigrator(steps) { _ in }.adopting(versionFrom: Self.key)
    }

    /// Returns contents without the record of the migrator, as the app's own code would leave them.
    private func data(migratedTo version: String?) async throws -> StoreContents {
        var random = SeededRandom(seed: 5)
        let store = InMemoryStore(AllStepKinds.data(&random).values)
        if let version {
            _ = await DataMigrator(try AllStepKinds.steps()) { _ in }
                .run(on: store, secrets: InMemorySecretStore(), appVersion: version)
        }
        return StoreContents(values: store.read().values)
    }

    @Test(arguments: versions, versions)
    func adoptedDataIsMigratedOnlyOnce(origin: String, target: String) async throws {
        let steps = try AllStepKinds.steps()
        var old = try await data(migratedTo: origin)
        let (expected, recorded) = (InMemoryStore(old.values, version: origin), InMemoryStore(old.values))
        _ = await DataMigrator(steps) { _ in }.run(on: expected, secrets: InMemorySecretStore(), appVersion: target)
        old.values[Self.key] = .string(origin)
        try recorded.update { _ in old }
        let outcome = await migrator(steps).run(on: recorded, secrets: InMemorySecretStore(), appVersion: target)
        #expect(outcome.from == origin)
        if Self.versions.firstIndex(of: origin) ?? 0 > Self.versions.firstIndex(of: target) ?? 0 {
            #expect(outcome.result == .dataIsNewer(stored: origin))
            #expect(recorded.read() == old)
            return
        }
        #expect(outcome.result == .migrated)
        let due = steps.steps.filter { step in
            Self.versions.firstIndex(of: step.version) ?? 0 > Self.versions.firstIndex(of: origin) ?? 0
                && Self.versions.firstIndex(of: step.version) ?? 0 <= Self.versions.firstIndex(of: target) ?? 0
        }
        #expect(outcome.steps.map(\.name) == due.map(\.name))
        var values = recorded.read().values
        // The last step counts the keys and renames this one, too.
        for key in [Self.key, "shop." + Self.key, "shop.count"] { values[key] = nil }
        var expectedValues = expected.read().values
        expectedValues["shop.count"] = nil
        #expect(values == expectedValues)
        #expect(recorded.read().record.version == target)
    }

    @Test func recordedVersionReplacesSetting() throws {
        let steps = try MigrationSteps([
            MigrationStep("1", "one", ifNothingToMove: .fail, .rename("a", to: "b")),
            MigrationStep("2", "two", ifNothingToMove: .fail, .rename("b", to: "c")),
        ])
        let store = InMemoryStore(["b": 1, Self.key: "1"])
        #expect(migrator(steps).run(on: store, appVersion: "1").result == .migrated)
        #expect(store.read().record.version == "1")
        #expect(migrator(steps).run(on: store, appVersion: "1").result == .upToDate)
        // An older version of the app writes it again.
        try store.update { _ in StoreContents(values: ["b": 1, Self.key: "0.1"], record: MigrationRecord(version: "1"))
        }
        let outcome = migrator(steps).run(on: store, appVersion: "2")
        #expect(outcome.steps.map(\.name) == ["two"])
        #expect(store.read().values == ["c": 1, Self.key: "0.1"])
    }

    @Test func missingSettingRunsAllSteps() throws {
        let steps = try MigrationSteps([MigrationStep("1", "one", ifNothingToMove: .fail, .rename("a", to: "b"))])
        let store = InMemoryStore(["a": 1])
        let outcome = migrator(steps).run(on: store, appVersion: "1")
        #expect(outcome.from == nil)
        #expect(store.read().values == ["b": 1])
    }

    @Test func problemSaysOnceThatDataIsUnchanged() throws {
        let steps = try MigrationSteps([MigrationStep("1", "one", ifNothingToMove: .leave, .delete("a"))])
        let outcome = migrator(steps).run(on: InMemoryStore([Self.key: "new"]), appVersion: "1")
        let text = outcome.problems.first?.description ?? ""
        #expect(text.hasSuffix("its value with adopting(versionFrom:in:_:). The data is unchanged."), "\(text)")
    }

    @Test(
        arguments: [
            ("new", .invalidVersion), ("", .invalidVersion), (2, .typeMismatch), (2.5, .typeMismatch),
            (["1.0"], .typeMismatch),
        ] as [(StoredValue, DataMigrationError.Code)]
    )
    func invalidSettingKeepsData(value: StoredValue, code: DataMigrationError.Code) throws {
        let steps = try MigrationSteps([MigrationStep("1", "one", ifNothingToMove: .leave, .delete("a"))])
        for policy in [FailurePolicy.keepData, .skipStep, .startClean] {
            let store = InMemoryStore(["a": 1, Self.key: value])
            let before = store.read()
            let outcome = DataMigrator(steps, policy: policy) { _ in }.adopting(versionFrom: Self.key)
                .run(on: store, appVersion: "1")
            #expect(outcome.result == .keptData)
            #expect(outcome.problems.map(\.error.code) == [code])
            #expect(outcome.problems.map(\.error.key) == [Self.key])
            #expect(store.read() == before)
            #expect(throws: DataMigrationError.self) {
                try migrator(steps).plan(for: store, appVersion: "1")
            }
        }
    }

    @Test(arguments: [(0, nil), (2, "2.0.0")] as [(Int, String?)])
    func numberIsConverted(schema: Int, version: String?) throws {
        let steps = try MigrationSteps([MigrationStep("2", "two", ifNothingToMove: .leave, .delete("a"))])
        let store = InMemoryStore(["a": 1, "schema": .integer(schema)])
        let migrator = DataMigrator(steps) { _ in }
            .adopting(versionFrom: "schema") { (schema: Int) in schema == 0 ? nil : "\(schema).0.0" }
        #expect(try migrator.plan(for: store, appVersion: "2").from == version)
        #expect(migrator.run(on: store, appVersion: "2").from == version)
        #expect(store.read().values["a"] == (version == nil ? nil : 1))
    }

    @Test func settingOfOtherStoreIsRead() throws {
        let steps = try MigrationSteps([MigrationStep("1", "one", ifNothingToMove: .fail, .rename("a", to: "b"))])
        let (store, other) = (InMemoryStore(["b": 1]), InMemoryStore([Self.key: "1"]))
        let migrator = DataMigrator(steps) { _ in }.adopting(versionFrom: Self.key, in: other)
        let outcome = migrator.run(on: store, appVersion: "1")
        #expect(outcome.result == .migrated)
        #expect(outcome.steps.isEmpty)
        #expect(store.read() == StoreContents(values: ["b": 1], record: MigrationRecord(version: "1")))
    }

    /// Another store with invalid contents is no reason to replace the migrated one.
    @Test func invalidOtherStoreKeepsData() throws {
        let steps = try MigrationSteps([MigrationStep("1", "one", ifNothingToMove: .fail, .rename("a", to: "b"))])
        let device = MortalDevice()
        device.defaults("com.example.old").set("invalid", forKey: UserDefaultsStore.journalKey)
        let (store, other) = (InMemoryStore(["a": 1]), UserDefaultsStore(device.defaults("com.example.old")))
        let outcome = DataMigrator(steps, policy: .startClean) { _ in }.adopting(versionFrom: Self.key, in: other)
            .run(on: store, appVersion: "1")
        #expect(outcome.result == .keptData)
        #expect(outcome.problems.map(\.error.code) == [.unreadable])
        #expect(outcome.problems.first?.error.message.contains("com.example.old") == true)
        #expect(store.read() == StoreContents(values: ["a": 1]))
        #expect(store.backups.isEmpty)
    }
}
