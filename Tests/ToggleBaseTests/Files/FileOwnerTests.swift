import Foundation
import TestSupport
import Testing
import ToggleBase

/// The owners whose files and folders are used.
struct FileOwnerTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["links", "files"] {
            try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
        }
        try folder.write("content", to: "files/a")
        try FileManager.default.createSymbolicLink(atPath: folder.path("links/a"), withDestinationPath: "../files/a")
    }

    private func file(_ name: String, foreign: String) -> DurableFile {
        DurableFile(
            path: folder.path(name),
            fileSystem: OwnedFileSystem(foreign: folder.path(foreign)),
            maximumSize: 1_000,
            trust: .currentUser
        )
    }

    private func refusal(_ body: () throws(DurableFileError) -> Void) -> DurableFileError? {
        do throws(DurableFileError) { try body() } catch { return error }
        return nil
    }

    @Test func ownLinkIsFollowed() throws {
        #expect(try file("links/a", foreign: "other").read() == Array("content".utf8))
        try file("links/a", foreign: "other").lock().unlock()
    }

    // In a folder like /tmp, any user can create a link.
    @Test(arguments: ["links", "links/a", "links/../files", "files/a"])
    func otherUsersFoldersOnLinkPathAreRejected(foreign: String) throws {
        let path = foreign == "files/a" ? "links/../files/a" : foreign
        let error = refusal { () throws(DurableFileError) in _ = try file("links/a", foreign: path).read() }
        #expect(error?.code == .unreadable)
        #expect(error?.message.hasPrefix("It belongs to another user (4000000000)") == true)
    }

    @Test(arguments: ["links", "links/a", "links/../files"])
    func otherUsersFolderIsNotWritten(foreign: String) throws {
        let error = refusal { () throws(DurableFileError) in try file("links/a", foreign: foreign).lock().unlock() }
        #expect(error?.code == .unwritable)
        #expect(try folder.names("files") == ["a"])
    }

    @Test func noFolderIsCreatedInOtherUsersFolder() throws {
        let error = refusal { () throws(DurableFileError) in
            try file("files/new/deep/b", foreign: "files").lock().unlock()
        }
        #expect(error?.code == .unwritable)
        #expect(error?.path == folder.path("files"))
        #expect(try folder.names("files") == ["a"])
    }
}
