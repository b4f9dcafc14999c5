package import FeatureToggles

/// Compiled manifests in a folder, one for each path of a manifest.
///
/// Nothing here fails: what cannot be read or written is as if it were not there, and so is all in a process without a home
/// folder.
package struct ManifestCache: Sendable {
    /// How many files the folder may have.
    static let capacity = 64

    private let folder: String?
    private let tool: String

    /// Creates a cache.
    ///
    /// - Parameters:
    ///   - folder: The folder, which is created when it is needed; `nil` for none.
    ///   - tool: The version of the tool, of which another one must not use the same files.
    package init(folder: String?, tool: String) {
        self.folder = folder
        self.tool = tool
    }

    /// The cache of the person whose environment it is: `toggles/manifests` in the folder for what can be made again.
    ///
    /// - Parameters:
    ///   - environment: The environment variables by name.
    ///   - tool: The version of the tool.
    package init(environment: [String: String], tool: String) {
        let caches = UserFolders.caches(environment)
        self.init(folder: caches.map { PathText.joined($0, "toggles/manifests") }, tool: tool)
    }

    /// The toggles of a manifest, when they were kept for this very content.
    ///
    /// - Parameters:
    ///   - source: The content of the manifest.
    ///   - path: The path of the manifest.
    /// - Returns: The toggles, or `nil`.
    package func registry(of source: [UInt8], path: String) -> ToggleRegistry? {
        registry(of: ContentDigest(source), size: source.count, path: path)
    }

    /// The toggles of a manifest, when they were kept for a content with this digest.
    ///
    /// - Parameters:
    ///   - source: The digest of the content of the manifest.
    ///   - size: The size of that content.
    ///   - path: The path of the manifest.
    /// - Returns: The toggles, or `nil`.
    package func registry(of source: ContentDigest, size: Int, path: String) -> ToggleRegistry? {
        file(path).flatMap { CompiledFile(path: $0) }.flatMap {
            CompiledManifest.registry(in: $0, of: source, size: size, tool: tool)
        }
    }

    /// Keeps the toggles of a valid manifest.
    ///
    /// - Parameters:
    ///   - registry: The toggles.
    ///   - source: The content of the manifest.
    ///   - path: The path of the manifest.
    package func keep(_ registry: ToggleRegistry, of source: [UInt8], path: String) {
        let bytes = CompiledManifest.bytes(of: registry, source: source, tool: tool)
        guard bytes.count <= CompiledManifest.maximumSize, let folder, let file = file(path) else { return }
        FileWriting.createFolder(folder)
        let names = SharedFile.names(inFolder: folder)
        // The names are hashes, so which ones go is as good as random.
        for name in names.dropFirst(Self.capacity - 1) where PathText.joined(folder, name) != file {
            FileWriting.remove(PathText.joined(folder, name))
        }
        try? FileWriting.replace(bytes, path: file)
    }

    private func file(_ path: String) -> String? {
        guard let folder else { return nil }
        let hash = ContentDigest(Array(PathText.resolved(path).utf8))
        let digits = [hash.first, hash.second].map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        return PathText.joined(folder, digits.joined())
    }
}
