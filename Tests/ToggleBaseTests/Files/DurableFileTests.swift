import Foundation
import TestSupport
import Testing
import ToggleBase

struct DurableFileTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func file(_ name: String = "x.json") -> DurableFile {
        DurableFile(path: folder.path(name), maximumSize: 100)
    }

    @Test func replacementLeavesNoOtherFiles() throws {
        let file = file("deep/x.json")
        #expect(try file.read() == nil)
        try file.update { content in
            #expect(content == nil)
            return .replace(Array("a".utf8))
        }
        try file.update { content in
            #expect(content == Array("a".utf8))
            return .replace(Array("b".utf8))
        }
        try file.update { _ in .keep }
        #expect(try file.read() == Array("b".utf8))
        #expect(try folder.names("deep") == [".x.json.lock", "x.json"])
    }

    @Test func failedReplacementRestoresNewestContent() throws {
        let fileSystem = FaultyFileSystem()
        let file = DurableFile(path: folder.path("x.json"), fileSystem: fileSystem, maximumSize: 100)
        try file.update { _ in .replace(Array("a".utf8)) }
        // A file of an earlier version, which kept one.
        try folder.write("ancient", to: "x.json.previous")
        fileSystem.fail(.synchronizeFolder, with: EIO)
        #expect(throws: DurableFileError.self) { try file.update { _ in .replace(Array("b".utf8)) } }
        #expect(try folder.text("x.json") == "a")
        fileSystem.heal()
        try file.update { _ in .replace(Array("b".utf8)) }
        #expect(try folder.names() == [".x.json.lock", "x.json"])
    }

    @Test func unusableFileIsSetAside() throws {
        let file = file()
        #expect(try file.update { _ in .setAside(replacement: Array("a".utf8)) } == nil)
        try folder.write("broken", to: "x.json")
        let aside = try #require(try file.update { _ in .setAside(replacement: Array("new".utf8)) })
        #expect(try folder.text("x.json") == "new")
        #expect(try folder.text(String(aside.dropFirst(folder.path.count + 1))) == "broken")
    }

    @Test func removalIncludesAuxiliaryFiles() throws {
        let file = file()
        #expect(try file.remove() == false)
        try file.update { _ in .replace(Array("a".utf8)) }
        try file.update { _ in .replace(Array("b".utf8)) }
        #expect(try file.remove())
        #expect(try folder.names() == [])
    }

    @Test func failuresContainPathAndReason() throws {
        try folder.createFolder("x.json")
        #expect(throws: DurableFileError.self) { try file().read() }
        let large = file("large")
        let failure = #expect(throws: DurableFileError.self) {
            try large.update { _ in .replace([UInt8](repeating: 0, count: 101)) }
        }
        #expect(failure?.description == "\(folder.path("large")): The file is larger than 100 bytes; make it smaller.")
    }
}
