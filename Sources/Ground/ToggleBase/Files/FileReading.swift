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

    /// Returns whether a path leads through a symbolic link to a file outside of the project.
    ///
    /// The project is the repository, or else the folder, that contains the working folder; for a path that isn't below
    /// it, the repository or the folder that contains the path as it is written.
    ///
    /// - Parameter path: The path of a file.
    /// - Returns: `false` also if there is no file.
    package static func leavesProject(_ path: String) -> Bool {
        guard let real = POSIXFileSystem.realPath(path) else { return false }
        var parts: [String] = []
        // Without following links, as the path is written.
        for part in PathText.components(PathText.absolute(path)) {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        let written = "/" + parts.joined(separator: "/")
        let start = PathText.workingFolder.map(repository) ?? "/"
        let project = isBelow(written, start) ? start : repository(PathText.folder(of: written))
        return !isBelow(real, PathText.resolved(project))
    }

    /// Returns whether a file is outside of the project: the repository, or else the folder, that contains a folder.
    package static func isOutside(_ path: String, projectOf folder: String) -> Bool {
        !isBelow(PathText.resolved(path), PathText.resolved(repository(folder)))
    }

    private static func isBelow(_ path: String, _ folder: String) -> Bool {
        path.utf8.starts(with: (folder == "/" ? folder : folder + "/").utf8)
    }

    /// Returns the repository that contains a folder, or the folder itself.
    private static func repository(_ folder: String) -> String {
        var current = folder
        while !exists(PathText.joined(current, ".git")) {
            guard current.utf8.count > 1, current != "." else { return folder }
            current = PathText.folder(of: current)
        }
        return current
    }

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
