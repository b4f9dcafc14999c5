package import ToggleBase

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The real file system, except that some files and folders belong to another user.
package final class OwnedFileSystem: FileSystem {
    private let base = POSIXFileSystem()
    private let foreign: Set<String>
    private let paths = Mutex<[Int32: String]>([:])

    /// Creates a file system in which some files and folders belong to another user.
    ///
    /// - Parameter foreign: Their paths.
    package init(foreign: String...) {
        self.foreign = Set(foreign)
    }

    private func owned(_ status: FileStatus, _ path: String?) -> FileStatus {
        var status = status
        // No user has the first number, not even root.
        status.owner = path.map(foreign.contains) == true ? 4_000_000_000 : geteuid()
        return status
    }

    private func note(_ descriptor: Int32, _ path: String) -> Int32 {
        paths.withLock { $0[descriptor] = path }
        return descriptor
    }

    package func status(ofPath path: String) throws(SystemError) -> FileStatus {
        owned(try base.status(ofPath: path), path)
    }
    package func status(ofDescriptor descriptor: Int32) throws(SystemError) -> FileStatus {
        owned(try base.status(ofDescriptor: descriptor), paths.withLock { $0[descriptor] })
    }
    package func openForReading(_ path: String) throws(SystemError) -> Int32 {
        note(try base.openForReading(path), path)
    }
    package func openFolder(_ path: String) throws(SystemError) -> Int32 { note(try base.openFolder(path), path) }
    package func openLock(_ path: String) throws(SystemError) -> Int32 { note(try base.openLock(path), path) }
    package func create(_ path: String) throws(SystemError) -> Int32 { note(try base.create(path), path) }
    package func target(ofLink path: String) throws(SystemError) -> String { try base.target(ofLink: path) }
    package func close(_ descriptor: Int32) throws(SystemError) { try base.close(descriptor) }
    package func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        try base.read(descriptor, into: buffer)
    }
    package func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
        try base.write(descriptor, bytes)
    }
    package func synchronize(_ descriptor: Int32) throws(SystemError) { try base.synchronize(descriptor) }
    package func tryLock(_ descriptor: Int32) throws(SystemError) -> Bool { try base.tryLock(descriptor) }
    package func pause(for duration: Duration) { base.pause(for: duration) }
    package func names(inFolder path: String) throws(SystemError) -> [String] { try base.names(inFolder: path) }
    package func rename(_ path: String, to newPath: String) throws(SystemError) {
        try base.rename(path, to: newPath)
    }
    package func link(_ path: String, to newPath: String) throws(SystemError) { try base.link(path, to: newPath) }
    package func remove(_ path: String) throws(SystemError) { try base.remove(path) }
    package func createFolder(_ path: String) throws(SystemError) { try base.createFolder(path) }
    package func setMode(_ mode: UInt32, ofDescriptor descriptor: Int32) throws(SystemError) {
        try base.setMode(mode, ofDescriptor: descriptor)
    }
    package func setOwner(_ owner: UInt32, group: UInt32, ofDescriptor descriptor: Int32) throws(SystemError) {}
}
