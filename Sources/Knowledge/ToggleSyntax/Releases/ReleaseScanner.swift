import ToggleBase
package import ToggleLint
package import ToggleManifest

/// Finds the reads of toggles in the code of released versions.
///
/// Each content of a file is read once, whatever the number of versions that have it, and its facts are cached.
package struct ReleaseScanner: Sendable {
    private let manifest: Manifest
    private let namespaces: [String]
    private let configuration: LintConfiguration
    private let cachePath: String?
    private let discovery: FileDiscovery
    private let places: FilePlaces
    private let declarations: DeclarationReader
    /// The number of files that are read from the repository at a time.
    private static let batch = 400

    /// Creates a scanner.
    ///
    /// - Parameters:
    ///   - manifest: The toggles of the work tree.
    ///   - namespaces: The namespaces of other manifests of the application.
    ///   - configuration: The paths to search, and the existing declarations of toggles.
    ///   - cache: The file that stores the facts of contents; `nil` for no cache.
    package init(
        manifest: Manifest,
        namespaces: [String] = [],
        configuration: LintConfiguration,
        cache: String? = nil
    ) {
        self.manifest = manifest
        self.namespaces = namespaces
        self.configuration = configuration
        cachePath = cache
        discovery = FileDiscovery(root: "", configuration)
        places = FilePlaces(configuration)
        // Files move between releases, but keep their names.
        var anywhere = configuration
        for index in anywhere.sources.indices {
            anywhere.sources[index].file = anywhere.sources[index].file.map { "**/" + PathText.name(of: $0) }
        }
        declarations = DeclarationReader(configuration: anywhere)
    }

    /// Returns whether a file may read or declare toggles, according to its path.
    package func takes(_ path: String) -> Bool {
        guard discovery.takes(path), !places.isScript(path) else { return false }
        let folders = path.split(separator: "/")
        return folders.enumerated().allSatisfy { index, folder in
            !folder.hasPrefix(".")
                && (!FileDiscovery.builtFolders.contains(String(folder)) || folder == "build" && index > 0)
        }
    }

    /// Adds what the code of each version says: the toggles that existing code declares, and those that no code reads.
    ///
    /// - Parameters:
    ///   - releases: The toggles of the manifests.
    ///   - timeline: The versions.
    ///   - without: The indices of the versions without a manifest, whose toggles are those that code declares.
    ///   - repository: The repository.
    /// - Returns: The toggles.
    /// - Throws: The error of the repository if it can't be read.
    package func adding<Repository: RevisionHistory>(
        to releases: ReleasedToggles,
        _ timeline: ReleaseTimeline,
        without: [Int],
        from repository: Repository
    ) throws(Repository.Failure) -> ReleasedToggles {
        let files = Set(timeline.changes.joined().lazy.filter { $0.blob != nil && takes($0.path) })
            .sorted { ($0.path, $0.blob ?? "") < ($1.path, $1.blob ?? "") }
        var declared: [ReleaseTimeline.Change: [DeclaredFlag]] = [:]
        if !without.isEmpty, !configuration.sources.isEmpty {
            let candidates = files.filter { declarations.takes($0.path) }
            let reader = declarations
            try read(candidates, from: repository) {
                reader.flags(path: $0.path, bytes: $1)
            } take: { file, flags in
                if !flags.isEmpty { declared[file] = flags }
            }
        }
        var known = manifest
        var keys = Set(known.toggles.map(\.key))
        let flags = declared.values.flatMap { $0 }
        for toggle in releases.runs.values.compactMap({ $0.last?.toggle }) + flags.map({ $0.toggle(nil) })
        where keys.insert(toggle.key).inserted {
            known.toggles.append(toggle)
        }
        known.toggles.sort { $0.key < $1.key }
        let vocabulary = Vocabulary(
            manifest: known,
            namespaces: namespaces,
            configuration: configuration,
            declared: flags.sorted { ($0.path, $0.range.start.offset) < ($1.path, $1.range.start.offset) }
                .inOrderOfSources
        )
        let uses = try uses(in: files, vocabulary, from: repository)
        var history = UseHistory(timeline.versions.count)
        for (version, changes) in timeline.changes.enumerated() {
            for change in changes where takes(change.path) { history.replace(change, with: uses) }
            history.finish(version)
        }
        var runs = releases.runs
        if !without.isEmpty, !configuration.sources.isEmpty {
            for (key, found) in importedRuns(timeline, Set(without), declared, history) {
                runs[key] = (runs[key] ?? []) + found
                runs[key]?.sort { $0.versions.lowerBound < $1.versions.lowerBound }
            }
        }
        var result = ReleasedToggles(versions: releases.versions, runs: runs, support: releases.support)
        result.unreadable = releases.unreadable
        let imported = Set(without)
        for (key, runs) in runs {
            let unread = runs.flatMap { run in
                run.versions.filter { !history.mayRead(key, in: $0, isImported: imported.contains($0)) }
            }
            if !unread.isEmpty { result.unread[key] = ReleasedToggles.ranges(of: unread) }
        }
        return result
    }

    // MARK: - Files

    /// Reads contents in batches, and transforms them on all cores.
    private func read<Repository: RevisionHistory, Result: Sendable>(
        _ files: [ReleaseTimeline.Change],
        from repository: Repository,
        _ transform: @Sendable @escaping (ReleaseTimeline.Change, [UInt8]) -> Result,
        missing: (ReleaseTimeline.Change) -> Void = { _ in },
        take: (ReleaseTimeline.Change, Result) -> Void
    ) throws(Repository.Failure) {
        for start in stride(from: 0, to: files.count, by: Self.batch) {
            let part = files[start..<min(start + Self.batch, files.count)]
            var contents: [(file: ReleaseTimeline.Change, bytes: [UInt8])] = []
            try repository.readBlobs(part.compactMap(\.blob), limit: SourceScanner.maximumSize) { index, bytes in
                guard index < part.count else { return }
                let file = part[part.startIndex + index]
                if let bytes { contents.append((file, bytes)) } else { missing(file) }
            }
            let results = ParallelWork.map(contents) { transform($0.file, $0.bytes) }
            for (content, result) in zip(contents, results) { take(content.file, result) }
        }
    }

    /// Returns the keys that each content uses; `nil` stands for a key that is built at run time.
    private func uses<Repository: RevisionHistory>(
        in files: [ReleaseTimeline.Change],
        _ vocabulary: Vocabulary,
        from repository: Repository
    ) throws(Repository.Failure) -> [ReleaseTimeline.Change: Set<String?>] {
        let fingerprint = ScanCache.fingerprint(vocabulary, configuration, testFolders: [])
        let cache = cachePath.map { ScanCache(path: $0, fingerprint: fingerprint) }
        let reader = FileReader(vocabulary: vocabulary, places: places)
        var result: [ReleaseTimeline.Change: Set<String?>] = [:]
        var stored: [(path: String, hash: ContentDigest, facts: FileFacts)] = []
        var missing: [ReleaseTimeline.Change] = []
        func add(_ file: ReleaseTimeline.Change, _ facts: FileFacts) {
            let keys = Set(facts.uses.map(\.use.key))
            if !keys.isEmpty { result[file] = keys }
            stored.append((file.cacheName, file.digest, facts))
        }
        for file in files {
            if let facts = cache?.facts(path: file.cacheName, hash: file.digest) {
                add(file, facts)
            } else {
                missing.append(file)
            }
        }
        try read(missing, from: repository) {
            Self.reads(reader.facts(path: $0.path, bytes: $1))
        } missing: {
            // Content that a partial clone lacks may read anything.
            result[$0] = [nil]
        } take: {
            add($0, $1)
        }
        if let cache, !missing.isEmpty || cache.count != files.count { cache.write(stored) }
        return result
    }

    /// Returns one use of each key that production code may read.
    private static func reads(_ facts: FileFacts) -> FileFacts {
        // A menu of flags shows them all, and reads none for the app.
        let menu = Set(facts.uses.lazy.filter(\.isInMenu).compactMap(\.use.key))
        var known: Set<String?> = []
        var result = FileFacts()
        for found in facts.uses {
            if case .undeclared = found.use.target { continue }
            let isRead =
                found.use.place == .production
                ? !(found.isInMenu && menu.count >= 3)
                : found.use.place == .declaration && found.table != nil
            guard isRead, known.insert(found.use.key).inserted else { continue }
            let use = ToggleUse(
                target: found.use.target,
                form: found.use.form,
                certainty: found.use.certainty,
                place: .production,
                path: "",
                range: found.use.range,
                line: ""
            )
            result.uses.append(FileFacts.Use(use: use))
        }
        return result
    }

    // MARK: - Existing declarations

    /// Returns the declarations in the code of versions without a manifest.
    private func importedRuns(
        _ timeline: ReleaseTimeline,
        _ without: Set<Int>,
        _ declared: [ReleaseTimeline.Change: [DeclaredFlag]],
        _ history: UseHistory
    ) -> [String: [ReleasedToggles.Run]] {
        let toggles = Dictionary(manifest.toggles.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        let names = Set(declared.values.joined().map(\.key))
        let textual = toggles.keys.filter { !names.contains($0) }
        var collector = ReleaseCollector()
        var present: [String: [DeclaredFlag]] = [:]
        for (version, changes) in timeline.changes.enumerated() {
            for change in changes {
                for flag in present.removeValue(forKey: change.path) ?? [] {
                    collector.set(nil, key: flag.key, in: change.path)
                }
                guard change.blob != nil, let flags = declared[change] else { continue }
                present[change.path] = flags
                for flag in flags { collector.set(flag.toggle(toggles[flag.key]), key: flag.key, in: change.path) }
            }
            // A key that is a string is declared by its uses.
            for key in textual where configuration.sources.contains(where: { $0.kind == .stringKeys }) {
                let isUsed = history.reads(key, in: version)
                if isUsed != (version > 0 && history.reads(key, in: version - 1)) {
                    collector.set(isUsed ? toggles[key] : nil, key: key, in: "")
                }
            }
            collector.finish(version)
        }
        return collector.runs(through: timeline.versions.count).compactMapValues { runs in
            let parts = runs.flatMap { run in
                ReleasedToggles.ranges(of: run.versions.lazy.filter(without.contains))
                    .map { ReleasedToggles.Run(versions: $0, toggle: run.toggle) }
            }
            return parts.isEmpty ? nil : parts
        }
    }
}

extension ReleaseTimeline.Change {
    /// The name of the content in the cache.
    fileprivate var cacheName: String { "\(path)\u{0}\(blob ?? "")" }

    /// A digest of the content's identifier.
    fileprivate var digest: ContentDigest { ContentDigest(Array((blob ?? "").utf8)) }
}

extension DeclaredFlag {
    /// Returns the declaration for a manifest, with the default and the type of the code where they are known.
    fileprivate func toggle(_ known: ToggleDeclaration?) -> ToggleDeclaration {
        var toggle =
            known
            ?? ToggleDeclaration(
                key: key,
                swiftName: name,
                category: .ops,
                type: .bool,
                defaultValue: .bool(false),
                details: ToggleDetails(description: "", owner: "")
            )
        let types: [String: (ToggleType, JSONValue)] = [
            "Bool": (.bool, .bool(false)), "Int": (.int, .integer(0)), "Double": (.double, .number(0)),
            "String": (.string, .string("")),
        ]
        if let (type, value) = valueType.flatMap({ types[$0] }), type.name != toggle.type.name {
            (toggle.type, toggle.defaultValue) = (type, value)
        }
        if let text = defaultValue, let value = try? JSONReader().value(from: Array(text.utf8)),
            toggle.type.canonical(value) != nil
        {
            toggle.defaultValue = value
        }
        return toggle
    }
}

/// The toggles that the code of each version uses.
private struct UseHistory {
    private var current: [String: Set<String?>] = [:]
    private var counts: [String?: Int] = [:]
    private var begins: [String?: Int] = [:]
    private var ranges: [String?: [Range<Int>]] = [:]
    private var isKnown: [Bool]
    private var changed: Set<String?> = []

    init(_ count: Int) {
        isKnown = Array(repeating: false, count: count)
    }

    mutating func replace(_ change: ReleaseTimeline.Change, with uses: [ReleaseTimeline.Change: Set<String?>]) {
        let new = change.blob == nil ? [] : uses[change] ?? []
        let old = current[change.path] ?? []
        for key in old.symmetricDifference(new) {
            counts[key, default: 0] += new.contains(key) ? 1 : -1
            changed.insert(key)
        }
        current[change.path] = new.isEmpty ? nil : new
    }

    mutating func finish(_ version: Int) {
        for key in changed {
            let isUsed = counts[key, default: 0] > 0
            if isUsed, begins[key] == nil {
                begins[key] = version
            } else if !isUsed, let begin = begins.removeValue(forKey: key) {
                ranges[key, default: []].append(begin..<version)
            }
        }
        changed = []
        isKnown[version] = !begins.isEmpty
    }

    /// Returns whether the code of a version names a toggle.
    func reads(_ key: String?, in version: Int) -> Bool {
        if let begin = begins[key], begin <= version { return true }
        return (ranges[key] ?? []).contains { $0.contains(version) }
    }

    /// Returns whether the code of a version may read a toggle: it names it, builds keys, or is perhaps elsewhere.
    ///
    /// It's elsewhere if it names no toggle at all; for a version that declares its toggles in code (`isImported`), only if
    /// no version names one.
    func mayRead(_ key: String, in version: Int, isImported: Bool) -> Bool {
        let isHere = isKnown[version] || isImported && isKnown.contains(true)
        return !isHere || reads(key, in: version) || reads(nil, in: version)
    }
}
