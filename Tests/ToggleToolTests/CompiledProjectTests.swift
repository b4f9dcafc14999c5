import FeatureToggles
import Foundation
import TestSupport
import Testing
import ToggleBase
import ToggleDocuments

@testable import ToggleManifest
@testable import ToggleTool

struct CompiledProjectTests {
    /// Every manifest of the repository, and the public ones if they are available.
    static let manifests: [String] = {
        let root = URL(filePath: #filePath).appending(path: "../../..").standardized
        let folders = [root.path()] + [ProcessInfo.processInfo.environment["TOGGLES_SUITES"]].compactMap { $0 }
        return folders.flatMap { folder -> [String] in
            guard let files = FileManager.default.enumerator(atPath: folder) else { return [] }
            var paths: [String] = []
            for case let name as String in files {
                if name.hasPrefix(".") { files.skipDescendants() }
                if name.hasSuffix(".yaml") || name.hasSuffix(".yml") { paths.append("\(folder)/\(name)") }
            }
            return paths.sorted()
        }
    }()

    @Test func roundTripsEveryManifest() throws {
        var count = 0
        for path in Self.manifests {
            let source = try [UInt8](Data(contentsOf: URL(filePath: path)))
            guard let registry = Manifest.parse(source, path: path).manifest?.registry else { continue }
            let bytes = registry.compiled(from: source)
            let read = try #require(Self.registry(in: bytes), "\(path)")
            #expect(read.facts == registry.facts, "\(path)")
            count += 1
        }
        #expect(count >= 3)
    }

    @Test func roundTripsEveryField() throws {
        let registry = try #require(Manifest.parse(Self.everything, path: "toggles.yaml").manifest).registry
        #expect(Set(registry.toggles.map(\.category)) == Set(ToggleCategory.allCases))
        let source = Array(Self.everything.utf8)
        let bytes = registry.compiled(from: source)
        let read = try #require(Self.registry(in: bytes))
        #expect(read.facts == registry.facts)
        // A client evaluates both in the same way, including decoders.
        for toggle in read.toggles where toggle.type == .json {
            #expect(throws: Never.self) {
                try toggle.usable(["days": 1, "countries": ["DE"], "deep": [.null, [1.5]]])
            }
            #expect(throws: EvaluationError.self) { try toggle.usable(["days": "one"]) }
        }
    }

    @Test func equalTextsWithDifferentBytesStayDistinct() throws {
        let toggles = ["e\u{301}", "\u{E9}"].map { text in
            ToggleDefinition(
                key: "key",
                category: .experiment,
                type: .variants([text, "b"]),
                defaultValue: .string(text),
                details: ToggleDetails(description: text, owner: "a\u{0}b")
            )
        }
        let registry = ToggleRegistry(namespace: "N", toggles: toggles)
        let bytes = registry.compiled()
        let read = try #require(Self.registry(in: bytes))
        #expect(read.toggles.map { Array(($0.details?.description ?? "").utf8) } == [[101, 204, 129], [195, 169]])
        #expect(
            read.toggles.map { toggle -> [UInt8] in
                guard case .variants(let names) = toggle.type else { return [] }
                return Array(names[0].utf8)
            } == [[101, 204, 129], [195, 169]]
        )
    }

    @Test func isValidForOneFormatAndTool() throws {
        let source = Array(Self.everything.utf8)
        let registry = try #require(Manifest.parse(source, path: "toggles.yaml").manifest).registry
        let bytes = registry.compiled(from: source)
        #expect(CompiledProject(CompiledFile(bytes), tool: "2") == nil)
        var ofAnotherFormat = bytes
        ofAnotherFormat[7] += 1
        #expect(CompiledProject(CompiledFile(ofAnotherFormat), tool: "1") == nil)
    }

    @Test func keepsEverySearchedFileAndManifest() throws {
        let signature = FileSignature(
            identity: FileStatus.Identity(device: 1, inode: .max),
            size: 3,
            modified: -4,
            changed: .max
        )
        let searched = ["", "Sources", "Sources/.gitignore"].map {
            CompiledProject.Searched(path: $0, signature: signature)
        }
        let toggles = ["a", "b"].map { ToggleDefinition(key: $0, category: .release, type: .bool, defaultValue: false) }
        let manifests = toggles.map { toggle in
            CompiledManifest(
                registry: ToggleRegistry(namespace: toggle.key, toggles: [toggle]),
                content: ContentDigest(Array(toggle.key.utf8)),
                size: 7,
                place: nil
            )
        }
        let found = ["toggles.yaml", "A/toggles.yaml", "B/toggles.yaml"].map {
            ManifestSearch.Found(path: $0, isLink: $0.hasPrefix("B"))
        }
        let first = try #require(
            CompiledProject(
                CompiledFile(
                    CompiledProject.bytes(
                        tool: "1",
                        searched: searched,
                        manifests: [
                            (found[0], signature, manifests[0]), (found[1], nil, nil), (found[2], nil, manifests[1]),
                        ],
                        from: nil
                    )
                ),
                tool: "1"
            )
        )
        #expect(first.searched == searched)
        #expect(first.entries.map(\.found) == found)
        #expect(first.entries.map(\.signature) == [signature, nil, nil])
        #expect(first.entries.map { first.manifest($0)?.registry.toggles.map(\.key) } == [["a"], nil, ["b"]])
        #expect(first.entries.map { first.manifest($0)?.content } == [manifests[0].content, nil, manifests[1].content])
        // Compiled toggles are copied to another file.
        let second = try #require(
            CompiledProject(
                CompiledFile(
                    CompiledProject.bytes(
                        tool: "1",
                        searched: [],
                        manifests: first.entries.reversed().map { ($0.found, $0.signature, first.manifest($0)) },
                        from: first
                    )
                ),
                tool: "1"
            )
        )
        #expect(second.searched.isEmpty)
        #expect(second.entries.map { second.manifest($0)?.registry.toggles.map(\.key) } == [["b"], nil, ["a"]])
        #expect(second.entry(found[2])?.size == 7)
    }

    @Test func manifestIsLeftOutIfItsTogglesCanNoLongerBeCopied() throws {
        let folder = try TemporaryFolder()
        let registry = try #require(Manifest.parse(Self.everything, path: "toggles.yaml").manifest).registry
        try folder.write(registry.compiled(), to: "project")
        let file = try #require(CompiledFile(path: folder.path("project")))
        let old = try #require(CompiledProject(file, tool: "1"))
        let entry = try #require(old.entries.first)
        let manifest = try #require(old.manifest(entry))
        // The details, which are read on demand, are lost, too.
        try folder.write("", to: "project")
        let bytes = CompiledProject.bytes(
            tool: "1",
            searched: [],
            manifests: [(entry.found, entry.signature, manifest)],
            from: old
        )
        let new = try #require(CompiledProject(CompiledFile(bytes), tool: "1"))
        #expect(new.entries.map(\.found) == [entry.found])
        #expect(Self.registry(in: bytes) == nil)
    }

    @Test func damagedBytesAreRejected() throws {
        let source = Array(Self.everything.utf8)
        let registry = try #require(Manifest.parse(source, path: "toggles.yaml").manifest).registry
        let bytes = registry.compiled(from: source)
        for count in 0..<bytes.count {
            #expect(Self.registry(in: Array(bytes[..<count])) == nil)
        }
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= 0x40
            #expect(Self.registry(in: damaged) == nil)
        }
        #expect(Self.registry(in: bytes + [0]) == nil)
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func arbitraryBytesDoNotTrap(seed: UInt64) throws {
        // Tests the reader itself, without the hash that rejects accidental damage.
        let source = Array(Self.everything.utf8)
        let registry = try #require(Manifest.parse(source, path: "toggles.yaml").manifest).registry
        var writer = CompiledManifestWriter()
        let body = writer.bytes(of: registry)
        var random = SeededRandom(seed: seed &+ 1)
        for _ in 0..<4_000 {
            var mutated = body
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let index = Int.random(in: 0..<mutated.count, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: mutated[index] = UInt8.random(in: 0...255, using: &random)
                case 1: mutated[index] = 0xFF
                case 2: mutated[index] = 0
                case 3 where mutated.count > 16: mutated.removeSubrange(index..<min(mutated.count - 1, index + 4))
                default: mutated.insert(UInt8.random(in: 0...255, using: &random), at: index)
                }
            }
            // Details are read on demand, and are untrusted, too.
            guard let read = CompiledManifestReader(mutated).registry() else { continue }
            for toggle in read.toggles { _ = (toggle.details, toggle.lifetime) }
        }
    }

    @Test func tooDeepValuesAreRejected() {
        var value: JSONValue = 1
        for _ in 0..<300 { value = [value] }
        let toggle = ToggleDefinition(key: "deep", category: .ops, type: .json, defaultValue: value)
        let bytes = ToggleRegistry(namespace: "N", toggles: [toggle]).compiled()
        #expect(Self.registry(in: bytes) == nil)
    }

    /// Returns the toggles of the only manifest in a compiled project, or `nil` if it can't be read.
    private static func registry(in bytes: [UInt8]) -> ToggleRegistry? {
        CompiledProject(CompiledFile(bytes), tool: "1").flatMap { project in
            project.entries.first.flatMap { project.manifest($0)?.registry }
        }
    }

    static let everything = """
        schema: 1
        namespace: ShopToggles
        application: shop
        toggles:
          new_checkout: { category: release, description: One-page checkout., owner: payments, created: 2026-11-01, \
        expires: 2026-12-15, issue: https://example.com/PAY-1 }
          kill_switch: { category: ops, description: "Ünïcode 🛒", owner: platform, permanent: true, created: 2025-01-10 }
          page_size: { category: ops, type: int, default: -20, description: d, owner: o, created: 2026-11-01, \
        expires: 2027-01-01 }
          factor: { category: ops, type: double, default: 0.1, description: d, owner: o, created: 2026-11-01, \
        expires: 2027-01-01 }
          banner: { category: ops, type: string, default: "", description: d, owner: o, created: 2026-11-01, \
        expires: 2027-01-01 }
          delivery: { category: ops, type: json, default: { days: 3, countries: [AT, DE], deep: [null, [1.5]] }, \
        description: d, owner: o, created: 2026-11-01, expires: 2027-01-01 }
          search_ranking: { category: ops, values: [classic, neural], default: neural, remote: search_ranking_2, \
        retired: [search_ranking, search_ranking_0], description: d, owner: o, created: 2026-11-01, expires: 2027-01-01 }
          button: { category: experiment, values: [control, treatment], default: control, description: d, owner: o, \
        created: 2026-11-01, expires: 2026-12-01 }
          admin_tools: { category: permission, permanent: true, description: d, owner: o, created: 2026-11-01 }
          book_store: { category: migration, description: d, owner: o, created: 2026-11-01, expires: 2027-01-01 }
        """
}

extension ToggleRegistry {
    /// Returns a compiled project that contains only these toggles.
    fileprivate func compiled(from source: [UInt8] = []) -> [UInt8] {
        let found = ManifestSearch.Found(path: "toggles.yaml", isLink: false)
        let manifest = CompiledManifest(
            registry: self,
            content: ContentDigest(source),
            size: source.count,
            place: nil
        )
        return CompiledProject.bytes(tool: "1", searched: [], manifests: [(found, nil, manifest)], from: nil)
    }

    /// All properties of a registry, for comparison.
    fileprivate var facts: [String] {
        [namespace, application ?? "-"]
            + toggles.map { toggle in
                """
                \(toggle.key) \(toggle.id) \(toggle.category) \(toggle.type) \(toggle.defaultValue) \
                \(toggle.remoteParameter ?? "-") \(toggle.retiredParameters) \(String(describing: toggle.details))
                """
            }
    }
}
