public import DataMigration
package import DurableFiles
import Foundation

/// A property list in the style of `UserDefaults`: one dictionary of keys and values in a file.
///
/// The file is replaced as a whole by one rename, in the format it has; a new one is binary. What the migrator keeps is
/// under the key ``recordKey``, which no setting may have. Values that property lists do not have, `null`, cannot be
/// written.
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

    private let file: DurableFile
    private let secondsSince1970: @Sendable () -> Int

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
        file = DurableFile(path: path, fileSystem: fileSystem, maximumSize: Self.maximumSize)
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
        return try bytes.map(contents)?.contents ?? StoreContents()
    }

    /// Replaces the file, while no other process that uses this store can.
    @discardableResult
    public func update(
        _ change: (StoreContents) throws(DataMigrationError) -> StoreContents?
    ) throws(DataMigrationError) -> Bool {
        try withLock { locked throws(DataMigrationError) in
            let old = try content(of: locked)
            let known = try old.map { old throws(DataMigrationError) in try contents(old.bytes) }
            guard let new = try change(known?.contents ?? StoreContents()), new != known?.contents else { return false }
            let bytes = try bytes(new, known?.format ?? .binary)
            do throws(DurableFileError) {
                try locked.replace(with: bytes, inheriting: old?.status)
            } catch {
                throw DataMigrationError(error)
            }
            return true
        }
    }

    /// Gives the file the name `<name>.backup-<time>-<number>` as well, and replaces it; no backup is ever removed.
    public func startClean(with contents: StoreContents) throws(DataMigrationError) -> String? {
        try withLock { locked throws(DataMigrationError) in
            let bytes = try bytes(contents, .binary)
            let old = try content(of: locked)
            do throws(DurableFileError) {
                return try locked.replaceKeepingBackup(with: bytes, of: old?.status, at: secondsSince1970())
            } catch {
                throw DataMigrationError(error)
            }
        }
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

    private func contents(
        _ bytes: [UInt8]
    ) throws(DataMigrationError) -> (contents: StoreContents, format: PropertyListSerialization.PropertyListFormat) {
        var format = PropertyListSerialization.PropertyListFormat.binary
        let list: Any
        do {
            list = try PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: &format)
        } catch {
            throw DataMigrationError(.malformed, "\(name) is no property list.", underlying: error)
        }
        guard case .dictionary(let values)? = StoredValue(propertyList: list) else {
            throw DataMigrationError(.malformed, "\(name) is no property list with a dictionary of values.")
        }
        // Other formats can be read and not written.
        return (try StoreContents(flat: values, store: name), format == .xml ? .xml : .binary)
    }

    private func bytes(
        _ contents: StoreContents,
        _ format: PropertyListSerialization.PropertyListFormat
    ) throws(DataMigrationError) -> [UInt8] {
        let values = try contents.flat()
        let data: Data
        do {
            data = try PropertyListSerialization.data(fromPropertyList: values, format: format, options: 0)
        } catch {
            throw DataMigrationError(.invalidValue, "\(name) cannot hold the values.", underlying: error)
        }
        let bytes = [UInt8](data)
        // What is written is what will be read.
        guard let read = try? self.contents(bytes).contents, read == contents else {
            throw DataMigrationError(.invalidValue, "\(name) would not read back as intended, so it was not written.")
        }
        return bytes
    }
}
