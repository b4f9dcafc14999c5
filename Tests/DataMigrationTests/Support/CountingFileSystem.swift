import ToggleBase

/// The real file system, with a count of the bytes that are read and written.
final class CountingFileSystem: FileSystem {
    struct Counts: Equatable {
        var read = 0
        var written = 0
    }

    private let state = Mutex(Counts())
    private let base = POSIXFileSystem()

    /// Returns the counts since the last call.
    func takeCounts() -> Counts {
        state.withLock { counts in
            defer { counts = Counts() }
            return counts
        }
    }

    func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        let count = try base.read(descriptor, into: buffer)
        state.withLock { $0.read += count }
        return count
    }

    func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
        let count = try base.write(descriptor, bytes)
        state.withLock { $0.written += count }
        return count
    }

    func openForReading(_ path: String) throws(SystemError) -> Int32 { try base.openForReading(path) }
    func openFolder(_ path: String) throws(SystemError) -> Int32 { try base.openFolder(path) }
    func openLock(_ path: String) throws(SystemError) -> Int32 { try base.openLock(path) }
    func create(_ path: String) throws(SystemError) -> Int32 { try base.create(path) }
    func close(_ descriptor: Int32) throws(SystemError) { try base.close(descriptor) }
    func synchronize(_ descriptor: Int32) throws(SystemError) { try base.synchronize(descriptor) }
    func tryLock(_ descriptor: Int32) throws(SystemError) -> Bool { try base.tryLock(descriptor) }
    func pause(for duration: Duration) { base.pause(for: duration) }
    func status(ofDescriptor descriptor: Int32) throws(SystemError) -> FileStatus {
        try base.status(ofDescriptor: descriptor)
    }
    func status(ofPath path: String) throws(SystemError) -> FileStatus { try base.status(ofPath: path) }
    func target(ofLink path: String) throws(SystemError) -> String { try base.target(ofLink: path) }
    func names(inFolder path: String) throws(SystemError) -> [String] { try base.names(inFolder: path) }
    func rename(_ path: String, to newPath: String) throws(SystemError) { try base.rename(path, to: newPath) }
    func link(_ path: String, to newPath: String) throws(SystemError) { try base.link(path, to: newPath) }
    func remove(_ path: String) throws(SystemError) { try base.remove(path) }
    func createFolder(_ path: String) throws(SystemError) { try base.createFolder(path) }
    func setMode(_ mode: UInt32, ofDescriptor descriptor: Int32) throws(SystemError) {
        try base.setMode(mode, ofDescriptor: descriptor)
    }
    func setOwner(_ owner: UInt32, group: UInt32, ofDescriptor descriptor: Int32) throws(SystemError) {
        try base.setOwner(owner, group: group, ofDescriptor: descriptor)
    }
}
