package import ToggleBase

/// The file of a store, which is replaced as a whole and exclusively.
package struct StoreFile: Sendable {
    private let file: DurableFile
    private let secondsSince1970: @Sendable () -> Int

    /// The absolute path of the file.
    package var path: String { file.path }

    /// Creates a store for a file, without reading or writing it.
    package init(
        path: String,
        fileSystem: any FileSystem,
        maximumSize: Int,
        secondsSince1970: @escaping @Sendable () -> Int
    ) {
        file = DurableFile(path: path, fileSystem: fileSystem, maximumSize: maximumSize)
        self.secondsSince1970 = secondsSince1970
    }

    /// Reads the file, or returns `nil` if it doesn't exist.
    package func read() throws(DataMigrationError) -> [UInt8]? {
        do throws(DurableFileError) {
            return try file.read()
        } catch {
            throw DataMigrationError(error)
        }
    }

    /// The new contents of a file.
    package struct Replacement {
        let bytes: [UInt8]
        /// Whether secrets leave the file or are still waiting, so that no copy of the old file may be kept.
        let movesSecrets: Bool

        /// Creates new contents.
        package init(_ bytes: [UInt8], from old: MigrationRecord?, to new: MigrationRecord) {
            self.bytes = bytes
            movesSecrets = old?.secrets != nil || new.secrets != nil
        }
    }

    /// Replaces the file.
    ///
    /// - Parameter change: Receives the contents of the file, and returns the new ones, or `nil` to keep them.
    /// - Returns: Whether the file was replaced.
    /// - Throws: The errors of the closure, or an error if the file can't be read, locked, or written.
    package func update(
        _ change: ([UInt8]?) throws(DataMigrationError) -> Replacement?
    ) throws(DataMigrationError) -> Bool {
        try withLock { locked, old throws(DataMigrationError) in
            guard let new = try change(old?.bytes), new.bytes != old?.bytes else { return false }
            do throws(DurableFileError) {
                try locked.replace(with: new.bytes, inheriting: old?.status, keepsPrevious: !new.movesSecrets)
            } catch {
                throw DataMigrationError(error)
            }
            return true
        }
    }

    /// Links the file as `<name>.backup-<time>-<number>`, and replaces it.
    ///
    /// Backups are never removed.
    ///
    /// - Parameters:
    ///   - bytes: The new contents.
    ///   - condition: Receives the contents, or `nil` if they are invalid, and returns whether to continue.
    ///   - contents: Parses the file.
    /// - Returns: The path of the backup, or that the condition didn't hold.
    /// - Throws: An error if the file can't be read, locked, or written.
    package func startClean(
        with bytes: [UInt8],
        if condition: (StoreContents?) -> Bool,
        understanding contents: ([UInt8]) throws(DataMigrationError) -> StoreContents
    ) throws(DataMigrationError) -> CleanStart {
        try withLock { locked, old throws(DataMigrationError) in
            let current = try StoreContents.unlessMalformed { () throws(DataMigrationError) in
                try old.map { old throws(DataMigrationError) in try contents(old.bytes) }
            }
            guard condition(current) else { return .refused }
            do throws(DurableFileError) {
                let backup = try locked.replaceKeepingBackup(with: bytes, of: old?.status, at: secondsSince1970())
                return .started(backup: backup)
            } catch {
                throw DataMigrationError(error)
            }
        }
    }

    private func withLock<Result>(
        _ body: (LockedFile, (bytes: [UInt8], status: FileStatus)?) throws(DataMigrationError) -> Result
    ) throws(DataMigrationError) -> Result {
        let locked: LockedFile
        do throws(DurableFileError) {
            locked = try file.lock()
        } catch {
            throw DataMigrationError(error)
        }
        defer { locked.unlock() }
        let content: (bytes: [UInt8], status: FileStatus)?
        do throws(DurableFileError) {
            content = try locked.content()
        } catch {
            throw DataMigrationError(error)
        }
        return try body(locked, content)
    }
}

extension DataMigrationError {
    fileprivate init(_ error: DurableFileError) {
        let code: Code =
            switch error.code {
            case .invalidPath, .unreadable: .unreadable
            case .unwritable, .tooLarge: .unwritable
            case .locked: .locked
            }
        self.init(code, "\(error.path): \(error.message)")
    }
}
