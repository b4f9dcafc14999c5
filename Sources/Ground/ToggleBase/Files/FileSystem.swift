/// The calls for looking up paths, for code that changes nothing.
package protocol PathLookup: Sendable {
    /// Returns the status of the file at a path, of a link itself and not of its target.
    func status(ofPath path: String) throws(SystemError) -> FileStatus
    /// Returns the text of a symbolic link.
    func target(ofLink path: String) throws(SystemError) -> String
}

/// The calls that the package makes to the file system, so that tests can make each of them fail.
///
/// An implementation repeats calls that a signal interrupts. Paths must not contain NUL characters.
package protocol FileSystem: PathLookup {
    /// Opens a file for reading, without waiting for the other end of a pipe.
    func openForReading(_ path: String) throws(SystemError) -> Int32
    /// Opens a folder, to make changes in it durable.
    func openFolder(_ path: String) throws(SystemError) -> Int32
    /// Opens a lock file, and creates it if it doesn't exist.
    func openLock(_ path: String) throws(SystemError) -> Int32
    /// Creates a file that doesn't exist yet, readable and writable only by its owner.
    func create(_ path: String) throws(SystemError) -> Int32
    /// Closes a file.
    func close(_ descriptor: Int32) throws(SystemError)

    /// Reads some bytes, and returns their number, 0 at the end of the file.
    func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int
    /// Writes some bytes, and returns their number.
    func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int
    /// Waits until an open file that is non-blocking accepts more bytes, and returns whether it does.
    func waitForWriting(_ descriptor: Int32) -> Bool
    /// Returns when the written data is on the disk, not only on its way.
    func synchronize(_ descriptor: Int32) throws(SystemError)
    /// Locks an open file unless it is locked, and returns whether it succeeded. Closing the file releases the lock.
    func tryLock(_ descriptor: Int32) throws(SystemError) -> Bool
    /// Releases the lock of an open file, and closes the file.
    ///
    /// After ``close(_:)``, the lock would continue in a child process that another thread is just starting, which has all
    /// open files until it executes its program.
    func unlock(_ descriptor: Int32) throws(SystemError)
    /// Locks an open file together with others that do the same, unless it is locked by ``tryLock(_:)``, and returns
    /// whether it succeeded.
    func tryLockShared(_ descriptor: Int32) throws(SystemError) -> Bool
    /// Waits before a lock is tried again.
    func pause(for duration: Duration)

    /// Returns the status of an open file.
    func status(ofDescriptor descriptor: Int32) throws(SystemError) -> FileStatus
    /// Returns the names in a folder.
    func names(inFolder path: String) throws(SystemError) -> [String]

    /// Renames a file, and replaces any file with the new name.
    func rename(_ path: String, to newPath: String) throws(SystemError)
    /// Gives a file a second name (a hard link).
    func link(_ path: String, to newPath: String) throws(SystemError)
    /// Removes a name.
    func remove(_ path: String) throws(SystemError)
    /// Creates a folder that is accessible only to its owner.
    func createFolder(_ path: String) throws(SystemError)
    /// Sets the permission bits of an open file.
    func setMode(_ mode: UInt32, ofDescriptor descriptor: Int32) throws(SystemError)
    /// Sets the owner and group of an open file.
    func setOwner(_ owner: UInt32, group: UInt32, ofDescriptor descriptor: Int32) throws(SystemError)
    /// Copies the extended attributes of the file at a path to an open file, as far as both can have them.
    func copyAttributes(ofPath path: String, to descriptor: Int32)
}

extension FileSystem {
    /// Does nothing, for doubles in tests whose files have no attributes.
    package func copyAttributes(ofPath path: String, to descriptor: Int32) {}
    /// Locks an open file like ``tryLock(_:)``, for doubles in tests that don't distinguish the two.
    package func tryLockShared(_ descriptor: Int32) throws(SystemError) -> Bool { try tryLock(descriptor) }
    /// Closes the file, for doubles in tests whose locks no other process can have.
    package func unlock(_ descriptor: Int32) throws(SystemError) { try close(descriptor) }
    /// Returns `false`, for doubles in tests whose files always accept bytes.
    package func waitForWriting(_ descriptor: Int32) -> Bool { false }
    /// Writes all bytes, in several calls if necessary, and waits while the file accepts none.
    package func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            let result: Result<Int, SystemError> = bytes[written...].withUnsafeBytes { rest in
                Result { () throws(SystemError) in try write(descriptor, rest) }
            }
            do throws(SystemError) {
                let count = try result.get()
                guard count > 0 else { throw SystemError.ioError }
                written += count
            } catch  where error == .wouldBlock && waitForWriting(descriptor) {
                // Another process with the same open file made it non-blocking.
            }
        }
    }

    /// Returns the bytes up to the end of a file, at most one more than the limit.
    ///
    /// - Parameters:
    ///   - descriptor: The open file.
    ///   - expected: The size that the file has, which is only a hint, because the file may be growing.
    ///   - limit: The maximum size in bytes.
    /// - Returns: The bytes, more than the limit if the file is larger.
    /// - Throws: The error of a failed call.
    func bytes(of descriptor: Int32, expected: Int, limit: Int) throws(SystemError) -> [UInt8] {
        // One byte more than expected, to notice the end, or that the file has grown.
        var capacity = min(max(expected, 0), limit, .max - 1) + 1
        var bytes: [UInt8] = []
        while true {
            var failed: SystemError?
            var end = false
            let piece = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
                count = 0
                do throws(SystemError) {
                    while count < buffer.count {
                        let rest = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[count...]))
                        let read = try read(descriptor, into: rest)
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
            if end || bytes.count > limit { return bytes }
            capacity = min(64 * 1_024 - 1, limit - bytes.count) + 1
        }
    }

    /// Gives a new file the extended attributes, the owner, the group, and the mode of the file that it replaces.
    ///
    /// Only a privileged process can change the owner. Failing to preserve one of them is not an error.
    func inherit(_ status: FileStatus, ofPath path: String, to descriptor: Int32) {
        copyAttributes(ofPath: path, to: descriptor)
        guard let own = try? self.status(ofDescriptor: descriptor) else { return }
        if (own.owner, own.group) != (status.owner, status.group) {
            try? setOwner(status.owner, group: status.group, ofDescriptor: descriptor)
        }
        // Without the bits for running as the owner, because another user may have exchanged the file for a program.
        let mode = status.mode & 0o777
        if own.mode != mode { try? setMode(mode, ofDescriptor: descriptor) }
    }

    /// Creates a folder and its missing parents, accessible only to their owner.
    ///
    /// - Parameter path: The absolute path, at which a folder may exist already.
    /// - Throws: The error of the call that failed; none if another process creates the same folder at the same time.
    package func createFolders(_ path: String) throws(SystemError) {
        var missing = [path]
        while let path = missing.last, path != "/", path != ".", (try? status(ofPath: path)) == nil {
            missing.append(PathText.folder(of: path))
        }
        for path in missing.reversed() {
            do throws(SystemError) {
                try createFolder(path)
            } catch  where error == .fileExists {
                // It existed, or another process created it in the meantime.
            }
        }
    }

    /// Makes the names in a folder durable, if the file system supports it.
    package func synchronizeFolder(_ descriptor: Int32) throws(SystemError) {
        do throws(SystemError) {
            try synchronize(descriptor)
        } catch  where error.isUnsupportedSynchronization {
            // The folders of such file systems are always durable, or never.
        }
    }
}
