import FeatureToggles
import ToggleBase

/// A JSON file with records, as a store that a ``MigrationReplay`` or `toggles migrate-store replay` can restore.
///
/// The records are in an array, each with its key in a member, or in an object, by their keys. Either is the whole file
/// or a member of it:
///
/// ```json
/// { "books": [{ "id": "b1", "title": "Emma", "modified": 1795252500123 }] }
/// ```
///
/// Each record needs its time, because a newer one must not be replaced: one without a time is an error, and so is one
/// whose time is in seconds.
///
/// The content of a record is its JSON as in ``JournalContent/payload(encoding:)``: without whitespace, with sorted
/// names, and without the fraction of a whole number. The file is replaced as a whole, and keeps its other members.
/// Numbers that neither `Int` nor `Double` can represent are rounded.
///
/// Each call reads the whole file, so use a large `batchSize` for a ``MigrationReplay`` of large files.
public struct JSONRecordFile: ReplayStore {
    /// The names of the members that matter.
    public struct Layout: Sendable, Hashable {
        /// The member of the file that contains the records; `nil` if they are the whole file.
        public var records: String?
        /// The member of a record in an array that contains its key, a string or a whole number.
        public var key: String
        /// The member of a record that contains its time, in milliseconds since 1970.
        public var modified: String

        /// Creates a layout.
        public init(records: String? = nil, key: String = "id", modified: String = "modified") {
            self.records = records
            self.key = key
            self.modified = modified
        }
    }

    /// The maximum size of the file, in bytes.
    public static let maximumSize = 1 << 30

    /// The time, in milliseconds since 1970, before which a record's time is in seconds, or isn't a time: in 1973.
    private static let earliestTime: Int64 = 100_000_000_000

    let file: SharedFile
    let layout: Layout
    /// The newest time of the journal that the records are compared with, if it is known.
    let newest: MigrationTime?
    private let disk = DiskQueue("record-file")

    /// Creates a store, without reading the file.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which must exist.
    ///   - layout: The names of the members that matter.
    public init(path: String, layout: Layout = Layout()) {
        self.init(path: path, layout: layout, newest: nil)
    }

    /// Creates a store whose times are also compared with the newest one of a journal, without reading the file.
    package init(path: String, layout: Layout, newest: MigrationTime?) {
        file = SharedFile(path: path, maximumSize: Self.maximumSize)
        self.layout = layout
        self.newest = newest
    }

    /// Returns the records with the given keys.
    ///
    /// - Throws: ``JSONRecordFileError`` if the file can't be read, or has another layout, or if one of the records has no
    ///   time in milliseconds.
    /// - Complexity: O(*n*) in the size of the file.
    public func records(_ keys: [String]) async throws -> [String: StoredRecord] {
        let wanted = Set(keys)
        return try await disk.run { try recordsNow(wanted) }
    }

    /// Stores records, or removes them.
    ///
    /// - Throws: ``JSONRecordFileError`` if the file can't be read or written, or has another layout, or if a record is
    ///   not a JSON object, or doesn't contain its time in milliseconds, or its key although the records are in an array,
    ///   or if the one in the file has no such time. The file is then unchanged.
    /// - Complexity: O(*n*) in the size of the file.
    public func restore(_ records: [RestoredRecord]) async throws {
        try await disk.run { try restoreNow(records) }
    }

    /// Throws the error that ``restore(_:)`` would throw for records, and writes nothing.
    ///
    /// - Throws: ``JSONRecordFileError`` as in ``restore(_:)``, except for a file that can be read but not written.
    /// - Complexity: O(*n*) in the size of the file.
    public func check(_ records: [RestoredRecord]) async throws {
        try await disk.run { _ = try restored(records, in: readNow()) }
    }

    // MARK: Content

    /// The records of a file, and everything around them.
    struct Content {
        var root: JSONValue
        var records: JSONValue
        let isPretty: Bool
    }

    func failure(_ message: String) -> JSONRecordFileError {
        JSONRecordFileError(path: file.path, message: message)
    }

    func parse(_ bytes: [UInt8]?) throws(JSONRecordFileError) -> Content {
        guard let bytes else { throw failure("The file doesn't exist.") }
        let root: JSONValue
        do throws(JSONSyntaxError) {
            root = try JSONReader().value(from: bytes)
        } catch {
            throw failure("The file isn't JSON: \(error)")
        }
        let records: JSONValue
        if let name = layout.records {
            guard case .object(let object) = root, let member = object[name] else {
                throw failure(
                    "The file isn't an object with a member ‘\(name)’; name the member that contains the records."
                )
            }
            records = member
        } else {
            records = root
        }
        switch records {
        case .array(let elements):
            // Every record would be missing, and be added a second time.
            guard elements.isEmpty || elements.contains(where: { key(of: $0) != nil }) else {
                throw failure("No record has a key as ‘\(layout.key)’; name the member that contains it.")
            }
        case .object(let object):
            // The file would be damaged if records were added next to its settings.
            if let other = object.members.first(where: { if case .object = $0.value { false } else { true } }) {
                throw failure(
                    """
                    The records must be objects, but the member ‘\(MigrationSummary.cut(other.name))’ is \
                    \(other.value.kindDescription); name the member that contains the records.
                    """
                )
            }
        default: throw failure("The records are \(records.kindDescription); they must be in an array or an object.")
        }
        return Content(root: root, records: records, isPretty: bytes.contains(UInt8(ascii: "\n")))
    }

    func readNow() throws(JSONRecordFileError) -> [UInt8]? {
        do throws(SharedFile.Failure) {
            return try file.read()
        } catch {
            throw failure(error.message)
        }
    }

    /// Returns the records with the given keys, and waits for the disk.
    private func recordsNow(_ wanted: Set<String>) throws(JSONRecordFileError) -> [String: StoredRecord] {
        let records = try parse(readNow()).records
        var result: [String: StoredRecord] = [:]
        for (key, record) in members(of: records) where wanted.contains(key) {
            result[key] = StoredRecord(
                modified: try modified(of: record, "The record ‘\(MigrationSummary.cut(key))’", newest),
                payload: CanonicalJSON.bytes(of: record)
            )
        }
        return result
    }

    private func members(of records: JSONValue) -> [(key: String, record: JSONValue)] {
        switch records {
        case .array(let elements): elements.compactMap { element in key(of: element).map { ($0, element) } }
        case .object(let object): object.members.map { ($0.name, $0.value) }
        default: []
        }
    }

    func key(of record: JSONValue) -> String? {
        guard case .object(let object) = record else { return nil }
        return switch object[layout.key] {
        case .string(let text)?: text
        case let value?: value.whole.map { "\($0)" }
        case nil: nil
        }
    }

    private func time(of record: JSONValue) -> Int64? {
        guard case .object(let object) = record else { return nil }
        return object[layout.modified]?.whole
    }

    /// Returns the time of a record.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - name: The beginning of the message of an error.
    ///   - newest: The newest time of the journal, if it is known.
    /// - Returns: The time.
    /// - Throws: An error for a record without a time or with one in seconds, because it may be newer than the one that
    ///   would replace it.
    func modified(
        of record: JSONValue,
        _ name: String,
        _ newest: MigrationTime?
    ) throws(JSONRecordFileError) -> MigrationTime {
        guard let time = time(of: record) else {
            throw failure(
                """
                \(name) has no time in milliseconds since 1970 as ‘\(layout.modified)’; name the member that contains its \
                time.
                """
            )
        }
        // 0 is the time of a record that was never written.
        if let newest, newest.millisecondsSince1970 >= Self.earliestTime, time > 0, time < Self.earliestTime {
            throw failure(
                """
                \(name) has the time \(time) as ‘\(layout.modified)’, but the journal has the time \
                \(newest.millisecondsSince1970), in milliseconds since 1970; name the member that contains milliseconds.
                """
            )
        }
        return MigrationTime(millisecondsSince1970: time)
    }
}
