import DataMigration
import MigrationTesting
import Testing

/// All settings of an app have a prefix in its earlier version.
struct PrefixMappingTests {
    private let store = InMemoryStore(["flutter.tab": "home", "flutter.launches": 3, "AppleLanguages": ["de"]])

    @Test func oldValuesAreAdopted() throws {
        let settings = MirroredStore(store, .prefix("flutter."))
        #expect(try settings.verify().map(\.new) == ["launches", "tab"])
        #expect(try settings.adoptOldWrites().map(\.old) == ["flutter.launches", "flutter.tab"])
        #expect(store.read().values["tab"] == "home")
        #expect(store.read().values["flutter.AppleLanguages"] == nil, "a setting of the system")
        #expect(try settings.verify() == [])
    }

    @Test func writesSetBothNames() throws {
        let settings = MirroredStore(store, .prefix("flutter."))
        try settings.adoptOldWrites()
        try settings.write { values in
            values["tab"] = "cart"
            values["new"] = true
            values["flutter.launches"] = 4
        }
        let values = store.read().values
        #expect(values["flutter.tab"] == "cart")
        #expect(values["flutter.new"] == true)
        #expect(values["launches"] == 4)
        try settings.write { $0["tab"] = nil }
        #expect(store.read().values["flutter.tab"] == nil)
        let error = #expect(throws: DataMigrationError.self) {
            try settings.write { ($0["new"], $0["flutter.new"]) = (1, 2) }
        }
        #expect(error?.code == .mirrorsDisagree)
    }

    @Test func removalsOfOthersArentGuessed() throws {
        let settings = MirroredStore(store, .prefix("flutter."))
        try settings.adoptOldWrites(includingRemovals: true)
        #expect(store.read().values["AppleLanguages"] == ["de"])
    }

    @Test(arguments: [["flutter.draft"], ["draft"]] as [Set<String>])
    func exceptionsStay(exceptions: Set<String>) throws {
        let store = InMemoryStore(["flutter.draft": "x", "flutter.tab": "home", "flutter.": 1])
        let settings = MirroredStore(store, .prefix("flutter.", except: exceptions))
        try settings.adoptOldWrites()
        try settings.write { $0["draft"] = "y" }
        #expect(store.read().values["flutter.draft"] == "x")
        try settings.write { $0["draft"] = nil }
        try settings.dropOldNames()
        #expect(store.read().values == ["flutter.draft": "x", "tab": "home", "flutter.": 1])
    }

    @Test func namesOfTheirOwnTakePrecedence() throws {
        let mapping = try SchemaMapping(
            [
                MirroredKey("flutter.launches", as: "launch.count", to: { (n: Int) in "\(n)" }, back: { Int($0) }),
                .text("flutter.user", asBytes: "user"),
            ],
            secrets: [MirroredSecret("token")],
            prefix: "flutter."
        )
        let settings = MirroredStore(store, mapping)
        try settings.adoptOldWrites()
        #expect(store.read().values["launch.count"] == "3")
        #expect(store.read().values["launches"] == nil)
        try settings.write { $0["user"] = .data(Array(#"{"name":"Ada"}"#.utf8)) }
        #expect(store.read().values["flutter.user"] == #"{"name":"Ada"}"#)
        let error = #expect(throws: DataMigrationError.self) { try settings.write { $0["user"] = .data([0xFF]) } }
        #expect(error?.code == .failedConversion)
    }

    @Test func stepsMirrorAndDropThePrefix() throws {
        let mapping = SchemaMapping.prefix("flutter.")
        #expect(MigrationMove.mirror(mapping).summary == "mirror flutter.… as …")
        #expect(MigrationMove.dropOldNames(of: mapping).summary == "drop flutter.…")
        let steps = try MigrationSteps([
            MigrationStep("1.0", "mirror", ifNothingToMove: .leave, .mirror(mapping)),
            MigrationStep("2.0", "drop", ifNothingToMove: .leave, .mirror(mapping), .dropOldNames(of: mapping)),
        ])
        _ = DataMigrator(steps) { _ in }.run(on: store, appVersion: "1.0")
        #expect(store.read().values["tab"] == "home")
        #expect(store.read().values["flutter.tab"] == "home")
        _ = DataMigrator(steps) { _ in }.run(on: store, appVersion: "2.0")
        #expect(store.read().values == ["tab": "home", "launches": 3, "AppleLanguages": ["de"]])
    }
}

struct ErasingFailuresTests {
    private func values(_ before: [String: StoredValue], _ moves: MigrationMove...) throws -> [String: StoredValue] {
        let store = InMemoryStore(before)
        let steps = try MigrationSteps([MigrationStep("1.0", "erase", ifNothingToMove: .leave, moves: moves)])
        _ = DataMigrator(steps) { _ in }.run(on: store, appVersion: "1.0")
        return store.read().values
    }

    @Test func whatFailedIsErasedAndTheRestCounts() throws {
        let after = try values(
            ["launches": "many", "tab": "home", "rate": "1"],
            .change("launches", from: String.self, to: Int.self) { Int($0) }.erasingFailures(),
            .change("rate", from: String.self, to: Int.self) { Int($0) }.erasingFailures(),
            .rename("tab", to: "tab.selected")
        )
        #expect(after == ["rate": 1, "tab.selected": "home"])
    }
}
