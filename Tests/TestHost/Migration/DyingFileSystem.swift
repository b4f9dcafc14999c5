import ToggleBase

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The real file system, which kills the process before a file is replaced, linked, or removed.
///
/// A new file has its content by then, but doesn't count until it has replaced the old one.
final class DyingFileSystem: FileSystem {
    private let base = POSIXFileSystem()
    private let remaining: Mutex<Int>

    /// Creates a file system.
    ///
    /// - Parameter change: The number of changes that succeed; the process dies before the next one.
    init(at change: Int) {
        remaining = Mutex(change)
    }

    private func change() {
        remaining.withLock {
            if $0 == 0 { kill(getpid(), SIGKILL) }
            $0 -= 1
        }
    }

    func rename(_ path: String, to newPath: String) throws(SystemError) {
        change()
        try base.rename(path, to: newPath)
    }
    func link(_ path: String, to newPath: String) throws(SystemError) {
        change()
        try base.link(path, to: newPath)
    }
    func remove(_ path: String) throws(SystemError) {
        change()
        try base.remove(path)
    }

    func create(_ path: String) throws(SystemError) -> Int32 { try base.create(path) }
    func createFolder(_ path: String) throws(SystemError) { try base.createFolder(path) }
    func openForReading(_ path: String) throws(SystemError) -> Int32 { try base.openForReading(path) }
    func openFolder(_ path: String) throws(SystemError) -> Int32 { try base.openFolder(path) }
    func openLock(_ path: String) throws(SystemError) -> Int32 { try base.openLock(path) }
    func close(_ descriptor: Int32) throws(SystemError) { try base.close(descriptor) }
    func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        try base.read(descriptor, into: buffer)
    }
    func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
        try base.write(descriptor, bytes)
    }
    // The killed process loses nothing that it wrote, so this would only take time.
    func synchronize(_ descriptor: Int32) throws(SystemError) {}
    func tryLock(_ descriptor: Int32) throws(SystemError) -> Bool { try base.tryLock(descriptor) }
    func unlock(_ descriptor: Int32) throws(SystemError) { try base.unlock(descriptor) }
    func pause(for duration: Duration) { base.pause(for: duration) }
    func status(ofDescriptor descriptor: Int32) throws(SystemError) -> FileStatus {
        try base.status(ofDescriptor: descriptor)
    }
    func status(ofPath path: String) throws(SystemError) -> FileStatus { try base.status(ofPath: path) }
    func target(ofLink path: String) throws(SystemError) -> String { try base.target(ofLink: path) }
    func names(inFolder path: String) throws(SystemError) -> [String] { try base.names(inFolder: path) }
    func setMode(_ mode: UInt32, ofDescriptor descriptor: Int32) throws(SystemError) {
        try base.setMode(mode, ofDescriptor: descriptor)
    }
    func setOwner(_ owner: UInt32, group: UInt32, ofDescriptor descriptor: Int32) throws(SystemError) {
        try base.setOwner(owner, group: group, ofDescriptor: descriptor)
    }
    func copyAttributes(ofPath path: String, to descriptor: Int32) { base.copyAttributes(ofPath: path, to: descriptor) }
}
