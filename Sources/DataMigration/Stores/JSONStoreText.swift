import JSONText

/// The text of a ``JSONFileStore``, understood.
struct JSONStoreText {
    /// The version of the format.
    private static let formatVersion = 1
    static let versionName = "version"
    static let revisionName = "revision"
    static let recordName = "migration"
    /// The members that the format has itself, which hold no values.
    static let reservedNames = [versionName, revisionName, recordName]
    /// The largest revision that other readers of JSON keep exactly, 2^53 - 1.
    static let maximumRevision = Int(clamping: 9_007_199_254_740_991 as Int64)

    /// The settings; empty where the text was only skimmed.
    var settings = SettingsTable.empty
    /// The names that occur more than once in an object, in the order of the text.
    private(set) var duplicates: [JSONDocument.DuplicateName] = []
    /// What the migrator keeps beside them.
    let record: MigrationRecord
    /// The text with its places, without the members of the object that has the settings.
    let document: JSONDocument
    let object: JSONObject
    let member: String
    let path: String

    var contents: StoreContents { StoreContents(settings: Settings(settings), record: record) }

    /// Understands a text.
    ///
    /// - Throws: An error for what is no such text.
    init(_ bytes: [UInt8], member: String, path: String) throws(DataMigrationError) {
        let builder = SettingsTableBuilder(bytes, member: member)
        try self.init(bytes, member: member, path: path, skimmer: builder)
        settings = builder.table(range: document.index(of: member).map { document.members[$0].valueRange } ?? 0..<0)
        guard settings.hasRepeatedKeys || !document.duplicates.isEmpty else { return }
        // Names that occur twice are rare, so that the whole text is kept for this alone.
        let whole = try Self.document(bytes, member: member, path: path, nil)
        duplicates = whole.duplicates
        if let duplicate = duplicates.first, Self.hasTwins(whole.value) {
            let location = document.location(at: duplicate.offset)
            throw DataMigrationError(
                .unreadable,
                """
                \(path):\(location.line):\(location.column): Two names in one object differ only in how a letter is composed \
                in Unicode, and count as the same here, so that one value would be lost. Rename one of them.
                """
            )
        }
    }

    /// Understands a text except for the settings, which a skimmer gets.
    ///
    /// - Throws: An error for what is no such text.
    init(
        _ bytes: [UInt8],
        member: String,
        path: String,
        skimmer: any JSONSkimmer
    ) throws(DataMigrationError) {
        func malformed(_ offset: Int, _ document: JSONDocument, _ sentence: String) -> DataMigrationError {
            let location = document.location(at: offset)
            return DataMigrationError(.malformed, "\(path):\(location.line):\(location.column): \(sentence)")
        }
        try Self.check(member, of: path)
        let document = try Self.document(bytes, member: member, path: path, skimmer)
        guard case .object(let object) = document.value else {
            throw malformed(
                document.valueRange.lowerBound,
                document,
                "Found \(document.value.kindDescription); write an object, for example { \"\(member)\": {} }."
            )
        }
        func offset(_ name: String) -> Int {
            document.index(of: name).map { document.members[$0].valueRange.lowerBound } ?? 0
        }
        switch object[Self.versionName] {
        case .none, .integer(Self.formatVersion): break
        case .integer(let version) where version > Self.formatVersion:
            throw DataMigrationError(
                .unsupportedFormat,
                """
                \(path) has version \(version) of the format, and only \(Self.formatVersion) is known here. It stays as \
                it is; use newer code to change it.
                """
            )
        default:
            throw malformed(offset(Self.versionName), document, "This is no version; write \(Self.formatVersion).")
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
                    "This is nothing that a migrator writes; remove the member, and all steps run."
                )
            }
            record = stored
        }
        self.record = record
        self.document = document
        self.object = object
        self.member = member
        self.path = path
    }

    /// Whether an object has two names that are others to the file and the same to a dictionary.
    private static func hasTwins(_ value: JSONValue) -> Bool {
        switch value {
        case .array(let elements): elements.contains(where: hasTwins)
        case .object(let object):
            // The text of a name as it is in the file, unescaped.
            Set(object.members.map(\.name)).count < Set(object.members.map { Array($0.name.utf8) }).count
                || object.members.contains { hasTwins($0.value) }
        default: false
        }
    }

    /// Refuses a member that the format has itself.
    static func check(_ member: String, of path: String) throws(DataMigrationError) {
        guard reservedNames.contains(member) else { return }
        throw DataMigrationError(
            .unreadable,
            "The member “\(member)” of \(path) belongs to the format; name another one for the values."
        )
    }

    /// Reads the text; what is wrong with it is said without anything of it, since messages reach logs.
    private static func document(
        _ bytes: [UInt8],
        member: String,
        path: String,
        _ skimmer: (any JSONSkimmer)?
    ) throws(DataMigrationError) -> JSONDocument {
        do throws(JSONSyntaxError) {
            return try JSONReader().document(from: bytes, skimmer: skimmer)
        } catch {
            let sentence =
                switch error.code {
                case .emptyInput: "The file is empty; write { \"\(member)\": {} }, or remove the file."
                case _ where StoreFormat(bytes) == .propertyList:
                    "This is a property list, not JSON; PropertyListStore reads such a file."
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
