/// Reads whole files.
package enum FileReading {
    /// Returns the bytes of a file.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - limit: The maximum size in bytes.
    /// - Returns: The bytes.
    /// - Throws: ``FileFailure`` if the file doesn't exist, can't be read, or is larger than the limit.
    package static func bytes(path: String, limit: Int) throws(FileFailure) -> [UInt8] {
        try content(path: path, limit: limit).bytes
    }

    /// Returns the bytes and the status of a file.
    ///
    /// Both are those of the same file, even if it is replaced in the meantime.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - limit: The maximum size in bytes.
    /// - Returns: The bytes and the status.
    /// - Throws: ``FileFailure``, like ``bytes(path:limit:)``.
    package static func content(path: String, limit: Int) throws(FileFailure) -> (bytes: [UInt8], status: FileStatus) {
        let (descriptor, status) = try open(path)
        defer { try? files.close(descriptor) }
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try files.bytes(of: descriptor, expected: status.size, limit: limit)
        } catch {
            throw FileFailure(reading: path, error)
        }
        guard bytes.count <= limit else { throw tooLarge(path, limit) }
        return (bytes, status)
    }

    /// Returns the digest of a file's content, without loading the whole file into memory.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - limit: The maximum size in bytes.
    /// - Returns: The digest, and the size of the file in bytes.
    /// - Throws: ``FileFailure``, like ``bytes(path:limit:)``.
    package static func digest(path: String, limit: Int) throws(FileFailure) -> (digest: ContentDigest, size: Int) {
        var state = ContentDigest.State()
        try parts(path: path, limit: limit) { state.add($0) }
        return (state.digest, state.count)
    }

    /// Reads a file part by part, without loading the whole file into memory.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - limit: The maximum size in bytes.
    ///   - body: Called with each part in order. All parts except the last one have the same size, which is a multiple of
    ///     ``ContentDigest/State/blockSize``; an empty file has none.
    /// - Throws: ``FileFailure``, like ``bytes(path:limit:)``.
    package static func parts(
        path: String,
        limit: Int,
        _ body: (UnsafeRawBufferPointer) -> Void
    ) throws(FileFailure) {
        let descriptor = try open(path).descriptor
        defer { try? files.close(descriptor) }
        try parts(of: descriptor, named: path, limit: limit, body)
    }

    /// Reads an open file, such as standard input, to its end, like ``parts(path:limit:_:)``.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor, which stays open.
    ///   - path: The path or the name of the file, for errors.
    ///   - limit: The maximum size in bytes.
    ///   - body: Called with each part in order.
    /// - Throws: ``FileFailure`` if the file can't be read, or is larger than the limit.
    package static func parts(
        of descriptor: Int32,
        named path: String,
        limit: Int,
        _ body: (UnsafeRawBufferPointer) -> Void
    ) throws(FileFailure) {
        // Larger than most manifests, and small enough that the allocator reuses the memory for the next file.
        let part = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 14, alignment: 16)
        defer { part.deallocate() }
        var (filled, size) = (0, 0)
        while true {
            let rest = UnsafeMutableRawBufferPointer(rebasing: part[filled...])
            let count: Int
            do throws(SystemError) {
                count = try files.read(descriptor, into: rest)
            } catch {
                throw FileFailure(reading: path, error)
            }
            filled += count
            // All parts except the last are full.
            guard filled == part.count || count == 0 else { continue }
            if filled > 0 { body(UnsafeRawBufferPointer(rebasing: part[..<filled])) }
            size += filled
            filled = 0
            guard size <= limit else { throw tooLarge(path, limit) }
            if count == 0 { return }
        }
    }

    /// Returns whether a path leads to a file or folder.
    package static func exists(_ path: String) -> Bool { (try? files.status(ofTarget: path)) != nil }

    private static var files: POSIXFileSystem { POSIXFileSystem() }

    private static func tooLarge(_ path: String, _ limit: Int) -> FileFailure {
        FileFailure(reading: path, nil, reason: "it is larger than \(limit) bytes")
    }

    /// Opens a file.
    private static func open(_ path: String) throws(FileFailure) -> (descriptor: Int32, status: FileStatus) {
        do throws(SystemError) {
            let descriptor = try files.openForReading(path)
            do throws(SystemError) {
                let status = try files.status(ofDescriptor: descriptor)
                if status.kind == .file { return (descriptor, status) }
            } catch {
                try? files.close(descriptor)
                throw error
            }
            try? files.close(descriptor)
        } catch {
            throw FileFailure(reading: path, error)
        }
        throw FileFailure(reading: path, .invalidArgument, reason: "it is not a file")
    }
}
