import DataMigration
import Testing

struct MirroredStoreTests {
    private func mapping() throws -> SchemaMapping {
        try SchemaMapping([
            MirroredKey("tab", as: "tab.selected"),
            MirroredKey(
                "launches",
                as: "launch.count",
                to: { Int($0) },
                back: { (count: Int) in count < 0 ? nil : String(count) }
            ),
        ])
    }

    @Test func revertedAppFindsNewerWrites() throws {
        let store = InMemoryStore(["tab": "home", "launches": "3"])
        let steps = try MigrationSteps([
            MigrationStep("2", "names", ifNothingToMove: .leave, .mirror(try mapping()))
        ])
        _ = DataMigrator(steps) { Issue.record("\($0)") }.run(on: store, appVersion: "2")
        let mirrored = MirroredStore(store, try mapping())
        try mirrored.write { values in
            values["tab.selected"] = "cart"
            values["launch.count"] = 4
        }
        #expect(store.read().values == ["tab": "cart", "tab.selected": "cart", "launches": "4", "launch.count": 4])
        #expect(try mirrored.verify().isEmpty)
        // The older version writes only the old names …
        try store.update { contents in
            var contents = contents
            contents.values["launches"] = "9"
            return contents
        }
        #expect(try mirrored.verify().map(\.description) == ["“launches” and “launch.count” have different values."])
        #expect(throws: DataMigrationError.self) { try mirrored.dropOldNames() }
        // … and the newer one adopts the values.
        #expect(try mirrored.adoptOldWrites().map(\.new) == ["launch.count"])
        #expect(try mirrored.verify().isEmpty)
        try mirrored.dropOldNames()
        #expect(store.read().values == ["tab.selected": "cart", "launch.count": 9])
        #expect(try mirrored.adoptOldWrites().isEmpty)
        #expect(store.read().values == ["tab.selected": "cart", "launch.count": 9])
    }

    @Test func rolloutEndAdoptsLastOldWrites() throws {
        // Version 2 mirrors, an older version is reinstalled and writes, and version 3 follows directly.
        let values: [String: StoredValue] = ["tab": "cart", "tab.selected": "home", "launches": "3", "launch.count": 3]
        let store = InMemoryStore(values, version: "2")
        func run(_ moves: MigrationMove...) throws -> MigrationOutcome.Result {
            let steps = try MigrationSteps([MigrationStep("3", "the end", ifNothingToMove: .leave, moves: moves)])
            return DataMigrator(steps) { _ in }.run(on: store, appVersion: "3").result
        }
        #expect(try run(.dropOldNames(of: try mapping())) == .keptData)
        #expect(store.read().values == values)
        #expect(try run(.mirror(try mapping()), .dropOldNames(of: try mapping())) == .migrated)
        #expect(store.read().values == ["tab.selected": "cart", "launch.count": 3])
    }

    @Test func writeUnderOldNameSetsNewName() throws {
        let mirrored = MirroredStore(InMemoryStore(), try mapping())
        try mirrored.write { $0["launches"] = "5" }
        #expect(try mirrored.read() == ["launches": "5", "launch.count": 5])
        try mirrored.write { $0["launch.count"] = nil }
        #expect(try mirrored.read().isEmpty)
    }

    @Test func removalsAreAdoptedOnRequest() throws {
        let mirrored = MirroredStore(InMemoryStore(["tab.selected": "x"]), try mapping())
        #expect(try mirrored.adoptOldWrites().isEmpty)
        #expect(try mirrored.verify().map(\.kind) == [.oldIsMissing])
        #expect(try mirrored.adoptOldWrites(includingRemovals: true).map(\.new) == ["tab.selected"])
        #expect(try mirrored.read().isEmpty)
    }

    @Test func invalidMirroredWriteChangesNothing() throws {
        let mirrored = MirroredStore(InMemoryStore(["tab": "a", "tab.selected": "a"]), try mapping())
        for change in [["launch.count": -1], ["launch.count": "x"], ["tab": "b", "tab.selected": "c"]]
            as [[String: StoredValue]]
        {
            #expect(throws: DataMigrationError.self) { try mirrored.write { $0.merge(change) { $1 } } }
        }
        #expect(try mirrored.read() == ["tab": "a", "tab.selected": "a"])
    }

    @Test func duplicateNameIsRejected() {
        let error = #expect(throws: MigrationListError.self) {
            try SchemaMapping([MirroredKey("a", as: "b"), MirroredKey("b", as: "c"), MirroredKey("d", as: "d")])
        }
        #expect(
            error?.problems == [
                "“b” occurs twice in the mapping; use each name once.",
                "“d” occurs twice in the mapping; use each name once.",
            ]
        )
    }
}
