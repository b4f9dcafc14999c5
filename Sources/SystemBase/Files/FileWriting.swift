#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Writes whole files that are not shared with other writers: what a person exports, what can be made again.
package enum FileWriting {
    /// Why a file could not be written; one that was there before is as it was.
    package struct Failure: Error, CustomStringConvertible {
        /// The file.
        package let path: String
        /// Why, in the system's words.
        package let reason: String

        /// Creates a reason.
        package init(path: String, reason: String) {
            self.path = path
            self.reason = reason
        }

        /// A sentence that says what and where.
        package var description: String { "cannot write ‘\(path)’: \(reason)" }
    }

    /// Puts bytes in place of a file, or creates it.
    ///
    /// They go to a file beside it first, which then takes its place: nobody sees half of it. The permissions of a file that
    /// is there stay as they are; those of a new one are the usual ones.
    ///
    /// - Parameters:
    ///   - bytes: What the file shall hold.
    ///   - path: The path of the file, whose folder exists. A symbolic link stays one.
    /// - Throws: ``Failure`` when it cannot be written.
    package static func replace(_ bytes: [UInt8], path: String) throws(Failure) {
        let target = target(of: path)
        let temporary = try temporary(bytes, path: path, target: target)
        guard rename(temporary, target) != 0 else { return }
        let reason = lastReason
        unlink(temporary)
        throw Failure(path: path, reason: reason)
    }

    /// Writes the file that takes the place of another one, beside it.
    ///
    /// - Parameters:
    ///   - bytes: What it shall hold.
    ///   - path: The path to name in failures.
    ///   - target: The file whose place it takes, which gives it its permissions.
    /// - Returns: Its path.
    /// - Throws: ``Failure`` when it cannot be written.
    package static func temporary(_ bytes: [UInt8], path: String, target: String) throws(Failure) -> String {
        let temporary = "\(target).\(getpid())-\(UInt32.random(in: .min ... .max)).tmp"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw Failure(path: path, reason: lastReason) }
        var status = stat()
        if stat(target, &status) == 0 { fchmod(descriptor, status.st_mode & 0o7777) }
        // The reason of the first call that failed.
        var reason = write(bytes, to: descriptor).map { String(cString: strerror($0)) }
        if reason == nil, fsync(descriptor) != 0 { reason = lastReason }
        if close(descriptor) != 0, reason == nil { reason = lastReason }
        guard let reason else { return temporary }
        unlink(temporary)
        throw Failure(path: path, reason: reason)
    }

    /// Makes the name of a file that was created durable, where the file system can.
    ///
    /// - Parameter path: The path of the file.
    /// - Returns: `nil`, or the error number of the call that failed.
    package static func synchronizeFolder(ofFile path: String) -> Int32? {
        let files = POSIXFileSystem()
        do throws(SystemError) {
            let folder = try files.openFolder(PathText.folder(of: PathText.absolute(path)))
            defer { try? files.close(folder) }
            try files.synchronize(folder)
        } catch {
            // Some file systems cannot, because they do so anyway or never.
            return error.code == EINVAL || error.code == ENOTSUP ? nil : error.code
        }
        return nil
    }

    /// Creates a folder with those above it, for its owner only; nothing happens where it exists or cannot be created.
    package static func createFolder(_ path: String) {
        var folder = ""
        for component in PathText.components(PathText.absolute(path)) {
            folder += "/\(component)"
            mkdir(folder, 0o700)
        }
    }

    /// Removes a file, if it is there and may be removed.
    package static func remove(_ path: String) {
        unlink(path)
    }

    /// The system's words for the last error of a call.
    package static var lastReason: String { String(cString: strerror(errno)) }

    /// Writes all bytes to an open file, however many it takes at once, and waits where it takes none now.
    ///
    /// - Parameters:
    ///   - bytes: What to write.
    ///   - descriptor: Where to.
    /// - Returns: `nil`, or the error number of the call that wrote nothing.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { buffer in
                #if canImport(Darwin)
                Darwin.write(descriptor, buffer.baseAddress, buffer.count)
                #elseif canImport(Glibc)
                Glibc.write(descriptor, buffer.baseAddress, buffer.count)
                #else
                Musl.write(descriptor, buffer.baseAddress, buffer.count)
                #endif
            }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                // Somebody made it non-blocking for everyone.
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                if poll(&waiting, 1, -1) > 0, waiting.revents & Int16(POLLERR | POLLNVAL) == 0 { continue }
                return EIO
            }
            guard count > 0 else { return errno }
            written += count
        }
        return nil
    }

    /// The file that a path leads to; itself when there is none yet.
    package static func target(of path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
