public import DataMigration
package import DurableFiles
import Foundation

/// A property list in the style of `UserDefaults`: one dictionary of keys and values in a file.
///
/// The file is replaced as a whole by one rename, in the format it has; a new one is binary. What the migrator keeps is
/// under the key ``recordKey``, which no setting may have. Values that property lists do not have, `null`, cannot be
/// written; a file in XML keeps dates in whole seconds. Settings that do not change are written as they were read.
///
/// A file in which a dictionary has a key twice is refused, also when the two keys differ only in how a letter is composed in
/// Unicode: one of their values would be lost.
///
/// `UserDefaults` keeps a copy of its own files in memory and writes them when it likes: give this store the file of a
/// suite before anything has opened that suite.
public struct PropertyListStore: MigrationStore {
    /// The largest size of a file that is read or written: 64 MiB.
    public static let maximumSize = 64 << 20
    /// The key of what the migrator keeps.
    public static let recordKey = "DataMigration.record"

    /// The path of the file, absolute.
    public var name: String { file.path }

    private let file: StoreFile

    /// Names a file; nothing is read or written yet.
    ///
    /// - Parameter path: The path of the file, which need not exist.
    public init(path: String) {
        self.init(path: path, fileSystem: POSIXFileSystem())
    }

    package init(
        path: String,
        fileSystem: any FileSystem,
        secondsSince1970: @escaping @Sendable () -> Int = { SystemTime.secondsSince1970 }
    ) {
        file = StoreFile(
            path: path,
            fileSystem: fileSystem,
            maximumSize: Self.maximumSize,
            secondsSince1970: secondsSince1970
        )
    }

    /// Reads the file; one that does not exist is empty.
    public func read() throws(DataMigrationError) -> StoreContents {
        try file.read().map(contents)?.contents ?? StoreContents()
    }

    /// Replaces the file, while no other process that uses this store can.
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

    /// Gives the file the name `<name>.backup-<time>-<number>` as well, and replaces it; no backup is ever removed.
    public func startClean(
        with contents: StoreContents,
        if condition: (StoreContents?) -> Bool
    ) throws(DataMigrationError) -> CleanStart {
        try file.startClean(with: try bytes(contents, insteadOf: nil), if: condition) {
            bytes throws(DataMigrationError) in
            try self.contents(bytes).contents
        }
    }

    /// Refuses `null`, the key of the record, what is nested too deep, and fractions of seconds in a file in XML.
    public func check(_ values: [String: StoredValue]) throws(DataMigrationError) {
        guard !values.isEmpty else { return }
        let format = try file.read().map(contents)?.format ?? .binary
        _ = try bytes(StoreContents(values: values), insteadOf: Known(format: format))
    }

    /// What is in a file.
    private struct Known {
        var contents = StoreContents()
        /// The values as they were read; what is not changed is written so again.
        var values: [String: Any] = [:]
        let format: PropertyListSerialization.PropertyListFormat
    }

    private func contents(_ bytes: [UInt8]) throws(DataMigrationError) -> Known {
        var format = PropertyListSerialization.PropertyListFormat.binary
        let list: Any
        do {
            list = try PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: &format)
        } catch {
            throw DataMigrationError(.malformed, PropertyListMistake.sentence(of: error, in: bytes, path: name))
        }
        // Before the dictionary is one of Swift, in which they are the same.
        if let repetition = PropertyListKeys.repetition(in: bytes) {
            throw DataMigrationError(
                .unreadable,
                key: repetition.key,
                PropertyListMistake.sentence(of: repetition, path: name)
            )
        }
        // Its escapes have no standard, so that keys cannot be compared.
        if format == .openStep, bytes.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: "\\") }) {
            throw DataMigrationError(
                .unreadable,
                """
                \(name) is a property list in the old text style with letters outside of ASCII, of which equal keys could get \
                lost; convert it first, as with plutil -convert xml1.
                """
            )
        }
        guard let originals = list as? [String: Any] else {
            throw DataMigrationError(.malformed, PropertyListMistake.sentence(ofRoot: list, in: bytes, path: name))
        }
        guard case .dictionary(let values)? = StoredValue(propertyList: list) else {
            throw DataMigrationError(
                .malformed,
                "\(name) holds what is no setting: a value nested too deep, or a reference of an archive."
            )
        }
        // Other formats can be read and not written.
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
            throw DataMigrationError(.invalidValue, "\(name) cannot hold the values.")
        }
        let bytes = [UInt8](data)
        // What is written is what will be read, but for what the file had in it before.
        let read = try? self.contents(bytes).contents
        let isSame = contents.values.allSatisfy { key, value in
            unchanged.contains(key) ? read?.values[key] != nil : read?.values[key] == value
        }
        guard isSame, let read, read.record == contents.record, read.values.count == contents.values.count else {
            throw DataMigrationError(
                .invalidValue,
                """
                \(name) would not read back as intended, so nothing is written: a value is nested too deep, or is a date \
                with a fraction of a second in a file in XML.
                """
            )
        }
        return bytes
    }
}
