import TestSupport
import Testing
import ToggleBase

@testable import FeatureTogglesRemote

/// Counting runs that crashed, while something else has the files of the marks open.
struct RunMarksTests {
    private let folder: TemporaryFolder
    private let files = FaultyFileSystem()
    private let identity = "0a1b"

    init() throws {
        folder = try TemporaryFolder()
        for number in 0..<3 {
            try folder.write("", to: "\(CacheKey(source: "plan", context: nil).text).run-\(identity)-\(number)")
        }
    }

    private func marks(_ files: some FileSystem) -> RunMarks {
        RunMarks(cache: DocumentCache(folder: folder.path, source: "plan", context: nil, fileSystem: files))
    }

    @Test func processesThatStartTogetherCountTheSame() {
        let counts = Mutex<[Int]>([])
        files.afterStatus { [identity, other = marks(POSIXFileSystem())] _ in
            counts.withLock { $0.append(other.crashedRuns(of: identity)) }
        }
        #expect(marks(files).crashedRuns(of: identity) == 3)
        #expect(counts.withLock { $0 } == [3, 3, 3])
    }

    @Test func childProcessKeepsNoMarkLocked() throws {
        let copies = Mutex<[Int32]>([])
        files.afterStatus { [files] _ in
            let open = files.copyOfOpenFiles()
            copies.withLock { $0 += open }
        }
        let marks = marks(files)
        #expect(marks.crashedRuns(of: identity) == 3)
        let mark = try marks.begin(identity)
        #expect(marks.crashedRuns(of: identity) == 3)
        marks.end(mark)
        let other = try marks.begin(identity)
        copies.withLock { [files] in $0 += files.copyOfOpenFiles() }
        files.kill()
        #expect(self.marks(POSIXFileSystem()).crashedRuns(of: identity) == 4, "\(other)")
        for copy in copies.withLock({ $0 }) { try POSIXFileSystem().close(copy) }
        #expect(copies.withLock { $0.count } >= 6)
    }

    @Test func childProcessKeepsNoFileLocked() throws {
        let file = DurableFile(path: folder.path + "/a.json", fileSystem: files, maximumSize: 100)
        let locked = try file.lock()
        let copies = files.copyOfOpenFiles()
        #expect(!copies.isEmpty)
        locked.unlock()
        try file.lock(waiting: .zero).unlock()
        for copy in copies { try POSIXFileSystem().close(copy) }
    }
}
