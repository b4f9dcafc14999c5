/// A small auxiliary file of a tool, which any number of processes can read and replace as a whole.
///
/// A reader never waits, and sees either the complete old content or the complete new content. Writers take turns. A
/// completed replacement survives a power loss.
package struct SharedFile: Sendable {
    /// Why the file could not be read or changed; the file is unchanged.
    package struct Failure: Error, Hashable, CustomStringConvertible {
        /// The file or folder that caused the failure.
        package let path: String
        /// A sentence that says what failed, why, and what to do about it.
        package let message: String

        /// The path and the sentence.
        package var description: String { "\(path): \(message)" }

        init(_ error: DurableFileError) {
            path = error.path
            message = error.message
        }
    }

    /// The decision about the content of the file.
    package enum Decision: Sendable {
        /// Keeps the content.
        case keep
        /// Replaces the content with these bytes.
        case replace([UInt8])
        /// Keeps the unusable file under another name, and replaces it with these bytes.
        case setAside(replacement: [UInt8])
    }

    private let file: DurableFile
    /// Whether the content before the last replacement is kept in the same folder.
    private let keepsPrevious: Bool
    private let time: @Sendable () -> Int
    private let prepare: @Sendable (String) -> Void

    /// The absolute path of the file.
    package var path: String { file.path }

    /// Creates a reference to a file, without reading or writing it.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which need not exist.
    ///   - maximumSize: The maximum size in bytes of a file that is read or written.
    ///   - keepsPrevious: Whether the content before the last replacement is kept as `<name>.previous`.
    ///   - trust: The owners whose files and folders are used.
    package init(
        path: String,
        maximumSize: Int,
        keepsPrevious: Bool = false,
        trust: DurableFile.Trust = .anyone
    ) {
        self.init(
            path: path,
            maximumSize: maximumSize,
            keepsPrevious: keepsPrevious,
            trust: trust,
            fileSystem: POSIXFileSystem()
        )
    }

    /// Creates a reference to a file, without reading or writing it.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which need not exist.
    ///   - maximumSize: The maximum size in bytes of a file that is read or written.
    ///   - keepsPrevious: Whether the content before the last replacement is kept as `<name>.previous`.
    ///   - trust: The owners whose files and folders are used.
    ///   - fileSystem: The file system.
    ///   - time: Returns the time in seconds since 1970.
    ///   - prepare: Receives the path of each new file before the file has its final name.
    package init(
        path: String,
        maximumSize: Int,
        keepsPrevious: Bool = false,
        trust: DurableFile.Trust = .anyone,
        fileSystem: any FileSystem,
        time: @escaping @Sendable () -> Int = { Int(clamping: SystemTime.secondsSince1970) },
        preparing prepare: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        file = DurableFile(path: path, fileSystem: fileSystem, maximumSize: maximumSize, trust: trust)
        self.keepsPrevious = keepsPrevious
        self.time = time
        self.prepare = prepare
    }

    /// Returns the content, or `nil` if there is no file.
    ///
    /// - Returns: The bytes.
    /// - Throws: ``Failure`` if the file can't be read or is too large.
    package func read() throws(Failure) -> [UInt8]? {
        do throws(DurableFileError) {
            return try file.read()
        } catch {
            throw Failure(error)
        }
    }

    /// Changes the content depending on the current one, while no other process can change it.
    ///
    /// Missing folders are created, accessible only to their owner.
    ///
    /// - Parameter decide: Receives the content, or `nil` if there is no file, and decides what to do with it.
    /// - Returns: The path of the old content if it was set aside.
    /// - Throws: ``Failure``, which leaves the file unchanged.
    @discardableResult
    package func update(_ decide: ([UInt8]?) -> Decision) throws(Failure) -> String? {
        do throws(DurableFileError) {
            let locked = try file.lock()
            defer { locked.unlock() }
            let content = try locked.content()
            switch decide(content?.bytes) {
            case .keep:
                return nil
            case .replace(let bytes):
                if content?.bytes == bytes { return nil }
                try locked.replace(
                    with: bytes,
                    inheriting: content?.status,
                    keptAs: keepsPrevious ? nil : locked.names.previous,
                    preparing: prepare
                )
                return nil
            case .setAside(let bytes):
                guard let status = content?.status else {
                    try locked.replace(with: bytes, inheriting: nil, preparing: prepare)
                    return nil
                }
                let aside = try locked.setAside(status, at: time())
                do throws(DurableFileError) {
                    try locked.replace(with: bytes, inheriting: status, keptAs: aside.path, preparing: prepare)
                } catch {
                    locked.undo(aside)
                    throw error
                }
                return aside.path
            }
        } catch {
            throw Failure(error)
        }
    }

    /// Removes the file and its auxiliary files.
    ///
    /// - Returns: Whether the file existed.
    /// - Throws: ``Failure`` if the file can't be removed.
    @discardableResult
    package func remove() throws(Failure) -> Bool {
        do throws(DurableFileError) {
            guard try file.read() != nil else { return false }
            let locked = try file.lock()
            defer { locked.unlock() }
            do throws(SystemError) {
                try file.fileSystem.remove(locked.path)
                try file.fileSystem.synchronizeFolder(locked.folderDescriptor)
            } catch {
                throw file.failure(.unwritable, path, error, "Cannot remove the file.")
            }
            try? file.fileSystem.remove(locked.names.previous)
            // A writer that waits for this lock file notices that it is gone, and creates a new one.
            try? file.fileSystem.remove(locked.names.lock)
            return true
        } catch {
            throw Failure(error)
        }
    }

    /// Returns the sorted names in a folder, or an empty array if the folder doesn't exist or can't be read.
    package static func names(inFolder path: String) -> [String] {
        ((try? POSIXFileSystem().names(inFolder: path)) ?? []).sorted()
    }
}
