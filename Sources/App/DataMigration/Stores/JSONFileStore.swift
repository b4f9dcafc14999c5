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
    /// The maximum size of a file: 8 MiB.
    public static let maximumSize = 8 << 20

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

    /// Reads and parses the file, or returns `nil` if it doesn't exist.
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
            let text = try text(bytes)
            guard let new = try change(text.contents) else { return nil }
            return StoreFile.Replacement(
                try checked(text.replacing(new), containing: new),
                from: text.contents.record,
                to: new.record
            )
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
        let doubtful = values.filter { !$0.value.isPlain() }
        if !doubtful.isEmpty { _ = try bytes(StoreContents(values: doubtful)) }
    }

    /// Throws the errors of ``check(_:)``, and an error for a file that would be larger than ``maximumSize``.
    public func check(_ contents: StoreContents, insteadOf old: StoreContents) throws(DataMigrationError) {
        try check(contents.changes(since: old))
        try checkSize(StoredValue.dictionary(contents.values).minimumTextSize)
    }

    private func checkSize(_ size: Int) throws(DataMigrationError) {
        guard size <= largestSize else {
            throw DataMigrationError(
                .unwritable,
                """
                \(name) would have at least \(size) bytes, but the maximum size is \(largestSize); delete settings first, \
                or move large values to separate files.
                """
            )
        }
    }

    private func text(_ bytes: [UInt8]) throws(DataMigrationError) -> JSONStoreText {
        try JSONStoreText(bytes, member: member, path: name)
    }

    /// Returns the text of a new file.
    private func bytes(_ contents: StoreContents) throws(DataMigrationError) -> [UInt8] {
        try checked(JSONStoreText.new(contents, member: member), containing: contents)
    }

    /// Returns a text after checking its size, and after parsing it, so that the file never contains anything else.
    private func checked(_ bytes: [UInt8], containing contents: StoreContents) throws(DataMigrationError) -> [UInt8] {
        try checkSize(bytes.count)
        guard (try? text(bytes))?.contents == contents else {
            throw DataMigrationError(
                .invalidValue,
                """
                \(name) would not read back as intended, so nothing was written: a value is nested too deeply, or is a \
                number that JSON cannot represent, NaN or an infinity.
                """
            )
        }
        return bytes
    }
}

extension StoredValue {
    /// Whether the value is certainly the same after it is written and read.
    fileprivate func isPlain(depth: Int = 0) -> Bool {
        switch self {
        case .null, .bool, .integer, .string, .data: true
        case .number(let number), .date(let number): number.isFinite
        case .array(let elements): depth < 16 && elements.allSatisfy { $0.isPlain(depth: depth + 1) }
        case .dictionary(let values): depth < 16 && values.values.allSatisfy { $0.isPlain(depth: depth + 1) }
        }
    }

    /// A lower bound for the size of the value in a file, in bytes.
    fileprivate var minimumTextSize: Int {
        switch self {
        case .null, .bool: 4
        case .integer, .number: 1
        case .string(let text): text.utf8.count + 2
        case .data(let bytes): (bytes.count + 2) / 3 * 4 + 2
        case .date: 10
        case .array(let elements): elements.reduce(1) { $0 + $1.minimumTextSize + 1 }
        case .dictionary(let values): values.reduce(1) { $0 + $1.key.utf8.count + $1.value.minimumTextSize + 4 }
        }
    }
}
