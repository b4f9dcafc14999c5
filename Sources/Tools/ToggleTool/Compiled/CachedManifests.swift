package import FeatureToggles
import ToggleBase

/// Manifests that are loaded together, with what the cache contains of them.
package struct CachedManifests: Sendable {
    /// A manifest.
    private struct Item: Sendable {
        /// How the compiled project names it; `nil` for one that isn't part of the project.
        let found: ManifestSearch.Found?
        /// The signature before the content was read; `nil` if a later change may not show in it.
        var signature: FileSignature?
        var manifest: CompiledManifest?
        /// Whether the compiled project contains the manifest with this signature.
        var isKept = true
    }

    /// The manifests.
    package let files: [ManifestFile]
    private let cache: ManifestCache
    /// The root of the project, or the path of the single manifest.
    private let path: String
    private let project: CompiledProject?
    /// All manifests that the search found.
    private let found: [ManifestSearch.Found]
    /// What the search read; empty if a later change may not show in it.
    private let searched: [CompiledProject.Searched]
    private var items: [Item]

    /// Returns whether a manifest is part of the project; the user may also be in a folder that the search skips.
    ///
    /// - Parameter index: The index of the manifest in ``files``.
    /// - Returns: Whether it is kept with the others.
    package func contains(_ index: Int) -> Bool { items[index].found != nil }

    /// Returns the toggles of a manifest, or `nil` if it must be parsed.
    ///
    /// - Parameter index: The index of the manifest in ``files``.
    package subscript(index: Int) -> CompiledManifest? { items[index].manifest }

    /// Adds the toggles of a manifest that was parsed.
    ///
    /// - Parameters:
    ///   - registry: The toggles.
    ///   - source: The content of the manifest.
    ///   - index: The index of the manifest in ``files``.
    /// - Returns: The manifest.
    package mutating func add(_ registry: ToggleRegistry, of source: [UInt8], at index: Int) -> CompiledManifest {
        let manifest = CompiledManifest(
            registry: registry,
            content: ContentDigest(source),
            size: source.count,
            place: nil
        )
        items[index].manifest = manifest
        items[index].isKept = false
        return manifest
    }

    /// Writes the compiled project, unless it is already up to date.
    package func keep() {
        let isSearchKept = searched.isEmpty || searched == project?.searched
        guard !isSearchKept || items.contains(where: { !$0.isKept && $0.found != nil }) else { return }
        let items = Dictionary(items.compactMap { item in item.found.map { ($0, item) } }) { first, _ in first }
        cache.keep(
            path,
            searched: searched,
            manifests: found.map { ($0, items[$0]?.signature, items[$0]?.manifest) },
            from: project
        )
    }
}

extension CachedManifests {
    /// Looks up the manifests that a search found.
    ///
    /// - Complexity: O(*n*) in the number of toggles, and in the size of the manifests that have changed.
    package init(_ search: ManifestSearch, in cache: ManifestCache) {
        guard let root = search.root else {
            self.init(search.files, in: cache, time: search.time)
            return
        }
        let (project, time) = (search.project, search.time)
        self.init(
            files: search.files,
            cache: cache,
            path: root,
            project: project,
            found: search.found,
            searched: search.searched,
            items: zip(search.files, search.foundFiles).map { ($0, $1) }.mappedByTwoThreads { file, found in
                Self.item(file, found, in: project, at: time)
            }
        )
    }

    /// Looks up a manifest.
    ///
    /// - Complexity: O(*n*) in the number of toggles, or in the size of the manifest if it has changed.
    package init(_ file: ManifestFile, in cache: ManifestCache) {
        self.init([file], in: cache, time: SystemTime.millisecondsSince1970)
    }

    /// Looks up at most one manifest.
    private init(_ files: [ManifestFile], in cache: ManifestCache, time: Int64) {
        let path = files.first?.realPath ?? ""
        let project = cache.project(path)
        let found = files.map { _ in ManifestSearch.Found(path: ManifestFile.name, isLink: false) }
        self.init(
            files: files,
            cache: cache,
            path: path,
            project: project,
            found: found,
            searched: [],
            items: zip(files, found).map { file, found in
                Self.item(file, found, in: project, at: time)
            }
        )
    }

    private static func item(
        _ file: ManifestFile,
        _ found: ManifestSearch.Found?,
        in project: CompiledProject?,
        at time: Int64
    ) -> Item {
        guard let found else { return Item(found: nil) }
        let signature = try? POSIXFileSystem().signature(ofTarget: file.path)
        var item = Item(found: found, signature: signature.flatMap { $0.isSettled(at: time) ? $0 : nil })
        guard let project, let entry = project.entry(found), entry.place != nil else { return item }
        if entry.signature == nil || entry.signature != signature {
            // Computes the digest of a stream, so that a large manifest takes no memory.
            guard let content = try? file.content(), content == (entry.content, entry.size) else { return item }
            item.isKept = entry.signature == item.signature
        }
        item.manifest = project.manifest(entry)
        return item
    }
}
