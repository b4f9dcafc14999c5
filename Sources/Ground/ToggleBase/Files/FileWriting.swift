/// Writes whole files that have no other writers, such as exports and files that can be created again.
package enum FileWriting {
    /// Replaces a file's content, or creates the file.
    ///
    /// The bytes are written to a temporary file in the same folder, which then replaces the file, so readers never see
    /// partial content. An existing file keeps its permissions and extended attributes, and its owner and group if the
    /// process may set them; a new one has the default permissions. Another hard link of the file keeps the old content.
    ///
    /// - Parameters:
    ///   - bytes: The new content.
    ///   - path: The path of the file, whose folder must exist. A symbolic link stays a link.
    /// - Throws: ``FileFailure`` if the file can't be written.
    package static func replace(_ bytes: [UInt8], path: String) throws(FileFailure) {
        if (try? files.status(ofTarget: path))?.kind == .other { return try write(bytes, toDevice: path) }
        let target = target(of: path)
        let temporary = try temporary(bytes, path: path, target: target)
        do throws(SystemError) {
            try files.rename(temporary, to: target)
        } catch {
            remove(temporary)
            throw FileFailure(path: path, reason: error.message)
        }
    }

    /// Writes to a terminal, a pipe, or a device such as `/dev/null`, which can't be replaced.
    private static func write(_ bytes: [UInt8], toDevice path: String) throws(FileFailure) {
        do throws(SystemError) {
            let descriptor = try files.openForAppending(path)
            let failure = write(bytes, to: descriptor)
            try files.close(descriptor)
            if let failure { throw failure }
        } catch {
            throw FileFailure(path: path, reason: error.message)
        }
    }

    /// Writes a temporary file that is to replace another one, in the same folder, and removes those that killed
    /// processes left.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - path: The path to name in failures.
    ///   - target: The file to replace, whose permissions, attributes, and owner are copied.
    /// - Returns: The path of the temporary file.
    /// - Throws: ``FileFailure`` if the file can't be written.
    package static func temporary(_ bytes: [UInt8], path: String, target: String) throws(FileFailure) -> String {
        let temporary = temporaryPath("\(target).")
        do throws(SystemError) {
            try create(temporary, with: bytes, mode: 0o666, like: target)
        } catch  where error == .noSuchFileOrDirectory {
            let folder = PathText.folder(of: path).printableLine
            throw FileFailure(path: path, reason: "the folder ‘\(folder)’ does not exist; create it first")
        } catch {
            throw FileFailure(path: path, reason: error.message)
        }
        return temporary
    }

    /// Returns a unique path for a temporary file, and removes those that killed processes of this user left.
    ///
    /// A file that root edits keeps its owner, and so do the temporary files.
    ///
    /// - Parameter start: The folder, and the start of the names of these files.
    /// - Returns: The path.
    package static func temporaryPath(_ start: String) -> String {
        let (folder, prefix, suffix) = (PathText.folder(of: start), PathText.name(of: start), ".tmp")
        let isRoot = ProcessEnvironment.userID == 0
        let owner = isRoot ? (try? files.status(ofTarget: String(start.dropLast())))?.owner : nil
        for name in DurableFile.names(inFolder: folder) where name.hasPrefix(prefix) && name.hasSuffix(suffix) {
            let numbers = name.dropFirst(prefix.count).dropLast(suffix.count).split(separator: "-")
            let path = PathText.joined(folder, name)
            if numbers.count == 2, let process = Int32(numbers[0]), process > 0, UInt32(numbers[1]) != nil,
                ProcessEnvironment.hasEnded(process), let status = try? files.status(ofPath: path),
                status.kind == .file, status.isOwnedByCurrentUser || status.owner == owner
            {
                remove(path)
            }
        }
        return "\(start)\(ProcessEnvironment.processID)-\(UInt32.random(in: .min ... .max))\(suffix)"
    }

    /// Creates a file that doesn't exist yet, and writes its content to the disk.
    ///
    /// - Parameters:
    ///   - path: The path of the file, whose folder must exist.
    ///   - bytes: The content.
    ///   - mode: The permissions, of which the process's mask removes some.
    ///   - other: The file whose permissions, attributes, and owner are copied instead, if it exists.
    /// - Throws: The error of the call that failed, such as ``SystemError/fileExists``; no new file is left.
    package static func create(
        _ path: String,
        with bytes: [UInt8],
        mode: UInt32,
        like other: String? = nil
    ) throws(SystemError) {
        let descriptor = try files.create(path, mode: mode)
        if let other, let status = try? files.status(ofTarget: other) {
            files.inherit(status, ofPath: other, to: descriptor)
        }
        var failure = write(bytes, to: descriptor)
        do throws(SystemError) {
            if failure == nil { try files.synchronize(descriptor) }
        } catch {
            failure = error
        }
        do throws(SystemError) {
            try files.close(descriptor)
        } catch {
            failure = failure ?? error
        }
        guard let failure else { return }
        remove(path)
        throw failure
    }

    /// Makes the name of a new file durable, if the file system supports it.
    ///
    /// - Parameter path: The path of the file.
    /// - Returns: `nil`, or the error of the call that failed.
    package static func synchronizeFolder(ofFile path: String) -> SystemError? {
        do throws(SystemError) {
            let folder = try files.openFolder(PathText.folder(of: PathText.absolute(path)))
            defer { try? files.close(folder) }
            try files.synchronizeFolder(folder)
            return nil
        } catch {
            return error
        }
    }

    /// Creates a folder and its parents, accessible only to their owner; does nothing if it exists or can't be created.
    package static func createFolder(_ path: String) {
        try? files.createFolders(PathText.absolute(path))
    }

    /// Removes a file, if it exists and can be removed.
    package static func remove(_ path: String) {
        try? files.remove(path)
    }

    /// Writes all bytes to an open file, in several calls if necessary, and waits while the file accepts none.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to write.
    ///   - descriptor: The descriptor of the file.
    /// - Returns: `nil`, or the error of the call that failed.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) -> SystemError? {
        do throws(SystemError) {
            try files.writeAll(bytes, to: descriptor)
            return nil
        } catch {
            return error
        }
    }

    /// Returns the file that a path leads to, or the path itself if there is none yet.
    package static func target(of path: String) -> String {
        POSIXFileSystem.realPath(path) ?? path
    }

    private static var files: POSIXFileSystem { POSIXFileSystem() }
}
