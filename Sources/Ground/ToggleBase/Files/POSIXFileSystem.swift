import CToggleAtomics

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The system's file system.
package struct POSIXFileSystem: FileSystem {
    package init() {}

    package func openForReading(_ path: String) throws(SystemError) -> Int32 {
        try Self.repeating { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    }

    package func openFolder(_ path: String) throws(SystemError) -> Int32 {
        try Self.repeating { open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY) }
    }

    package func openLock(_ path: String) throws(SystemError) -> Int32 {
        do throws(SystemError) {
            return try Self.repeating { open(path, O_RDWR | O_CLOEXEC | O_CREAT | O_NOFOLLOW, 0o644) }
        } catch  where error.code == EACCES {
            let denial = error
            do throws(SystemError) {
                // A lock file of another user can be locked without write access.
                return try Self.repeating { open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }
            } catch  where error.code == ENOENT {
                // The file doesn't exist, and can't be created.
                throw denial
            }
        }
    }

    package func create(_ path: String) throws(SystemError) -> Int32 {
        try create(path, mode: 0o600)
    }

    /// Creates a file that doesn't exist yet.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - mode: The permissions, of which the process's mask removes some.
    /// - Returns: The descriptor of the file, for writing.
    /// - Throws: The error of the call.
    package func create(_ path: String, mode: UInt32) throws(SystemError) -> Int32 {
        let mode = mode_t(truncatingIfNeeded: mode)
        return try Self.repeating { open(path, O_WRONLY | O_CLOEXEC | O_CREAT | O_EXCL | O_NOFOLLOW, mode) }
    }

    /// Opens a file for writing at its end, and creates it if it doesn't exist.
    package func openForAppending(_ path: String) throws(SystemError) -> Int32 {
        try Self.repeating { open(path, O_WRONLY | O_CLOEXEC | O_APPEND | O_CREAT, 0o644) }
    }

    package func close(_ descriptor: Int32) throws(SystemError) {
        // After EINTR the descriptor is closed and may already be reused, so it must not be closed again.
        if closeFile(descriptor) != 0, errno != EINTR { throw .last }
    }

    package func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        guard let start = buffer.baseAddress else { return 0 }
        return try Self.repeating { readFile(descriptor, start, buffer.count) }
    }

    /// Reads some bytes at an offset, and returns their number, 0 at the end of the file.
    package func read(
        _ descriptor: Int32,
        at offset: Int,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(SystemError) -> Int {
        guard let start = buffer.baseAddress else { return 0 }
        return try Self.repeating { pread(descriptor, start, buffer.count, off_t(offset)) }
    }

    package func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
        guard let start = bytes.baseAddress else { return 0 }
        return try Self.repeating { writeFile(descriptor, start, bytes.count) }
    }

    package func waitForWriting(_ descriptor: Int32) -> Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&waiting, 1, -1) > 0 && waiting.revents & Int16(POLLERR | POLLNVAL) == 0
    }

    package func synchronize(_ descriptor: Int32) throws(SystemError) {
        #if canImport(Darwin)
        // On Apple platforms, fsync doesn't flush the drive's own cache. Some file systems support only fsync.
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        _ = try Self.repeating { fsync(descriptor) }
    }

    package func tryLock(_ descriptor: Int32) throws(SystemError) -> Bool {
        try tryLock(descriptor, LOCK_EX)
    }

    package func tryLockShared(_ descriptor: Int32) throws(SystemError) -> Bool {
        try tryLock(descriptor, LOCK_SH)
    }

    /// Waits until the lock of ``tryLock(_:)`` is released, and locks an open file like ``tryLockShared(_:)``.
    package func lockShared(_ descriptor: Int32) throws(SystemError) {
        _ = try Self.repeating { flock(descriptor, LOCK_SH) }
    }

    private func tryLock(_ descriptor: Int32, _ kind: Int32) throws(SystemError) -> Bool {
        do throws(SystemError) {
            _ = try Self.repeating { flock(descriptor, kind | LOCK_NB) }
            return true
        } catch  where error.code == EWOULDBLOCK {
            return false
        }
    }

    package func unlock(_ descriptor: Int32) throws(SystemError) {
        _ = flock(descriptor, LOCK_UN)
        try close(descriptor)
    }

    package func pause(for duration: Duration) {
        let (seconds, attoseconds) = duration.components
        var time = timespec(tv_sec: numericCast(seconds), tv_nsec: numericCast(attoseconds / 1_000_000_000))
        // A signal may end the sleep early; the lock is then tried sooner.
        _ = nanosleep(&time, nil)
    }

    package func status(ofDescriptor descriptor: Int32) throws(SystemError) -> FileStatus {
        var status = stat()
        _ = try Self.repeating { fstat(descriptor, &status) }
        return FileStatus(status)
    }

    package func status(ofPath path: String) throws(SystemError) -> FileStatus {
        var status = stat()
        _ = try Self.repeating { lstat(path, &status) }
        return FileStatus(status)
    }

    /// Returns the status of the file that a path leads to, through symbolic links.
    package func status(ofTarget path: String) throws(SystemError) -> FileStatus {
        var status = stat()
        _ = try Self.repeating { stat(path, &status) }
        return FileStatus(status)
    }

    package func target(ofLink path: String) throws(SystemError) -> String {
        var capacity = 1_024
        while true {
            var buffer = [CChar](repeating: 0, count: capacity)
            let count = readlink(path, &buffer, capacity)
            guard count >= 0 else { throw .last }
            if count < capacity {
                return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
            }
            // The text may be truncated.
            guard capacity < 1 << 20 else { throw SystemError(ENAMETOOLONG) }
            capacity *= 2
        }
    }

    package func names(inFolder path: String) throws(SystemError) -> [String] {
        try entries(inFolder: path).map(\.name)
    }

    /// Returns the names in a folder, with the kind of each file if the file system says it without another call.
    package func entries(inFolder path: String) throws(SystemError) -> [(name: String, kind: FileStatus.Kind?)] {
        try entries(ofOpenFolder: openFolder(path))
    }

    /// Returns the entries of an open folder, and closes it.
    func entries(ofOpenFolder descriptor: Int32) throws(SystemError) -> [(name: String, kind: FileStatus.Kind?)] {
        guard let folder = fdopendir(descriptor) else {
            let error = SystemError.last
            try? close(descriptor)
            throw error
        }
        defer { closedir(folder) }
        var entries: [(name: String, kind: FileStatus.Kind?)] = []
        while true {
            errno = 0
            guard let entry = readdir(folder) else { break }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            let kind: FileStatus.Kind? =
                switch Int32(entry.pointee.d_type) {
                case Int32(DT_REG): .file
                case Int32(DT_DIR): .folder
                case Int32(DT_LNK): .link
                case Int32(DT_UNKNOWN): nil
                default: .other
                }
            if name != ".", name != ".." { entries.append((name, kind)) }
        }
        guard errno == 0 else { throw .last }
        return entries
    }

    package func rename(_ path: String, to newPath: String) throws(SystemError) {
        _ = try Self.repeating { renameFile(path, newPath) }
    }

    package func link(_ path: String, to newPath: String) throws(SystemError) {
        _ = try Self.repeating { linkFile(path, newPath) }
    }

    package func remove(_ path: String) throws(SystemError) {
        _ = try Self.repeating { unlink(path) }
    }

    package func createFolder(_ path: String) throws(SystemError) {
        _ = try Self.repeating { mkdir(path, 0o700) }
    }

    package func setMode(_ mode: UInt32, ofDescriptor descriptor: Int32) throws(SystemError) {
        _ = try Self.repeating { fchmod(descriptor, mode_t(truncatingIfNeeded: mode)) }
    }

    package func setOwner(_ owner: UInt32, group: UInt32, ofDescriptor descriptor: Int32) throws(SystemError) {
        _ = try Self.repeating { fchown(descriptor, owner, group) }
    }

    package func copyAttributes(ofPath path: String, to descriptor: Int32) {
        guard let source = try? openForReading(path) else { return }
        ct_copy_attributes(source, descriptor)
        try? close(source)
    }

    /// Returns whether an open file is a terminal.
    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// The path of the working folder, or `nil` if it can't be determined.
    static var workingFolder: String? { text(getcwd(nil, 0)) }

    /// Returns the absolute path of a file without symbolic links and `..`, or `nil` if there is no file.
    static func realPath(_ path: String) -> String? { text(realpath(path, nil)) }

    /// Returns an allocated text, which is then freed.
    private static func text(_ allocated: UnsafeMutablePointer<CChar>?) -> String? {
        guard let allocated else { return nil }
        defer { free(allocated) }
        return String(cString: allocated)
    }

    /// Repeats a call until no signal interrupts it.
    static func repeating<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result {
        while true {
            let result = call()
            if result >= 0 { return result }
            if errno != EINTR { throw .last }
        }
    }
}

extension FileStatus {
    init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        size = Int(clamping: status.st_size)
        mode = UInt32(truncatingIfNeeded: status.st_mode) & 0o7777
        owner = UInt32(truncatingIfNeeded: status.st_uid)
        group = UInt32(truncatingIfNeeded: status.st_gid)
        identity = Identity(status)
        #if canImport(Darwin)
        modified = status.st_mtimespec.nanoseconds
        #else
        modified = status.st_mtim.nanoseconds
        #endif
    }
}

extension FileStatus.Identity {
    fileprivate init(_ status: stat) {
        self.init(
            device: UInt64(truncatingIfNeeded: status.st_dev),
            inode: UInt64(truncatingIfNeeded: status.st_ino)
        )
    }
}

extension timespec {
    fileprivate var nanoseconds: Int64 {
        Int64(truncatingIfNeeded: tv_sec) &* 1_000_000_000 &+ Int64(truncatingIfNeeded: tv_nsec)
    }
}

// The methods with the names of these calls hide them.

private func closeFile(_ descriptor: Int32) -> Int32 { close(descriptor) }

private func readFile(_ descriptor: Int32, _ start: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, start, count)
}

private func writeFile(_ descriptor: Int32, _ start: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, start, count)
}

private func renameFile(_ path: String, _ newPath: String) -> Int32 { rename(path, newPath) }

private func linkFile(_ path: String, _ newPath: String) -> Int32 { link(path, newPath) }
