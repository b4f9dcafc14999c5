#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Writes whole files that have no other writers, such as exports and files that can be created again.
package enum FileWriting {
    /// Why a file could not be written; an existing file is unchanged.
    package struct Failure: Error, CustomStringConvertible {
        /// The file.
        package let path: String
        /// The system's error message.
        package let reason: String

        /// Creates a failure.
        package init(path: String, reason: String) {
            self.path = path
            self.reason = reason
        }

        /// A sentence with the path and the reason.
        package var description: String { "cannot write ‘\(path)’: \(reason)" }
    }

    /// Replaces a file's content, or creates the file.
    ///
    /// The bytes are written to a temporary file in the same folder, which then replaces the file, so readers never see
    /// partial content. An existing file keeps its permissions; a new one has the default permissions.
    ///
    /// - Parameters:
    ///   - bytes: The new content.
    ///   - path: The path of the file, whose folder must exist. A symbolic link stays a link.
    /// - Throws: ``Failure`` if the file can't be written.
    package static func replace(_ bytes: [UInt8], path: String) throws(Failure) {
        let target = target(of: path)
        let temporary = try temporary(bytes, path: path, target: target)
        guard rename(temporary, target) != 0 else { return }
        let reason = lastReason
        unlink(temporary)
        throw Failure(path: path, reason: reason)
    }

    /// Writes a temporary file that is to replace another one, in the same folder.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - path: The path to name in failures.
    ///   - target: The file to replace, whose permissions are copied.
    /// - Returns: The path of the temporary file.
    /// - Throws: ``Failure`` if the file can't be written.
    package static func temporary(_ bytes: [UInt8], path: String, target: String) throws(Failure) -> String {
        let temporary = "\(target).\(getpid())-\(UInt32.random(in: .min ... .max)).tmp"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw Failure(path: path, reason: lastReason) }
        var status = stat()
        if stat(target, &status) == 0 { fchmod(descriptor, status.st_mode & 0o7777) }
        // The reason why the first call failed.
        var reason = write(bytes, to: descriptor).map { String(cString: strerror($0)) }
        if reason == nil, fsync(descriptor) != 0 { reason = lastReason }
        if close(descriptor) != 0, reason == nil { reason = lastReason }
        guard let reason else { return temporary }
        unlink(temporary)
        throw Failure(path: path, reason: reason)
    }

    /// Makes the name of a new file durable, if the file system supports it.
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
            // Some file systems don't support this: their folders are always durable, or never.
            return error.code == EINVAL || error.code == ENOTSUP ? nil : error.code
        }
        return nil
    }

    /// Creates a folder and its parents, accessible only to their owner; does nothing if it exists or can't be created.
    package static func createFolder(_ path: String) {
        var folder = ""
        for component in PathText.components(PathText.absolute(path)) {
            folder += "/\(component)"
            mkdir(folder, 0o700)
        }
    }

    /// Removes a file, if it exists and can be removed.
    package static func remove(_ path: String) {
        unlink(path)
    }

    /// The system's message for the error of the last call.
    package static var lastReason: String { String(cString: strerror(errno)) }

    /// Writes all bytes to an open file, in several calls if necessary, and waits while the file accepts none.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to write.
    ///   - descriptor: The descriptor of the file.
    /// - Returns: `nil`, or the error number of the call that failed.
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
                // Another process with the same open file made it non-blocking.
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                if poll(&waiting, 1, -1) > 0, waiting.revents & Int16(POLLERR | POLLNVAL) == 0 { continue }
                return EIO
            }
            guard count > 0 else { return errno }
            written += count
        }
        return nil
    }

    /// Returns the file that a path leads to, or the path itself if there is none yet.
    package static func target(of path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
