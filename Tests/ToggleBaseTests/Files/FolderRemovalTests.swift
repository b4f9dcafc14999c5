import Foundation
import TestSupport
import Testing
import ToggleBase

/// Removing a folder with everything in it.
struct FolderRemovalTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.createFolder("others")
        try folder.write("kept", to: "others/file")
    }

    private func createPrivateFolder(_ name: String) throws {
        try folder.createFolder(name)
        try setMode(0o700, of: name)
    }

    private func setMode(_ mode: Int, of name: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path(name))
    }

    private func remove(_ name: String) { POSIXFileSystem().removePrivateFolder(folder.path(name)) }

    @Test func everythingIsRemovedAndNoLinkFollowed() throws {
        try createPrivateFolder("own")
        try folder.createFolder("own/deep/deeper")
        try folder.write("a", to: "own/deep/deeper/a")
        try folder.link("own/deep/link", to: folder.path("others"))
        try folder.link("own/link", to: "../others/file")
        remove("own")
        #expect(try folder.names() == ["others"])
        #expect(try folder.names("others") == ["file"])
    }

    @Test func linkAndItsTargetStay() throws {
        try setMode(0o700, of: "others")
        try folder.link("link", to: "others")
        remove("link")
        remove("link/")
        #expect(try folder.names() == ["link", "others"])
        #expect(try folder.names("others") == ["file"])
    }

    @Test(arguments: [0o755, 0o770, 0o701])
    func folderThatOthersCanAccessStays(mode: Int) throws {
        try setMode(mode, of: "others")
        remove("others")
        #expect(try folder.names("others") == ["file"])
    }

    @Test(.enabled(if: geteuid() == 0, "needs root, to create a folder of another user"))
    func folderOfAnotherUserStays() throws {
        try createPrivateFolder("own")
        try folder.createFolder("own/foreign")
        try folder.write("kept", to: "own/foreign/file")
        #expect(chown(folder.path("own/foreign"), 65_534, 65_534) == 0)
        remove("own")
        #expect(try folder.names("own/foreign") == ["file"])
        try setMode(0o700, of: "own/foreign")
        remove("own/foreign")
        #expect(try folder.names("own/foreign") == ["file"])
    }

    @Test func folderDeeperThanTheLimitStays() throws {
        try createPrivateFolder("own")
        try folder.createFolder("own/" + Array(repeating: "d", count: 40).joined(separator: "/"))
        remove("own")
        #expect(try folder.names() == ["others", "own"])
    }
}
