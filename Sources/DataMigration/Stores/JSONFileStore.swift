package import DurableFiles
import JSONText

/// A JSON file with settings, in the format of this package's local files.
///
/// ```json
/// {
///   "version": 1,
///   "migration": { "version": "2.1.0" },
///   "values": { "tab.selected": "home", "launches": 12 }
/// }
/// ```
///
/// `version` is the format's, `migration` is kept by the migrator; both may be missing. The values are in the member
/// `values`, or in another one: in `toggles` for a local defaults file. Members that nobody knows, and the layout of what
/// does not change, stay as they are; a whole number `revision` is counted up. Bytes are `{ "$data": "…" }` in Base64,
/// dates `{ "$date": … }` in seconds since 1970.
///
/// The file is replaced as a whole by one rename, after its content is on the disk; processes take turns by a lock file
/// beside it.
public struct JSONFileStore: MigrationStore {
    /// The largest size of a file that is read or written: 64 MiB.
    public static let maximumSize = 64 << 20

    /// The path of the file, absolute.
    public var name: String { file.path }

    private let file: DurableFile
    private let member: String
    private let secondsSince1970: @Sendable () -> Int

    /// Names a file; nothing is read or written yet.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which need not exist.
    ///   - member: The member that holds the values.
    public init(path: String, member: String = "values") {
        self.init(path: path, member: member, fileSystem: POSIXFileSystem())
    }

    package init(
        path: String,
        member: String = "values",
        fileSystem: any FileSystem,
        secondsSince1970: @escaping @Sendable () -> Int = { SystemTime.secondsSince1970 }
    ) {
        file = DurableFile(path: path, fileSystem: fileSystem, maximumSize: Self.maximumSize)
        self.member = member
        self.secondsSince1970 = secondsSince1970
    }

    /// Reads the file; one that does not exist is empty.
    public func read() throws(DataMigrationError) -> StoreContents {
        let bytes: [UInt8]?
        do throws(DurableFileError) {
            bytes = try file.read()
        } catch {
            throw DataMigrationError(error)
        }
        guard let bytes else { return StoreContents() }
        return try JSONStoreText(bytes, member: member, path: name).contents
    }

    /// Replaces what changed in the file, while no other process can.
    @discardableResult
    public func update(
        _ change: (StoreContents) throws(DataMigrationError) -> StoreContents?
    ) throws(DataMigrationError) -> Bool {
        try withLock { locked throws(DataMigrationError) in
            let old = try content(of: locked)
            let text = try old.map { old throws(DataMigrationError) in
                try JSONStoreText(old.bytes, member: member, path: name)
            }
            guard let new = try change(text?.contents ?? StoreContents()) else { return false }
            let bytes = try checked(text?.replacing(new) ?? JSONStoreText.new(new, member: member), new)
            if old?.bytes == bytes { return false }
            do throws(DurableFileError) {
                try locked.replace(with: bytes, inheriting: old?.status)
            } catch {
                throw DataMigrationError(error)
            }
            return true
        }
    }

    /// Gives the file the name `<name>.backup-<time>-<number>` as well, and replaces it; no backup is ever removed.
    public func startClean(
        with contents: StoreContents,
        if condition: (StoreContents?) -> Bool
    ) throws(DataMigrationError) -> CleanStart {
        try withLock { locked throws(DataMigrationError) in
            let bytes = try checked(JSONStoreText.new(contents, member: member), contents)
            let old = try content(of: locked)
            let current = try StoreContents.unlessMalformed { () throws(DataMigrationError) in
                try old.map { old throws(DataMigrationError) in
                    try JSONStoreText(old.bytes, member: member, path: name).contents
                }
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

    /// Refuses numbers that JSON does not have, and what is nested too deep.
    public func check(_ values: [String: StoredValue]) throws(DataMigrationError) {
        let contents = StoreContents(values: values)
        _ = try checked(JSONStoreText.new(contents, member: member), contents)
    }

    private func withLock<Result>(
        _ body: (LockedFile) throws(DataMigrationError) -> Result
    ) throws(DataMigrationError) -> Result {
        let locked: LockedFile
        do throws(DurableFileError) {
            locked = try file.lock()
        } catch {
            throw DataMigrationError(error)
        }
        defer { locked.unlock() }
        return try body(locked)
    }

    private func content(
        of locked: LockedFile
    ) throws(DataMigrationError) -> (bytes: [UInt8], status: FileStatus)? {
        do throws(DurableFileError) {
            return try locked.content()
        } catch {
            throw DataMigrationError(error)
        }
    }

    /// What is written is what will be read: nothing else is ever put in place.
    private func checked(_ bytes: [UInt8], _ contents: StoreContents) throws(DataMigrationError) -> [UInt8] {
        guard (try? JSONStoreText(bytes, member: member, path: name))?.contents == contents else {
            throw DataMigrationError(
                .invalidValue,
                """
                \(name) would not read back as intended, so nothing is written: a value is nested too deep, or is a number \
                that JSON does not have, NaN or an infinity.
                """
            )
        }
        return bytes
    }
}

extension DataMigrationError {
    /// What a file answered.
    package init(_ error: DurableFileError) {
        let code: Code =
            switch error.kind {
            case .invalidPath, .unreadable: .unreadable
            case .unwritable, .tooLarge: .unwritable
            case .locked: .locked
            }
        self.init(code, "\(error.path): \(error.message)")
    }
}
