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

    @Test func aNewFileHasVersionRecordAndValues() throws {
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

    @Test func whatAMigrationDoesNotTouchStaysByteForByte() throws {
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

    @Test func aLocalDefaultsFileIsMigratedInPlace() throws {
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
    func whatIsNoStoreIsRefusedAndStays(text: String, code: DataMigrationError.Code) throws {
        let (store, folder) = try store(text)
        let failures = Log<MigrationFailure>()
        let steps = try MigrationSteps([MigrationStep("1", "a", ifNothingToMove: .leave, .delete("a"))])
        let outcome = DataMigrator(steps) { failures.add($0) }.run(on: store, appVersion: "1")
        #expect(outcome.result == .keptData)
        #expect(failures.all.map(\.error.code) == [code])
        #expect(try folder.text("data.json") == text)
    }

    @Test func aFileThatIsNoStoreGivesWayOnlyWhenToldToAndIsKept() throws {
        let (store, folder) = try store("{")
        let steps = try MigrationSteps([MigrationStep("1", "a", ifNothingToMove: .leave, .delete("a"))])
        let outcome = DataMigrator(steps, policy: .startClean) { _ in }.run(on: store, appVersion: "1")
        guard case .startedClean(let backup?) = outcome.result else {
            Issue.record("\(outcome)")
            return
        }
        #expect(try String(contentsOfFile: backup, encoding: .utf8) == "{")
        #expect(backup.contains("data.json.backup-"))
        #expect(try store.read() == StoreContents(record: MigrationRecord(version: "1")))
        #expect(try folder.names().count { $0.contains("backup") } == 1)
    }

    @Test func aFileOfANewerFormatNeverGivesWay() throws {
        let (store, folder) = try store(#"{"version":2}"#)
        let steps = try MigrationSteps([MigrationStep("1", "a", ifNothingToMove: .leave, .delete("a"))])
        #expect(DataMigrator(steps, policy: .startClean) { _ in }.run(on: store, appVersion: "1").result == .keptData)
        #expect(try folder.text("data.json") == #"{"version":2}"#)
    }

    @Test(arguments: [StoredValue.number(.nan), .number(.infinity)])
    func aValueThatWouldNotReadBackIsNotWritten(value: StoredValue) throws {
        let (store, folder) = try store(#"{"values":{"a":1}}"#)
        let error = #expect(throws: DataMigrationError.self) {
            try store.update { _ in StoreContents(values: ["a": value]) }
        }
        #expect(error?.code == .invalidValue)
        #expect(try folder.text("data.json") == #"{"values":{"a":1}}"#)
    }

    @Test func dictionariesThatLookLikeBytesComeBackAsTheyWere() throws {
        let (store, _) = try store(nil)
        let values: [String: StoredValue] = [
            "a": ["$data": "AQ=="], "b": ["$date": 1], "c": ["$dictionary": ["$data": "x"]], "$data": "AQ==",
            "d": .date(1.25), "e": .data([]), "f": [:], "g": [], "h": .null,
        ]
        try store.update { _ in StoreContents(values: values) }
        #expect(try store.read().values == values)
    }
}
