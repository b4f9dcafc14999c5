/// What a path leads to, for code that follows paths and changes nothing.
package protocol PathLookup: Sendable {
    /// The status of what stands under a name: of a link itself, not of its target.
    func status(ofPath path: String) throws(SystemError) -> FileStatus
    /// The text of a symbolic link.
    func target(ofLink path: String) throws(SystemError) -> String
}

/// The calls that the package makes to the file system, so that tests can let each of them fail.
///
/// A call that a signal interrupts is made again by the implementation. Paths have no NUL in them.
package protocol FileSystem: PathLookup {
    /// Opens a file for reading, without waiting for the other end of a pipe.
    func openForReading(_ path: String) throws(SystemError) -> Int32
    /// Opens a folder, to make what happened in it durable.
    func openFolder(_ path: String) throws(SystemError) -> Int32
    /// Opens the file that is only there to be locked; creates it when it is missing.
    func openLock(_ path: String) throws(SystemError) -> Int32
    /// Creates a file that did not exist, readable and writable by its owner only.
    func create(_ path: String) throws(SystemError) -> Int32
    /// Closes a file.
    func close(_ descriptor: Int32) throws(SystemError)

    /// Reads some bytes; 0 at the end.
    func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int
    /// Writes some bytes and answers how many.
    func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int
    /// Returns when what was written is on the disk, not only on its way.
    func synchronize(_ descriptor: Int32) throws(SystemError)
    /// Takes the lock of an open file unless somebody else has it. Closing the file gives it back.
    func tryLock(_ descriptor: Int32) throws(SystemError) -> Bool
    /// Lets other processes go on before a lock is tried again.
    func pause(for duration: Duration)

    /// The status of an open file.
    func status(ofDescriptor descriptor: Int32) throws(SystemError) -> FileStatus
    /// The names in a folder.
    func names(inFolder path: String) throws(SystemError) -> [String]

    /// Gives a file another name, in place of what had that name before.
    func rename(_ path: String, to newPath: String) throws(SystemError)
    /// Gives a file a second name.
    func link(_ path: String, to newPath: String) throws(SystemError)
    /// Removes a name.
    func remove(_ path: String) throws(SystemError)
    /// Creates a folder for its owner only.
    func createFolder(_ path: String) throws(SystemError)
    /// Sets the permission bits of an open file.
    func setMode(_ mode: UInt32, ofDescriptor descriptor: Int32) throws(SystemError)
    /// Sets owner and group of an open file.
    func setOwner(_ owner: UInt32, group: UInt32, ofDescriptor descriptor: Int32) throws(SystemError)
}
