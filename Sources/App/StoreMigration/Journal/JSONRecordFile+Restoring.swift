import ToggleBase

extension JSONRecordFile {
    /// Stores records like ``restore(_:)``, and waits for the disk.
    func restoreNow(_ records: [RestoredRecord]) throws(JSONRecordFileError) {
        var problem: JSONRecordFileError?
        do throws(SharedFile.Failure) {
            try file.update { bytes in
                do throws(JSONRecordFileError) {
                    let content = try restored(records, in: bytes)
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

    /// Returns the content of the file with the given records.
    func restored(
        _ records: [RestoredRecord],
        in bytes: [UInt8]?
    ) throws(JSONRecordFileError) -> Content {
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
        var content = try parse(bytes)
        let newest = ([newest].compactMap(\.self) + records.map(\.modified)).max()
        try checkContents(values, for: content.records, newest)
        content.records = try replacing(values, in: content.records, newest)
        if let name = layout.records, case .object(var object) = content.root {
            object[name] = content.records
            content.root = .object(object)
        } else {
            content.root = content.records
        }
        return content
    }

    /// Throws an error for a record that could not be found again, and would be added each time, or whose time is missing
    /// or in seconds.
    private func checkContents(
        _ values: [(record: RestoredRecord, value: JSONValue?)],
        for records: JSONValue,
        _ newest: MigrationTime?
    ) throws(JSONRecordFileError) {
        let isArray = if case .array = records { true } else { false }
        for (record, value) in values {
            guard let value else { continue }
            let name = "The content of the record ‘\(MigrationSummary.cut(record.key))’"
            guard !isArray || key(of: value) == record.key else {
                throw failure(
                    "\(name) doesn't contain this key as ‘\(layout.key)’; name the member that contains it."
                )
            }
            _ = try modified(of: value, name, newest)
        }
    }

    private func replacing(
        _ values: [(record: RestoredRecord, value: JSONValue?)],
        in records: JSONValue,
        _ newest: MigrationTime?
    ) throws(JSONRecordFileError) -> JSONValue {
        let changes = Dictionary(values.map { ($0.record.key, $0) }, uniquingKeysWith: { $1 })
        var known: Set<String> = []
        /// Returns the new value of a record, or `nil` to remove it.
        func new(_ key: String, _ old: JSONValue) throws(JSONRecordFileError) -> JSONValue? {
            guard let (record, value) = changes[key] else { return old }
            known.insert(key)
            let time = try modified(of: old, "The record ‘\(MigrationSummary.cut(key))’", newest)
            return time > record.modified ? old : value
        }
        let added = values.filter { $0.value != nil }
        switch records {
        case .array(let elements):
            var kept: [JSONValue] = []
            for element in elements {
                let value = if let key = key(of: element) { try new(key, element) } else { element }
                if let value { kept.append(value) }
            }
            return .array(kept + added.filter { !known.contains($0.record.key) }.compactMap(\.value))
        case .object(let object):
            var members: [JSONObject.Member] = []
            for member in object.members {
                guard let value = try new(member.name, member.value) else { continue }
                members.append(JSONObject.Member(name: member.name, value: value))
            }
            for (record, value) in added where !known.contains(record.key) {
                if let value { members.append(JSONObject.Member(name: record.key, value: value)) }
            }
            return .object(JSONObject(members))
        default: return records
        }
    }
}
