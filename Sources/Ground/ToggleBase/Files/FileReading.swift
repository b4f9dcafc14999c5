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
        let descriptor = try open(path).descriptor
        defer { try? files.close(descriptor) }
        var state = ContentDigest.State()
        // Larger than most manifests, and small enough that the allocator reuses the memory for the next file.
        let part = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 14, alignment: 16)
        defer { part.deallocate() }
        var filled = 0
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
            state.add(UnsafeRawBufferPointer(rebasing: part[..<filled]))
            filled = 0
            guard state.count <= limit else { throw tooLarge(path, limit) }
            if count == 0 { return (state.digest, state.count) }
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
