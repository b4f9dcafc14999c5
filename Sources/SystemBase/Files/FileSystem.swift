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
    /// Returns when the written data is on the disk, not only on its way.
    func synchronize(_ descriptor: Int32) throws(SystemError)
    /// Locks an open file unless it is locked, and returns whether it succeeded. Closing the file releases the lock.
    func tryLock(_ descriptor: Int32) throws(SystemError) -> Bool
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
}
