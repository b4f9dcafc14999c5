import Foundation
import TestSupport
import Testing

@testable import ToggleBase

/// Each test changes something, and then waits until the watcher has reported it and the file has the expected text.
///
/// If a change goes unnoticed, the test exceeds the suite's time limit.
@Suite(.timeLimit(.minutes(20))) struct FileWatcherTests {
    /// A watcher whose calls are the elements of a sequence.
    private final class Follower: Sendable {
        let folder: TemporaryFolder
        let path: String
        private let watcher: FileWatcher
        private let changes: AsyncStream<Void>

        init(
            _ name: String,
            in folder: TemporaryFolder,
            fileSystem: any FileSystem = POSIXFileSystem()
        ) throws {
            self.folder = folder
            let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            self.changes = changes
            path = folder.path(name)
            watcher = try FileWatcher(paths: [path], fileSystem: fileSystem) { continuation.yield() }
        }

        /// The text of the file, or `nil` if there is no file.
        var text: String? {
            FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
        }

        /// Returns after a call of the watcher when the file has the expected text.
        func waitForText(_ expected: String?) async {
            for await _ in changes where text == expected { return }
        }
    }

    @Test func noticesEveryChangeOfFile() async throws {
        let folder = try TemporaryFolder()
        let follower = try Follower("file", in: folder)

        try folder.write("created", to: "file")
        await follower.waitForText("created")
        try folder.write("written in place", to: "file")
        await follower.waitForText("written in place")
        try folder.write("replaced", to: "new")
        try folder.rename("new", to: "file")
        await follower.waitForText("replaced")
        try folder.write("the new file in place", to: "file")
        await follower.waitForText("the new file in place")
        try folder.rename("file", to: "backup")
        await follower.waitForText(nil)
        try folder.write("as editors save", to: "file")
        await follower.waitForText("as editors save")
        try folder.remove("file")
        await follower.waitForText(nil)
        try folder.write("created again", to: "file")
        await follower.waitForText("created again")
        #expect(follower.text == "created again")
    }

    @Test func followsOtherFileThroughLinkOfFirst() async throws {
        let folder = try TemporaryFolder()
        for name in ["one", "two"] {
            try folder.createFolder(name)
            try folder.write("", to: "\(name)/toggles.json")
        }
        try folder.link("toggles.json", to: "one/toggles.json")
        let path = folder.path("toggles.json")
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let other: @Sendable () -> String = { PathText.companion(of: path, ".console.json") }
        let watcher = try FileWatcher(path: path, and: other) { continuation.yield() }
        func waitForOther(_ expected: String) async {
            for await _ in changes where FileManager.default.contents(atPath: other()) == Data(expected.utf8) { return }
        }
        try folder.write("first", to: "one/toggles.console.json")
        await waitForOther("first")
        try folder.link("new", to: "two/toggles.json")
        try folder.write("second", to: "two/toggles.console.json")
        try folder.rename("new", to: "toggles.json")
        await waitForOther("second")
        try folder.write("third", to: "two/toggles.console.json")
        await waitForOther("third")
        watcher.cancel()
    }

    @Test func noticesChangesOfFoldersAbove() async throws {
        let folder = try TemporaryFolder()
        let follower = try Follower("a/b/c/file", in: folder)

        try folder.createFolder("a/b/c")
        try folder.write("late", to: "a/b/c/file")
        await follower.waitForText("late")
        try folder.remove("a")
        await follower.waitForText(nil)
        try folder.createFolder("a/b/c")
        try folder.write("again", to: "a/b/c/file")
        await follower.waitForText("again")
        try folder.rename("a", to: "elsewhere")
        await follower.waitForText(nil)
        try folder.createFolder("x/b/c")
        try folder.write("moved in", to: "x/b/c/file")
        try folder.rename("x", to: "a")
        await follower.waitForText("moved in")
        #expect(follower.text == "moved in")
    }

    @Test func followsSymbolicLinksAndTheirTargets() async throws {
        let folder = try TemporaryFolder()
        try folder.createFolder("one")
        try folder.createFolder("two")
        try folder.write("one", to: "one/file")
        try folder.write("two", to: "two/file")
        // Like mounted configuration volumes: the file is a link through another link, which is replaced.
        try folder.link("current", to: "one")
        try folder.link("file", to: "current/file")
        let follower = try Follower("file", in: folder)

        try folder.write("one changed", to: "one/file")
        await follower.waitForText("one changed")
        try folder.link("next", to: "two")
        try folder.rename("next", to: "current")
        await follower.waitForText("two")
        try folder.write("two replaced", to: "two/new")
        try folder.rename("two/new", to: "two/file")
        await follower.waitForText("two replaced")
        try folder.remove("file")
        await follower.waitForText(nil)
        try folder.link("file", to: folder.path("one/file"))
        await follower.waitForText("one changed")
        #expect(follower.text == "one changed")
    }

    @Test func noticesTargetOfDanglingLink() async throws {
        let folder = try TemporaryFolder()
        try folder.link("file", to: "missing/target")
        let follower = try Follower("file", in: folder)

        try folder.createFolder("missing")
        try folder.write("there", to: "missing/target")
        await follower.waitForText("there")
        #expect(follower.text == "there")
    }

    @Test func handlesLinksToThemselves() async throws {
        let folder = try TemporaryFolder()
        try folder.link("file", to: "file")
        let follower = try Follower("file", in: folder)

        try folder.remove("file")
        try folder.write("a file now", to: "file")
        await follower.waitForText("a file now")
        #expect(follower.text == "a file now")
    }

    @Test func noticesWriteThroughHardLink() async throws {
        let folder = try TemporaryFolder()
        try folder.createFolder("a")
        try folder.write("old", to: "a/file")
        try FileManager.default.linkItem(atPath: folder.path("a/file"), toPath: folder.path("other"))
        let follower = try Follower("a/file", in: folder)

        try folder.write("by its other name", to: "other")
        await follower.waitForText("by its other name")
        #expect(follower.text == "by its other name")
    }

    @Test func missesNoRapidChanges() async throws {
        let folder = try TemporaryFolder()
        let follower = try Follower("a/file", in: folder)
        let rounds = 300

        let writer = Thread {
            for round in 1...rounds {
                try? folder.createFolder("a")
                _ = try? folder.write("\(round)", to: "a/new")
                try? folder.rename("a/new", to: "a/file")
                if round < rounds, round.isMultiple(of: 3) { try? folder.remove("a") }
            }
        }
        writer.start()
        await follower.waitForText("\(rounds)")
        #expect(follower.text == "\(rounds)")
    }

    @Test func noticesChangesWhileStarting() async throws {
        let folder = try TemporaryFolder()
        try folder.createFolder("a")
        try folder.write("old", to: "a/file")
        let fileSystem = FaultyFileSystem()
        let lookups = Mutex<[String: Int]>([:])
        fileSystem.afterStatus { path in
            // Each walk of the path looks up every name once. The folder is moved away between the first walk and
            // watching the files found, and the same folder is back for the second walk.
            switch lookups.withLock({ lookups in
                lookups[path, default: 0] += 1
                return (path, lookups[path])
            }) {
            case (folder.path("a/file"), 1): try? folder.rename("a", to: "b")
            case (folder.path, 2): try? folder.rename("b", to: "a")
            default: break
            }
        }
        let follower = try Follower("a/file", in: folder, fileSystem: fileSystem)
        #expect(lookups.withLock { $0[folder.path] ?? 0 } > 2)
        try folder.write("new", to: "a/file")
        await follower.waitForText("new")
        #expect(follower.text == "new")
    }

    // Apps on other platforms can't start processes.
    #if OVERRIDES && (os(macOS) || os(Linux))
    /// Like an app's container, below folders that can be traversed but not opened, and one of which is a link.
    ///
    /// A program without root privileges follows the file, because root could open every folder.
    @Test func followsFileBelowUnreadableFolders() throws {
        let folder = try TemporaryFolder()
        try folder.createFolder("root/private/var/containers/app")
        try folder.link("root/var", to: "private/var")
        let closed = ["root", "root/private/var", "root/private/var/containers"]
        for name in closed.reversed() { #expect(chmod(folder.path(name), 0o311) == 0) }
        defer { for name in closed { chmod(folder.path(name), 0o755) } }
        let follower = Process()
        follower.executableURL = try BuiltProgram.url("test-host")
        follower.arguments = ["defaults", "follow", folder.path("root/var/containers/app/file")]
        let input = Pipe()
        let output = Pipe()
        follower.standardInput = input
        follower.standardOutput = output
        try follower.run()
        defer {
            try? input.fileHandleForWriting.close()
            follower.waitUntilExit()
        }
        var text = ""
        func waitForLine(_ line: String) throws {
            while !text.hasSuffix(line + "\n") {
                let more = output.fileHandleForReading.availableData
                try #require(!more.isEmpty, "the program ended with: \(text)")
                text += String(decoding: more, as: UTF8.self)
            }
        }
        try waitForLine("none")
        try folder.write("12345", to: "root/private/var/containers/app/file")
        try waitForLine("5")
        try folder.write("1234567", to: "root/private/var/containers/app/new")
        try folder.rename("root/private/var/containers/app/new", to: "root/private/var/containers/app/file")
        try waitForLine("7")
        try folder.remove("root/private/var/containers/app/file")
        try waitForLine("none")
        // Nothing would show that the folder is created again, so a failure is reported.
        try folder.remove("root/private/var/containers/app")
        try waitForLine("The folder must be readable to be watched.")
    }
    #endif

    @Test func makesNoCallsAfterCanceling() async throws {
        let folder = try TemporaryFolder()
        let (cancelled, canceledContinuation) = AsyncStream.makeStream(of: Void.self)
        let watcher = try FileWatcher(path: folder.path("file")) { canceledContinuation.yield() }
        let follower = try Follower("file", in: folder)

        watcher.cancel()
        watcher.cancel()
        try folder.write("text", to: "file")
        await follower.waitForText("text")
        canceledContinuation.finish()
        var calls = 0
        for await _ in cancelled { calls += 1 }
        #expect(calls == 0)
    }

    @Test func releasesItsDescriptors() async throws {
        let folder = try TemporaryFolder()
        // Far more watchers than a user's limit of inotify instances, which would be exceeded without closing them.
        for round in 0..<500 {
            let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            var watcher: FileWatcher?
            // The queues of canceled watchers close their descriptors later.
            try await poll(for: "free descriptor") {
                watcher = try? FileWatcher(path: folder.path("file")) { continuation.yield() }
                return watcher != nil
            }
            try folder.write("\(round)", to: "file")
            for await _ in changes { break }
            watcher?.cancel()
        }
    }

    @Test(arguments: ["", "a\0b"])
    func rejectsInvalidPaths(path: String) throws {
        let error = try #require(throws: FileWatcherError.self) { try FileWatcher(path: path) {} }
        #expect(error.message.contains("NUL"))
    }

    #if os(Linux)
    @Test func overflowEventCountsAsChange() {
        func event(_ watch: Int32, _ mask: UInt32, _ name: String) -> [UInt8] {
            let padded = name.isEmpty ? [] : Array(name.utf8) + [UInt8](repeating: 0, count: 16 - name.utf8.count)
            return [UInt32(bitPattern: watch), mask, 0, UInt32(padded.count)].flatMap { word in
                withUnsafeBytes(of: word) { Array($0) }
            } + padded
        }
        let bytes = event(1, Inotify.created, "file") + event(-1, Inotify.overflow, "") + event(2, Inotify.modify, "")
        let events = bytes.withUnsafeBytes { Inotify.events(in: $0) }
        #expect(events.map(\.name) == ["file", "", ""])
        #expect(events.map(\.watch) == [1, -1, 2])
        #expect(events.map { $0.matters([:]) } == [false, true, false])
        #expect(
            events.map { $0.matters([1: .init(names: ["other"]), 2: .init(isFile: true)]) } == [false, true, true]
        )
        #expect(events.map { $0.matters([1: .init(names: ["file"])]) } == [true, true, false])
        for length in 0..<bytes.count {
            let cut = bytes[..<length].withUnsafeBytes { Inotify.events(in: $0) }
            #expect(cut.count < 3)
        }
    }
    #endif
}
