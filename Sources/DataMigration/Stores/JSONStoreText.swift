import JSONText

/// The text of a ``JSONFileStore``, understood.
struct JSONStoreText {
    /// The version of the format.
    private static let formatVersion = 1
    private static let versionName = "version"
    private static let revisionName = "revision"
    private static let recordName = "migration"
    /// The members that the format has itself, which hold no values.
    static let reservedNames = [versionName, revisionName, recordName]
    /// The largest revision that other readers of JSON keep exactly, 2^53 - 1.
    private static let maximumRevision = Int(clamping: 9_007_199_254_740_991 as Int64)

    let contents: StoreContents
    let document: JSONDocument
    let object: JSONObject
    let member: String
    let path: String

    /// Understands a text.
    ///
    /// - Throws: An error for what is no such text.
    init(_ bytes: [UInt8], member: String, path: String) throws(DataMigrationError) {
        func malformed(_ offset: Int, _ document: JSONDocument, _ sentence: String) -> DataMigrationError {
            let location = document.location(at: offset)
            return DataMigrationError(.malformed, "\(path):\(location.line):\(location.column): \(sentence)")
        }
        try Self.check(member, of: path)
        let document = try Self.document(bytes, member: member, path: path)
        guard case .object(let object) = document.value else {
            throw malformed(
                document.valueRange.lowerBound,
                document,
                "Found \(document.value.kindDescription); write an object, for example { \"\(member)\": {} }."
            )
        }
        if let twin = Self.twin(in: document) {
            let location = document.location(at: twin)
            throw DataMigrationError(
                .unreadable,
                """
                \(path):\(location.line):\(location.column): Two names in one object differ only in how a letter is composed \
                in Unicode, and count as the same here, so that one value would be lost. Rename one of them.
                """
            )
        }
        // Only what the values are is taken from the copy: places are those of the text.
        let marked = LongIntegers.marked(bytes).flatMap { try? JSONReader().value(from: $0) }
        let exact: JSONObject = if case .object(let exact)? = marked { exact } else { object }
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
        var contents = StoreContents()
        switch exact[member] {
        case .none: break
        case .object(let values):
            let pairs = values.members.map { ($0.name, StoredValue($0.value)) }
            contents.values = Dictionary(pairs, uniquingKeysWith: { $1 })
        case let other?:
            throw malformed(
                offset(member),
                document,
                "Found \(other.kindDescription) as “\(member)”; write an object of keys and values."
            )
        }
        if let value = object[Self.recordName] {
            guard let record = MigrationRecord(stored: StoredValue(value, isPlain: true)) else {
                throw malformed(
                    offset(Self.recordName),
                    document,
                    "This is nothing that a migrator writes; remove the member, and all steps run."
                )
            }
            contents.record = record
        }
        self.contents = contents
        self.document = document
        self.object = object
        self.member = member
        self.path = path
    }

    /// Where a name stands that is another one to the file and the same to a dictionary; `nil` for nowhere.
    private static func twin(in document: JSONDocument) -> Int? {
        guard !document.duplicates.isEmpty else { return nil }
        /// The text of a name as it is in the file, unescaped.
        func hasTwins(_ value: JSONValue) -> Bool {
            switch value {
            case .array(let elements): elements.contains(where: hasTwins)
            case .object(let object):
                Set(object.members.map(\.name)).count < Set(object.members.map { Array($0.name.utf8) }).count
                    || object.members.contains { hasTwins($0.value) }
            default: false
            }
        }
        return hasTwins(document.value) ? document.duplicates[0].offset : nil
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
        path: String
    ) throws(DataMigrationError) -> JSONDocument {
        do throws(JSONSyntaxError) {
            return try JSONReader().document(from: bytes)
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

    /// The text with other contents; what stays the same stays byte for byte.
    func replacing(_ new: StoreContents) -> [UInt8] {
        var top = JSONObjectText(document, of: nil)
        let members = document.members(of: nil)
        func set(_ name: String, _ text: [UInt8]?) {
            if let position = members.lastIndex(where: { $0.name == name }) {
                if let text { top.replaceValue(at: position, with: text) } else { top.remove(at: position) }
            } else if let text {
                top.append(name: name, value: text)
            }
        }
        if new.record != contents.record {
            set(Self.recordName, new.record.isEmpty ? nil : JSONWriter(.oneLine).bytes(new.record.stored.json))
        }
        if new.values != contents.values { set(member, values(new.values)) }
        if case .integer(let revision)? = object[Self.revisionName], revision >= 0, new != contents {
            set(Self.revisionName, JSONWriter().bytes(.integer(revision < Self.maximumRevision ? revision + 1 : 1)))
        }
        return document.bytes[..<document.valueRange.lowerBound]
            + top.text(whenEmpty: document.gaps(atNameOf: nil))
            + document.bytes[document.valueRange.upperBound...]
    }

    private static func text(of value: StoredValue) -> [UInt8] {
        LongIntegers.unmarked(JSONWriter(.oneLine).bytes(value.json))
    }

    /// The object of the values.
    private func values(_ new: [String: StoredValue]) -> [UInt8] {
        guard let index = document.index(of: member) else {
            return LongIntegers.unmarked(JSONWriter(.oneLine).bytes(StoredValue.dictionary(new).membersJSON))
        }
        var text = JSONObjectText(document, of: index)
        var seen: Set<String> = []
        let members = document.members(of: index)
        for position in members.indices.reversed() {
            let name = members[position].name
            // Of a name that occurs twice the last one counts, and the others would come back when that one goes.
            guard seen.insert(name).inserted, let value = new[name] else {
                text.remove(at: position)
                continue
            }
            if value != contents.values[name] {
                text.replaceValue(at: position, with: Self.text(of: value))
            }
        }
        for (name, value) in new.sorted(by: { $0.key < $1.key }) where !seen.contains(name) {
            text.append(name: name, value: Self.text(of: value))
        }
        return text.text(whenEmpty: document.gaps(atNameOf: index))
    }
}

extension StoredValue {
    /// A dictionary of settings as an object, whatever their keys are.
    fileprivate var membersJSON: JSONValue {
        guard case .dictionary(let values) = self else { return json }
        let members = values.sorted { $0.key < $1.key }.map { JSONObject.Member(name: $0.key, value: $0.value.json) }
        return .object(JSONObject(members))
    }
}
