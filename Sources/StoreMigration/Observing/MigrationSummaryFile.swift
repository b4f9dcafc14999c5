public import FeatureToggles

/// The file in which an app tells tools on the same machine what its migrations have shown.
///
/// It lies beside the local defaults file, as `toggles.migrations.json` beside `toggles.json`. The app writes it as a whole, so
/// a reader never sees half of it; tools read it if it is there. It can be deleted at any time: counting begins anew.
///
/// ```json
/// {
///   "version": 1,
///   "migrations": {
///     "book_store": {
///       "since": 1795252500, "stage": "shadow", "reads": 12431, "writes": 310, "checked": 12431, "agreed": 12429,
///       "half_writes": 0, "state_errors": 0,
///       "old": { "operations": 12741, "failures": 0 },
///       "new": { "operations": 12741, "failures": 1, "last_failure": "StoreError" },
///       "differences": [{ "time": 1795252512, "name": "book", "old": "Book (redacted)", "new": "nothing" }]
///     }
///   }
/// }
/// ```
public struct MigrationSummaryFile: Sendable {
    /// The largest file that is read or written, in bytes.
    public static let maximumSize = 1 << 20
    /// How many migrations a file tells of.
    public static let maximumCount = 256

    private let file: SharedFile

    /// The path of the file, absolute.
    public var path: String { file.path }

    /// Names a file; nothing is read or written yet.
    ///
    /// - Parameter path: The path of the file, which need not exist.
    public init(path: String) {
        file = SharedFile(path: path, maximumSize: Self.maximumSize)
    }

    /// Names the file beside a client's local defaults file, where `toggles` and the console look for it.
    ///
    /// There is none when the client has no local defaults file, as in every RELEASE build without the trait
    /// `InternalBuild`.
    ///
    /// - Parameter client: The client.
    public init?(beside client: ToggleClient) {
        guard let path = client.localDefaultsPath else { return nil }
        self.init(besideDefaults: path)
    }

    /// Names the file beside a local defaults file.
    package init(besideDefaults path: String) {
        let path = PathText.resolved(path)
        let name = PathText.name(of: path)
        let stem = name.hasSuffix(".json") && name.utf8.count > 5 ? String(name.dropLast(5)) : name
        self.init(path: PathText.joined(PathText.folder(of: path), "\(stem).migrations.json"))
    }

    /// The summaries by the key of their toggle; none where there is no file, or none that can be used.
    ///
    /// - Complexity: O(*n*) in the size of the file.
    public func read() -> [String: MigrationSummary] {
        guard let bytes = try? file.read() else { return [:] }
        return Dictionary(
            Self.members(in: bytes).compactMap { member in
                MigrationSummary(json: member.value).map { (member.name, $0) }
            },
            uniquingKeysWith: { $1 }
        )
    }

    /// Adds what was seen of a migration since the last call.
    ///
    /// A file that cannot be used is set aside and begins anew.
    ///
    /// - Parameters:
    ///   - news: What was seen.
    ///   - key: The key of the toggle.
    /// - Throws: A sentence when the file cannot be written; it is as it was.
    package func add(_ news: MigrationSummary, of key: String) throws(SharedFile.Failure) {
        try file.update { bytes in
            var members = bytes.map(Self.members) ?? []
            var summary = members.last { $0.name == key }.flatMap { MigrationSummary(json: $0.value) }
            if summary == nil { summary = news } else { summary?.add(news) }
            members.removeAll { $0.name == key }
            if let summary { members.append(JSONObject.Member(name: key, value: summary.json)) }
            let object = JSONObject(Array(members.suffix(Self.maximumCount)))
            let new = JSONWriter(.pretty).bytes(["version": 1, "migrations": .object(object)])
            return bytes.map(Self.isUsable) ?? true ? .replace(new) : .setAside(replacement: new)
        }
    }

    private static func isUsable(_ bytes: [UInt8]) -> Bool { root(in: bytes) != nil }

    private static func members(in bytes: [UInt8]) -> [JSONObject.Member] {
        guard case .object(let migrations)? = root(in: bytes)?["migrations"] else { return [] }
        return Array(migrations.members.suffix(maximumCount))
    }

    private static func root(in bytes: [UInt8]) -> JSONObject? {
        guard case .object(let root)? = try? JSONReader(maximumDepth: 8).value(from: bytes),
            root["version"] == .integer(1)
        else { return nil }
        return root
    }
}
