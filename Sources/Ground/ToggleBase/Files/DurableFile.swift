/// A small file that is replaced as a whole, and that several processes can write.
///
/// - A reader sees either the complete old content or the complete new content.
/// - A completed replacement survives a power loss.
/// - Writers take turns by locking (`flock`) a lock file next to the file, which is never renamed, and deleted only by
///   ``remove()``.
/// - If the path is a symbolic link, its target is replaced and the link stays.
/// - With ``Trust/currentUser``, files and folders of other users are neither read nor written, and neither their links
///   nor links in their folders are followed.
package struct DurableFile: Sendable {
    /// The owners whose files are used.
    package enum Trust: Sendable {
        /// Any user.
        case anyone
        /// The user that the process runs as, and root.
        case currentUser

        /// The owners of a user's own files: ``currentUser``, or ``anyone`` if the process runs as root.
        ///
        /// In a container, root often reads a file that a developer mounted into it.
        package static var person: Trust { ProcessEnvironment.userID == 0 ? .anyone : .currentUser }
    }

    /// The absolute path of the file.
    package let path: String
    package let fileSystem: any FileSystem
    /// The maximum size in bytes of a file that is read or written.
    package let maximumSize: Int
    /// The time to wait for a writer that doesn't finish.
    package let lockTimeout: Duration
    /// The owners whose files and folders are used.
    package let trust: Trust
    /// The factor by which ``lockTimeout`` may be extended while other writers take turns.
    private static let maximumTimeoutFactor = 6

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

    /// Returns the content, or `nil` if the file doesn't exist.
    package func read() throws(DurableFileError) -> [UInt8]? { try content()?.bytes }

    /// Returns the content and the status of the file that contains it, or `nil` if the file doesn't exist.
    package func content() throws(DurableFileError) -> (bytes: [UInt8], status: FileStatus)? {
        try checkPath()
        return try content(of: trust == .currentUser ? resolved(.unreadable) : path)
    }

    /// Waits for the lock, creates missing folders, and removes the temporary files of killed writers.
    ///
    /// The caller must call ``LockedFile/unlock()``.
    ///
    /// - Parameter timeout: The time to wait for a writer that doesn't finish; `nil` for ``lockTimeout``.
    /// - Returns: The locked file.
    /// - Throws: An error if the lock or a folder can't be created, or another writer holds the lock for too long.
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

    /// Returns whether there are temporary files, which killed writers have left unless one is writing just now.
    ///
    /// ``lock(waiting:)`` removes them.
    package var hasTemporaryFiles: Bool {
        guard let target = try? resolved(.unreadable) else { return false }
        let names = LockedFile.Names(folder: PathText.folder(of: target), name: PathText.name(of: target))
        return !names.temporaryFiles(in: fileSystem).isEmpty
    }

    private func checkPath() throws(DurableFileError) {
        if path.isEmpty {
            throw DurableFileError(.invalidPath, path: path, "The path is empty; name a file.")
        }
        if path.utf8.contains(0) {
            throw DurableFileError(.invalidPath, path: path, "The path contains a NUL character; remove it.")
        }
        if path == "/" {
            throw DurableFileError(.invalidPath, path: path, "The path is a folder; name a file.")
        }
    }

    /// Reads a whole file.
    ///
    /// - Parameter path: The path of the file.
    /// - Returns: Its bytes and status, or `nil` if the file doesn't exist.
    /// - Throws: An error if the file can't be read, is not a regular file, or is too large.
    package func content(of path: String) throws(DurableFileError) -> (bytes: [UInt8], status: FileStatus)? {
        let descriptor: Int32
        do throws(SystemError) {
            descriptor = try fileSystem.openForReading(path)
        } catch  where error == .noSuchFileOrDirectory {
            return nil
        } catch {
            throw failure(.unreadable, path, error, "Cannot open the file.")
        }
        defer { try? fileSystem.close(descriptor) }
        let status: FileStatus
        let bytes: [UInt8]
        do throws(SystemError) {
            status = try fileSystem.status(ofDescriptor: descriptor)
            // A file that is too large is rejected without reading it.
            let isReadable = status.kind == .file && status.size <= maximumSize
            bytes = isReadable ? try fileSystem.bytes(of: descriptor, expected: status.size, limit: maximumSize) : []
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
        // The folder's owner could replace this file with another file of the current user.
        if trust == .currentUser { try checkOwner(ofFolder: PathText.folder(of: path), nil, .unreadable) }
        return (bytes, status)
    }

    private func checkOwner(
        _ status: FileStatus,
        of path: String,
        _ kind: DurableFileError.Code
    ) throws(DurableFileError) {
        guard trust == .currentUser, status.owner != ProcessEnvironment.userID, status.owner != 0 else { return }
        throw DurableFileError(
            kind,
            path: path,
            """
            It belongs to another user (\(status.owner)), who can change its content, so it is not used. Remove it, change \
            its owner, or choose a folder of your own.
            """
        )
    }

    /// Checks the owner of a folder, and opens the folder if it isn't open yet.
    private func checkOwner(
        ofFolder folder: String,
        _ descriptor: Int32?,
        _ kind: DurableFileError.Code
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
            throw failure(kind, folder, error, "Cannot access the folder.")
        }
        try checkOwner(status, of: folder, kind)
    }

    package func tooLarge(_ path: String) -> DurableFileError {
        DurableFileError(.tooLarge, path: path, "The file is larger than \(maximumSize) bytes; make it smaller.")
    }

    package func failure(
        _ kind: DurableFileError.Code,
        _ path: String,
        _ error: SystemError,
        _ sentence: String
    ) -> DurableFileError {
        DurableFileError(kind, path: path, "\(sentence) \(error).\(error.fileAdvice)")
    }

    /// Returns the path after following symbolic links; the target need not exist.
    ///
    /// This also checks the links and their folders, because their owners could redirect a link to any file of the
    /// current user.
    private func resolved(_ kind: DurableFileError.Code) throws(DurableFileError) -> String {
        var path = path
        for _ in 0..<40 {
            let target: String
            let status: FileStatus
            do throws(SystemError) {
                status = try fileSystem.status(ofPath: path)
                guard status.kind == .link else { return path }
                target = try fileSystem.target(ofLink: path)
            } catch  where error == .noSuchFileOrDirectory {
                return path
            } catch {
                // Reading the file reports the error.
                if kind == .unreadable { return path }
                throw failure(kind, path, error, "Cannot access the file.")
            }
            try checkOwner(status, of: path, kind)
            try checkOwner(ofFolder: PathText.folder(of: path), nil, kind)
            path = PathText.joined(PathText.folder(of: path), target)
        }
        throw failure(kind, path, .tooManySymbolicLinkLevels, "Cannot follow the link.")
    }

    /// Durably creates a folder and its missing parents.
    private func createFolders(_ folder: String) throws(DurableFileError) {
        var missing: [String] = []
        var current = folder
        while current != "/", current != "." {
            do throws(SystemError) {
                _ = try fileSystem.status(ofPath: current)
                break
            } catch  where error == .noSuchFileOrDirectory {
                missing.append(current)
                current = PathText.folder(of: current)
            } catch {
                throw failure(.unwritable, current, error, "Cannot access the folder.")
            }
        }
        // Another user could replace a folder that is created in one of theirs.
        if !missing.isEmpty { try checkOwner(ofFolder: current, nil, .unwritable) }
        for folder in missing.reversed() {
            do throws(SystemError) {
                do throws(SystemError) {
                    try fileSystem.createFolder(folder)
                } catch  where error == .fileExists {
                    // Another writer created it in the meantime.
                }
                let parent = try fileSystem.openFolder(PathText.folder(of: folder))
                defer { try? fileSystem.close(parent) }
                try fileSystem.synchronizeFolder(parent)
            } catch {
                throw failure(.unwritable, folder, error, "Cannot create the folder.")
            }
        }
    }

    /// Opens and locks the lock file, and retries until the timeout.
    ///
    /// The timeout restarts whenever another writer has replaced the file, up to ``maximumTimeoutFactor`` times the
    /// timeout in total. So a moving queue of writers can take longer than a writer that hangs.
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
                // If the lock file was deleted between opening and locking it, the lock doesn't exclude other writers.
                if try fileSystem.tryLock(descriptor),
                    try fileSystem.status(ofDescriptor: descriptor).identity
                        == fileSystem.status(ofPath: path).identity
                {
                    return descriptor
                }
                try? fileSystem.close(descriptor)
            } catch {
                try? fileSystem.close(descriptor)
                if error != .noSuchFileOrDirectory {
                    throw failure(.unwritable, path, error, "Cannot lock the lock file.")
                }
            }
            let newContent = try? fileSystem.status(ofPath: target).identity
            if newContent != content {
                content = newContent
                deadline = min(waited + timeout, timeout * Self.maximumTimeoutFactor)
            }
            guard waited < deadline else {
                throw DurableFileError(
                    .locked,
                    path: path,
                    """
                    Other writers have held the lock for \(waited). Wait until they finish, or stop the one that hangs. \
                    The file was not changed.
                    """
                )
            }
            fileSystem.pause(for: pause)
            waited += pause
            pause = min(pause * 2, .milliseconds(1))
        }
    }
}
