#if !RELEASE || InternalBuild
import DataMigration
import TestSupport
import Testing

@testable import FeatureToggles

/// Files of older and newer versions of the format, with versions that do not exist yet.
struct LocalDefaultsSchemaTests {
    private static func schema() throws -> LocalDefaultsSchema {
        LocalDefaultsSchema(
            version: 3,
            steps: try MigrationSteps([
                MigrationStep(
                    "2",
                    "toggles are called so",
                    ifNothingToMove: .leave,
                    .rename("overrides", to: "toggles")
                ),
                MigrationStep(
                    "3",
                    "no more texts",
                    ifNothingToMove: .leave,
                    .change("toggles", from: [String: StoredValue].self, to: [String: StoredValue].self) { toggles in
                        toggles.mapValues { $0 == "on" ? true : $0 }
                    }
                ),
            ])
        )
    }

    private func file(_ text: String, _ schema: LocalDefaultsSchema) throws -> (LocalDefaultsFile, TemporaryFolder) {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "toggles.json")
        return (
            LocalDefaultsFile(path: folder.path("toggles.json"), fileSystem: POSIXFileSystem(), schema: schema), folder
        )
    }

    @Test(arguments: [
        #"{ "version": 1, "mine": 5, "overrides": { "a": "on", "b": { "$data": 1 } }, "revision": 4 }"#,
        #"{ "version": 2, "mine": 5, "toggles": { "a": "on", "b": { "$data": 1 } }, "revision": 4 }"#,
    ])
    func anOlderFileIsReadAsWhatItBecomes(text: String) throws {
        let (file, folder) = try file(text, try Self.schema())
        #expect(try file.read() == LocalDefaultsState(values: ["a": true, "b": ["$data": 1]], revision: 4))
        // Reading writes nothing.
        #expect(try folder.text("toggles.json") == text)
    }

    @Test func anOlderFileBecomesANewOneWithTheNextUpdate() throws {
        let text = #"{ "version": 1, "mine": 5, "overrides": { "a": "on" }, "revision": 4 }"#
        let (file, folder) = try file(text, try Self.schema())
        #expect(try !file.update([.set("a", true)]).isWritten)
        #expect(try file.update([.set("b", 2)]).state.values == ["a": true, "b": 2])
        #expect(
            try folder.text("toggles.json") == """
                {
                  "version": 3,
                  "mine": 5,
                  "revision": 5,
                  "toggles": {
                    "a": true,
                    "b": 2
                  }
                }

                """
        )
        #expect(try folder.text("toggles.json.previous") == text)
    }

    @Test func aFileOfANewerVersionIsReadAndNeverWritten() throws {
        let text = #"{ "version": 4, "toggles": { "a": "on" } }"#
        let (file, folder) = try file(text, try Self.schema())
        #expect(try file.read().values == ["a": "on"])
        #expect(
            try file.read().problems.map(\.message).first?.hasPrefix("The file is of version 4, and only version 3")
                == true
        )
        let error = #expect(throws: LocalDefaultsError.self) { try file.update([.set("a", true)]) }
        #expect(error?.code == .unsupportedVersion)
        #expect(try folder.names() == [".toggles.json.lock", "toggles.json"])
        #expect(try folder.text("toggles.json") == text)
    }

    @Test func aFileWhoseMigrationFailsIsNeverWritten() throws {
        let schema = LocalDefaultsSchema(
            version: 2,
            steps: try MigrationSteps([MigrationStep("2", "refuse", ifNothingToMove: .fail, .delete("none"))])
        )
        let text = #"{ "version": 1, "toggles": { "a": true } }"#
        let (file, folder) = try file(text, schema)
        #expect(try file.read().values == ["a": true])
        #expect(try file.read().problems.count == 1)
        let error = #expect(throws: LocalDefaultsError.self) { try file.update([.unset("a")]) }
        #expect(error?.code == .unsupportedVersion)
        #expect(try folder.text("toggles.json") == text)
    }
}
#endif
