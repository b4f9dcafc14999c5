/// A small file that tools keep beside others: read as a whole, replaced as a whole, by any number of processes.
///
/// A reader never waits and sees a whole old or a whole new content; writers take turns; a replacement that returned
/// survives a loss of power.
package struct SharedFile: Sendable {
    /// Why the file could not be read or changed; it is as it was.
    package struct Failure: Error, Hashable, CustomStringConvertible {
        /// The file or folder that it is about.
        package let path: String
        /// A sentence that says what, why, and what to do.
        package let message: String

        /// The path and the sentence.
        package var description: String { "\(path): \(message)" }

        init(_ error: DurableFileError) {
            path = error.path
            message = error.message
        }
    }

    /// What becomes of the content.
    package enum Decision: Sendable {
        /// It stays as it is.
        case keep
        /// These bytes take its place.
        case replace([UInt8])
        /// It cannot be used: it is kept under another name, and these bytes take its place.
        case setAside(replacement: [UInt8])
    }

    private let file: DurableFile
    /// Whether the content before the last replacement is kept beside the file.
    private let keepsPrevious: Bool
    private let time: @Sendable () -> Int

    /// The path of the file, absolute.
    package var path: String { file.path }

    /// Names a file; nothing is read or written yet.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which need not exist.
    ///   - maximumSize: The largest size that is read or written, in bytes.
    ///   - keepsPrevious: Whether the content before the last replacement is kept as `<name>.previous`.
    ///   - trust: Whose file and folder are used.
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

    package init(
        path: String,
        maximumSize: Int,
        keepsPrevious: Bool = false,
        trust: DurableFile.Trust = .anyone,
        fileSystem: any FileSystem,
        time: @escaping @Sendable () -> Int = { SystemTime.secondsSince1970 }
    ) {
        file = DurableFile(path: path, fileSystem: fileSystem, maximumSize: maximumSize, trust: trust)
        self.keepsPrevious = keepsPrevious
        self.time = time
    }

    /// The content, or `nil` when there is no file.
    ///
    /// - Returns: All bytes.
    /// - Throws: ``Failure`` when it cannot be read or is too large.
    package func read() throws(Failure) -> [UInt8]? {
        do throws(DurableFileError) {
            return try file.read()
        } catch {
            throw Failure(error)
        }
    }

    /// Changes the content in a way that depends on what it is, while nobody else can change it.
    ///
    /// Missing folders are created, for their owner only.
    ///
    /// - Parameter decide: Answers what becomes of the content; `nil` stands for no file.
    /// - Returns: Under which name the old content was set aside, if it was.
    /// - Throws: ``Failure`` after which the file is as it was.
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
                    keptAs: keepsPrevious ? nil : locked.names.previous
                )
                return nil
            case .setAside(let bytes):
                guard let status = content?.status else {
                    try locked.replace(with: bytes, inheriting: nil)
                    return nil
                }
                let aside = try locked.setAside(status, at: time())
                do throws(DurableFileError) {
                    try locked.replace(with: bytes, inheriting: status, keptAs: aside.path)
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

    /// Removes the file with all that is kept beside it.
    ///
    /// - Returns: Whether there was a file.
    /// - Throws: ``Failure`` when it cannot be removed.
    @discardableResult
    package func remove() throws(Failure) -> Bool {
        do throws(DurableFileError) {
            guard try file.read() != nil else { return false }
            let locked = try file.lock()
            defer { locked.unlock() }
            do throws(SystemError) {
                try file.fileSystem.remove(locked.path)
                try file.synchronizeFolder(locked.folderDescriptor)
            } catch {
                throw file.failure(.unwritable, path, error, "Cannot remove the file.")
            }
            try? file.fileSystem.remove(locked.names.previous)
            // Who waits for this lock file notices that it is gone and makes a new one.
            try? file.fileSystem.remove(locked.names.lock)
            return true
        } catch {
            throw Failure(error)
        }
    }

    /// The names in a folder, sorted; none when there is no such folder or it cannot be read.
    package static func names(inFolder path: String) -> [String] {
        ((try? POSIXFileSystem().names(inFolder: path)) ?? []).sorted()
    }
}
