package import ToggleBase
package import ToggleLint
import ToggleManifest

extension SourceScanner {
    /// Searches the files of the project.
    ///
    /// Unreadable files are listed in ``SourceFacts/unparsed`` and ``SourceFacts/unsearched``. A cache that is damaged,
    /// or from another manifest or version, is replaced. An error when writing the cache is ignored.
    ///
    /// - Parameter files: The paths of files, relative to the root; `nil` to find them. Files that the configuration
    ///   excludes, and files that are neither code of an app nor scripts, are skipped.
    /// - Returns: The facts of the files.
    /// - Throws: ``FileFailure`` if the root can't be read.
    /// - Complexity: O(*n*) in the number of bytes. Parsing takes 40 times as long as searching, and only files that
    ///   name a toggle are parsed.
    package func scan(files: [String]? = nil) throws(FileFailure) -> SourceFacts {
        let discovery = FileDiscovery(root: root, configuration, ignored: ignored)
        var problems: [Diagnostic] = []
        var unsearched: Set<String> = []
        var paths: [String]
        if let files {
            paths = Set(files.map(Self.normalized)).filter(discovery.takes).sorted()
        } else {
            let found = discovery.files()
            paths = found.paths
            if let failure = found.failures.first, failure.path.isEmpty {
                throw FileFailure(reading: root, nil, reason: failure.reason)
            }
            unsearched = Set(found.failures.map(\.path))
            problems += found.failures.map { FileReader.note($0.path, "this folder cannot be read: \($0.reason)") }
        }
        let declarations = readDeclarations(among: paths, files == nil ? nil : discovery)
        let vocabulary = Vocabulary(
            manifest: manifest,
            namespaces: namespaces,
            configuration: configuration,
            declared: declarations
        )
        let testFolders = testFolders(among: paths, files == nil ? nil : discovery)
        let fingerprint = ScanCache.fingerprint(vocabulary, configuration, testFolders: testFolders)
        let cache = cachePath.map { ScanCache(path: $0, fingerprint: fingerprint) }
        let reader = FileReader(vocabulary: vocabulary, places: FilePlaces(configuration, testFolders: testFolders))

        let outcomes = ParallelWork.map(paths) { path -> Outcome in
            do throws(FileFailure) {
                let bytes = try FileReading.bytes(path: absolute(path), limit: Self.maximumSize)
                let hash = ContentDigest(bytes)
                if let facts = cache?.facts(path: path, hash: hash) { return Outcome(hash: hash, facts: facts) }
                return Outcome(hash: hash, facts: reader.facts(path: path, bytes: bytes), isNew: true)
            } catch {
                let message = "this file was not searched: \(error.reason)"
                return Outcome(hash: nil, facts: FileFacts(problem: FileReader.note(path, message)))
            }
        }
        if let cache, cache.count != paths.count || outcomes.contains(where: \.isNew) {
            cache.write(
                zip(paths, outcomes).compactMap { path, outcome in
                    outcome.hash.map { (path, $0, outcome.facts) }
                }
            )
        }
        var facts = FactsLinker.link(
            zip(paths, outcomes).map { ($0, $1.facts) },
            declared: declarations,
            vocabulary,
            problems: problems
        ) { uses in
            let code = paths.filter { $0.hasSuffix(".swift") && reader.places.place($0) == .production }
            return ParallelWork.map(code) { path -> Set<String> in
                let bytes = try? FileReading.bytes(path: absolute(path), limit: SourceTree.maximumSize)
                return bytes.map(uses.iterated) ?? []
            }.reduce(into: []) { $0.formUnion($1) }
        } declaredTypes: { search in
            ParallelWork.map(paths.filter { $0.hasSuffix(".swift") }) { path -> TypeSearch.Found in
                let bytes = try? FileReading.bytes(path: absolute(path), limit: SourceTree.maximumSize)
                return bytes.map(search.declarations) ?? TypeSearch.Found()
            }.reduce(into: TypeSearch.Found()) { $0.formUnion($1) }.declared
        }
        facts.unsearched = unsearched.union(zip(paths, outcomes).filter { $1.hash == nil }.map(\.0))
        if files == nil { facts.unmatched = unmatched(among: paths) + unknownReads(facts) }
        return facts
    }

    private struct Outcome: Sendable {
        var hash: ContentDigest?
        var facts: FileFacts
        var isNew = false
    }

    /// Returns the flags of existing declarations in any file.
    private func readDeclarations(among paths: [String], _ discovery: FileDiscovery?) -> [DeclaredFlag] {
        guard !configuration.sources.isEmpty else { return [] }
        let reader = DeclarationReader(configuration: configuration)
        var candidates = paths.filter(reader.takes)
        if let discovery {
            // A search of some files needs the declarations in all files.
            candidates = Set(candidates + discovery.files().paths.filter(reader.takes)).sorted()
        }
        let found = ParallelWork.map(candidates) { path -> [DeclaredFlag] in
            guard let bytes = try? FileReading.bytes(path: absolute(path), limit: SourceTree.maximumSize) else {
                return []
            }
            return reader.flags(path: path, bytes: bytes)
        }
        return found.flatMap { $0 }.inOrderOfSources
    }

    /// Returns the folders of the test targets of all packages in the project.
    private func testFolders(among paths: [String], _ discovery: FileDiscovery?) -> [String] {
        var all = paths
        if let discovery { all = Set(paths + discovery.files().paths).sorted() }
        return all.filter(TestTargets.takes).flatMap { path -> [String] in
            guard let bytes = try? FileReading.bytes(path: absolute(path), limit: SourceTree.maximumSize) else {
                return []
            }
            return TestTargets.folders(path: path, bytes: bytes, among: all)
        }
    }

    private func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : "\(root)/\(path)"
    }

    private static func normalized(_ path: String) -> String {
        path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    }
}
