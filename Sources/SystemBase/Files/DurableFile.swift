#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A small file that is replaced as a whole, and that several processes may write.
///
/// - A reader sees a whole old or a whole new content.
/// - A replacement that returned survives a loss of power.
/// - Writers take turns by `flock` on a lock file beside the file, which is never renamed or deleted.
/// - A symbolic link stays one: its target is replaced.
/// - With ``Trust/currentUser`` a file or folder of another user is neither read nor written, nor is a link in such a folder
///   followed.
package struct DurableFile: Sendable {
    /// Whose files are used.
    package enum Trust: Sendable {
        /// Any user's.
        case anyone
        /// Those of the user that the process runs as, and of the system's administrator.
        case currentUser

        /// What is right for files that a person keeps: ``currentUser``, and ``anyone`` for the administrator.
        ///
        /// The administrator of a container often reads a file that a developer mounted into it.
        package static var person: Trust { geteuid() == 0 ? .anyone : .currentUser }
    }

    /// The file, absolute.
    package let path: String
    package let fileSystem: any FileSystem
    /// The largest size that is read or written, in bytes.
    package let maximumSize: Int
    /// How long to wait for a writer that does not finish.
    package let lockTimeout: Duration
    /// Whose file and folder are used.
    package let trust: Trust
    /// How many times as long to wait while other writers take turns.
    private static let patience = 6

    package init(
        path: String,
        fileSystem: any FileSystem = POSIXFileSystem(),
        maximumSize: Int,
        lockTimeout: Duration = .seconds(10),
        trust: Trust = .anyone
    ) {
        self.path = PathText.absolute(path)
        self.fileSystem = fileSystem
        self.maximumSize = maximumSize
        self.lockTimeout = lockTimeout
        self.trust = trust
    }

    /// The content, or `nil` when there is no file.
    package func read() throws(DurableFileError) -> [UInt8]? {
        try checkPath()
        return try content(of: trust == .currentUser ? resolved(.unreadable) : path)?.bytes
    }

    /// Waits for the lock, creates missing folders and sweeps what killed writers left behind.
    ///
    /// The caller ends with ``LockedFile/unlock()``. It waits ``lockTimeout`` for a writer that does not finish, unless it is
    /// told another time.
    package func lock(waiting timeout: Duration? = nil) throws(DurableFileError) -> LockedFile {
        try checkPath()
        let target = try resolved(.unwritable)
        let folder = PathText.folder(of: target)
        try createFolders(folder)
        let folderDescriptor: Int32
        do throws(SystemError) {
            folderDescriptor = try fileSystem.openFolder(folder)
        } catch {
            throw failure(.unwritable, folder, error, "Cannot open the folder of the file.")
        }
        let names = LockedFile.Names(folder: folder, name: PathText.name(of: target))
        let lockDescriptor: Int32
        do throws(DurableFileError) {
            try checkOwner(ofFolder: folder, folderDescriptor, .unwritable)
            lockDescriptor = try acquireLock(names.lock, protecting: target, timeout ?? lockTimeout)
        } catch {
            try? fileSystem.close(folderDescriptor)
            throw error
        }
        let locked = LockedFile(
            file: self,
            path: target,
            names: names,
            folderDescriptor: folderDescriptor,
            lockDescriptor: lockDescriptor
        )
        locked.sweep()
        return locked
    }

    private func checkPath() throws(DurableFileError) {
        if path.isEmpty {
            throw DurableFileError(.invalidPath, path: path, "The path is empty; name a file.")
        }
        if path.utf8.contains(0) {
            throw DurableFileError(.invalidPath, path: path, "The path contains a NUL character; write it without.")
        }
        if path == "/" {
            throw DurableFileError(.invalidPath, path: path, "The path is a folder; name a file.")
        }
    }

    /// Reads a file as a whole.
    ///
    /// - Parameter path: The file.
    /// - Returns: Its bytes and status, or `nil` when there is none.
    /// - Throws: An error for what cannot be read, is no regular file, or is too large.
    package func content(of path: String) throws(DurableFileError) -> (bytes: [UInt8], status: FileStatus)? {
        let descriptor: Int32
        do throws(SystemError) {
            descriptor = try fileSystem.openForReading(path)
        } catch  where error.code == ENOENT {
            return nil
        } catch {
            throw failure(.unreadable, path, error, "Cannot open the file.")
        }
        defer { try? fileSystem.close(descriptor) }
        let status: FileStatus
        let bytes: [UInt8]
        do throws(SystemError) {
            status = try fileSystem.status(ofDescriptor: descriptor)
            // What is too large is not read to find that out.
            let isReadable = status.kind == .file && status.size <= maximumSize
            bytes = isReadable ? try self.bytes(of: descriptor, expected: status.size) : []
        } catch {
            throw failure(.unreadable, path, error, "Cannot read the file.")
        }
        guard status.kind == .file else {
            throw DurableFileError(
                .unreadable,
                path: path,
                status.kind == .folder
                    ? "The path is a folder; name a file." : "The path is neither a file nor a link to one."
            )
        }
        guard max(bytes.count, status.size) <= maximumSize else { throw tooLarge(path) }
        try checkOwner(status, of: path, .unreadable)
        // Who owns the folder can put another file of ours in the place of this one.
        if trust == .currentUser { try checkOwner(ofFolder: PathText.folder(of: path), nil, .unreadable) }
        return (bytes, status)
    }

    private func checkOwner(
        _ status: FileStatus,
        of path: String,
        _ kind: DurableFileError.Kind
    ) throws(DurableFileError) {
        guard trust == .currentUser, status.owner != geteuid(), status.owner != 0 else { return }
        throw DurableFileError(
            kind,
            path: path,
            """
            It belongs to another user (\(status.owner)), who decides what is in it, so it is not used. Remove it or change \
            its owner, or choose a folder of your own.
            """
        )
    }

    /// A folder that is not open is opened for this.
    private func checkOwner(
        ofFolder folder: String,
        _ descriptor: Int32?,
        _ kind: DurableFileError.Kind
    ) throws(DurableFileError) {
        guard trust == .currentUser else { return }
        let status: FileStatus
        do throws(SystemError) {
            if let descriptor {
                status = try fileSystem.status(ofDescriptor: descriptor)
            } else {
                let descriptor = try fileSystem.openFolder(folder)
                defer { try? fileSystem.close(descriptor) }
                status = try fileSystem.status(ofDescriptor: descriptor)
            }
        } catch {
            throw failure(kind, folder, error, "Cannot look at the folder.")
        }
        try checkOwner(status, of: folder, kind)
    }

    /// The bytes up to the end, or one more than the limit.
    private func bytes(of descriptor: Int32, expected: Int) throws(SystemError) -> [UInt8] {
        let limit = maximumSize + 1
        var capacity = min(max(expected, 0), maximumSize) + 1
        var bytes: [UInt8] = []
        while true {
            var failed: SystemError?
            var end = false
            // One growing piece at a time: the size is only a hint, the file may be growing.
            let piece = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
                count = 0
                do throws(SystemError) {
                    while count < buffer.count {
                        let rest = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[count...]))
                        let read = try fileSystem.read(descriptor, into: rest)
                        if read == 0 {
                            end = true
                            return
                        }
                        count += min(read, rest.count)
                    }
                } catch {
                    failed = error
                }
            }
            if let failed { throw failed }
            if bytes.isEmpty { bytes = piece } else { bytes.append(contentsOf: piece) }
            if end || bytes.count >= limit { return bytes }
            capacity = min(64 * 1_024, limit - bytes.count)
        }
    }

    package func tooLarge(_ path: String) -> DurableFileError {
        DurableFileError(.tooLarge, path: path, "The file is larger than \(maximumSize) bytes; make it smaller.")
    }

    package func failure(
        _ kind: DurableFileError.Kind,
        _ path: String,
        _ error: SystemError,
        _ sentence: String
    ) -> DurableFileError {
        let advice =
            switch error.code {
            case ENOSPC, EDQUOT: " Free some space and try again; the file is as it was."
            case EROFS: " The volume is read-only; choose a path on another one."
            case EACCES, EPERM: " Check the permissions of the file and of its folders."
            case ENAMETOOLONG: " Choose a shorter path."
            case ENOTDIR: " A part of the path is a file; choose another path."
            case ELOOP: " The path is a symbolic link that leads to itself or to too many others."
            case EISDIR: " The path is a folder; name a file."
            default: ""
            }
        return DurableFileError(kind, path: path, systemError: error, "\(sentence) \(error).\(advice)")
    }

    /// The file that the path leads to, when it is a symbolic link; the target need not exist.
    ///
    /// Who owns the folder of a link can let it lead to any file of ours, so that is checked, too.
    private func resolved(_ kind: DurableFileError.Kind) throws(DurableFileError) -> String {
        var path = path
        for _ in 0..<40 {
            let target: String
            do throws(SystemError) {
                guard try fileSystem.status(ofPath: path).kind == .link else { return path }
                target = try fileSystem.target(ofLink: path)
            } catch  where error.code == ENOENT {
                return path
            } catch {
                // Who reads it says so then.
                if kind == .unreadable { return path }
                throw failure(kind, path, error, "Cannot look at the file.")
            }
            try checkOwner(ofFolder: PathText.folder(of: path), nil, kind)
            path = PathText.joined(PathText.folder(of: path), target)
        }
        throw failure(kind, path, SystemError(ELOOP), "Cannot follow the link.")
    }

    /// Creates the missing ones of the folders that lead to a folder, durably.
    private func createFolders(_ folder: String) throws(DurableFileError) {
        var missing: [String] = []
        var current = folder
        while current != "/", current != "." {
            do throws(SystemError) {
                _ = try fileSystem.status(ofPath: current)
                break
            } catch  where error.code == ENOENT {
                missing.append(current)
                current = PathText.folder(of: current)
            } catch {
                throw failure(.unwritable, current, error, "Cannot look at the folder.")
            }
        }
        // A folder of ours in one of another user is theirs to replace.
        if !missing.isEmpty { try checkOwner(ofFolder: current, nil, .unwritable) }
        for folder in missing.reversed() {
            do throws(SystemError) {
                do throws(SystemError) {
                    try fileSystem.createFolder(folder)
                } catch  where error.code == EEXIST {
                    // Another writer was faster.
                }
                let parent = try fileSystem.openFolder(PathText.folder(of: folder))
                defer { try? fileSystem.close(parent) }
                try synchronizeFolder(parent)
            } catch {
                throw failure(.unwritable, folder, error, "Cannot create the folder.")
            }
        }
    }

    /// Makes the names in a folder durable, where the file system can.
    package func synchronizeFolder(_ descriptor: Int32) throws(SystemError) {
        do throws(SystemError) {
            try fileSystem.synchronize(descriptor)
        } catch  where error.code == EINVAL || error.code == ENOTSUP {
            // Some file systems cannot, because they do so anyway or never.
        }
    }

    /// Opens and locks the lock file; tries again and again until the time is over.
    ///
    /// The time begins anew whenever another writer has replaced the file: a queue that moves is waited for, up to
    /// ``patience`` times as long; a holder that hangs is not.
    private func acquireLock(
        _ path: String,
        protecting target: String,
        _ timeout: Duration
    ) throws(DurableFileError) -> Int32 {
        var waited = Duration.zero
        var deadline = timeout
        var content = try? fileSystem.status(ofPath: target).identity
        // `flock` has no queue. The time between two updates of a busy writer is short, so pauses stay short, too.
        var pause = Duration.microseconds(200)
        while true {
            let descriptor: Int32
            do throws(SystemError) {
                descriptor = try fileSystem.openLock(path)
            } catch {
                throw failure(.unwritable, path, error, "Cannot open the lock file.")
            }
            do throws(SystemError) {
                // Somebody may have deleted the lock file between opening and locking: such a lock keeps nobody out.
                if try fileSystem.tryLock(descriptor),
                    try fileSystem.status(ofDescriptor: descriptor).identity
                        == fileSystem.status(ofPath: path).identity
                {
                    return descriptor
                }
                try? fileSystem.close(descriptor)
            } catch {
                try? fileSystem.close(descriptor)
                if error.code != ENOENT {
                    throw failure(.unwritable, path, error, "Cannot lock the lock file.")
                }
            }
            let newContent = try? fileSystem.status(ofPath: target).identity
            if newContent != content {
                content = newContent
                deadline = min(waited + timeout, timeout * Self.patience)
            }
            guard waited < deadline else {
                throw DurableFileError(
                    .locked,
                    path: path,
                    """
                    Other writers have been holding the lock for \(waited); wait until they are done, or end the one \
                    that hangs. The file was not changed.
                    """
                )
            }
            fileSystem.pause(for: pause)
            waited += pause
            pause = min(pause * 2, .milliseconds(1))
        }
    }
}
