import FeatureToggles
import ToggleBase

/// The compiled manifests of a project, which load in milliseconds, for tools that start often.
///
/// The file also contains what a search for manifests depends on, so that a project in which no folder has changed isn't
/// searched again. A manifest is valid as long as the file system reports no change of its file, or its content has the
/// same size and digest. A file is ignored if it has another format, was made by another version of the tool, or is
/// damaged.
///
/// | bytes | |
/// |---|---|
/// | 0–7 | `TOGGLES` and the version of the format |
/// | 8–11 | the size of the list in bytes |
/// | 12–27 | the digest of the list |
/// | 28– | the list: the version of the tool, the searched files and folders, and the manifests |
/// | after the list | the toggles of each manifest, whose size and digest the list contains |
///
/// Numbers are little-endian. A text or type that occurs several times in a manifest is written once. The records of
/// toggles all have the same size, so that a single detail, such as a description, can be read on demand.
final class CompiledProject: Sendable {
    /// A file or folder that a search for manifests read.
    struct Searched: Equatable, Sendable {
        /// The path from the root of the project, or an empty text for the root.
        let path: String
        let signature: FileSignature

        init(path: String, signature: FileSignature) {
            self.path = path
            self.signature = signature
        }

        /// Determines the signature of a file or folder.
        init(_ path: String, below root: String) {
            let file = path.isEmpty ? root : PathText.joined(root, path)
            self.init(path: path, signature: (try? POSIXFileSystem().signature(ofTarget: file)) ?? .zero)
        }
    }

    /// A manifest in the project.
    struct Entry: Sendable {
        let found: ManifestSearch.Found
        /// The signature of the file with the content; `nil` if a later change may not show in it.
        let signature: FileSignature?
        let content: ContentDigest
        let size: Int
        /// The digest of the compiled toggles.
        let toggles: ContentDigest
        /// The place of the toggles in the file; `nil` for a manifest that has errors.
        let place: Range<Int>?
    }

    /// The first bytes of the file.
    static let magic: [UInt8] = Array("TOGGLES".utf8) + [4]
    static let headerSize = 28
    /// The maximum size in bytes.
    static let maximumSize = 64 << 20

    /// What the search for the manifests read; empty if this is unknown.
    let searched: [Searched]
    /// The manifests in the order in which the search found them.
    let entries: [Entry]
    /// The number that the registries share if they are known to be sound together.
    private let group: UInt64?
    private let file: CompiledFile
    private let indices: [ManifestSearch.Found: Int]

    /// Reads a file as untrusted input.
    ///
    /// - Parameters:
    ///   - file: The file; the result is `nil` if it is damaged, or another tool made it.
    ///   - tool: The version of the tool.
    /// - Complexity: O(*n*) in the number of searched folders and manifests.
    init?(_ file: CompiledFile, tool: String) {
        guard let header = file.read(0..<min(file.count, Self.headerSize)), header.starts(with: Self.magic) else {
            return nil
        }
        let head = header.withUnsafeBytes { buffer -> (size: Int, digest: ContentDigest)? in
            var head = CompiledBytes(buffer, at: Self.magic.count)
            guard let size = head.number(UInt32.self), let digest = head.digest() else { return nil }
            return (Int(size), digest)
        }
        guard let head, let list = file.read(Self.headerSize..<Self.headerSize + head.size) else { return nil }
        let parts = list.withUnsafeBytes { buffer -> (areSound: Bool, searched: [Searched], entries: [Entry])? in
            var bytes = CompiledBytes(buffer)
            guard ContentDigest(buffer) == head.digest, bytes.text() == tool, let areSound = bytes.number(UInt8.self),
                let parts = Self.parts(&bytes, togglesIn: Self.headerSize + head.size..<file.count)
            else { return nil }
            return (areSound == 1, parts.searched, parts.entries)
        }
        guard let parts else { return nil }
        (searched, entries) = (parts.searched, parts.entries)
        group = parts.areSound ? Self.nextGroup() : nil
        self.file = file
        indices = Dictionary(zip(parts.entries.map(\.found), parts.entries.indices)) { first, _ in first }
    }

    private static let groups = Mutex<UInt64>(0)

    /// Returns a number that no other project in this process has, not even one with the same content.
    private static func nextGroup() -> UInt64 {
        groups.withLock { groups in
            groups += 1
            return groups
        }
    }

    private static func parts(
        _ bytes: inout CompiledBytes,
        togglesIn place: Range<Int>
    ) -> (searched: [Searched], entries: [Entry])? {
        // A record consists of at least a signature.
        let minimumSize = 40
        guard let searchedCount = bytes.count(ofSize: minimumSize) else { return nil }
        var searched: [Searched] = []
        searched.reserveCapacity(searchedCount)
        for _ in 0..<searchedCount {
            guard let path = bytes.text(), let signature = bytes.signature() else { return nil }
            searched.append(Searched(path: path, signature: signature))
        }
        guard let count = bytes.count(ofSize: minimumSize) else { return nil }
        var entries: [Entry] = []
        entries.reserveCapacity(count)
        var position = place.lowerBound
        for _ in 0..<count {
            guard let path = bytes.text(), let flags = bytes.number(UInt8.self), let signature = bytes.signature(),
                let content = bytes.digest(), let size = bytes.number(UInt64.self),
                let toggles = bytes.digest(), let length = bytes.number(UInt32.self),
                Int(length) <= place.upperBound - position
            else { return nil }
            // The toggles are in the same order.
            let end = position + Int(length)
            entries.append(
                Entry(
                    found: ManifestSearch.Found(path: path, isLink: flags & isLink != 0),
                    signature: flags & isSettled != 0 ? signature : nil,
                    content: content,
                    size: Int(clamping: size),
                    toggles: toggles,
                    place: length == 0 ? nil : position..<end
                )
            )
            position = end
        }
        return bytes.remaining == 0 && position == place.upperBound ? (searched, entries) : nil
    }

    // The flags of a manifest.
    private static let isLink: UInt8 = 1
    private static let isSettled: UInt8 = 2

    /// Returns the bytes of a file.
    ///
    /// - Parameters:
    ///   - tool: The version of the tool.
    ///   - searched: What the search for the manifests read; empty if it must be repeated.
    ///   - manifests: The manifests, and the toggles of those that have no errors.
    ///   - old: The file that contains the compiled toggles with a place.
    /// - Returns: The bytes.
    /// - Complexity: O(*n*) in the number of toggles, which are only copied if they have a place.
    static func bytes(
        tool: String,
        searched: [Searched],
        manifests: [(found: ManifestSearch.Found, signature: FileSignature?, manifest: CompiledManifest?)],
        from old: CompiledProject?
    ) -> [UInt8] {
        var list: [UInt8] = []
        var toggles: [UInt8] = []
        list.append(text: tool)
        list.append(manifests.compactMap(\.manifest?.registry).areSound ? 1 : 0)
        list.append(littleEndian: UInt32(clamping: searched.count))
        for each in searched {
            list.append(text: each.path)
            list.append(each.signature)
        }
        list.append(littleEndian: UInt32(clamping: manifests.count))
        for (found, signature, manifest) in manifests {
            let own = manifest.map { bytes(of: $0, from: old) } ?? []
            toggles += own
            list.append(text: found.path)
            list.append((found.isLink ? isLink : 0) | (signature == nil ? 0 : isSettled))
            list.append(signature ?? .zero)
            list.append(manifest?.content ?? ContentDigest(first: 0, second: 0))
            list.append(littleEndian: UInt64(clamping: manifest?.size ?? 0))
            list.append(ContentDigest(own))
            list.append(littleEndian: UInt32(clamping: own.count))
        }
        var header = magic
        header.append(littleEndian: UInt32(clamping: list.count))
        header.append(ContentDigest(list))
        return header + list + toggles
    }

    /// Returns the compiled toggles of a manifest; empty if the old file no longer contains them.
    private static func bytes(of manifest: CompiledManifest, from old: CompiledProject?) -> [UInt8] {
        // Compiling them again would lose the details, which are in the same file.
        if let place = manifest.place { return old?.file.read(place) ?? [] }
        var writer = CompiledManifestWriter()
        return writer.bytes(of: manifest.registry)
    }

    /// Returns whether nothing has changed that the search for the manifests read.
    func isSearched(below root: String) -> Bool {
        !searched.isEmpty && searched.allSatisfy { $0 == Searched($0.path, below: root) }
    }

    /// The entry of a manifest, or `nil` if it wasn't in the project.
    func entry(_ found: ManifestSearch.Found) -> Entry? { indices[found].map { entries[$0] } }

    /// Returns the toggles of an entry, or `nil` if it has none, or they are damaged.
    func manifest(_ entry: Entry) -> CompiledManifest? {
        guard let place = entry.place, let bytes = file.read(place), ContentDigest(bytes) == entry.toggles,
            let registry = CompiledManifestReader(bytes, in: CompiledSection(file: file, place: place))
                .registry(soundWith: group)
        else { return nil }
        return CompiledManifest(registry: registry, content: entry.content, size: entry.size, place: place)
    }
}
