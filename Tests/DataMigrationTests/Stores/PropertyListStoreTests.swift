import DataMigration
import Foundation
import TestSupport
import Testing

struct PropertyListStoreTests {
    private let folder = try? TemporaryFolder()

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
    func propertyListKeepsItsFormat(format: PropertyListSerialization.PropertyListFormat) throws {
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

    @Test func invalidPropertyListIsRejected() throws {
        let folder = try #require(folder)
        try folder.write("\u{1}", to: "app.plist")
        let error = #expect(throws: DataMigrationError.self) {
            try PropertyListStore(path: folder.path("app.plist")).read()
        }
        #expect(error?.code == .malformed)
    }

    @Test(arguments: [["a": .null], [PropertyListStore.recordKey: 1]] as [[String: StoredValue]])
    func unsupportedPropertyListValueIsNotWritten(values: [String: StoredValue]) throws {
        let folder = try #require(folder)
        let store = PropertyListStore(path: folder.path("app.plist"))
        let error = #expect(throws: DataMigrationError.self) { try store.update { _ in StoreContents(values: values) } }
        #expect(error?.code == .invalidValue)
        #expect(try folder.names() == [".app.plist.lock"])
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
    func untouchedSettingsAreWrittenUnchanged(
        format: PropertyListSerialization.PropertyListFormat
    ) throws {
        let folder = try #require(folder)
        let list: [String: Any] = ["a": 1, "none": Double.nan, "inside": [Double.nan]]
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0)
        try folder.write([UInt8](data), to: "app.plist")
        let store = PropertyListStore(path: folder.path("app.plist"))
        let steps = try MigrationSteps([MigrationStep("1", "b", ifNothingToMove: .fail, .rename("a", to: "b"))])
        let outcome = DataMigrator(steps) { Issue.record("\($0)") }.run(on: store, appVersion: "1")
        #expect(outcome.result == .migrated)
        let written = try Data(contentsOf: URL(fileURLWithPath: folder.path("app.plist")))
        let found = try #require(
            try PropertyListSerialization.propertyList(from: written, options: [], format: nil) as? [String: Any]
        )
        #expect((found["none"] as? NSNumber)?.doubleValue.isNaN == true)
        #expect(found["b"] as? Int == 1)
    }

    @Test(
        arguments: [
            (FailurePolicy.skipStep, MigrationOutcome.Result.migrated, ["a": 1, "c": 1]),
            (.keepData, .keptData, ["a": 1]),
        ] as [(FailurePolicy, MigrationOutcome.Result, [String: StoredValue])]
    )
    func unsupportedPropertyListValueFailsStep(
        policy: FailurePolicy,
        result: MigrationOutcome.Result,
        values: [String: StoredValue]
    ) throws {
        let folder = try #require(folder)
        let store = PropertyListStore(path: folder.path("app.plist"))
        try store.update { _ in StoreContents(values: ["a": 1]) }
        let steps = try MigrationSteps([
            MigrationStep("1", "null", ifNothingToMove: .leave, .free("null") { $0["b"] = .array([.null]) }),
            MigrationStep("2", "copy", ifNothingToMove: .leave, .copy("a", to: "c")),
        ])
        let migrator = DataMigrator(steps, policy: policy) { _ in }
        let plan = try migrator.plan(for: store, appVersion: "2")
        #expect(plan.steps.first?.failure?.error.code == .invalidValue)
        let outcome = migrator.run(on: store, appVersion: "2")
        #expect(outcome.result == result)
        #expect(outcome.problems.map(\.step) == ["null"])
        #expect(try store.read().values == values)
    }

    private static let plist = #"<?xml version="1.0"?>"# + "\n<plist version=\"1.0\">\n"

    @Test(arguments: [
        ("", " is empty, which is not a property list;"),
        ("{\"a\": 1}", " is not a property list; if it is JSON, JSONFileStore"),
        ("bplist00geheim", " is a binary property list that is damaged or cut off;"),
        (plist + "<dict><key>geheim</key>", ":3: The XML of the property list ends before </plist>;"),
        (plist + "\n\n<dict>\n\n<key>geheim</key>", ":7: The XML of the property list ends before </plist>;"),
        (plist + "<dict>\n<geheim/>\n</dict></plist>", ":4: The XML of the property list is damaged;"),
        (plist + "<array><string>geheim</string></array></plist>", " is a property list with an array as its root;"),
        ("geheim", " is not a property list, neither binary nor XML."),
    ])
    func fileErrorsContainNoContent(text: String, sentence: String) throws {
        let folder = try #require(folder)
        try folder.write(text, to: "app.plist")
        let store = PropertyListStore(path: folder.path("app.plist"))
        let error = try #require(throws: DataMigrationError.self) { try store.read() }
        #expect(error.message.hasPrefix(folder.path("app.plist") + sentence), "\(error)")
        #expect(error.code == .malformed && !error.message.contains("geheim"))
    }

    @Test func fractionOfSecondFailsStepInXML() throws {
        let folder = try #require(folder)
        let data = try PropertyListSerialization.data(fromPropertyList: ["a": 1], format: .xml, options: 0)
        try folder.write([UInt8](data), to: "app.plist")
        let store = PropertyListStore(path: folder.path("app.plist"))
        #expect(throws: DataMigrationError.self) { try store.check(["when": .date(1.5)]) }
        try store.check(["when": .date(1)])
    }

    @Test func cleanStartKeepsBackup() throws {
        let folder = try #require(folder)
        let store = PropertyListStore(path: folder.path("app.plist"))
        try store.update { _ in StoreContents(values: ["a": 1]) }
        let backup = try #require(try store.startClean(with: StoreContents(values: ["b": 2])))
        #expect(try PropertyListStore(path: backup).read().values == ["a": 1])
        #expect(try store.read().values == ["b": 2])
    }
}
