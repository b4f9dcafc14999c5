import Foundation
import TestSupport
import Testing
import ToggleTool

@Suite struct GitIgnoringTests {
    @Test func ignoredPathsAreListedOnce() throws {
        let temporary = try TemporaryRepository()
        try temporary.write("out/\n*.gen.swift\n!keep.gen.swift\n", to: ".gitignore")
        for path in [
            "out/A.swift", "out/deep/B.swift", "Sources/a.gen.swift", "Sources/keep.gen.swift", "Sources/C.swift",
            "Größe 1/out/D.swift",
        ] { try temporary.write("x", to: path) }
        #expect(
            try GitRepository(at: temporary.folder).ignoredPaths().isSuperset(of: [
                "out", "Sources/a.gen.swift", "Größe 1/out",
            ])
        )
        #expect(
            try GitRepository(at: temporary.folder).ignoredPaths().isDisjoint(with: [
                "Sources", "Sources/keep.gen.swift",
            ])
        )
    }

    @Test func trackedFilesAreNotIgnored() throws {
        let temporary = try TemporaryRepository()
        try temporary.write("x", to: "Generated/A.swift")
        try temporary.commit("Add", on: "2026-01-01")
        try temporary.write("Generated/\n", to: ".gitignore")
        try temporary.write("x", to: "Generated/B.swift")
        #expect(try GitRepository(at: temporary.folder).ignoredPaths() == ["Generated/B.swift"])
    }

    @Test func pathsAreRelativeToOpenedFolder() throws {
        let temporary = try TemporaryRepository()
        try temporary.write("out\n", to: ".gitignore")
        try temporary.write("Mine.swift\n", to: "App/.gitignore")
        for path in ["out/A.swift", "App/out/B.swift", "App/Mine.swift", "Mine.swift"] {
            try temporary.write("x", to: path)
        }
        #expect(try GitRepository(at: temporary.folder + "/App").ignoredPaths() == ["out", "Mine.swift"])
    }

    @Test func ignoredRootIsSearched() throws {
        let temporary = try TemporaryRepository()
        try temporary.write("vendor/\n", to: ".gitignore")
        try temporary.write("x", to: "vendor/App/A.swift")
        try temporary.write("x", to: "vendor/App/out/B.swift")
        #expect(try GitRepository(at: temporary.folder + "/vendor/App").ignoredPaths() == [])
        #expect(try GitRepository(at: temporary.folder + "/vendor").ignoredPaths() == [])
    }

    @Test func nestedRepositoryIsSkipped() throws {
        let temporary = try TemporaryRepository()
        let inner = try TemporaryRepository()
        try inner.write("out\n", to: ".gitignore")
        try inner.write("x", to: "A.swift")
        try inner.commit("Add", on: "2026-01-01")
        try temporary.git("-c", "protocol.file.allow=always", "submodule", "add", "--quiet", inner.folder, "Module")
        try temporary.write(".checkouts\n", to: ".gitignore")
        try temporary.commit("Add", on: "2026-01-01")
        try temporary.git("clone", "--quiet", inner.folder, ".checkouts/Inner")
        try temporary.write("x", to: "Module/out/B.swift")
        #expect(try GitRepository(at: temporary.folder).ignoredPaths() == [".checkouts"])
        #expect(try GitRepository(at: temporary.folder + "/Module").ignoredPaths() == ["out"])
    }

    @Test func linkedWorkTreeHasSameRules() throws {
        let temporary = try TemporaryRepository()
        try temporary.write("out\n", to: ".gitignore")
        try temporary.commit("Add", on: "2026-01-01")
        let other = temporary.folder + "-other"
        defer { try? FileManager.default.removeItem(atPath: other) }
        try temporary.git("worktree", "add", "--quiet", other)
        try FileManager.default.createDirectory(atPath: other + "/out", withIntermediateDirectories: true)
        try Data("x".utf8).write(to: URL(fileURLWithPath: other + "/out/A.swift"))
        #expect(try GitRepository(at: other).ignoredPaths() == ["out"])
    }
}
