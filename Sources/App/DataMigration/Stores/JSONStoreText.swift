import ToggleBase

/// The parsed text of a ``JSONFileStore``.
struct JSONStoreText {
    /// The version of the format.
    private static let formatVersion = 1
    static let versionName = "version"
    static let revisionName = "revision"
    static let recordName = "migration"
    /// The reserved members of the format.
    static let reservedNames = [versionName, revisionName, recordName]
    /// The largest revision that other JSON readers keep exactly, 2^53 - 1.
    static let maximumRevision = Int(clamping: 9_007_199_254_740_991 as Int64)

    /// The settings; empty if they were left to a skimmer.
    var settings = SettingsTable.empty
    /// The duplicate names in objects, in the order of the text.
    private(set) var duplicates: [JSONDocument.DuplicateName] = []
    /// The record of the migrator.
    let record: MigrationRecord
    /// The text with locations.
    let document: JSONDocument
    let object: JSONObject
    let member: String
    let path: String

    var contents: StoreContents { StoreContents(settings: Settings(settings), record: record) }

    /// Parses a text.
    ///
    /// - Throws: An error if the text is invalid.
    init(_ bytes: [UInt8], member: String, path: String) throws(DataMigrationError) {
        let builder = SettingsTableBuilder(bytes)
        try self.init(bytes, member: member, path: path, into: builder)
        settings = builder.table(range: document.root[member]?.value.range ?? 0..<0)
        duplicates = document.duplicates
        if let duplicate = duplicates.first, Self.hasTwins(document.value) {
            let location = document.location(at: duplicate.offset)
            throw DataMigrationError(
                .unreadable,
                """
                \(path):\(location.line):\(location.column): Two names in one object differ only in their Unicode \
                normalization and count as equal, so one value would be lost. Rename one of them.
                """
            )
        }
    }

    /// Parses a text, and passes the settings to a receiver.
    ///
    /// - Throws: An error if the text is invalid.
    init(
        _ bytes: [UInt8],
        member: String,
        path: String,
        into receiver: any SettingsReceiver
    ) throws(DataMigrationError) {
        func malformed(_ offset: Int, _ document: JSONDocument, _ sentence: String) -> DataMigrationError {
            let location = document.location(at: offset)
            return DataMigrationError(.malformed, "\(path):\(location.line):\(location.column): \(sentence)")
        }
        try Self.check(member, of: path)
        let document = try Self.document(bytes, member: member, path: path)
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
        switch object[member] {
        case .none, .object: break
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
        for setting in document.root[member]?.value.members ?? [] {
            receiver.name(setting.name, at: setting.nameRange)
            receiver.value(at: setting.value.range)
        }
        self.record = record
        self.document = document
        self.object = object
        self.member = member
        self.path = path
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
            return try JSONReader().document(from: bytes)
        } catch {
            let sentence =
                switch error.code {
                case .emptyInput: "The file is empty; write { \"\(member)\": {} }, or remove the file."
                case _ where StoreFormat(bytes) == .propertyList:
                    "This is a property list, not JSON; use PropertyListStore to read it."
                default: error.messageWithoutContent
                }
            throw DataMigrationError(.malformed, "\(path):\(error.location.line):\(error.location.column): \(sentence)")
        }
    }

    /// The text of a new file.
    static func new(_ contents: StoreContents, member: String) -> [UInt8] {
        var members = [JSONObject.Member(name: versionName, value: .integer(formatVersion))]
        if !contents.record.isEmpty {
            members.append(JSONObject.Member(name: recordName, value: contents.record.stored.json))
        }
        let values = contents.values.sorted { $0.key < $1.key }
            .map { JSONObject.Member(name: $0.key, value: $0.value.json) }
        members.append(JSONObject.Member(name: member, value: .object(JSONObject(values))))
        return LongIntegers.unmarked(JSONWriter(.pretty).bytes(.object(JSONObject(members)))) + [UInt8(ascii: "\n")]
    }
}
