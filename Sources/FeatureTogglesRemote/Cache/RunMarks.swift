import FeatureToggles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Counts the runs with a document that were ended before they were healthy, as files.
///
/// A run creates an empty file and keeps it locked; it removes the file when it is healthy or ends by itself. So a file that
/// nobody has locked is a run that was killed, and no process has to live to say so. Nothing is added up anywhere: a process
/// that is killed while runs are counted changes no count. Runs of other processes that go on do not count.
struct RunMarks: Sendable {
    /// A run of this process.
    struct Mark: Sendable, Hashable {
        let identity: String
        fileprivate let path: String
        fileprivate let descriptor: Int32
    }

    /// How many killed runs are kept of a document, and of all.
    private static let maximumDead = (each: 8, all: 64)

    let cache: DocumentCache

    private var prefix: String { "\(cache.key.text).run-" }
    private var fileSystem: any FileSystem { cache.fileSystem }

    /// The identity of the document that a mark's name stands for, or `nil` for another file.
    static func identity(ofName name: String, key: CacheKey) -> String? {
        let prefix = "\(key.text).run-"
        guard name.hasPrefix(prefix) else { return nil }
        return name.dropFirst(prefix.count).split(separator: "-").first.map { String($0) }
    }

    /// How many runs with a document were killed.
    ///
    /// To be called while the marks are locked (``DocumentCache/withLockedMarks(_:)``), as all but ``end(_:)``.
    func deadRuns(of identity: String) -> Int {
        names(of: identity).count { isDead($0) }
    }

    /// Begins a run with a document.
    ///
    /// - Throws: A sentence when the mark cannot be made; the run is not counted then.
    func begin(_ identity: String) throws(DocumentCacheError) -> Mark {
        for name in names(of: identity).filter({ isDead($0) }).dropFirst(Self.maximumDead.each) { remove(name) }
        for name in names().dropFirst(Self.maximumDead.all) { removeIfDead(name) }
        let path = PathText.joined(cache.folder, "\(prefix)\(identity)-\(CacheKey.hex(.random(in: .min ... .max)))")
        do throws(SystemError) {
            let descriptor = try fileSystem.openLock(path)
            do throws(SystemError) {
                guard try fileSystem.tryLock(descriptor) else { throw SystemError(EWOULDBLOCK) }
            } catch {
                try? fileSystem.close(descriptor)
                try? fileSystem.remove(path)
                throw error
            }
            if fileSystem is POSIXFileSystem { CleanExit.add(path) }
            return Mark(identity: identity, path: path, descriptor: descriptor)
        } catch {
            throw DocumentCacheError(path: path, "this run with the document cannot be counted: \(error)")
        }
    }

    /// Ends a run well.
    func end(_ mark: Mark) {
        try? fileSystem.remove(mark.path)
        CleanExit.remove(mark.path)
        try? fileSystem.close(mark.descriptor)
    }

    /// Forgets the runs with a document that were killed.
    func forgetDeadRuns(of identity: String) {
        for name in names(of: identity) { removeIfDead(name) }
    }

    /// Removes a mark unless its run goes on.
    func removeIfDead(_ name: String) {
        if isDead(name) { remove(name) }
    }

    private func remove(_ name: String) {
        try? fileSystem.remove(PathText.joined(cache.folder, name))
    }

    /// The marks of a document; of all without one.
    private func names(of identity: String? = nil) -> [String] {
        let prefix = prefix + (identity.map { "\($0)-" } ?? "")
        return ((try? fileSystem.names(inFolder: cache.folder)) ?? []).filter { $0.hasPrefix(prefix) }
    }

    /// Whether nobody has the mark locked.
    private func isDead(_ name: String) -> Bool {
        let path = PathText.joined(cache.folder, name)
        // Not created when its run has just ended.
        guard let descriptor = try? fileSystem.openForReading(path) else { return false }
        defer { try? fileSystem.close(descriptor) }
        do throws(SystemError) {
            guard try fileSystem.tryLock(descriptor) else { return false }
            // A run that ended well between opening and locking has removed it.
            return try fileSystem.status(ofPath: path).identity == fileSystem.status(ofDescriptor: descriptor).identity
        } catch {
            return false
        }
    }
}
