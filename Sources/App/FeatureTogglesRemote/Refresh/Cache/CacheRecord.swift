import FeatureToggles
import ToggleBase

/// The cache's information about a source: a small JSON file next to the documents, which are stored in separate files.
///
/// Updates preserve members that this version does not know, so older and newer versions of an app can share a cache. A
/// format that older versions can't use at all gets another file name.
struct CacheRecord: Sendable, Equatable {
    /// The version of the format.
    static let version = 1

    /// A cached document.
    struct Entry: Sendable, Hashable {
        /// The hash of the bytes, which is part of the file name.
        var hash: UInt64
        /// The number of bytes.
        var size: Int
        /// The name of the format, which an older version may not know.
        var format: String
        /// The revision of the document at its source.
        var revision: String?

        init(_ document: RemoteDocument) {
            hash = ContentHash.of(document.text)
            size = document.text.count
            format = document.format.rawValue
            revision = document.revision
        }

        /// Whether two documents differ at most in their revisions.
        func hasSameContent(as other: Entry) -> Bool {
            (hash, size, format) == (other.hash, other.size, other.format)
        }

        /// The identity under which runs with this document are counted; the same bytes in another revision count
        /// separately.
        var identity: String {
            CacheKey.hex(ContentHash.of(Array("\(CacheKey.hex(hash))\0\(revision ?? "")".utf8)))
        }
    }

    /// The newest document that was accepted.
    var current: Entry?
    /// The last document that had a healthy run.
    var safe: Entry?
    /// A document that waits for the app to activate it.
    var waiting: Entry?
    /// The document that was active when a newer one was kept for the next launch, until its run is healthy.
    var running: Entry?
    /// When the source last responded, in seconds since 1970.
    var fetchedAt: Int64?
    /// A hash of the context of that response; `nil` if the document does not depend on it.
    var attributes: String?
    /// The pause after failures.
    var backOff: BackOff?
    /// When the document was marked as out of date, in seconds since 1970.
    var staleSince: Int64?
    /// The highest revision of a signed document accepted so far.
    var highestRevision: UInt64?
    /// The members as read.
    private var members = JSONObject()

    init() {}

    var entries: [Entry] { [current, safe, waiting, running].compactMap { $0 } }
}

// MARK: - JSON

extension CacheRecord {
    /// The reason why a text is not a valid record.
    struct FormatError: Error, Hashable {
        let message: String
        /// Whether the text is a record of another version and must be left unchanged.
        var isOtherVersion = false
    }

    init(_ bytes: [UInt8]) throws(FormatError) {
        let value: JSONValue
        do throws(JSONSyntaxError) {
            value = try JSONReader(maximumDepth: 32).value(from: bytes)
        } catch {
            throw FormatError(message: error.description)
        }
        guard case .object(let members) = value else {
            throw FormatError(message: "a record must be an object, not \(value.kindDescription)")
        }
        guard members["version"] == .integer(Self.version) else {
            throw FormatError(
                message:
                    "it has version \(members["version"]?.excerpt ?? "unknown"), but only version \(Self.version) is supported here",
                isOtherVersion: members["version"] != nil
            )
        }
        self.members = members
        current = members["current"].flatMap { Entry($0) }
        safe = members["safe"].flatMap { Entry($0) }
        waiting = members["waiting"].flatMap { Entry($0) }
        running = members["running"].flatMap { Entry($0) }
        fetchedAt = members["fetchedAt"]?.whole
        backOff = members["backOff"].flatMap { BackOff($0) }
        staleSince = members["staleSince"]?.whole
        if case .string(let hash)? = members["attributes"] { attributes = hash }
        // A string, because other JSON parsers round numbers beyond 2^53.
        if case .string(let text)? = members["highestRevision"] { highestRevision = UInt64(text) }
    }

    /// Returns the record as JSON, including members that were read but are unknown.
    func bytes(source: String) -> [UInt8] {
        var object = members
        object["version"] = .integer(Self.version)
        object["source"] = .string(source)
        // Members that another version wrote and this one did not change stay as they are.
        for (name, entry) in [("current", current), ("safe", safe), ("waiting", waiting), ("running", running)]
        where members[name].flatMap({ Entry($0) }) != entry {
            object[name] = entry?.json
        }
        object["fetchedAt"] = fetchedAt.map { JSONValue(whole: $0) }
        object["attributes"] = attributes.map { .string($0) }
        object["backOff"] = backOff?.json
        object["staleSince"] = staleSince.map { JSONValue(whole: $0) }
        object["highestRevision"] = highestRevision.map { .string(String($0)) }
        return JSONWriter(.pretty).bytes(.object(object))
    }
}

extension CacheRecord.Entry {
    fileprivate init?(_ json: JSONValue) {
        guard case .object(let object) = json, case .string(let hash)? = object["hash"],
            let number = UInt64(hash, radix: 16), let size = object["size"]?.whole, size >= 0,
            case .string(let format)? = object["format"]
        else { return nil }
        self.hash = number
        self.size = Int(clamping: size)
        self.format = format
        if case .string(let revision)? = object["revision"] { self.revision = revision }
    }

    fileprivate var json: JSONValue {
        var object: JSONObject = [
            "hash": .string(CacheKey.hex(hash)), "size": .integer(size), "format": .string(format),
        ]
        object["revision"] = revision.map { .string($0) }
        return .object(object)
    }
}

extension BackOff {
    fileprivate init?(_ json: JSONValue) {
        guard case .object(let object) = json, let failures = object["failures"]?.whole,
            let since = object["since"]?.whole, let until = object["until"]?.whole
        else { return nil }
        self.init(
            failures: Int(clamping: failures),
            since: since,
            until: until,
            retryAfter: object["retryAfter"]?.whole
        )
    }

    fileprivate var json: JSONValue {
        var object: JSONObject = [
            "failures": .integer(failures), "since": JSONValue(whole: since),
            "until": JSONValue(whole: until),
        ]
        object["retryAfter"] = retryAfter.map { JSONValue(whole: $0) }
        return .object(object)
    }
}
