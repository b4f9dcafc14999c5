package import FeatureToggles

/// A folder of compiled manifests, one for each path of a manifest.
///
/// The cache never fails: unreadable files count as missing, and files that can't be written are skipped. A process
/// without a home folder has no cache.
package struct ManifestCache: Sendable {
    /// The maximum number of files in the folder.
    static let capacity = 1024

    private let folder: String?
    private let tool: String

    /// Creates a cache.
    ///
    /// - Parameters:
    ///   - folder: The folder, created when needed, or `nil` for none.
    ///   - tool: The version of the tool; other versions can't use the same files.
    package init(folder: String?, tool: String) {
        self.folder = folder
        self.tool = tool
    }

    /// Creates the user's cache: `toggles/manifests` in the cache folder.
    ///
    /// - Parameters:
    ///   - environment: The environment variables by name.
    ///   - tool: The version of the tool.
    package init(environment: [String: String], tool: String) {
        let caches = UserFolders.caches(environment)
        self.init(folder: caches.map { PathText.joined($0, "toggles/manifests") }, tool: tool)
    }

    /// Returns the toggles of a manifest if they are cached for exactly this content.
    ///
    /// - Parameters:
    ///   - source: The content of the manifest.
    ///   - path: The path of the manifest.
    /// - Returns: The toggles, or `nil`.
    package func registry(of source: [UInt8], path: String) -> ToggleRegistry? {
        registry(of: ContentDigest(source), size: source.count, path: path)
    }

    /// Returns the toggles of a manifest if they are cached for a content with this digest.
    ///
    /// - Parameters:
    ///   - source: The digest of the manifest's content.
    ///   - size: The size of that content.
    ///   - path: The path of the manifest.
    ///   - realPath: The same path, absolute and without symbolic links, if it is known.
    /// - Returns: The toggles, or `nil`.
    package func registry(
        of source: ContentDigest,
        size: Int,
        path: String,
        realPath: String? = nil
    ) -> ToggleRegistry? {
        file(path, realPath: realPath).flatMap { CompiledFile(path: $0) }.flatMap {
            CompiledManifest.registry(in: $0, of: source, size: size, tool: tool)
        }
    }

    /// Caches the toggles of a valid manifest.
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
        // The names are hashes, so this evicts arbitrary files.
        for name in names.dropFirst(Self.capacity - 1) where PathText.joined(folder, name) != file {
            FileWriting.remove(PathText.joined(folder, name))
        }
        try? FileWriting.replace(bytes, path: file)
    }

    private func file(_ path: String, realPath: String? = nil) -> String? {
        guard let folder else { return nil }
        let hash = ContentDigest(Array((realPath ?? PathText.resolved(path)).utf8))
        return PathText.joined(folder, hash.text)
    }
}
