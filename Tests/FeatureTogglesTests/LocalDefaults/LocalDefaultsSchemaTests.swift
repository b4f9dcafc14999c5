#if OVERRIDES
import TestSupport
import Testing

@testable import FeatureToggles

struct LocalDefaultsSchemaTests {
    @Test func newerVersionIsReadButNotWritten() throws {
        let text = #"{ "version": 2, "toggles": { "a": "on" } }"#
        let folder = try TemporaryFolder()
        try folder.write(text, to: "toggles.json")
        let file = LocalDefaultsFile(path: folder.path("toggles.json"))
        #expect(try file.read().values == ["a": "on"])
        #expect(
            try file.read().problems.map(\.message).first?.hasPrefix("The file has version 2, but only version 1")
                == true
        )
        let error = #expect(throws: LocalDefaultsError.self) { try file.update([.set("a", true)]) }
        #expect(error?.code == .unsupportedVersion)
        #expect(try folder.names() == [".toggles.json.lock", "toggles.json"])
        #expect(try folder.text("toggles.json") == text)
    }
}
#endif
