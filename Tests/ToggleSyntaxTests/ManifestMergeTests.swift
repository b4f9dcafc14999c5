import Testing
import ToggleLint
import ToggleManifest
import ToggleSyntax

/// A second import of flags into a manifest that people have edited.
struct ManifestMergeTests {
    private static func draft(_ declarations: [DiscoveredDeclaration]) throws -> ManifestDraft {
        ManifestDraft(declarations, today: try #require(CalendarDate("2026-11-21")))
    }

    @Test func newFlagsAreAddedAndDecisionsStay() throws {
        let first = try Self.draft([.sample("Flag", "Flag.swift", "newUI", "chat")]).text
        let decided = first.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("#") }
            .joined(separator: "\n")
            .replacing("  chat:\n    category: ops", with: "  chat:\n    category: release # ours")
            .replacing("nobody", with: "inbox")
        let second = try Self.draft([.sample("Flag", "Flag.swift", "newUI", "chat", "search")])
        let merge = try ManifestMerge(second, into: Array(decided.utf8), path: "toggles.yaml")
        let text = String(decoding: merge.bytes, as: UTF8.self)
        #expect(merge.added == ["search"] && merge.remarks == [], "\(merge)")
        #expect(text.contains("category: release # ours"), "\(text)")
        #expect(text.contains("owner: inbox"), "\(text)")
        #expect(text.contains("\n  search:\n"), "\(text)")
        let manifest = try #require(Manifest.parse(text, path: "toggles.yaml").manifest)
        #expect(manifest.toggles.map(\.key) == ["new_ui", "chat", "search"])
        #expect(manifest.toggles.map(\.swiftName) == ["newUI", "chat", "search"])
        let third = try ManifestMerge(second, into: merge.bytes, path: "toggles.yaml")
        #expect(third.bytes == merge.bytes && third.added == [])
    }

    @Test func renamedKeyIsNotAddedAgain() throws {
        let manifest = """
            schema: 1
            namespace: AppToggles
            toggles:
              artificial_intelligence: { category: ops, swift: isAIEnabled, description: d, owner: o }
            lint:
              sources:
                - { kind: cases, type: Flag, file: Flag.swift, key: snake_case }

            """
        let draft = try Self.draft([.sample("Flag", "Flag.swift", "isAIEnabled")])
        let merge = try ManifestMerge(draft, into: Array(manifest.utf8), path: "toggles.yaml")
        #expect(merge.bytes == Array(manifest.utf8))
    }

    @Test(
        arguments: [
            "", "lint:\n  grace: 3\n", "lint:\n  grace: 3\n  sources:\n    - { kind: cases, type: Other }\n",
            "lint:\n    sources:\n    -   kind: cases\n        type: Other\n", "lint:\n  sources:\n  excluded: [A]\n",
        ]
    )
    func newDeclarationIsAdded(lint: String) throws {
        let manifest = "schema: 1\nnamespace: N\ntoggles:\n  a: { category: ops, description: d, owner: o }\n" + lint
        let draft = try Self.draft([.sample("Flag", "Flag.swift", "b")])
        let merge = try ManifestMerge(draft, into: Array(manifest.utf8), path: "toggles.yaml")
        let result = try #require(Manifest.parse(merge.bytes, path: "toggles.yaml").manifest)
        #expect(result.toggles.map(\.key) == ["a", "b"])
        let (configuration, problems) = LintConfiguration.read(result.lint, path: "toggles.yaml")
        #expect(problems.isEmpty)
        if merge.remarks.isEmpty {
            #expect(
                configuration.sources.map(\.type).suffix(1) == ["Flag"],
                "\(String(decoding: merge.bytes, as: UTF8.self))"
            )
        } else {
            #expect(lint.contains("sources:\n  excluded"), "\(merge.remarks)")
        }
    }

    @Test(arguments: ["", "lint:\n  grace: 3\n", "lint:\n  sources:\n    - { kind: cases, type: Other }\n"])
    func lineBreaksStay(lint: String) throws {
        let text = "schema: 1\nnamespace: N\ntoggles:\n  a: { category: ops, description: d, owner: o }\n" + lint
        let draft = try Self.draft([.sample("Flag", "Flag.swift", "b")])
        let merge = try ManifestMerge(draft, into: Array(text.replacing("\n", with: "\r\n").utf8), path: "toggles.yaml")
        let plain = try ManifestMerge(draft, into: Array(text.utf8), path: "toggles.yaml")
        #expect(merge.remarks.isEmpty)
        #expect(merge.bytes.filter { $0 != 0x0D } == plain.bytes)
        #expect(merge.bytes.count { $0 == 0x0D } == plain.bytes.count { $0 == 0x0A })
    }

    @Test func fileWithTheSameNameIsAnotherDeclaration() throws {
        let first = try Self.draft([.sample("Flag", "A/Flag.swift", "a")]).text
        let second = try Self.draft([.sample("Flag", "B/Flag.swift", "b")])
        let merge = try ManifestMerge(second, into: Array(first.utf8), path: "toggles.yaml")
        let manifest = try #require(Manifest.parse(merge.bytes, path: "toggles.yaml").manifest)
        let files = LintConfiguration.read(manifest.lint, path: "toggles.yaml").0.sources.map(\.file)
        #expect(files == ["A/Flag.swift", "B/Flag.swift"])
    }

    @Test func listOnOneLineIsLeftToPeople() throws {
        let manifest = """
            schema: 1
            namespace: N
            toggles: {}
            lint: { sources: [{ kind: cases, type: Other }] }

            """
        let draft = try Self.draft([.sample("Flag", "Flag.swift", "b")])
        let merge = try ManifestMerge(draft, into: Array(manifest.utf8), path: "toggles.yaml")
        #expect(
            merge.remarks.count == 1 && merge.remarks[0].hasPrefix("Add this entry to ‘lint: sources:’"),
            "\(merge.remarks)"
        )
    }
}
