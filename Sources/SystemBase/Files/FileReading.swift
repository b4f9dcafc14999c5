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
        /// The number of the system's error, or `nil` when the file was too large.
        package let number: Int32?
        /// Why, in the system's words.
        package let reason: String

        /// A sentence that says what and where.
        package var description: String { "cannot read ‘\(path)’: \(reason)" }
    }

    /// The bytes of a file.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - limit: How many bytes it may have.
    /// - Returns: All of them.
    /// - Throws: ``Failure`` when there is no such file, it may not be read, or it is larger than the limit.
    package static func bytes(path: String, limit: Int) throws(Failure) -> [UInt8] {
        try content(path: path, limit: limit).bytes
    }

    /// The bytes of a file with its permissions, both of the same file even when it is replaced meanwhile.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - limit: How many bytes it may have.
    /// - Returns: All of them, and the permission bits.
    /// - Throws: ``Failure``, as ``bytes(path:limit:)`` does.
    package static func content(path: String, limit: Int) throws(Failure) -> (bytes: [UInt8], mode: UInt32) {
        let (descriptor, size, mode) = try open(path)
        defer { _ = close(descriptor) }
        var bytes: [UInt8] = []
        // As many bytes as the file has now, and one more to see whether it grew.
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

    /// The digest of a file's content, for files that need not be in memory.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - limit: How many bytes it may have.
    /// - Returns: The digest, and how many bytes the file has.
    /// - Throws: ``Failure``, as ``bytes(path:limit:)`` does.
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
            // All parts but the last are whole.
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
        // Without O_NONBLOCK, opening a pipe would wait for somebody who writes into it.
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
