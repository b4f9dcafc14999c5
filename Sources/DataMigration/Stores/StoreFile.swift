package import DurableFiles

/// The file of a store: replaced as a whole, while no other process can.
package struct StoreFile: Sendable {
    private let file: DurableFile
    private let secondsSince1970: @Sendable () -> Int

    /// The path of the file, absolute.
    package var path: String { file.path }

    /// Names a file; nothing is read or written yet.
    package init(
        path: String,
        fileSystem: any FileSystem,
        maximumSize: Int,
        secondsSince1970: @escaping @Sendable () -> Int
    ) {
        file = DurableFile(path: path, fileSystem: fileSystem, maximumSize: maximumSize)
        self.secondsSince1970 = secondsSince1970
    }

    /// Reads the file; `nil` when there is none.
    package func read() throws(DataMigrationError) -> [UInt8]? {
        do throws(DurableFileError) {
            return try file.read()
        } catch {
            throw DataMigrationError(error)
        }
    }

    /// What is to be in the file.
    package struct Replacement {
        let bytes: [UInt8]
        /// Whether secrets leave or wait: then no copy of what was in the file stays beside it.
        let movesSecrets: Bool

        /// Describes new contents.
        package init(_ bytes: [UInt8], from old: MigrationRecord?, to new: MigrationRecord) {
            self.bytes = bytes
            movesSecrets = old?.secrets != nil || new.secrets != nil
        }
    }

    /// Replaces the file.
    ///
    /// - Parameter change: Gets what is in the file and answers what is to be; `nil` for what is.
    /// - Returns: Whether the file was replaced.
    /// - Throws: What the change throws, and an error when the file cannot be read, locked or written.
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

    /// Gives the file the name `<name>.backup-<time>-<number>` as well, and replaces it; no backup is ever removed.
    ///
    /// - Parameters:
    ///   - bytes: What is to be in the file.
    ///   - condition: Gets what the file holds, `nil` when that cannot be understood, and answers whether to go on.
    ///   - contents: Understands the file.
    /// - Returns: Where the backup is, or that the condition did not hold.
    /// - Throws: An error when the file cannot be read, locked or written.
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
            switch error.kind {
            case .invalidPath, .unreadable: .unreadable
            case .unwritable, .tooLarge: .unwritable
            case .locked: .locked
            }
        self.init(code, "\(error.path): \(error.message)")
    }
}
