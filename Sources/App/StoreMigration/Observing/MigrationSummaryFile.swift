public import FeatureToggles
import ToggleBase

/// The file in which an app shares the summaries of its migrations with tools on the same machine.
///
/// It is next to the local defaults file, for example `toggles.migrations.json` next to `toggles.json`. The app
/// replaces it as a whole, so a reader never sees a part of it. Tools read it if it exists. It can be deleted at any
/// time to start counting again.
///
/// ```json
/// {
///   "version": 1,
///   "migrations": {
///     "book_store": {
///       "since": 1795252500, "stage": "shadow", "reads": 12431, "writes": 310, "checked": 12431, "agreed": 12429,
///       "half_writes": 1, "state_errors": 0, "invalid_writes": 1, "journal_errors": 0,
///       "old": { "operations": 12741, "failures": 0 },
///       "new": { "operations": 12741, "failures": 1, "last_failure": "StoreError" },
///       "differences": [{ "time": 1795252512, "name": "book", "old": "Book (redacted)", "new": "nothing" }],
///       "invalid_records": [{ "time": 1795252519, "record": "b7", "type": "book", "problem": "The field … is missing." }]
///     }
///   }
/// }
/// ```
public struct MigrationSummaryFile: Sendable {
    /// The maximum size of the file, in bytes.
    public static let maximumSize = 1 << 20
    /// The maximum number of migrations in a file.
    public static let maximumCount = 256

    /// Returns the absolute path.
    private let place: @Sendable () -> String
    private var file: DurableFile { DurableFile(path: path, maximumSize: Self.maximumSize) }

    /// The absolute path of the file.
    ///
    /// It's next to the local defaults file. If the path of that file contains symbolic links, this path follows them.
    public var path: String { place() }

    /// Creates a reference to a file, without reading or writing it.
    ///
    /// - Parameter path: The path of the file, which doesn't have to exist.
    public init(path: String) {
        let path = PathText.absolute(path)
        place = { path }
    }

    /// Creates a reference to the file next to a client's local defaults file, where `toggles` and the console look for
    /// it.
    ///
    /// The result is `nil` if the client has no local defaults file, for example in every RELEASE build without the
    /// trait `InternalBuild`.
    ///
    /// - Parameter client: The client.
    public init?(beside client: ToggleClient) {
        guard let path = client.localDefaultsPath else { return nil }
        self.init(besideDefaults: path)
    }

    /// Creates a reference to the file next to a local defaults file.
    package init(besideDefaults path: String) {
        let path = PathText.absolute(path)
        place = { PathText.companion(of: path, ".migrations.json") }
    }

    /// Returns the summaries by the key of their toggle; empty if the file is missing or unusable.
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

    /// Checks the numbers of a migration's summary, which ``read()`` ignores if they are impossible.
    ///
    /// - Parameter key: The key of the toggle.
    /// - Returns: What is wrong, as a sentence; `nil` if the numbers are possible, or there is no summary.
    package func problem(of key: String) -> String? {
        guard let bytes = try? file.read(), let member = Self.members(in: bytes).last(where: { $0.name == key }) else {
            return nil
        }
        return MigrationSummary.problem(in: member.value)
    }

    /// Adds the measurements of a migration since the last call.
    ///
    /// An unusable file is renamed and replaced with a new one.
    ///
    /// - Parameters:
    ///   - news: The new measurements.
    ///   - key: The key of the toggle.
    /// - Throws: An error if the file can't be written; it is then unchanged.
    package func add(_ news: MigrationSummary, of key: String) throws(DurableFileError) {
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
