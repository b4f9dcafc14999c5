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
        try Self.repeating { open(path, O_WRONLY | O_CLOEXEC | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600) }
    }

    package func close(_ descriptor: Int32) throws(SystemError) {
        #if canImport(Darwin)
        let result = Darwin.close(descriptor)
        #elseif canImport(Glibc)
        let result = Glibc.close(descriptor)
        #elseif canImport(Musl)
        let result = Musl.close(descriptor)
        #elseif canImport(Android)
        let result = Android.close(descriptor)
        #endif
        // After EINTR the descriptor is closed and may already be reused, so it must not be closed again.
        if result != 0, errno != EINTR { throw .last }
    }

    package func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        guard let start = buffer.baseAddress else { return 0 }
        return try Self.repeating {
            #if canImport(Darwin)
            Darwin.read(descriptor, start, buffer.count)
            #elseif canImport(Glibc)
            Glibc.read(descriptor, start, buffer.count)
            #elseif canImport(Musl)
            Musl.read(descriptor, start, buffer.count)
            #elseif canImport(Android)
            Android.read(descriptor, start, buffer.count)
            #endif
        }
    }

    package func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
        guard let start = bytes.baseAddress else { return 0 }
        return try Self.repeating {
            #if canImport(Darwin)
            Darwin.write(descriptor, start, bytes.count)
            #elseif canImport(Glibc)
            Glibc.write(descriptor, start, bytes.count)
            #elseif canImport(Musl)
            Musl.write(descriptor, start, bytes.count)
            #elseif canImport(Android)
            Android.write(descriptor, start, bytes.count)
            #endif
        }
    }

    package func synchronize(_ descriptor: Int32) throws(SystemError) {
        #if canImport(Darwin)
        // On Apple platforms, fsync doesn't flush the drive's own cache. Some file systems support only fsync.
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        _ = try Self.repeating { fsync(descriptor) }
    }

    package func tryLock(_ descriptor: Int32) throws(SystemError) -> Bool {
        do throws(SystemError) {
            _ = try Self.repeating { flock(descriptor, LOCK_EX | LOCK_NB) }
            return true
        } catch  where error.code == EWOULDBLOCK {
            return false
        }
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
        guard let folder = opendir(path) else { throw .last }
        defer { closedir(folder) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(folder) else { break }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        guard errno == 0 else { throw .last }
        return names
    }

    package func rename(_ path: String, to newPath: String) throws(SystemError) {
        _ = try Self.repeating {
            #if canImport(Darwin)
            Darwin.rename(path, newPath)
            #elseif canImport(Glibc)
            Glibc.rename(path, newPath)
            #elseif canImport(Musl)
            Musl.rename(path, newPath)
            #elseif canImport(Android)
            Android.rename(path, newPath)
            #endif
        }
    }

    package func link(_ path: String, to newPath: String) throws(SystemError) {
        _ = try Self.repeating {
            #if canImport(Darwin)
            Darwin.link(path, newPath)
            #elseif canImport(Glibc)
            Glibc.link(path, newPath)
            #elseif canImport(Musl)
            Musl.link(path, newPath)
            #elseif canImport(Android)
            Android.link(path, newPath)
            #endif
        }
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

    /// Repeats a call until no signal interrupts it.
    private static func repeating<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result {
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
        identity = Identity(
            device: UInt64(truncatingIfNeeded: status.st_dev),
            inode: UInt64(truncatingIfNeeded: status.st_ino)
        )
    }
}
