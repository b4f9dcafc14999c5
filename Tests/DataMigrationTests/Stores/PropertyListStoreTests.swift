import DataMigration
import DataMigrationStores
import Foundation
import Testing

struct PropertyListStoreTests {
    private let folder = try? TemporaryFolder()

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
    func aPropertyListIsMigratedInItsFormat(format: PropertyListSerialization.PropertyListFormat) throws {
        let folder = try #require(folder)
        let list: [String: Any] = [
            "flutter.tab": "home", "flutter.on": true, "off": false, "count": 1, "zero": 0, "rate": 1.0,
            "bytes": Data([1, 2]),
            "when": Date(timeIntervalSince1970: 1_000), "list": [1, "a", true], "big": Int.max,
        ]
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0)
        try folder.write([UInt8](data), to: "app.plist")
        let store = PropertyListStore(path: folder.path("app.plist"))
        let steps = try MigrationSteps([MigrationStep("1", "strip", ifNothingToMove: .fail, .stripPrefix("flutter."))])
        let outcome = DataMigrator(steps) { Issue.record("\($0)") }.run(on: store, appVersion: "1.2")
        #expect(outcome.result == .migrated)
        #expect(
            try store.read()
                == StoreContents(
                    values: [
                        "tab": "home", "on": true, "off": false, "count": 1, "zero": 0, "rate": .number(1),
                        "bytes": .data([1, 2]), "when": .date(1_000), "list": [1, "a", true], "big": .integer(.max),
                    ],
                    record: MigrationRecord(version: "1.2")
                )
        )
        var found = PropertyListSerialization.PropertyListFormat.openStep
        let written = try Data(contentsOf: URL(fileURLWithPath: folder.path("app.plist")))
        _ = try PropertyListSerialization.propertyList(from: written, options: [], format: &found)
        #expect(found == format)
    }

    @Test func aFileThatIsNoPropertyListIsRefused() throws {
        let folder = try #require(folder)
        try folder.write("\u{1}", to: "app.plist")
        let error = #expect(throws: DataMigrationError.self) {
            try PropertyListStore(path: folder.path("app.plist")).read()
        }
        #expect(error?.code == .malformed)
    }

    @Test(arguments: [["a": .null], [PropertyListStore.recordKey: 1]] as [[String: StoredValue]])
    func whatAPropertyListCannotHoldIsNotWritten(values: [String: StoredValue]) throws {
        let folder = try #require(folder)
        let store = PropertyListStore(path: folder.path("app.plist"))
        let error = #expect(throws: DataMigrationError.self) { try store.update { _ in StoreContents(values: values) } }
        #expect(error?.code == .invalidValue)
        #expect(try folder.names() == [".app.plist.lock"])
    }

    @Test func aCleanStartKeepsABackup() throws {
        let folder = try #require(folder)
        let store = PropertyListStore(path: folder.path("app.plist"))
        try store.update { _ in StoreContents(values: ["a": 1]) }
        let backup = try #require(try store.startClean(with: StoreContents(values: ["b": 2])))
        #expect(try PropertyListStore(path: backup).read().values == ["a": 1])
        #expect(try store.read().values == ["b": 2])
    }
}
