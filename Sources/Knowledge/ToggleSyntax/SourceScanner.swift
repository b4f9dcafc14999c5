package import ToggleLint
package import ToggleManifest

/// Finds toggles in source files.
///
/// Bytes are first searched for the names of toggles, and only files that contain one are parsed.
package struct SourceScanner: Sendable {
    /// The size in bytes of the largest file that is read.
    package static let maximumSize = 64 << 20

    let root: String
    let manifest: Manifest
    let namespaces: [String]
    let configuration: LintConfiguration
    let cachePath: String?
    let ignored: Set<String>

    /// Creates a scanner.
    ///
    /// - Parameters:
    ///   - root: The root of the project.
    ///   - manifest: The manifest with the toggles.
    ///   - namespaces: The namespaces of other manifests of the application, whose toggles are in `manifest`, too.
    ///   - configuration: The paths to search, and the existing declarations of toggles.
    ///   - cache: The file that stores the facts of files, so that the next run parses only changed files; `nil` for no
    ///     cache.
    ///   - ignored: Files and folders to skip, relative to the root, unless the configuration names them or a path
    ///     inside them.
    package init(
        root: String = ".",
        manifest: Manifest,
        namespaces: [String] = [],
        configuration: LintConfiguration,
        cache: String? = nil,
        ignored: Set<String> = []
    ) {
        self.root = root
        self.manifest = manifest
        self.namespaces = [manifest.namespace] + namespaces
        self.configuration = configuration
        cachePath = cache
        self.ignored = ignored
    }

    /// Returns the facts of files in memory.
    package func facts(of files: [(path: String, bytes: [UInt8])]) -> SourceFacts {
        let files = files.sorted { $0.path < $1.path }
        let reader = DeclarationReader(configuration: configuration)
        let declared = ParallelWork.map(files) { reader.flags(path: $0.path, bytes: $0.bytes) }
            .flatMap { $0 }.inOrderOfSources
        let vocabulary = Vocabulary(
            manifest: manifest,
            namespaces: namespaces,
            configuration: configuration,
            declared: declared
        )
        let paths = files.map(\.path)
        let testFolders = files.filter { TestTargets.takes($0.path) }
            .flatMap { TestTargets.folders(path: $0.path, bytes: $0.bytes, among: paths) }
        let analyzer = FileReader(
            vocabulary: vocabulary,
            places: FilePlaces(configuration, testFolders: testFolders)
        )
        let results = ParallelWork.map(files) { analyzer.facts(path: $0.path, bytes: $0.bytes) }
        return FactsLinker.link(zip(files, results).map { ($0.path, $1) }, declared: declared, vocabulary) { uses in
            let code = files.filter { $0.path.hasSuffix(".swift") && analyzer.places.place($0.path) == .production }
            return ParallelWork.map(code) { uses.iterated(in: $0.bytes) }.reduce(into: []) { $0.formUnion($1) }
        } declaredTypes: { search in
            let code = files.filter { $0.path.hasSuffix(".swift") }
            return ParallelWork.map(code) { search.declarations(in: $0.bytes) }
                .reduce(into: TypeSearch.Found()) { $0.formUnion($1) }.declared
        }
    }
}
