import ToggleBase
import ToggleLint

/// The facts that files had when they were last parsed.
///
/// An entry is valid only for the exact bytes of its file. The whole cache is valid only for the same vocabulary,
/// configuration, and version of this tool. A damaged cache, and one that belongs to another user, is ignored.
struct ScanCache: Sendable {
    /// The version of the cache, raised with each change of the analysis or the file format.
    static let version: UInt64 = 18

    private struct Entry: Sendable {
        var hash: ContentDigest
        /// The range of the facts in the cache file; empty if there are none.
        var range: Range<Int>
    }

    private let path: String
    private let fingerprint: ContentDigest
    private var entries: [String: Entry] = [:]
    private var bytes: [UInt8] = []

    /// The number of files in the cache.
    var count: Int { entries.count }

    /// Reads a cache.
    init(path: String, fingerprint: ContentDigest) {
        self.path = path
        self.fingerprint = fingerprint
        guard let (bytes, status) = try? FileReading.content(path: path, limit: 256 << 20), status.isOwnedByCurrentUser,
            let entries = Self.read(bytes, fingerprint)
        else { return }
        self.bytes = bytes
        self.entries = entries
    }

    /// Returns the facts of a file; `nil` if they are unknown for these bytes.
    func facts(path: String, hash: ContentDigest) -> FileFacts? {
        guard let entry = entries[path], entry.hash == hash else { return nil }
        guard !entry.range.isEmpty else { return FileFacts() }
        var reader = ByteReader(bytes, entry.range)
        guard let facts = reader.facts(path: path), reader.isAtEnd else { return nil }
        return facts
    }

    /// Replaces the content of the cache.
    ///
    /// Write errors are ignored: the next run parses again.
    func write(_ files: [(path: String, hash: ContentDigest, facts: FileFacts)]) {
        var writer = ByteWriter()
        writer.write(Self.magic)
        writer.write(fingerprint)
        writer.write(UInt64(files.count))
        for file in files {
            var part = ByteWriter()
            if !file.facts.isEmpty { part.write(file.facts) }
            writer.write(file.path)
            writer.write(file.hash)
            writer.write(UInt64(part.bytes.count))
            writer.bytes += part.bytes
        }
        writer.write(ContentDigest(writer.bytes))
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            FileWriting.createFolder(String(path[..<slash]))
        }
        try? FileWriting.replace(writer.bytes, path: path)
    }

    private static let magic: UInt64 = 0x7467_6c73_6361_6e00

    private static func read(_ bytes: [UInt8], _ fingerprint: ContentDigest) -> [String: Entry]? {
        let end = bytes.count - 16
        guard end > 0 else { return nil }
        var seal = ByteReader(bytes, end..<bytes.count)
        let sum = bytes.withUnsafeBytes { ContentDigest(UnsafeRawBufferPointer(rebasing: $0[..<end])) }
        guard seal.hash() == sum else { return nil }
        var reader = ByteReader(bytes, 0..<end)
        guard reader.number() == magic, reader.hash() == fingerprint, let count = reader.number(), count <= 10_000_000
        else { return nil }
        var entries: [String: Entry] = [:]
        for _ in 0..<count {
            guard let path = reader.text(), let hash = reader.hash(), let range = reader.block() else { return nil }
            entries[path] = Entry(hash: hash, range: range)
        }
        return reader.isAtEnd ? entries : nil
    }

    /// Returns a digest of everything except a file's bytes that its facts depend on.
    static func fingerprint(
        _ vocabulary: Vocabulary,
        _ configuration: LintConfiguration,
        testFolders: [String]
    ) -> ContentDigest {
        var writer = ByteWriter()
        writer.write(version)
        func write(_ texts: [String]) {
            writer.write(UInt64(texts.count))
            for text in texts { writer.write(text) }
        }
        write(vocabulary.keys.sorted())
        for word in vocabulary.words {
            writer.write(word.text)
            writer.write(
                "\(word.key ?? "-") \(word.variable ?? "-") \(word.isType) \(word.isContainer) \(word.isStringFunction)"
                    + " \(word.isSelector) \(word.isValueOfSubscript)"
            )
            write(word.constants)
            for member in word.members {
                write([member.key, member.source.map(String.init) ?? ""] + member.argumentTypes)
                write(member.holders.sorted())
            }
        }
        for source in vocabulary.sources {
            write([source.kind.rawValue, source.type, source.file ?? "", source.key.rawValue] + source.reads)
            write(source.except)
        }
        write(configuration.tests)
        write(testFolders)
        write(configuration.debugMenus)
        write(configuration.scripts)
        return ContentDigest(writer.bytes)
    }
}
