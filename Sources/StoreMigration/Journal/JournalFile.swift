import SystemBase

/// The files of a journal: the newest one, which only grows, and older ones, which are numbered from 1.
///
/// Writers in several processes take turns by locking a file next to it.
struct JournalFile: ~Copyable {
    /// The number of files that a reader looks for.
    private static let maximumFileCount = 1_000
    /// The maximum size of a file to read, in bytes.
    private static let maximumReadSize = 1 << 30
    /// The time to wait for another writer.
    private static let lockTimeout = Duration.seconds(2)

    private let path: String
    private var opened: (descriptor: Int32, identity: FileStatus.Identity)?
    /// The size after the last entry of this process.
    private var knownSize = -1

    init(path: String) {
        self.path = path
    }

    deinit {
        if let opened { try? POSIXFileSystem().close(opened.descriptor) }
    }

    private static var files: POSIXFileSystem { POSIXFileSystem() }

    /// Adds a line at the end, and begins a new file if there is no room for it.
    mutating func append(
        _ line: [UInt8],
        maximumSize: Int,
        fileCount: Int,
        isSynchronized: Bool
    ) throws(MigrationJournalError) {
        let lock = try Self.lock(path)
        defer { try? Self.files.close(lock) }
        do throws(SystemError) {
            var (descriptor, size) = try current()
            if size > 0, size + line.count > maximumSize {
                try rotate(fileCount)
                (descriptor, size) = try current()
            }
            // A killed process, or a full disk, may have left part of a line.
            let isTorn = size > 0 && size != knownSize && Self.lastByte(path, size) != UInt8(ascii: "\n")
            if let error = FileWriting.write(isTorn ? [UInt8(ascii: "\n")] + line : line, to: descriptor) {
                throw error
            }
            knownSize = size + line.count + (isTorn ? 1 : 0)
            if isSynchronized { try Self.files.synchronize(descriptor) }
        } catch {
            throw Self.failure(path, "Cannot write the journal", error)
        }
    }

    /// Returns the newest file, opened for appending, and its size.
    private mutating func current() throws(SystemError) -> (descriptor: Int32, size: Int) {
        let status = try? Self.files.status(ofPath: path)
        if let opened, status?.identity != opened.identity {
            try? Self.files.close(opened.descriptor)
            self.opened = nil
            knownSize = -1
        }
        if let opened, let status { return (opened.descriptor, status.size) }
        if status == nil {
            do throws(SystemError) {
                try Self.files.close(try Self.files.create(path))
            } catch  where error == .fileExists {
                // Created by a process that doesn't use the lock.
            }
        }
        let descriptor = try Self.files.openForAppending(path)
        do throws(SystemError) {
            let status = try Self.files.status(ofDescriptor: descriptor)
            opened = (descriptor, status.identity)
            return (descriptor, status.size)
        } catch {
            try? Self.files.close(descriptor)
            throw error
        }
    }

    /// Renumbers the files, and removes the oldest one.
    private mutating func rotate(_ fileCount: Int) throws(SystemError) {
        for number in stride(from: fileCount - 1, through: 1, by: -1) {
            let older = Self.path(path, number)
            let newer = Self.path(path, number - 1)
            guard (try? Self.files.status(ofPath: newer)) != nil else { continue }
            try Self.files.rename(newer, to: older)
        }
    }

    /// Removes all files except the lock file.
    mutating func remove() throws(MigrationJournalError) {
        let lock = try Self.lock(path)
        defer { try? Self.files.close(lock) }
        for path in Self.paths(path) {
            do throws(SystemError) {
                try Self.files.remove(path)
            } catch {
                throw Self.failure(path, "Cannot remove the journal", error)
            }
        }
    }

    /// Returns the contents of all files, oldest first.
    static func contents(path: String) throws(MigrationJournalError) -> [[UInt8]] {
        // A reader without access to the lock reads anyway; at worst, files are renumbered meanwhile.
        let lock = FileReading.exists(lockPath(path)) ? try? lock(path) : nil
        defer { if let lock { try? files.close(lock) } }
        var contents: [[UInt8]] = []
        for path in paths(path).reversed() {
            do throws(FileReading.Failure) {
                contents.append(try FileReading.bytes(path: path, limit: maximumReadSize))
            } catch {
                throw MigrationJournalError(path: path, message: "Cannot read the journal: \(error.reason).")
            }
        }
        return contents
    }

    /// Returns the paths of the existing files, newest first.
    private static func paths(_ path: String) -> [String] {
        var paths = FileReading.exists(path) ? [path] : []
        for number in 1...maximumFileCount {
            let older = Self.path(path, number)
            guard FileReading.exists(older) else { break }
            paths.append(older)
        }
        return paths
    }

    private static func path(_ path: String, _ number: Int) -> String { number == 0 ? path : "\(path).\(number)" }

    private static func lastByte(_ path: String, _ size: Int) -> UInt8? {
        guard let descriptor = try? files.openForReading(path) else { return nil }
        defer { try? files.close(descriptor) }
        var byte: UInt8 = 0
        let count = withUnsafeMutableBytes(of: &byte) { try? files.read(descriptor, at: size - 1, into: $0) }
        return count == 1 ? byte : nil
    }

    private static func lockPath(_ path: String) -> String { "\(path).lock" }

    /// Locks the journal until the returned descriptor is closed.
    private static func lock(_ path: String) throws(MigrationJournalError) -> Int32 {
        let lockPath = lockPath(path)
        do throws(SystemError) {
            let descriptor: Int32
            do throws(SystemError) {
                descriptor = try files.openLock(lockPath)
            } catch  where error == .noSuchFileOrDirectory {
                FileWriting.createFolder(PathText.folder(of: path))
                descriptor = try files.openLock(lockPath)
            }
            do throws(SystemError) {
                var waited = Duration.zero
                while try !files.tryLock(descriptor) {
                    guard waited < lockTimeout else { break }
                    files.pause(for: .milliseconds(1))
                    waited += .milliseconds(1)
                }
                if waited < lockTimeout { return descriptor }
            } catch {
                try? files.close(descriptor)
                throw error
            }
            try? files.close(descriptor)
        } catch {
            throw failure(lockPath, "Cannot lock the journal", error)
        }
        throw MigrationJournalError(
            path: lockPath,
            message: "Another process has locked the journal for \(lockTimeout); stop it if it hangs."
        )
    }

    private static func failure(
        _ path: String,
        _ what: String,
        _ error: SystemError
    ) -> MigrationJournalError {
        MigrationJournalError(path: path, message: "\(what): \(error.message).\(error.fileAdvice)")
    }
}
