import Foundation
import TestSupport
import Testing
import ToggleBase
import ToggleManifest

@Suite struct FileEditTests {
    /// Calls a closure with a folder that is deleted afterward.
    private func inFolder(_ body: (_ folder: String) throws -> Void) throws {
        let folder = try TemporaryFolder()
        try withExtendedLifetime(folder) { try body(folder.path) }
    }

    private func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    private func edit(_ path: String, _ old: String, _ new: String) -> FileEdit {
        FileEdit(path: path, old: Array(old.utf8), new: Array(new.utf8))
    }

    @Test func unchangedFilesAreReplaced() throws {
        try inFolder { folder in
            try Data("one".utf8).write(to: URL(filePath: "\(folder)/a"))
            try FileManager.default.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: "a")
            try FileWriting.replace([edit("\(folder)/link", "one", "two")])
            #expect(text("\(folder)/a") == "two")
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/link") == "a")
        }
    }

    @Test func newFileIsCreatedOnlyIfThereIsNone() throws {
        try inFolder { folder in
            let (new, other) = ("\(folder)/new", "\(folder)/other")
            let edits = [FileEdit(path: new, old: nil, new: Array("mine".utf8)), edit(other, "read", "mine")]
            try Data("saved".utf8).write(to: URL(filePath: other))
            #expect(throws: FileFailure.self) { try FileWriting.replace(edits) }
            #expect(text(new) == nil)
            try FileWriting.replace([edits[0]])
            #expect(text(new) == "mine")
            let failure = #expect(throws: FileFailure.self) { try FileWriting.replace([edits[0]]) }
            #expect(failure?.description.contains("another program created it at the same time") == true)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["new", "other"])
        }
    }

    @Test func createdFileIsRemovedIfNextOneChanged() throws {
        try inFolder { folder in
            let (new, other) = ("\(folder)/new", "\(folder)/other")
            try Data("read".utf8).write(to: URL(filePath: other))
            let edits = [FileEdit(path: new, old: nil, new: Array("mine".utf8)), edit(other, "read", "mine")]
            #expect(throws: FileFailure.self) {
                try FileWriting.replace(edits) { edit in
                    if edit.path == other { try? Data("saved".utf8).write(to: URL(filePath: other)) }
                }
            }
            #expect(text(new) == nil)
            #expect(text(other) == "saved")
        }
    }

    @Test func changedFileIsKeptAndNamed() throws {
        try inFolder { folder in
            try Data("saved".utf8).write(to: URL(filePath: "\(folder)/a"))
            let failure = #expect(throws: FileFailure.self) {
                try FileWriting.replace([edit("\(folder)/a", "read", "mine")])
            }
            #expect(
                failure?.description == """
                    cannot write ‘\(folder)/a’: another program changed it at the same time. Nothing was changed here; run \
                    the command again
                    """
            )
            #expect(text("\(folder)/a") == "saved")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a"])
        }
    }

    @Test func filesAreDeletedWithLinks() throws {
        try inFolder { folder in
            for name in ["a", "b"] { try Data("old \(name)".utf8).write(to: URL(filePath: "\(folder)/\(name)")) }
            try FileManager.default.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: "b")
            try FileWriting.replace([
                FileEdit(path: "\(folder)/a", old: Array("old a".utf8), new: nil),
                FileEdit(path: "\(folder)/link", old: Array("old b".utf8), new: nil),
            ])
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        }
    }

    @Test func deletedFileComesBackIfAnotherCannotBeReplaced() throws {
        try inFolder { folder in
            for name in ["a", "b"] { try Data("old \(name)".utf8).write(to: URL(filePath: "\(folder)/\(name)")) }
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: "\(folder)/a")
            #expect(throws: FileFailure.self) {
                try FileWriting.replace(
                    [
                        FileEdit(path: "\(folder)/a", old: Array("old a".utf8), new: nil),
                        edit("\(folder)/b", "old b", "new b"),
                    ],
                    willReplace: { next in
                        guard next.path.hasSuffix("b") else { return }
                        try? Data("saved".utf8).write(to: URL(filePath: next.path))
                    }
                )
            }
            #expect(text("\(folder)/a") == "old a")
            #expect(text("\(folder)/b") == "saved")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["a", "b"])
            let mode = try FileManager.default.attributesOfItem(atPath: "\(folder)/a")[.posixPermissions] as? Int
            #expect(mode == 0o640)
        }
    }

    @Test func changedFileIsNotDeleted() throws {
        try inFolder { folder in
            try Data("saved".utf8).write(to: URL(filePath: "\(folder)/a"))
            #expect(throws: FileFailure.self) {
                try FileWriting.replace([FileEdit(path: "\(folder)/a", old: Array("read".utf8), new: nil)])
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a"])
        }
    }

    @Test(arguments: ["a", "b"])
    func replacementIsAllOrNothing(saved: String) throws {
        try inFolder { folder in
            for name in ["a", "b"] { try Data("old \(name)".utf8).write(to: URL(filePath: "\(folder)/\(name)")) }
            let failure = #expect(throws: FileFailure.self) {
                try FileWriting.replace(
                    ["a", "b"].map { edit("\(folder)/\($0)", "old \($0)", "new \($0)") },
                    // Simulates an editor that saves between the two replacements.
                    willReplace: { next in
                        guard next.path.hasSuffix(saved) else { return }
                        try? Data("saved".utf8).write(to: URL(filePath: next.path))
                    }
                )
            }
            #expect(failure?.path == "\(folder)/\(saved)")
            for name in ["a", "b"] { #expect(text("\(folder)/\(name)") == (name == saved ? "saved" : "old \(name)")) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["a", "b"])
        }
    }

    @Test func creatingNeverReplacesAFile() throws {
        try inFolder { folder in
            try FileWriting.create(Array("one".utf8), path: "\(folder)/a")
            #expect(throws: FileFailure.self) {
                try FileWriting.create(Array("two".utf8), path: "\(folder)/a")
            }
            #expect(text("\(folder)/a") == "one")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a"])
        }
    }

    @Test func heldLockEndsTheWait() throws {
        try inFolder { folder in
            try EditingLock.withLock(on: ["\(folder)/a", "\(folder)/b"]) {
                let failure = #expect(throws: FileFailure.self) {
                    try EditingLock.withLock(on: ["\(folder)/b"], timeout: .milliseconds(1)) {}
                }
                #expect(failure?.path == "\(folder)/b")
            }
            try EditingLock.withLock(on: ["\(folder)/b"], timeout: .zero) {}
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        }
    }
}
