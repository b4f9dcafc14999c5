import CToggleAtomics
import ToggleBase

#if os(macOS)
import Foundation
#endif

/// Counts the runs with a document that crashed before they were healthy, with one file per run.
///
/// A run creates an empty file and keeps it locked. It removes the file when it becomes healthy, ends for a reason that
/// says nothing about the document, or enters the background. So an unlocked file is a run that crashed, which no
/// surviving process has to report. No counter is stored, so a process that is killed while it counts changes nothing.
/// Runs that continue in other processes don't count.
struct RunMarks: Sendable {
    /// A run of this process.
    struct Mark: Sendable, Hashable {
        let identity: String
        fileprivate let path: String
        fileprivate let descriptor: Int32
        /// The number of the file for ``ct_keep_at_end(_:)``; `nil` if the process's end doesn't remove it.
        fileprivate let number: Int32?
    }

    /// The maximum number of crashed runs to keep for each document and for all documents.
    private static let maximumCrashed = (each: 8, all: 64)

    let cache: DocumentCache

    private var prefix: String { "\(cache.key.text).run-" }
    private var fileSystem: any FileSystem { cache.fileSystem }

    /// Returns the identity of the document in a mark's file name, or `nil` for another file.
    static func identity(ofName name: String, key: CacheKey) -> String? {
        let prefix = "\(key.text).run-"
        guard name.hasPrefix(prefix) else { return nil }
        return name.dropFirst(prefix.count).split(separator: "-").first.map { String($0) }
    }

    /// Returns the number of runs with a document that crashed.
    ///
    /// Call this and all other methods except ``end(_:)`` while the marks are locked
    /// (``DocumentCache/withLockedMarks(_:)``).
    func crashedRuns(of identity: String) -> Int {
        names(of: identity).count { isCrashed($0) }
    }

    /// Begins a run with a document.
    ///
    /// - Throws: An error if the mark can't be created. The run is then not counted.
    func begin(_ identity: String) throws(DocumentCacheError) -> Mark {
        for name in names(of: identity).filter({ isCrashed($0) }).dropFirst(Self.maximumCrashed.each) { remove(name) }
        for name in names().dropFirst(Self.maximumCrashed.all) { removeIfCrashed(name) }
        let path = PathText.joined(cache.folder, "\(prefix)\(identity)-\(CacheKey.hex(.random(in: .min ... .max)))")
        do throws(SystemError) {
            let descriptor = try fileSystem.openLock(path)
            do throws(SystemError) {
                guard try fileSystem.tryLock(descriptor) else { throw SystemError.wouldBlock }
            } catch {
                try? fileSystem.close(descriptor)
                try? fileSystem.remove(path)
                throw error
            }
            return Mark(identity: identity, path: path, descriptor: descriptor, number: removedAtEnd(path))
        } catch {
            throw DocumentCacheError(path: path, "this run with the document cannot be counted: \(error)")
        }
    }

    /// Ends a run normally.
    func end(_ mark: Mark) {
        try? fileSystem.remove(mark.path)
        if let number = mark.number {
            ct_keep_at_end(number)
            #if os(macOS)
            ProcessInfo.processInfo.enableSuddenTermination()
            #endif
        }
        try? fileSystem.unlock(mark.descriptor)
    }

    /// Removes a mark if the process ends normally.
    private func removedAtEnd(_ path: String) -> Int32? {
        guard fileSystem is POSIXFileSystem else { return nil }
        #if os(macOS)
        // Otherwise an app that the user quits may be killed.
        ProcessInfo.processInfo.disableSuddenTermination()
        #endif
        return ct_remove_at_end(path)
    }

    /// Removes the marks of crashed runs with a document.
    func forgetCrashedRuns(of identity: String) {
        for name in names(of: identity) { removeIfCrashed(name) }
    }

    /// Removes a mark unless its run continues.
    func removeIfCrashed(_ name: String) {
        if isCrashed(name) { remove(name) }
    }

    private func remove(_ name: String) {
        try? fileSystem.remove(PathText.joined(cache.folder, name))
    }

    /// Returns the names of a document's marks, or of all marks without a document.
    private func names(of identity: String? = nil) -> [String] {
        let prefix = prefix + (identity.map { "\($0)-" } ?? "")
        return ((try? fileSystem.names(inFolder: cache.folder)) ?? []).filter { $0.hasPrefix(prefix) }
    }

    /// Whether no process holds the mark's lock.
    ///
    /// The lock is requested as a shared one, so that processes that start at the same time don't mistake each other for
    /// the run.
    private func isCrashed(_ name: String) -> Bool {
        let path = PathText.joined(cache.folder, name)
        // Opening must not create the file, because its run may have just ended.
        guard let descriptor = try? fileSystem.openForReading(path) else { return false }
        defer { try? fileSystem.unlock(descriptor) }
        do throws(SystemError) {
            guard try fileSystem.tryLockShared(descriptor) else { return false }
            // A run that ended normally between opening and locking has removed the file.
            return try fileSystem.status(ofPath: path).identity == fileSystem.status(ofDescriptor: descriptor).identity
        } catch {
            return false
        }
    }
}
