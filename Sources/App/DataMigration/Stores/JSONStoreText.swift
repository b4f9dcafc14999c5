import ToggleBase

/// The parsed text of a ``JSONFileStore``.
struct JSONStoreText {
    /// The version of the format.
    private static let formatVersion = 1
    private static let versionName = "version"
    private static let revisionName = "revision"
    private static let recordName = "migration"
    /// The reserved members of the format.
    private static let reservedNames = [versionName, revisionName, recordName]
    /// The largest revision that other JSON readers keep exactly, 2^53 - 1.
    private static let maximumRevision = Int(clamping: 9_007_199_254_740_991 as Int64)

    /// The settings and the record of the migrator.
    let contents: StoreContents
    private let document: JSONDocument
    private let object: JSONObject
    private let member: String

    /// Parses a text.
    ///
    /// - Throws: An error if the text is invalid.
    init(_ bytes: [UInt8], member: String, path: String) throws(DataMigrationError) {
        func malformed(_ offset: Int, _ document: JSONDocument, _ sentence: String) -> DataMigrationError {
            let location = document.location(at: offset)
            return DataMigrationError(.malformed, "\(path):\(location.line):\(location.column): \(sentence)")
        }
        let document = try Self.document(bytes, member: member, path: path)
        if let duplicate = document.duplicates.first, Self.hasTwins(document.value) {
            let location = document.location(at: duplicate.offset)
            throw DataMigrationError(
                .unreadable,
                """
                \(path):\(location.line):\(location.column): Two names in one object differ only in their Unicode \
                normalization and count as equal, so one value would be lost. Rename one of them.
                """
            )
        }
        guard case .object(let object) = document.value else {
            throw malformed(
                document.root.range.lowerBound,
                document,
                "Found \(document.value.kindDescription); write an object, for example { \"\(member)\": {} }."
            )
        }
        func offset(_ name: String) -> Int {
            document.root[name]?.value.range.lowerBound ?? 0
        }
        switch object[Self.versionName] {
        case .none, .integer(Self.formatVersion): break
        case .integer(let version) where version > Self.formatVersion:
            throw DataMigrationError(
                .unsupportedFormat,
                """
                \(path) has version \(version), but only version \(Self.formatVersion) is supported here; use a \
                newer version of this package to change it.
                """
            )
        default:
            throw malformed(
                offset(Self.versionName),
                document,
                "This is not a supported version; write \(Self.formatVersion)."
            )
        }
        var values: [String: StoredValue] = [:]
        switch object[member] {
        case .none: break
        case .object(let members):
            for member in members.members { values[member.name] = StoredValue(member.value) }
        case let other?:
            throw malformed(
                offset(member),
                document,
                "Found \(other.kindDescription) as “\(member)”; write an object of keys and values."
            )
        }
        var record = MigrationRecord()
        if let value = object[Self.recordName] {
            guard let stored = MigrationRecord(stored: StoredValue(value, isPlain: true)) else {
                throw malformed(
                    offset(Self.recordName),
                    document,
                    "This is not a valid record of the migrator; remove the member to run all steps."
                )
            }
            record = stored
        }
        contents = StoreContents(values: values, record: record)
        self.document = document
        self.object = object
        self.member = member
    }

    /// Returns whether an object has two names that are different bytes but equal strings.
    private static func hasTwins(_ value: JSONValue) -> Bool {
        switch value {
        case .array(let elements): elements.contains(where: hasTwins)
        case .object(let object):
            // The unescaped text of a name in the file.
            Set(object.members.map(\.name)).count < Set(object.members.map { Array($0.name.utf8) }).count
                || object.members.contains { hasTwins($0.value) }
        default: false
        }
    }

    /// Throws an error for a reserved member.
    static func check(_ member: String, of path: String) throws(DataMigrationError) {
        guard reservedNames.contains(member) else { return }
        throw DataMigrationError(
            .unreadable,
            "The member “\(member)” of \(path) is reserved by the format; choose another one for the values."
        )
    }

    /// Parses the text.
    ///
    /// Errors don't quote it, because messages are logged.
    private static func document(
        _ bytes: [UInt8],
        member: String,
        path: String
    ) throws(DataMigrationError) -> JSONDocument {
        do throws(JSONSyntaxError) {
            return try JSONReader(roundsIntegers: false).document(from: bytes)
        } catch {
            let sentence =
                switch error.code {
                case .emptyInput: "The file is empty; write { \"\(member)\": {} }, or remove the file."
                case _ where StoreFormat(bytes) == .propertyList:
                    "This is a property list, not JSON; use PropertyListStore to read it."
                default: error.messageWithoutContent
                }
            throw DataMigrationError(
                // The file is valid, so a clean start must not replace it.
                error.code == .numberOutOfRange ? .unreadable : .malformed,
                "\(path):\(error.location.line):\(error.location.column): \(sentence)"
            )
        }
    }

    /// Returns the text with other contents, in which unchanged parts stay byte for byte.
    func replacing(_ new: StoreContents) -> [UInt8] {
        guard new != contents else { return document.bytes }
        let (editor, root) = (JSONEditor(document.bytes), document.root)
        let writer = JSONWriter(.oneLine)
        var top: [(name: String, value: [UInt8]?)] = []
        if new.record != contents.record {
            top.append((Self.recordName, new.record.isEmpty ? nil : writer.bytes(new.record.stored.json)))
        }
        var edits: [JSONEditor.Edit] = []
        if new.values != contents.values {
            if let settings = root[member] {
                let removed = contents.values.keys.filter { new.values[$0] == nil }
                let changed = new.values.filter { contents.values[$0.key] != $0.value }
                edits = editor.edits(
                    setting: removed.map { ($0, nil) } + Self.members(changed).map { ($0.name, writer.bytes($0.value)) },
                    in: settings.value,
                    named: settings.nameRange
                )
            } else {
                top.append((member, writer.bytes(.object(JSONObject(Self.members(new.values))))))
            }
        }
        if case .integer(let revision)? = object[Self.revisionName], revision >= 0 {
            let next = revision < Self.maximumRevision ? revision + 1 : 1
            top.append((Self.revisionName, writer.bytes(.integer(next))))
        }
        return (editor.edits(setting: top, in: root) + edits).applied(to: document.bytes)
    }

    /// The text of a new file.
    static func new(_ contents: StoreContents, member: String) -> [UInt8] {
        var members = [JSONObject.Member(name: versionName, value: .integer(formatVersion))]
        if !contents.record.isEmpty {
            members.append(JSONObject.Member(name: recordName, value: contents.record.stored.json))
        }
        members.append(JSONObject.Member(name: member, value: .object(JSONObject(Self.members(contents.values)))))
        return JSONWriter(.pretty).bytes(.object(JSONObject(members))) + [UInt8(ascii: "\n")]
    }

    private static func members(_ values: [String: StoredValue]) -> [JSONObject.Member] {
        values.sorted { $0.key < $1.key }.map { JSONObject.Member(name: $0.key, value: $0.value.json) }
    }
}
