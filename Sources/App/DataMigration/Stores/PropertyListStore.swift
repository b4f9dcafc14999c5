import Foundation
package import ToggleBase

/// A property list like those of `UserDefaults`: a dictionary of keys and values in a file.
///
/// The file is replaced as a whole by a rename, and keeps its format; a new one is binary. The record of the migrator
/// has the key ``recordKey``, which is reserved. Property lists can't contain `null`, and XML files contain dates in
/// whole seconds. Unchanged settings are written exactly as they were read.
///
/// A file with a duplicate key in a dictionary is refused, even if the keys differ only in their Unicode normalization,
/// because one of the values would be lost. So is a file with an integer that doesn't fit `Int`.
///
/// `UserDefaults` keeps its files in memory and writes them at any time, so use ``UserDefaultsStore`` for a suite that
/// anything else opens.
public struct PropertyListStore: SettingsStore {
    /// The maximum size of a file: 8 MiB.
    public static let maximumSize = 8 << 20
    /// The key of the migrator's record.
    public static let recordKey = "DataMigration.record"

    /// The absolute path of the file.
    public var name: String { file.path }

    private let file: StoreFile

    /// Creates a store for a file, without reading or writing it.
    ///
    /// - Parameter path: The path of the file, which doesn't have to exist.
    public init(path: String) {
        self.init(path: path, fileSystem: POSIXFileSystem())
    }

    package init(
        path: String,
        fileSystem: any FileSystem,
        secondsSince1970: @escaping @Sendable () -> Int = { Int(clamping: SystemTime.secondsSince1970) }
    ) {
        file = StoreFile(
            path: path,
            fileSystem: fileSystem,
            maximumSize: Self.maximumSize,
            secondsSince1970: secondsSince1970
        )
    }

    /// Reads the file.
    ///
    /// A missing file is empty.
    public func read() throws(DataMigrationError) -> StoreContents {
        try file.read().map(contents)?.contents ?? StoreContents()
    }

    /// Replaces the file exclusively among processes that use this store.
    @discardableResult
    public func update(
        _ change: (StoreContents) throws(DataMigrationError) -> StoreContents?
    ) throws(DataMigrationError) -> Bool {
        try file.update { bytes throws(DataMigrationError) in
            let known = try bytes.map(contents)
            guard let new = try change(known?.contents ?? StoreContents()), new != known?.contents else { return nil }
            return StoreFile.Replacement(
                try self.bytes(new, insteadOf: known),
                from: known?.contents.record,
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
        try file.startClean(with: try bytes(contents, insteadOf: nil), if: condition) {
            bytes throws(DataMigrationError) in
            try self.contents(bytes).contents
        }
    }

    /// Throws an error for `null`, the reserved key, values that are nested too deeply, and fractions of seconds in XML.
    public func check(_ values: [String: StoredValue]) throws(DataMigrationError) {
        guard !values.isEmpty else { return }
        let format = try file.read().map(contents)?.format ?? .binary
        _ = try bytes(StoreContents(values: values), insteadOf: Known(format: format))
    }

    /// The content of a file.
    private struct Known {
        var contents = StoreContents()
        /// The original values; unchanged ones are written again.
        var values: [String: Any] = [:]
        let format: PropertyListSerialization.PropertyListFormat
    }

    private func contents(_ bytes: [UInt8]) throws(DataMigrationError) -> Known {
        var format = PropertyListSerialization.PropertyListFormat.binary
        let list: Any
        do {
            list = try PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: &format)
        } catch {
            throw DataMigrationError(.malformed, PropertyListMessage.text(of: error, in: bytes, path: name))
        }
        // Its escapes have no standard, so keys can't be compared.
        if format == .openStep, bytes.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: "\\") }) {
            throw DataMigrationError(
                .unreadable,
                """
                \(name) is an old-style property list with non-ASCII characters, in which equal keys could get lost; \
                convert it first, for example with plutil -convert xml1.
                """
            )
        }
        guard let originals = list as? [String: Any] else {
            throw DataMigrationError(.malformed, PropertyListMessage.text(ofRoot: list, in: bytes, path: name))
        }
        guard let value = StoredValue(propertyList: list), case .dictionary(let values) = value else {
            throw DataMigrationError(
                .unreadable,
                """
                \(name) contains a value that cannot be migrated: an integer that is too large, a value that is nested too \
                deeply, or a reference in a keyed archive. Remove it.
                """
            )
        }
        guard value.keyCount >= PropertyListKeys.count(in: bytes, format) else {
            throw DataMigrationError(
                .unreadable,
                """
                \(name): A dictionary has a key twice, perhaps in different Unicode normalization forms, so one value would \
                be lost. Rename one of them.
                """
            )
        }
        // Other formats can be read but not written.
        return Known(
            contents: try StoreContents(flat: values, store: name),
            values: originals,
            format: format == .xml ? .xml : .binary
        )
    }

    private func bytes(_ contents: StoreContents, insteadOf known: Known?) throws(DataMigrationError) -> [UInt8] {
        var values = try contents.flat()
        var unchanged: Set<String> = []
        for (key, value) in contents.values {
            guard let old = known?.contents.values[key], old == value, let original = known?.values[key] else {
                continue
            }
            values[key] = original
            unchanged.insert(key)
        }
        let format = known?.format ?? .binary
        guard let data = try? PropertyListSerialization.data(fromPropertyList: values, format: format, options: 0)
        else {
            throw DataMigrationError(.invalidValue, "\(name) cannot contain the values.")
        }
        let bytes = [UInt8](data)
        // Verified by parsing, except for the original values.
        let read = try? self.contents(bytes).contents
        let isSame = contents.values.allSatisfy { key, value in
            unchanged.contains(key) ? read?.values[key] != nil : read?.values[key] == value
        }
        guard isSame, let read, read.record == contents.record, read.values.count == contents.values.count else {
            throw DataMigrationError(
                .invalidValue,
                """
                \(name) would not read back as intended, so nothing was written: a value is nested too deeply, or is a date \
                with a fraction of a second in a file in XML.
                """
            )
        }
        return bytes
    }
}
