import FeatureToggles

/// A folder of compiled projects.
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

    /// Opens a compiled project.
    ///
    /// - Parameter path: The absolute path of its root, or of a single manifest, without symbolic links.
    /// - Returns: The project, or `nil` if it isn't cached.
    func project(_ path: String) -> CompiledProject? {
        file(path).flatMap { CompiledFile(path: $0) }.flatMap { CompiledProject($0, tool: tool) }
    }

    /// Writes a compiled project.
    ///
    /// - Parameters:
    ///   - path: The path as in ``project(_:)``.
    ///   - searched: What the search for the manifests read; empty if it must be repeated.
    ///   - manifests: The manifests, and the toggles of those that have no errors.
    ///   - old: The project that contains the compiled toggles with a place.
    func keep(
        _ path: String,
        searched: [CompiledProject.Searched],
        manifests: [(found: ManifestSearch.Found, signature: FileSignature?, manifest: CompiledManifest?)],
        from old: CompiledProject?
    ) {
        guard let folder, let file = file(path) else { return }
        let bytes = CompiledProject.bytes(tool: tool, searched: searched, manifests: manifests, from: old)
        guard bytes.count <= CompiledProject.maximumSize else { return }
        FileWriting.createFolder(folder)
        let names = DurableFile.names(inFolder: folder)
        // The names are hashes, so this evicts arbitrary files.
        for name in names.dropFirst(Self.capacity - 1) where PathText.joined(folder, name) != file {
            FileWriting.remove(PathText.joined(folder, name))
        }
        try? FileWriting.replace(bytes, path: file)
    }

    private func file(_ path: String) -> String? {
        folder.map { PathText.joined($0, ContentDigest(Array(path.utf8)).text) }
    }
}
