import Foundation
import TestSupport
import Testing
import ToggleBase

@Suite struct FileWritingTests {
    @Test(.timeLimit(.minutes(20)))
    func writeWaitsForFullPipe() async throws {
        let pipe = Pipe()
        let (reader, writer) = (pipe.fileHandleForReading, pipe.fileHandleForWriting)
        let flags = fcntl(writer.fileDescriptor, F_GETFL)
        try #require(fcntl(writer.fileDescriptor, F_SETFL, flags | O_NONBLOCK) == 0)
        // More than the capacity of a pipe, so the write can't finish before the other end reads.
        let bytes = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 / 7) }
        // Both block, so they must not run on the threads of tasks, of which there may be only two.
        async let read = onThread { reader.readDataToEndOfFile() }
        let failure = await onThread {
            let failure = FileWriting.write(bytes, to: writer.fileDescriptor)
            try? writer.close()
            return failure
        }
        #expect(failure == nil)
        #expect(await read == Data(bytes))
    }

    @Test func replacementKeepsMode() throws {
        let folder = try TemporaryFolder()
        try folder.write("old", to: "a")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.path("a"))
        try FileWriting.replace(Array("new".utf8), path: folder.path("a"))
        #expect(try folder.text("a") == "new")
        #expect(try folder.mode("a") == 0o640)
    }

    @Test func missingFolderIsNamed() throws {
        let folder = try TemporaryFolder()
        let failure = #expect(throws: FileFailure.self) {
            try FileWriting.replace([], path: folder.path("none/a"))
        }
        #expect(failure?.reason == "the folder ‘\(folder.path("none"))’ does not exist; create it first")
    }

    @Test(.enabled(if: geteuid() == 0, "needs root, to replace a file of another user"))
    func rootKeepsOwnerAndGroup() throws {
        let folder = try TemporaryFolder()
        try folder.write("old", to: "a")
        try folder.link("link", to: "a")
        try #require(chown(folder.path("a"), 1_001, 1_002) == 0)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.path("a"))
        try FileWriting.replace(Array("new".utf8), path: folder.path("link"))
        let status = try POSIXFileSystem().status(ofPath: folder.path("a"))
        #expect((status.owner, status.group, status.mode) == (1_001, 1_002, 0o600))
        #expect(try folder.text("a") == "new")
    }

    #if os(macOS) || os(Linux)
    /// An identifier that no process has: that of a child that was waited for.
    private func endedProcess() throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "exit 0"]
        try process.run()
        process.waitUntilExit()
        return process.processIdentifier
    }

    @Test func temporaryFilesOfKilledProcessesAreRemoved() throws {
        let folder = try TemporaryFolder()
        let ended = try endedProcess()
        let kept = [
            "b.json.\(ended)-1.tmp", "a.json.\(ended)-x.tmp", "a.json.\(ended).tmp", "a.json.\(ended)-1.tmp.old",
            "a.json.\(getpid())-1.tmp", "a.json.0-1.tmp", "a.json.-1-1.tmp",
        ]
        for name in kept + ["a.json.\(ended)-1.tmp", "a.json.\(ended)-4294967295.tmp"] {
            try folder.write("half", to: name)
        }
        try folder.write("others", to: "target")
        try folder.link("a.json.\(ended)-2.tmp", to: "target")
        try FileWriting.replace(Array("new".utf8), path: folder.path("a.json"))
        #expect(try folder.names() == (kept + ["a.json", "a.json.\(ended)-2.tmp", "target"]).sorted())
    }

    @Test(.enabled(if: geteuid() == 0, "needs root, to create a file of another user"))
    func temporaryFilesOfOtherUsersStayUnlessFileIsTheirs() throws {
        let folder = try TemporaryFolder()
        let name = "a.json.\(try endedProcess())-1.tmp"
        try folder.write("half", to: name)
        try #require(chown(folder.path(name), 1_001, 1_001) == 0)
        try FileWriting.replace(Array("new".utf8), path: folder.path("a.json"))
        #expect(try folder.names() == ["a.json", name])
        try #require(chown(folder.path("a.json"), 1_001, 1_001) == 0)
        try FileWriting.replace(Array("newer".utf8), path: folder.path("a.json"))
        #expect(try folder.names() == ["a.json"])
    }
    #endif
}
