/// Changing a file that any number of processes read and write.
///
/// A reader never waits; writers take turns.
extension DurableFile {
    /// The decision about the content of the file.
    package enum Decision: Sendable {
        /// Keeps the content.
        case keep
        /// Replaces the content with these bytes.
        case replace([UInt8])
        /// Keeps the unusable file under another name, and replaces it with these bytes.
        case setAside(replacement: [UInt8])
    }

    /// Changes the content depending on the current one, while no other process can change it.
    ///
    /// Missing folders are created, accessible only to their owner.
    ///
    /// - Parameters:
    ///   - replacesTooLarge: Whether a file that is too large to be read is treated as an empty one; otherwise it's an
    ///     error.
    ///   - prepare: Receives the path of the new file before the file has its final name.
    ///   - decide: Receives the content, or `nil` if there is no file, and decides what to do with it.
    /// - Returns: The path of the old content if it was set aside.
    /// - Throws: An error, which leaves the file unchanged.
    @discardableResult
    package func update(
        replacingTooLarge replacesTooLarge: Bool = false,
        preparing prepare: (String) -> Void = { _ in },
        _ decide: ([UInt8]?) -> Decision
    ) throws(DurableFileError) -> String? {
        let locked = try lock()
        defer { locked.unlock() }
        var content: (bytes: [UInt8], status: FileStatus)?
        do throws(DurableFileError) {
            content = try locked.content()
        } catch  where error.code == .tooLarge && replacesTooLarge {
            guard let status = try? fileSystem.status(ofPath: locked.path) else { throw error }
            content = ([], status)
        }
        switch decide(content?.bytes) {
        case .keep:
            return nil
        case .replace(let bytes):
            if content?.bytes == bytes { return nil }
            try locked.replace(
                with: bytes,
                inheriting: content?.status,
                keepsPrevious: false,
                preparing: prepare
            )
            return nil
        case .setAside(let bytes):
            guard let status = content?.status else {
                try locked.replace(with: bytes, inheriting: nil, preparing: prepare)
                return nil
            }
            let aside = try locked.setAside(status, at: Int(clamping: SystemTime.secondsSince1970))
            do throws(DurableFileError) {
                try locked.replace(with: bytes, inheriting: status, keptAs: aside.path, preparing: prepare)
            } catch {
                locked.undo(aside)
                throw error
            }
            return aside.path
        }
    }

    /// Removes the file and its auxiliary files.
    ///
    /// - Returns: Whether the file existed.
    /// - Throws: An error if the file can't be removed.
    @discardableResult
    package func remove() throws(DurableFileError) -> Bool {
        guard try read() != nil else { return false }
        let locked = try lock()
        defer { locked.unlock() }
        do throws(SystemError) {
            try fileSystem.remove(locked.path)
            try fileSystem.synchronizeFolder(locked.folderDescriptor)
        } catch {
            throw failure(.unwritable, path, error, "Cannot remove the file.")
        }
        try? fileSystem.remove(locked.names.previous)
        // A writer that waits for this lock file notices that it is gone, and creates a new one.
        try? fileSystem.remove(locked.names.lock)
        return true
    }

    /// Returns the sorted names in a folder, or an empty array if the folder doesn't exist or can't be read.
    package static func names(inFolder path: String) -> [String] {
        ((try? POSIXFileSystem().names(inFolder: path)) ?? []).sorted()
    }
}
