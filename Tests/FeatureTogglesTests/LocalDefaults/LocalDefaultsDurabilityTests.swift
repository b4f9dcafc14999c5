#if OVERRIDES
import ToggleBase
import Foundation
import TestSupport
import Testing

@testable import FeatureToggles

@Suite struct LocalDefaultsDurabilityTests {
    private let folder: TemporaryFolder
    private let fileSystem = FaultyFileSystem()
    private let file: LocalDefaultsFile
    /// 2026-11-03, 14:25:01 UTC.
    private static let time = 1_793_715_901

    init() throws {
        folder = try TemporaryFolder()
        file = LocalDefaultsFile(
            path: folder.path("toggles.json"),
            fileSystem: fileSystem,
            lockTimeout: .zero,
            secondsSince1970: { Self.time }
        )
    }

    @Test(arguments: [FileStatus.Kind.file, .folder])
    func otherUsersFileIsNotUsed(kind: FileStatus.Kind) throws {
        try file.update([.set("a", 1)])
        fileSystem.giveAway(kind)
        let foreign = LocalDefaultsFile(path: file.path, fileSystem: fileSystem, trust: .currentUser)
        let error = #expect(throws: LocalDefaultsError.self) { try foreign.read() }
        #expect(error?.code == .unreadable)
        #expect(error?.message.contains("belongs to another user") == true)
        #expect(throws: LocalDefaultsError.self) { try foreign.update([.set("a", 2)]) }
        #expect(try LocalDefaultsFile(path: file.path).read().values == ["a": 1])
    }

    private static let failures: [(FaultyFileSystem.Call, Int32)] = [
        (.openForReading, EACCES), (.openForReading, EIO), (.openFolder, EACCES), (.openLock, EROFS),
        (.openLock, EACCES), (.tryLock, ENOLCK), (.create, EROFS), (.create, ENOSPC), (.create, EMFILE),
        (.read, EIO), (.write, ENOSPC), (.write, EDQUOT), (.write, EIO), (.synchronizeFile, EIO), (.rename, EIO),
        (.rename, EACCES), (.synchronizeFolder, EIO), (.synchronizeFolder, ENOSPC), (.status, EACCES),
    ]

    @Test(arguments: failures)
    func failureKeepsOldValue(call: FaultyFileSystem.Call, code: Int32) throws {
        try file.update([.set("a", 1)])
        let text = try folder.text("toggles.json")

        fileSystem.fail(call, with: code)
        let error = try #require(throws: LocalDefaultsError.self) { try file.update([.set("a", 2), .set("b", 3)]) }
        #expect([.unwritable, .unreadable].contains(error.code))
        #expect(error.message.contains("errno \(code)"), "\(error)")
        #expect(try folder.text("toggles.json") == text)
        #expect(try folder.names().filter { $0.contains(".tmp-") }.isEmpty)

        fileSystem.heal()
        #expect(try file.read().values == ["a": 1])
        #expect(try file.update([.set("a", 2)]).state == LocalDefaultsState(values: ["a": 2], revision: 2))
    }

    @Test(arguments: [(FaultyFileSystem.Call.write, ENOSPC), (.synchronizeFolder, EIO), (.createFolder, EROFS)])
    func failureCreatesNoFile(call: FaultyFileSystem.Call, code: Int32) throws {
        let file = LocalDefaultsFile(
            path: folder.path(call == .createFolder ? "new/toggles.json" : "toggles.json"),
            fileSystem: fileSystem
        )
        fileSystem.fail(call, with: code)
        #expect(throws: LocalDefaultsError.self) { try file.update([.set("a", 1)]) }
        #expect(try file.read() == LocalDefaultsState())
    }

    @Test(arguments: [FaultyFileSystem.Call.link, .names, .remove, .setMode, .setOwner])
    func optionalStepsDoNotFailUpdate(call: FaultyFileSystem.Call) throws {
        try file.update([.set("a", 1)])
        fileSystem.fail(call, with: EPERM)
        #expect(try file.update([.set("a", 2)]).isWritten)
        #expect(try file.read().values == ["a": 2])
    }

    @Test func unsettingInUnreadableFileFails() throws {
        try file.update([.set("a", 1)])
        fileSystem.fail(.openForReading, with: EACCES)
        #expect(throws: LocalDefaultsError.self) { try file.update([.unset("a")]) }
        fileSystem.heal()
        #expect(try file.read().values == ["a": 1])
    }

    @Test func unsupportedFolderSynchronizationIsIgnored() throws {
        fileSystem.fail(.synchronizeFolder, with: EINVAL)
        #expect(try file.update([.set("a", 1)]).isWritten)
    }

    @Test func partialWritesAreContinued() throws {
        fileSystem.shortenWrites(to: 7)
        try file.update([.set("a", 1), .set("b", "some text that is longer")])
        #expect(try file.read().values == ["a": 1, "b": "some text that is longer"])
        fileSystem.shortenWrites(to: 0)
        #expect(throws: LocalDefaultsError.self) { try file.update([.set("a", 2)]) }
        #expect(try file.read().values["a"] == 1)
    }

    @Test func synchronizesFileAndFolderBeforeReturning() throws {
        try file.update([.set("a", 1)])
        #expect(fileSystem.count(.synchronizeFile) == 1)
        #expect(fileSystem.count(.synchronizeFolder) == 1)
        // The previous writer may have been killed before synchronizing, so an update without effect also does it.
        try file.update([.set("a", 1)])
        #expect(fileSystem.count(.synchronizeFile) == 2)
        #expect(fileSystem.count(.synchronizeFolder) == 2)
    }

    @Test func reportsWriterThatDoesNotFinish() throws {
        let names = LockedFile.Names(folder: folder.path, name: "toggles.json")
        let system = POSIXFileSystem()
        let lock = try system.openLock(names.lock)
        #expect(try system.tryLock(lock))
        let error = try #require(throws: LocalDefaultsError.self) { try file.update([.set("a", 1)]) }
        #expect(error.code == .locked)
        #expect(error.path == names.lock)
        try system.close(lock)
        #expect(try file.update([.set("a", 1)]).isWritten)
    }

    @Test func waitsLongerForActiveWriters() throws {
        let (file, _) = try fileOfBusyWriters(until: .milliseconds(30))
        #expect(try file.update([.set("a", 1)]).state.values == ["a": 1, "b": 1])
        #expect(fileSystem.waited > .milliseconds(10))
    }

    @Test func doesNotWaitForeverForActiveWriters() throws {
        let (file, lock) = try fileOfBusyWriters(until: .seconds(1))
        defer { #expect(throws: Never.self) { try POSIXFileSystem().close(lock) } }
        let error = try #require(throws: LocalDefaultsError.self) { try file.update([.set("a", 1)]) }
        #expect(error.code == .locked)
        #expect((.milliseconds(60)...(.milliseconds(70))).contains(fileSystem.waited))
    }

    /// Returns a file with a lock timeout of 10 ms, which the holder of the lock replaces repeatedly.
    ///
    /// The lock is released after the given time. A caller that doesn't wait that long must close it.
    private func fileOfBusyWriters(until end: Duration) throws -> (file: LocalDefaultsFile, lock: Int32) {
        let (folder, system) = (folder, POSIXFileSystem())
        let lock = try system.openLock(LockedFile.Names(folder: folder.path, name: "toggles.json").lock)
        #expect(try system.tryLock(lock))
        fileSystem.duringPause { waited in
            do {
                guard waited < end else { return try system.close(lock) }
                try folder.write("{\"toggles\": {\"b\": 1}}", to: "new.json")
                try system.rename(folder.path("new.json"), to: folder.path("toggles.json"))
            } catch {
                Issue.record(error)
            }
        }
        let file = LocalDefaultsFile(
            path: folder.path("toggles.json"),
            fileSystem: fileSystem,
            lockTimeout: .milliseconds(10)
        )
        return (file, lock)
    }

    @Test func keepsModeOwnerAndLink() throws {
        try folder.createFolder("real")
        try folder.write("{\"toggles\": {}}", to: "real/target.json")
        #expect(chmod(folder.path("real/target.json"), 0o640) == 0)
        let isRoot = getuid() == 0
        if isRoot { #expect(chown(folder.path("real/target.json"), 12_345, 23_456) == 0) }
        try folder.link("toggles.json", to: "middle.json")
        try folder.link("middle.json", to: "real/target.json")

        try file.update([.set("a", 1)])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file.path) == "middle.json")
        #expect(try folder.text("real/target.json").contains("\"a\": 1"))
        #expect(try folder.mode("real/target.json") == 0o640)
        let status = try POSIXFileSystem().status(ofPath: folder.path("real/target.json"))
        #expect(status.owner == (isRoot ? 12_345 : getuid()))
        if isRoot { #expect(status.group == 23_456) }
        #expect(try folder.names("real") == [".target.json.lock", "target.json", "target.json.previous"])
        #expect(try folder.names() == ["middle.json", "real", "toggles.json"])
    }

    @Test func createsTargetOfDanglingLink() throws {
        try folder.link("toggles.json", to: folder.path("new/folder/target.json"))
        try file.update([.set("a", 1)])
        #expect(try folder.text("new/folder/target.json").contains("\"a\": 1"))
    }

    @Test func auxiliaryNamesOfLongNameAreShortened() throws {
        let name = String(repeating: "ü", count: 120) + ".json"
        let file = LocalDefaultsFile(path: folder.path(name))
        try file.update([.set("a", 1)])
        try file.update([.set("a", 2)])
        try folder.write("broken", to: name)
        #expect(try file.update([.set("b", 1)]).recovery != nil)
        #expect(try file.read().values == ["a": 1, "b": 1])
        #expect(try folder.names().count == 4)
    }

    @Test func removesFilesOfKilledWriters() throws {
        try file.update([.set("a", 1)])
        for name in [
            ".toggles.json.tmp-1-a", ".toggles.json.tmp-99999999-ff", ".other.json.tmp-1-a", "toggles.json.tmp",
        ] {
            try folder.write("half", to: name)
        }
        try file.update([.set("a", 1)])
        #expect(
            try folder.names() == [".other.json.tmp-1-a", ".toggles.json.lock", "toggles.json", "toggles.json.tmp"]
        )
    }

    private static let brokenTexts = [
        "", "\0\0\0\0", "{\n  \"version\": 1,\n  \"tog", "{\"toggles\": {\"a\": 1,}}", "[]", "{\"toggles\": 3}",
        "{ \"version\": 1 }\n\0\0\0\0\0\0\0\0", "\u{FEFF}",
    ]

    @Test(arguments: brokenTexts)
    func unusableFileIsReplacedByPreviousOne(text: String) throws {
        try file.update([.set("a", 1)])
        try file.update([.set("b", 2)])
        try folder.write(text, to: "toggles.json")
        #expect(throws: LocalDefaultsError.self) { try file.read() }

        let update = try file.update([.set("c", 3)])
        let kept = folder.path("toggles.json.corrupt-20261103T142501Z-1")
        #expect(update.state.values == ["a": 1, "c": 3])
        #expect(update.state.revision == 3, "newer than the lost file")
        #expect(update.recovery?.message.contains("is kept as \(kept)") == true)
        #expect(update.recovery?.message.contains("the file before the last update") == true)
        #expect(update.recovery?.location != nil)
        #expect(try folder.text("toggles.json.corrupt-20261103T142501Z-1") == text)
        #expect(try file.read() == update.state)
        #expect(try file.update([.set("d", 4)]).recovery == nil, "the recovery is reported once")
    }

    @Test func unusableFileWithoutPreviousIsReplacedByNew() throws {
        try folder.write("{ 'a': 1 }", to: "toggles.json")
        let update = try file.update([.set("b", 2)])
        #expect(update.state == LocalDefaultsState(values: ["b": 2], revision: 1))
        #expect(update.recovery?.message.contains("replaced by a new file") == true)
        #expect(update.recovery?.message.contains("single quotes") == true)
        #expect(update.recovery?.location == JSONLocation(line: 1, column: 3, offset: 2))
    }

    @Test(arguments: ["also broken", "{\"version\": 2}"])
    func unusablePreviousFileIsKept(text: String) throws {
        try folder.write("broken", to: "toggles.json")
        try folder.write(text, to: "toggles.json.previous")
        #expect(try file.update([.set("b", 2)]).state.values == ["b": 2])
        #expect(try folder.text("toggles.json.previous") == text)
    }

    @Test func keepsThreeNewestFilesOfSameSecond() throws {
        for round in 1...12 {
            try folder.remove("toggles.json", ifPresent: true)
            try folder.write("broken \(round)", to: "toggles.json")
            try file.update([.set("a", .integer(round))])
        }
        let kept = try folder.names().filter { $0.contains("corrupt") }
        #expect(kept.sorted() == [10, 11, 12].map { "toggles.json.corrupt-20261103T142501Z-\($0)" })
        #expect(try folder.text("toggles.json.corrupt-20261103T142501Z-12") == "broken 12")
    }

    @Test func failedReplacementKeepsUnusableFile() throws {
        try folder.write("broken", to: "toggles.json")
        fileSystem.fail(.write, with: ENOSPC)
        for _ in 0..<5 {
            #expect(throws: LocalDefaultsError.self) { try file.update([.set("a", 1)]) }
        }
        #expect(try folder.text("toggles.json") == "broken")
        #expect(try folder.names() == [".toggles.json.lock", "toggles.json"])
    }

    @Test func unusableFileIsRenamedWithoutHardLinks() throws {
        try folder.write("broken", to: "toggles.json")
        fileSystem.fail(.link, with: EPERM)
        fileSystem.fail(.write, with: ENOSPC)
        #expect(throws: LocalDefaultsError.self) { try file.update([.set("a", 1)]) }
        #expect(try folder.text("toggles.json") == "broken")
        fileSystem.heal()
        fileSystem.fail(.link, with: ENOTSUP)
        #expect(try file.update([.set("a", 1)]).recovery != nil)
        #expect(try folder.text("toggles.json.corrupt-20261103T142501Z-1") == "broken")
        #expect(try file.read().values == ["a": 1])
    }

    @Test func interruptedSetAsideLeavesOneCopy() throws {
        try folder.write("broken", to: "toggles.json")
        try FileManager.default.linkItem(
            atPath: folder.path("toggles.json"),
            toPath: folder.path("toggles.json.corrupt-20261103T142500Z-1")
        )
        let update = try file.update([.set("a", 1)])
        #expect(update.recovery?.message.contains("corrupt-20261103T142500Z-1") == true)
        #expect(try folder.names().filter { $0.contains("corrupt") }.count == 1)
    }

    @Test func tooLargeFilesAreRejected() throws {
        let file = LocalDefaultsFile(path: folder.path("small.json"), fileSystem: fileSystem, maximumSize: 100)
        try file.update([.set("a", 1)])
        let error = try #require(throws: LocalDefaultsError.self) {
            try file.update([.set("b", .string(String(repeating: "x", count: 100)))])
        }
        #expect(error.code == .tooLarge)
        #expect(try file.read().values == ["a": 1])

        let large = "{\"toggles\": {}" + String(repeating: " ", count: 100) + "}"
        try folder.write(large, to: "small.json")
        #expect(throws: LocalDefaultsError.self) { try file.read() }
        #expect(throws: LocalDefaultsError.self) { try file.update([.set("a", 1)]) }
        #expect(try folder.text("small.json") == large, "a file that is too large is not replaced")
    }

    @Test func readersSeeOnlyCompleteFiles() async throws {
        let path = folder.path("toggles.json")
        let rounds = 150
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    for round in 1...rounds {
                        try LocalDefaultsFile(path: path).update { state in
                            guard case .integer(let count) = state.values["common"] ?? 0 else { return [] }
                            return [.set("common", .integer(count + 1)), .set("w\(writer)", .integer(round))]
                        }
                    }
                }
            }
            group.addTask {
                var last = 0
                while last < 4 * rounds {
                    let state = try LocalDefaultsFile(path: path).read()
                    let counts = (0..<4).map { writer -> Int in
                        guard case .integer(let count)? = state.values["w\(writer)"] else { return 0 }
                        return count
                    }
                    guard state.revision == counts.reduce(0, +), state.revision >= last else {
                        Issue.record("The revision is \(state.revision) after \(last), and the counts are \(counts).")
                        return
                    }
                    last = state.revision
                    await Task.yield()
                }
            }
            try await group.waitForAll()
        }
        #expect(try LocalDefaultsFile(path: path).read().values["common"] == .integer(4 * rounds))
        #expect(try folder.names() == [".toggles.json.lock", "toggles.json", "toggles.json.previous"])
    }
}
#endif
