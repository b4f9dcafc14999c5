import DataMigration
import Foundation
import TestSupport
import Testing

struct JSONFileStoreTests {
    private let folder = try? TemporaryFolder()

    private func store(_ text: String?, member: String = "values") throws -> (JSONFileStore, TemporaryFolder) {
        let folder = try #require(folder)
        if let text { try folder.write(text, to: "data.json") }
        return (JSONFileStore(path: folder.path("data.json"), member: member), folder)
    }

    private func rename(_ old: String, to new: String) throws -> DataMigrator {
        let steps = try MigrationSteps([MigrationStep("1", "rename", ifNothingToMove: .leave, .rename(old, to: new))])
        return DataMigrator(steps) { Issue.record("\($0)") }
    }

    @Test func newFileContainsVersionRecordAndValues() throws {
        let (store, folder) = try store(nil)
        try store.update { _ in StoreContents(values: ["b": [1, 2.5], "a": .data([1, 2, 255])]) }
        #expect(
            try folder.text("data.json") == """
                {
                  "version": 1,
                  "values": {
                    "a": {
                      "$data": "AQL/"
                    },
                    "b": [
                      1,
                      2.5
                    ]
                  }
                }

                """
        )
    }

    @Test func unchangedPartsStayByteForByte() throws {
        let (store, folder) = try store(
            """
            { "comment": "mine",
              "values": {
                "a":   1,
                "keep":  { "x" : [1,2] }
              } , "other": null }
            """
        )
        #expect(try rename("a", to: "b").run(on: store, appVersion: "1").result == .migrated)
        #expect(
            try folder.text("data.json")
                == """
                { "comment": "mine",
                  "values": {
                    "keep":  { "x" : [1,2] },
                    "b": 1
                  } , "other": null, "migration": { "version": "1" } }
                """
        )
    }

    @Test func localDefaultsFileIsMigratedInPlace() throws {
        let (store, folder) = try store(
            #"{ "version": 1, "revision": 7, "toggles": { "old_name": true } }"#,
            member: "toggles"
        )
        _ = try rename("old_name", to: "new_name").run(on: store, appVersion: "1")
        #expect(
            try folder.text("data.json")
                == #"{ "version": 1, "revision": 8, "toggles": { "new_name": true }, "migration": { "version": "1" } }"#
        )
    }

    @Test(arguments: [
        ("{", DataMigrationError.Code.malformed), ("[]", .malformed), (#"{"values":[]}"#, .malformed),
        (#"{"version":"x"}"#, .malformed), (#"{"version":2}"#, .unsupportedFormat), (#"{"migration":7}"#, .malformed),
        (#"{"migration":{"version":7}}"#, .malformed),
    ])
    func invalidFileIsRejectedAndKept(text: String, code: DataMigrationError.Code) throws {
        let (store, folder) = try store(text)
        let problems = Log<MigrationProblem>()
        let steps = try MigrationSteps([MigrationStep("1", "a", ifNothingToMove: .leave, .delete("a"))])
        let outcome = DataMigrator(steps) { problems.add($0) }.run(on: store, appVersion: "1")
        #expect(outcome.result == .keptData)
        #expect(problems.all.map(\.error.code) == [code])
        #expect(try folder.text("data.json") == text)
    }

    @Test(arguments: [
        ("", "1:1: The file is empty; write { \"values\": {} }, or remove the file."),
        ("{\n\"values\": {", "2:12: The text ends in the middle of a value;"),
        ("{\"values\": {\"token\": geheim}}", "1:22: A word without quotes"),
        ("{\"values\": {geheim: 1}}", "1:13: A name has no quotes;"),
        ("<?xml version=\"1.0\"?><plist/>", "1:1: This is a property list, not JSON;"),
        ("bplist00", "1:1: This is a property list, not JSON;"),
        ("[]", "1:1: Found an array; write an object"), ("{\"values\": 7}", "1:12: Found an integer as “values”;"),
    ])
    func fileErrorsHaveLocationButNoContent(text: String, sentence: String) throws {
        let (store, folder) = try store(text)
        let error = try #require(throws: DataMigrationError.self) { try store.read() }
        #expect(error.message.hasPrefix("\(folder.path("data.json")):\(sentence)"), "\(error)")
        #expect(!error.message.contains("geheim") && !error.message.contains("_"))
    }

    @Test(arguments: ["version", "revision", "migration"])
    func reservedMembersContainNoValues(member: String) throws {
        let text = #"{ "version": 1, "revision": 2, "migration": { "version": "1" } }"#
        let (store, folder) = try store(text, member: member)
        #expect(throws: DataMigrationError.self) { try store.read() }
        #expect(throws: DataMigrationError.self) { try store.update { _ in StoreContents(values: ["a": 1]) } }
        #expect(throws: DataMigrationError.self) { try store.startClean(with: StoreContents(values: ["a": 1])) }
        #expect(try folder.text("data.json") == text)
    }

    /// A reserved member is rejected even before a file exists, with its own message.
    @Test(arguments: ["version", "revision", "migration"])
    func reservedMembersAreRefusedWithoutFile(member: String) throws {
        let (store, folder) = try store(nil, member: member)
        let ways: [() throws -> Void] = [
            { _ = try store.read() }, { try store.check(["a": 1]) },
            { try store.update { _ in StoreContents(values: ["a": 1]) } },
            { _ = try store.startClean(with: StoreContents(values: ["a": 1])) },
        ]
        for (number, way) in ways.enumerated() {
            let error = #expect(throws: DataMigrationError.self, "way \(number)") { try way() }
            let expected = "“\(member)” of \(folder.path("data.json")) is reserved by the format"
            #expect(error?.message.contains(expected) == true)
        }
        #expect(try folder.names().isEmpty)
    }

    @Test func onlyCleanStartReplacesInvalidFile() throws {
        let (store, folder) = try store("{")
        let steps = try MigrationSteps([MigrationStep("1", "a", ifNothingToMove: .leave, .delete("a"))])
        let outcome = DataMigrator(steps, policy: .startClean) { _ in }.run(on: store, appVersion: "1")
        guard case .startedClean(let backup?, _) = outcome.result else {
            Issue.record("\(outcome)")
            return
        }
        #expect(try String(contentsOfFile: backup, encoding: .utf8) == "{")
        #expect(backup.contains("data.json.backup-"))
        #expect(try store.read() == StoreContents(record: MigrationRecord(version: "1")))
        #expect(try folder.names().count { $0.contains("backup") } == 1)
    }

    @Test func newerFormatIsNeverReplaced() throws {
        let (store, folder) = try store(#"{"version":2}"#)
        let steps = try MigrationSteps([MigrationStep("1", "a", ifNothingToMove: .leave, .delete("a"))])
        #expect(DataMigrator(steps, policy: .startClean) { _ in }.run(on: store, appVersion: "1").result == .keptData)
        #expect(try folder.text("data.json") == #"{"version":2}"#)
    }

    @Test(arguments: [StoredValue.number(.nan), .number(.infinity)])
    func unrepresentableValueIsNotWritten(value: StoredValue) throws {
        let (store, folder) = try store(#"{"values":{"a":1}}"#)
        let error = #expect(throws: DataMigrationError.self) {
            try store.update { _ in StoreContents(values: ["a": value]) }
        }
        #expect(error?.code == .invalidValue)
        #expect(try folder.text("data.json") == #"{"values":{"a":1}}"#)
    }

    @Test func dictionariesThatLookLikeDataRoundTrip() throws {
        let (store, _) = try store(nil)
        let values: [String: StoredValue] = [
            "a": ["$data": "AQ=="], "b": ["$date": 1], "c": ["$dictionary": ["$data": "x"]], "$data": "AQ==",
            "d": .date(1.25), "e": .data([]), "f": [:], "g": [], "h": .null,
        ]
        try store.update { _ in StoreContents(values: values) }
        #expect(try store.read().values == values)
    }
}
