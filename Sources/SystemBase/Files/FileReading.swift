#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Reads whole files.
package enum FileReading {
    /// Why a file could not be read.
    package struct Failure: Error, CustomStringConvertible {
        /// The file.
        package let path: String
        /// The system's error number, or `nil` if the file was too large.
        package let number: Int32?
        /// The reason, usually the system's error message.
        package let reason: String

        /// A sentence with the path and the reason.
        package var description: String { "cannot read ‘\(path)’: \(reason)" }
    }

    /// Returns the bytes of a file.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - limit: The maximum size in bytes.
    /// - Returns: The bytes.
    /// - Throws: ``Failure`` if the file doesn't exist, can't be read, or is larger than the limit.
    package static func bytes(path: String, limit: Int) throws(Failure) -> [UInt8] {
        try content(path: path, limit: limit).bytes
    }

    /// Returns the bytes and the permissions of a file.
    ///
    /// Both are those of the same file, even if it is replaced in the meantime.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - limit: The maximum size in bytes.
    /// - Returns: The bytes and the permission bits.
    /// - Throws: ``Failure``, like ``bytes(path:limit:)``.
    package static func content(path: String, limit: Int) throws(Failure) -> (bytes: [UInt8], mode: UInt32) {
        let (descriptor, size, mode) = try open(path)
        defer { _ = close(descriptor) }
        var bytes: [UInt8] = []
        // One byte more than the file has now, to notice whether it grew.
        var wanted = min(size, limit) + 1
        while true {
            var count = 0
            let part = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, initialized in
                count = read(descriptor, UnsafeMutableRawBufferPointer(buffer), wanted)
                initialized = max(0, count)
            }
            if count == 0 { return (bytes, mode) }
            if count < 0 {
                guard errno == EINTR else { throw failure(path) }
                continue
            }
            bytes = bytes.isEmpty ? part : bytes + part
            guard bytes.count <= limit else {
                throw Failure(path: path, number: nil, reason: "it is larger than \(limit) bytes")
            }
            wanted = 1 << 16
        }
    }

    /// Returns the digest of a file's content, without loading the whole file into memory.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - limit: The maximum size in bytes.
    /// - Returns: The digest, and the size of the file in bytes.
    /// - Throws: ``Failure``, like ``bytes(path:limit:)``.
    package static func digest(path: String, limit: Int) throws(Failure) -> (digest: ContentDigest, size: Int) {
        let descriptor = try open(path).descriptor
        defer { _ = close(descriptor) }
        var state = ContentDigest.State()
        let part = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { part.deallocate() }
        var filled = 0
        while true {
            let rest = UnsafeMutableRawBufferPointer(rebasing: part[filled...])
            let count = read(descriptor, rest, rest.count)
            if count < 0 {
                guard errno == EINTR else { throw failure(path) }
                continue
            }
            filled += count
            // All parts except the last are full.
            guard filled == part.count || count == 0 else { continue }
            state.add(UnsafeRawBufferPointer(rebasing: part[..<filled]))
            filled = 0
            guard state.count <= limit else {
                throw Failure(path: path, number: nil, reason: "it is larger than \(limit) bytes")
            }
            if count == 0 { return (state.digest, state.count) }
        }
    }

    /// Opens a file.
    private static func open(_ path: String) throws(Failure) -> (descriptor: Int32, size: Int, mode: UInt32) {
        // Without O_NONBLOCK, opening a pipe would wait for a writer.
        #if canImport(Darwin)
        let descriptor = Darwin.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        #elseif canImport(Glibc)
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        #else
        let descriptor = Musl.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        #endif
        guard descriptor >= 0 else { throw failure(path) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let failure = failure(path)
            _ = close(descriptor)
            throw failure
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            _ = close(descriptor)
            throw Failure(path: path, number: EINVAL, reason: "it is not a file")
        }
        return (descriptor, max(0, Int(clamping: status.st_size)), UInt32(status.st_mode) & 0o7777)
    }

    private static func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer, _ count: Int) -> Int {
        #if canImport(Darwin)
        Darwin.read(descriptor, buffer.baseAddress, count)
        #elseif canImport(Glibc)
        Glibc.read(descriptor, buffer.baseAddress, count)
        #else
        Musl.read(descriptor, buffer.baseAddress, count)
        #endif
    }

    private static func failure(_ path: String) -> Failure {
        let number = errno
        return Failure(path: path, number: number, reason: String(cString: strerror(number)))
    }
}
