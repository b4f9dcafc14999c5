import FeatureToggles
package import ToggleLint
package import ToggleManifest

/// Finds what sources say about toggles.
///
/// Bytes are searched for the names of toggles first, and only files that have one are parsed.
package struct SourceScanner: Sendable {
    /// The largest file that is read, in bytes.
    package static let maximumSize = 64 << 20

    let root: String
    let manifest: Manifest
    let configuration: LintConfiguration
    let cachePath: String?
    let ignored: Set<String>

    /// Creates a scanner.
    ///
    /// - Parameters:
    ///   - root: The root of the project.
    ///   - manifest: Declares the toggles.
    ///   - configuration: Says where to look, and what other declarations of toggles there are.
    ///   - cache: The file that keeps what files said, so that the next run parses only those that changed; `nil` for none.
    ///   - ignored: Files and folders that are not searched, relative to the root, unless the configuration names them or
    ///     something in them.
    package init(
        root: String = ".",
        manifest: Manifest,
        configuration: LintConfiguration,
        cache: String? = nil,
        ignored: Set<String> = []
    ) {
        self.root = root
        self.manifest = manifest
        self.configuration = configuration
        cachePath = cache
        self.ignored = ignored
    }

    /// Looks at files in memory.
    package func facts(of files: [(path: String, bytes: [UInt8])]) -> SourceFacts {
        let files = files.sorted { $0.path < $1.path }
        let reader = DeclarationReader(configuration: configuration)
        let declared = ParallelWork.map(files) { reader.flags(path: $0.path, bytes: $0.bytes) }
            .flatMap { $0 }.inOrderOfSources
        let vocabulary = Vocabulary(manifest: manifest, configuration: configuration, declared: declared)
        let paths = files.map(\.path)
        let testFolders = files.filter { TestTargets.takes($0.path) }
            .flatMap { TestTargets.folders(path: $0.path, bytes: $0.bytes, among: paths) }
        let analyzer = FileReader(
            vocabulary: vocabulary,
            places: FilePlaces(configuration, testFolders: testFolders)
        )
        let results = ParallelWork.map(files) { analyzer.facts(path: $0.path, bytes: $0.bytes) }
        return FactsLinker.link(
            zip(files, results).map { ($0.path, $1) },
            declared: declared,
            fileCount: files.count
        )
    }
}
