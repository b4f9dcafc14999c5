import ToggleBase
package import ToggleManifest

/// The manifests of an application among all files of its released versions.
package struct ReleaseManifests: Sendable {
    /// The name of a manifest.
    private static let name = "toggles.yaml"
    /// Folders of build products or fetched dependencies.
    private static let skippedFolders: Set<Substring> = [
        "build", "DerivedData", "Pods", "Carthage", "node_modules", "SourcePackages",
    ]

    /// The manifests of the application in the work tree.
    private let paths: Set<String>
    /// The manifests of other applications in the work tree.
    private let others: Set<String>
    private let applications: Set<String>
    private let namespaces: Set<String>

    /// Creates a selection.
    ///
    /// - Parameters:
    ///   - files: The manifests of the application in the work tree.
    ///   - others: The paths of the manifests of other applications in the work tree.
    package init(_ files: [LintProject.ManifestFile], others: [String]) {
        paths = Set(files.map(\.path))
        self.others = Set(others)
        applications = Set(files.compactMap(\.manifest.application))
        namespaces = Set(files.map(\.manifest.namespace))
    }

    /// Returns whether a file may be a manifest of the application, according to its path.
    package func takes(_ path: String) -> Bool {
        if paths.contains(path) { return true }
        guard path == Self.name || path.hasSuffix("/" + Self.name), !others.contains(path) else { return false }
        return path.split(separator: "/").allSatisfy { !$0.hasPrefix(".") && !Self.skippedFolders.contains($0) }
    }

    /// Returns whether a manifest belongs to the application, according to its path and the names in it.
    private func owns(_ path: String, _ bytes: [UInt8]) -> Bool {
        if paths.contains(path) { return true }
        let names = Self.names(in: bytes)
        if let application = names["application"], !applications.isEmpty { return applications.contains(application) }
        // Without a name, a manifest of a project with several applications is one by itself.
        return others.isEmpty || names["namespace"].map(namespaces.contains) ?? false
    }

    /// Returns the application and the namespace that a manifest names before its toggles.
    private static func names(in bytes: [UInt8]) -> [String: String] {
        var result: [String: String] = [:]
        for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            if line.starts(with: "toggles:".utf8) { break }
            for name in ["application", "namespace"] where line.starts(with: "\(name):".utf8) {
                let text = String(decoding: line.dropFirst(name.utf8.count + 1), as: UTF8.self)
                let value = text.prefix { $0 != "#" }.filter { !" \t\"'".contains($0) }
                result[name] = String(value)
            }
        }
        return result
    }

    /// Reads the toggles of all released versions.
    ///
    /// An invalid manifest is skipped, so that the one of the version before counts, but then the versions are incomplete.
    ///
    /// - Parameters:
    ///   - timeline: The versions.
    ///   - repository: The repository that contains them.
    /// - Returns: The declarations by key, and the indices of the versions without a manifest, and of those with one that
    ///   can't be read.
    /// - Throws: The error of the repository if it can't be read.
    package func read<Repository: RevisionHistory>(
        _ timeline: ReleaseTimeline,
        from repository: Repository
    ) throws(Repository.Failure) -> (runs: [String: [ReleasedToggles.Run]], without: [Int], unreadable: [Int]) {
        var steps: [(version: Int, path: String)] = []
        var blobs: [String] = []
        var removed: [Int: [String]] = [:]
        for (version, changes) in timeline.changes.enumerated() {
            for change in changes where takes(change.path) {
                if let blob = change.blob {
                    steps.append((version, change.path))
                    blobs.append(blob)
                } else {
                    removed[version, default: []].append(change.path)
                }
            }
        }
        var readers: [String: ManifestRevisions] = [:]
        var present: Set<String> = []
        var broken: Set<String> = []
        var (without, unreadable): ([Int], [Int]) = ([], [])
        var collector = ReleaseCollector()
        var version = 0
        func take(_ path: String, _ bytes: [UInt8]?) {
            let own = bytes.flatMap { owns(path, $0) ? $0 : nil }
            if own == nil { present.remove(path) } else { present.insert(path) }
            broken.remove(path)
            guard own != nil || readers[path] != nil else { return }
            guard let changes = readers[path, default: ManifestRevisions()].changes(to: own) else {
                broken.insert(path)
                return
            }
            for change in changes { collector.set(change.new, key: change.key, in: path) }
        }
        func advance(to next: Int) {
            while version < next {
                for path in removed[version] ?? [] { take(path, nil) }
                collector.finish(version)
                if present.isEmpty { without.append(version) }
                if !broken.isEmpty { unreadable.append(version) }
                version += 1
            }
        }
        try repository.readBlobs(blobs, limit: Manifest.maximumSize) { index, bytes in
            guard steps.indices.contains(index) else { return }
            advance(to: steps[index].version)
            if let bytes {
                take(steps[index].path, bytes)
            } else {
                present.insert(steps[index].path)
                broken.insert(steps[index].path)
            }
        }
        advance(to: timeline.versions.count)
        return (collector.runs(through: timeline.versions.count), without, unreadable)
    }
}
