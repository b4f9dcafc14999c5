import ToggleBase

/// The files of a journal: the newest one, which only grows, and older ones, which are numbered from 1.
///
/// Writers in several processes take turns by locking a file next to it.
struct JournalFile: ~Copyable {
    /// The maximum size of a file to read, in bytes.
    private static let maximumReadSize = 1 << 30
    /// The time to wait for another writer.
    private static let lockTimeout = Duration.seconds(2)

    private let path: String
    private var opened: (descriptor: Int32, identity: FileStatus.Identity)?
    /// Whether the name of the opened file is known to be on the disk.
    private var isNameSynchronized = false
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
    ///
    /// - Returns: The size of the newest file.
    mutating func append(
        _ line: [UInt8],
        maximumSize: Int,
        fileCount: Int,
        isSynchronized: Bool
    ) throws(MigrationFileError) -> Int {
        let lock = try Self.lock(path)
        defer { try? Self.files.unlock(lock) }
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
            if isSynchronized { try synchronize(descriptor) }
            return knownSize
        } catch {
            throw Self.failure(path, "Cannot write the journal", error)
        }
    }

    /// Replaces the content of the newest file, while no other process adds a line.
    mutating func rewrite(_ change: ([UInt8]) -> [UInt8]) throws(MigrationFileError) {
        let lock = try Self.lock(path)
        defer { try? Self.files.unlock(lock) }
        do throws(FileFailure) {
            let bytes = FileReading.exists(path) ? try FileReading.bytes(path: path, limit: Self.maximumReadSize) : []
            try FileWriting.replace(change(bytes), path: path)
        } catch {
            throw MigrationFileError(path: path, message: "Cannot replace the journal: \(error.reason).")
        }
    }

    /// Waits until the newest file and its name are on the disk.
    private mutating func synchronize(_ descriptor: Int32) throws(SystemError) {
        try Self.files.synchronize(descriptor)
        guard !isNameSynchronized else { return }
        if let error = FileWriting.synchronizeFolder(ofFile: path) { throw error }
        isNameSynchronized = true
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
            isNameSynchronized = false
            return (descriptor, status.size)
        } catch {
            try? Self.files.close(descriptor)
            throw error
        }
    }

    /// Renumbers the files, and removes the oldest one if there are as many as allowed.
    ///
    /// If the process is killed meanwhile, a number is missing, and the next renumbering fills the gap.
    private mutating func rotate(_ fileCount: Int) throws(SystemError) {
        let numbers = try Self.numbers(path)
        let known = Set(numbers)
        let end = (1..<fileCount).first { !known.contains($0) } ?? fileCount - 1
        for number in stride(from: end, through: 1, by: -1) {
            try Self.files.rename(Self.path(path, number - 1), to: Self.path(path, number))
        }
        // More were allowed before.
        for number in numbers where number >= fileCount { try? Self.files.remove(Self.path(path, number)) }
    }

    /// Removes all files except the lock file.
    mutating func remove() throws(MigrationFileError) {
        let lock = try Self.lock(path)
        defer { try? Self.files.unlock(lock) }
        do throws(SystemError) {
            for number in try Self.numbers(path) { try Self.files.remove(Self.path(path, number)) }
        } catch {
            throw Self.failure(path, "Cannot remove the journal", error)
        }
    }

    /// Returns the contents of all files, oldest first.
    static func contents(path: String) throws(MigrationFileError) -> [[UInt8]] {
        // A reader without access to the lock reads anyway; at worst, files are renumbered meanwhile.
        let lock = FileReading.exists(lockPath(path)) ? try? lock(path) : nil
        defer { if let lock { try? files.unlock(lock) } }
        var contents: [[UInt8]] = []
        let numbers: [Int]
        do throws(SystemError) {
            numbers = try Self.numbers(path)
        } catch {
            throw failure(path, "Cannot read the journal", error)
        }
        for path in numbers.reversed().map({ Self.path(path, $0) }) {
            do throws(FileFailure) {
                contents.append(try FileReading.bytes(path: path, limit: maximumReadSize))
            } catch {
                throw MigrationFileError(path: path, message: "Cannot read the journal: \(error.reason).")
            }
        }
        return contents
    }

    /// Returns the numbers of the existing files, newest first; the newest file has the number 0.
    ///
    /// Numbers are missing if a process was killed while it renumbered the files.
    static func numbers(_ path: String) throws(SystemError) -> [Int] {
        let name = PathText.name(of: path)
        let names: [String]
        do throws(SystemError) {
            names = try files.names(inFolder: PathText.folder(of: path))
        } catch  where error == .noSuchFileOrDirectory {
            return []
        }
        return names.compactMap { other -> Int? in
            if other == name { return 0 }
            let number = other.hasPrefix("\(name).") ? Int(other.dropFirst(name.count + 1)) : nil
            // Without other spellings, such as ‘+1’.
            return number.flatMap { $0 > 0 && "\(name).\($0)" == other ? $0 : nil }
        }.sorted()
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
    private static func lock(_ path: String) throws(MigrationFileError) -> Int32 {
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
        throw MigrationFileError(
            path: lockPath,
            message: "Another process has locked the journal for \(lockTimeout); stop it if it hangs."
        )
    }

    private static func failure(
        _ path: String,
        _ what: String,
        _ error: SystemError
    ) -> MigrationFileError {
        MigrationFileError(path: path, message: "\(what): \(error.message).\(error.fileAdvice)")
    }
}
