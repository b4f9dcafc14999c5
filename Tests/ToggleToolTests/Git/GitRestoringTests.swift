import Foundation
import TestSupport
import Testing
import ToggleTool

@Suite struct GitRestoringTests {
    @Test func filesWithOtherContentThanCommittedAreUnrestorable() throws {
        let repository = try TemporaryRepository()
        let folder = repository.folder
        for name in ["clean", "Größe", "changed", "staged", "App/clean", "App/changed"] {
            try repository.write("1", to: name)
        }
        try repository.write("ignored\n", to: ".gitignore")
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: "clean")
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/outside", withDestinationPath: "/etc/hosts")
        try repository.commit("One", on: "2026-01-01")
        for name in ["changed", "staged", "App/changed", "ignored", "new"] { try repository.write("2", to: name) }
        try repository.git("add", "staged")
        let paths = [
            "clean", "changed", "Größe", "staged", "link", "outside", "App/clean", "App/changed", "ignored", "new",
            "gone",
        ]
        #expect(
            try GitRepository(at: folder).unrestorable(among: paths) == [
                "changed", "staged", "outside", "App/changed", "ignored", "new", "gone",
            ]
        )
        let below = try GitRepository(at: "\(folder)/App")
        #expect(try below.unrestorable(among: ["clean", "changed", "../clean"]) == ["changed"])
        #expect(try below.unrestorable(among: []) == [])
    }
}
