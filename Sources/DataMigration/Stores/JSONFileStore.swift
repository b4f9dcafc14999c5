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

    private let file: StoreFile
    private let member: String
    private let largestSize: Int

    /// Names a file; nothing is read or written yet.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which need not exist.
    ///   - member: The member that holds the values; any name but `version`, `revision` and `migration`, which the format
    ///     has itself: such a store is refused, also where there is no file.
    public init(path: String, member: String = "values") {
        self.init(path: path, member: member, fileSystem: POSIXFileSystem())
    }

    package init(
        path: String,
        member: String = "values",
        fileSystem: any FileSystem,
        maximumSize: Int = Self.maximumSize,
        secondsSince1970: @escaping @Sendable () -> Int = { SystemTime.secondsSince1970 }
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

    /// Reads the file; one that does not exist is empty, and so is one without the member.
    public func read() throws(DataMigrationError) -> StoreContents {
        try content()?.contents ?? StoreContents()
    }

    /// The file, understood; `nil` when there is none.
    func content() throws(DataMigrationError) -> JSONStoreText? {
        try JSONStoreText.check(member, of: name)
        return try file.read().map { bytes throws(DataMigrationError) in try text(bytes) }
    }

    /// Replaces what changed in the file, while no other process can.
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

    /// Gives the file the name `<name>.backup-<time>-<number>` as well, and replaces it; no backup is ever removed.
    public func startClean(
        with contents: StoreContents,
        if condition: (StoreContents?) -> Bool
    ) throws(DataMigrationError) -> CleanStart {
        try JSONStoreText.check(member, of: name)
        return try file.startClean(with: try bytes(contents), if: condition) { bytes throws(DataMigrationError) in
            try text(bytes).contents
        }
    }

    /// Refuses numbers that JSON does not have, and what is nested too deep.
    public func check(_ values: [String: StoredValue]) throws(DataMigrationError) {
        try JSONStoreText.check(member, of: name)
        // Writing and reading them takes much longer than looking whether they can be written.
        let doubtful = values.filter { !$0.value.isPlain() }
        if !doubtful.isEmpty { _ = try bytes(StoreContents(values: doubtful)) }
    }

    /// Refuses what ``check(_:)`` refuses, and settings that make the file larger than ``maximumSize``.
    public func check(_ contents: StoreContents, insteadOf old: StoreContents) throws(DataMigrationError) {
        if let table = contents.settings.table {
            // What was read from the file can be written.
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

    /// Refuses a file that is too large.
    func checkSize(_ size: Int) throws(DataMigrationError) {
        guard size <= largestSize else { throw JSONStoreText.tooLarge(size, largestSize, name) }
    }

    private func text(_ bytes: [UInt8]) throws(DataMigrationError) -> JSONStoreText {
        try JSONStoreText(bytes, member: member, path: name)
    }

    /// The text of a new file, read again: nothing that reads as something else is ever put in place.
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
            \(name) would not read back as intended, so nothing is written: a value is nested too deep, or is a number \
            that JSON does not have, NaN or an infinity.
            """
        )
    }
}
