import FeatureToggles
public import ToggleBase

/// An entry of a ``MigrationJournal``: a write that the authoritative store accepted, or that the other one failed.
public struct JournalEntry: Sendable, Hashable {
    /// The time of the record, or of the write if the app passed no time.
    public let time: MigrationTime
    /// The stage of the write.
    public let stage: MigrationStage
    /// The key of the record.
    public let record: String
    /// A digest of the user's targeting key; `nil` for ``Migration/deviceUser``.
    public let userDigest: String?
    /// The store in which this write failed; `nil` if the entry records the write itself.
    public private(set) var failed: MigrationOrigin?
    /// Whether the record was deleted.
    public private(set) var isDeletion: Bool
    /// The digest of the record's content, as 32 hexadecimal digits; `nil` if the app passed no content.
    public private(set) var digest: String?
    /// The record's content, if the app passed it.
    public internal(set) var payload: [UInt8]?

    init(
        time: MigrationTime,
        stage: MigrationStage,
        record: String,
        user: String,
        content: JournalContent? = nil
    ) {
        self.time = time
        self.stage = stage
        self.record = record
        userDigest = Self.digest(ofUser: user)
        failed = nil
        isDeletion = content == .deletion
        digest = content?.digest?.text
        payload = content?.payload
    }

    /// Returns the entry for the failure of this write in a store.
    func failure(in origin: MigrationOrigin) -> JournalEntry {
        var entry = self
        (entry.failed, entry.isDeletion, entry.digest, entry.payload) = (origin, false, nil, nil)
        return entry
    }

    /// Returns the digest by which entries identify a user.
    static func digest(ofUser user: String) -> String? {
        user == Migration.deviceUser ? nil : UserDigest.text(of: user)
    }

    /// The stores that the write went to.
    var origins: [MigrationOrigin] { stage.writesBoth ? [stage.authority, stage.authority.other] : [stage.authority] }

    // MARK: Lines

    /// The entry as a line of JSON, with a line break.
    var line: [UInt8] {
        var object: JSONObject = [
            "time": JSONValue(whole: time.millisecondsSince1970), "stage": .string(stage.rawValue),
            "record": .string(record),
        ]
        object["user"] = userDigest.map { .string($0) }
        object["failed"] = failed.map { .string($0.rawValue) }
        if isDeletion { object["deleted"] = true }
        object["digest"] = digest.map { .string($0) }
        if let payload {
            if let text = String(wellFormed: payload) {
                object["payload"] = .string(text)
            } else {
                object["base64"] = .string(Base64.text(payload))
            }
        }
        return JSONWriter().bytes(.object(object)) + [UInt8(ascii: "\n")]
    }

    /// Parses a line of untrusted text, or returns `nil` if it isn't an entry.
    init?(line: ArraySlice<UInt8>) {
        guard case .object(let object)? = try? JSONReader(maximumDepth: 2).value(from: Array(line)),
            let time = object["time"]?.whole, case .string(let stageName)? = object["stage"],
            let stage = MigrationStage(rawValue: stageName), case .string(let record)? = object["record"]
        else { return nil }
        self.time = MigrationTime(millisecondsSince1970: time)
        self.stage = stage
        self.record = record
        if case .string(let text)? = object["user"] { userDigest = text } else { userDigest = nil }
        if case .string(let name)? = object["failed"] {
            guard let origin = MigrationOrigin(rawValue: name) else { return nil }
            failed = origin
        } else {
            failed = nil
        }
        isDeletion = object["deleted"] == true
        if case .string(let text)? = object["digest"] { digest = text } else { digest = nil }
        switch (object["payload"], object["base64"]) {
        case (.string(let text)?, _): payload = Array(text.utf8)
        case (_, .string(let text)?):
            guard let bytes = Base64.bytes(text) else { return nil }
            payload = bytes
        default: payload = nil
        }
        // A payload that doesn't match its digest was damaged, and must not replace anything.
        if let payload, ContentDigest(payload).text != digest { return nil }
    }
}
