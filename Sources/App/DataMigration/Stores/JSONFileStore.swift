package import ToggleBase

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
/// `version` is the version of the format, and `migration` is the record of the migrator; both can be missing. The
/// values are in the member `values`, or in another one: `toggles` in a local defaults file. Unknown members, and the
/// layout of unchanged parts, stay. A whole number `revision` is incremented. Data is `{ "$data": "…" }` in Base64, and
/// dates are `{ "$date": … }` in seconds since 1970.
///
/// The file is replaced as a whole by a rename, after its content is on the disk. A lock file next to it serializes
/// processes.
public struct JSONFileStore: SettingsStore {
    /// The maximum size of a file: 64 MiB.
    public static let maximumSize = 64 << 20

    /// The absolute path of the file.
    public var name: String { file.path }

    private let file: StoreFile
    private let member: String
    private let largestSize: Int

    /// Creates a store for a file, without reading or writing it.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which doesn't have to exist.
    ///   - member: The member that contains the values. The names `version`, `revision`, and `migration` are reserved;
    ///     a store with one of them throws errors, even without a file.
    public init(path: String, member: String = "values") {
        self.init(path: path, member: member, fileSystem: POSIXFileSystem())
    }

    package init(
        path: String,
        member: String = "values",
        fileSystem: any FileSystem,
        maximumSize: Int = Self.maximumSize,
        secondsSince1970: @escaping @Sendable () -> Int = { Int(clamping: SystemTime.secondsSince1970) }
    ) {
        file = StoreFile(
            path: path,
            fileSystem: fileSystem,
            maximumSize: maximumSize,
            secondsSince1970: secondsSince1970
        )
        self.member = member
        largestSize = maximumSize
    }

    /// Reads the file.
    ///
    /// A missing file, and one without the member, is empty.
    public func read() throws(DataMigrationError) -> StoreContents {
        try content()?.contents ?? StoreContents()
    }

    /// Reads and parses the file, or returns `nil` if there is none.
    func content() throws(DataMigrationError) -> JSONStoreText? {
        try JSONStoreText.check(member, of: name)
        return try file.read().map { bytes throws(DataMigrationError) in try text(bytes) }
    }

    /// Replaces the changed parts of the file exclusively.
    @discardableResult
    public func update(
        _ change: (StoreContents) throws(DataMigrationError) -> StoreContents?
    ) throws(DataMigrationError) -> Bool {
        try JSONStoreText.check(member, of: name)
        return try file.update { bytes throws(DataMigrationError) in
            guard let bytes else {
                return try change(StoreContents()).map { new throws(DataMigrationError) in
                    StoreFile.Replacement(try self.bytes(new), from: nil, to: new.record)
                }
            }
            var text = try text(bytes)
            guard let new = try change(text.contents) else { return nil }
            let record = new.record
            guard let bytes = try text.replacing(new, maximumSize: largestSize) else { throw notReadBack }
            return StoreFile.Replacement(bytes, from: text.record, to: record)
        }
    }

    /// Links the file as `<name>.backup-<time>-<number>`, and replaces it.
    ///
    /// Backups are never removed.
    public func startClean(
        with contents: StoreContents,
        if condition: (StoreContents?) -> Bool
    ) throws(DataMigrationError) -> CleanStart {
        try JSONStoreText.check(member, of: name)
        return try file.startClean(with: try bytes(contents), if: condition) { bytes throws(DataMigrationError) in
            try text(bytes).contents
        }
    }

    /// Throws an error for numbers that JSON can't represent, and for values that are nested too deeply.
    public func check(_ values: [String: StoredValue]) throws(DataMigrationError) {
        try JSONStoreText.check(member, of: name)
        // Writing and reading them would take much longer.
        let doubtful = values.filter { !$0.value.isPlain() }
        if !doubtful.isEmpty { _ = try bytes(StoreContents(values: doubtful)) }
    }

    /// Throws the errors of ``check(_:)``, and an error for a file that would be larger than ``maximumSize``.
    public func check(_ contents: StoreContents, insteadOf old: StoreContents) throws(DataMigrationError) {
        if let table = contents.settings.table {
            // Values from the file can be written.
            var own: [String: StoredValue] = [:]
            for entry in table.entries where entry.ownValue != nil {
                let value = table.value(entry)
                if !value.isPlain() { own[table.key(entry)] = value }
            }
            try check(own)
        } else {
            try check(contents.settings.changes(since: old.settings))
        }
        try checkSize(contents.settings.minimumFileSize)
    }

    /// Throws an error for a file that is too large.
    func checkSize(_ size: Int) throws(DataMigrationError) {
        guard size <= largestSize else { throw JSONStoreText.tooLarge(size, largestSize, name) }
    }

    private func text(_ bytes: [UInt8]) throws(DataMigrationError) -> JSONStoreText {
        try JSONStoreText(bytes, member: member, path: name)
    }

    /// Returns the text of a new file, after it was verified by parsing it.
    private func bytes(_ contents: StoreContents) throws(DataMigrationError) -> [UInt8] {
        try checkSize(contents.settings.minimumFileSize)
        let bytes = JSONStoreText.new(contents, member: member)
        guard (try? text(bytes))?.contents == contents else { throw notReadBack }
        return bytes
    }

    private var notReadBack: DataMigrationError {
        DataMigrationError(
            .invalidValue,
            """
            \(name) would not read back as intended, so nothing was written: a value is nested too deeply, or is a number \
            that JSON cannot represent, NaN or an infinity.
            """
        )
    }
}
