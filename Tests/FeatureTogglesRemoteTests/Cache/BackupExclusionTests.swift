import Foundation
import TestSupport
import Testing
import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

struct BackupExclusionTests {
    @Test func markIsBackupPropertyList() throws {
        let list = try PropertyListSerialization.propertyList(from: Data(BackupExclusion.value), format: nil)
        #expect(list as? String == "com.apple.backupd")
        let written = try PropertyListSerialization.data(
            fromPropertyList: "com.apple.backupd",
            format: .binary,
            options: 0
        )
        #expect(Array(written) == BackupExclusion.value)
    }

    /// A cache that records which paths it excludes from backups.
    private struct Marked {
        let cache: DocumentCache
        let marks = Marks()

        final class Marks: Sendable {
            let paths = Mutex<[String]>([])
        }

        init(_ folder: String, fileSystem: any FileSystem = POSIXFileSystem()) {
            cache = DocumentCache(
                folder: folder,
                source: "s",
                context: nil,
                fileSystem: fileSystem,
                excludeFromBackup: { [marks] path in
                    // The path must already exist.
                    if FileManager.default.fileExists(atPath: path) { marks.paths.withLock { $0.append(path) } }
                }
            )
        }

        func keep(_ text: String) throws {
            try cache.update { record, transaction throws(DocumentCacheError) in
                record.current = try transaction.store(RemoteDocument(text: Array(text.utf8), revision: nil))
            }
        }
    }

    @Test func newCacheIsExcludedFromBackups() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("shop/remote-config")
        let marked = Marked(path)
        try marked.keep("first")
        try marked.keep("second")
        #expect(marked.marks.paths.withLock { $0 } == [path])
        // At the next launch, the folder is already marked.
        let next = Marked(path)
        try next.keep("third")
        #expect(next.marks.paths.withLock { $0 } == [])
    }

    @Test func countingRunsMarksFolder() throws {
        let folder = try TemporaryFolder()
        let marked = Marked(folder.path("remote-config"))
        try marked.cache.withLockedMarks { _ in }
        #expect(marked.marks.paths.withLock { $0 } == [folder.path("remote-config")])
    }

    @Test func existingFolderIsNotMarked() throws {
        let folder = try TemporaryFolder()
        let marked = Marked(folder.path)
        try marked.keep("first")
        #expect(marked.marks.paths.withLock { $0 } == [])
    }

    @Test func identifierIsExcludedBeforeItIsInPlace() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("installation-id")
        let marks = Mutex<[(path: String, content: String?, isOther: Bool)]>([])
        let keeper = InstallationKeeper(
            path: path,
            fileSystem: POSIXFileSystem(),
            excludeFromBackup: { marked in
                let content = try? String(contentsOfFile: marked, encoding: .utf8)
                let current = try? String(contentsOfFile: path, encoding: .utf8)
                marks.withLock { $0.append((marked, content, current != content)) }
            }
        )
        let first = keeper.id
        _ = try keeper.store()
        let second = try keeper.reset()
        let all = marks.withLock { $0 }
        #expect(all.map(\.content) == ["\(first)\n", "\(second)\n"])
        #expect(all.map(\.isOther) == [true, true], "the file doesn't have its name yet")
        #expect(all.allSatisfy { $0.path != path })
        #expect(try folder.text("installation-id") == "\(second)\n")
        // An identifier that is stored already doesn't change.
        _ = try keeper.store()
        #expect(marks.withLock(\.count) == 2)
    }

    @Test func failedCreationMarksNothing() throws {
        let folder = try TemporaryFolder()
        let fileSystem = FaultyFileSystem()
        fileSystem.fail(.createFolder, with: 28)
        let marked = Marked(folder.path("remote-config"), fileSystem: fileSystem)
        #expect(throws: DocumentCacheError.self) { try marked.keep("first") }
        #expect(marked.marks.paths.withLock { $0 } == [])
    }
}
