import FeatureToggles

/// A JSON file with records, as a store that a ``MigrationReplay`` or `toggles migrate-store replay` can restore.
///
/// The records are in an array, each with its key in a member, or in an object, by their keys. Either is the whole file
/// or a member of it:
///
/// ```json
/// { "books": [{ "id": "b1", "title": "Emma", "modified": 1795252500123 }] }
/// ```
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

    private let file: SharedFile
    private let layout: Layout
    private let disk = DiskQueue("record-file")

    /// Creates a store, without reading the file.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which must exist.
    ///   - layout: The names of the members that matter.
    public init(path: String, layout: Layout = Layout()) {
        file = SharedFile(path: path, maximumSize: Self.maximumSize)
        self.layout = layout
    }

    /// Returns the records with the given keys.
    ///
    /// - Throws: ``JSONRecordFileError`` if the file can't be read, or has another layout.
    /// - Complexity: O(*n*) in the size of the file.
    public func records(_ keys: [String]) async throws -> [String: StoredRecord] {
        let wanted = Set(keys)
        return try await disk.run { try content().filter { wanted.contains($0.key) } }
    }

    /// Stores records, or removes them.
    ///
    /// - Throws: ``JSONRecordFileError`` if the file can't be read or written, or has another layout, or if a record is
    ///   not a JSON object, or doesn't contain its key although the records are in an array. The file is then
    ///   unchanged.
    /// - Complexity: O(*n*) in the size of the file.
    public func restore(_ records: [RestoredRecord]) async throws {
        try await disk.run { try restoreNow(records) }
    }

    // MARK: Content

    /// The records of a file, and everything around them.
    private struct Content {
        var root: JSONValue
        var records: JSONValue
        let isPretty: Bool
    }

    private func failure(_ message: String) -> JSONRecordFileError {
        JSONRecordFileError(path: file.path, message: message)
    }

    private func parse(_ bytes: [UInt8]?) throws(JSONRecordFileError) -> Content {
        guard let bytes else { throw failure("The file doesn't exist.") }
        let root: JSONValue
        do throws(JSONSyntaxError) {
            root = try JSONReader().value(from: bytes)
        } catch {
            throw failure("The file isn't JSON: \(error).")
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
        case .array: break
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

    /// Returns all records by key.
    package func content() throws(JSONRecordFileError) -> [String: StoredRecord] {
        let bytes: [UInt8]?
        do throws(SharedFile.Failure) {
            bytes = try file.read()
        } catch {
            throw failure(error.message)
        }
        var result: [String: StoredRecord] = [:]
        for (key, record) in members(of: try parse(bytes).records) {
            result[key] = StoredRecord(modified: modified(of: record), payload: CanonicalJSON.bytes(of: record))
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

    private func key(of record: JSONValue) -> String? {
        guard case .object(let object) = record else { return nil }
        return switch object[layout.key] {
        case .string(let text)?: text
        case let value?: value.whole.map { "\($0)" }
        case nil: nil
        }
    }

    /// Returns the time of a record; a record without a time is older than all others.
    private func modified(of record: JSONValue) -> MigrationTime {
        guard case .object(let object) = record, let time = object[layout.modified]?.whole else { return .beginning }
        return MigrationTime(millisecondsSince1970: time)
    }

    /// Stores records like ``restore(_:)``, and waits for the disk.
    package func restoreNow(_ records: [RestoredRecord]) throws(JSONRecordFileError) {
        var values: [(record: RestoredRecord, value: JSONValue?)] = []
        for record in records {
            guard let payload = record.payload else {
                values.append((record, nil))
                continue
            }
            guard let value = try? JSONReader().value(from: payload), case .object = value else {
                throw failure("The content of the record ‘\(MigrationSummary.cut(record.key))’ isn't a JSON object.")
            }
            values.append((record, value))
        }
        var problem: JSONRecordFileError?
        do throws(SharedFile.Failure) {
            try file.update { bytes in
                do throws(JSONRecordFileError) {
                    var content = try parse(bytes)
                    if case .array = content.records { try checkKeys(values) }
                    content.records = replacing(values, in: content.records)
                    if let name = layout.records, case .object(var object) = content.root {
                        object[name] = content.records
                        content.root = .object(object)
                    } else {
                        content.root = content.records
                    }
                    let text = JSONWriter(content.isPretty ? .pretty : .compact).bytes(content.root)
                    return .replace(content.isPretty ? text + [UInt8(ascii: "\n")] : text)
                } catch {
                    problem = error
                    return .keep
                }
            }
        } catch {
            throw failure(error.message)
        }
        if let problem { throw problem }
    }

    /// Throws an error for a record that could not be found again, and would be added each time.
    private func checkKeys(_ values: [(record: RestoredRecord, value: JSONValue?)]) throws(JSONRecordFileError) {
        for (record, value) in values {
            guard let value, key(of: value) != record.key else { continue }
            throw failure(
                """
                The content of the record ‘\(MigrationSummary.cut(record.key))’ doesn't contain this key as \
                ‘\(layout.key)’; name the member that contains it.
                """
            )
        }
    }

    private func replacing(
        _ values: [(record: RestoredRecord, value: JSONValue?)],
        in records: JSONValue
    ) -> JSONValue {
        let changes = Dictionary(values.map { ($0.record.key, $0) }, uniquingKeysWith: { $1 })
        var known: Set<String> = []
        /// Returns the new value of a record, or `nil` to remove it.
        func new(_ key: String, _ old: JSONValue) -> JSONValue? {
            guard let (record, value) = changes[key] else { return old }
            known.insert(key)
            return modified(of: old) > record.modified ? old : value
        }
        let added = values.filter { $0.value != nil }
        switch records {
        case .array(let elements):
            let kept = elements.compactMap { element in
                guard let key = key(of: element) else { return element }
                return new(key, element)
            }
            return .array(kept + added.filter { !known.contains($0.record.key) }.compactMap(\.value))
        case .object(let object):
            var members = object.members.compactMap { member in
                new(member.name, member.value).map { JSONObject.Member(name: member.name, value: $0) }
            }
            for (record, value) in added where !known.contains(record.key) {
                if let value { members.append(JSONObject.Member(name: record.key, value: value)) }
            }
            return .object(JSONObject(members))
        default: return records
        }
    }
}

/// An error of a ``JSONRecordFile``, which is unchanged.
public struct JSONRecordFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the file.
    public let path: String
    /// A sentence that says what is wrong and what to do.
    public let message: String

    /// The path and the message.
    public var description: String { "\(path): \(message)" }
}
