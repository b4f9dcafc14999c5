import Foundation
import TestSupport
import Testing
import ToggleBase
import ToggleManifest
import ToggleTool

@testable import ToggleLint

@Suite struct ProjectHistoryTests {
    private static func manifest(_ toggles: String) -> String {
        "# A comment.\nschema: 1\nnamespace: AppToggles\ntoggles:\n\n" + toggles + "\nlint: {}\n"
    }

    private static func toggle(_ key: String, _ category: String = "release", expires: String = "2026-12-31") -> String
    {
        """
          # About \(key).
          \(key):
            category: \(category)
            description: What \(key) does.
            owner: team
            expires: \(expires)

        """
    }

    private func words(_ history: ProjectHistory) -> [String] {
        history.toggles.map { "\($0.commit.day) \($0.commit.author) \($0.toggle) \($0.kind.word)" }
    }

    @Test func togglesAreReadFromManifestHistory() throws {
        let temporary = try TemporaryRepository()
        try temporary.write(Self.manifest(Self.toggle("one")), to: "toggles.yaml")
        try temporary.commit("Add one", on: "2026-01-01")
        try temporary.write(Self.manifest(Self.toggle("one") + Self.toggle("two")), to: "toggles.yaml")
        try temporary.commit("Add two", on: "2026-02-01", author: "Grace")
        try temporary.write("toggles: [broken", to: "toggles.yaml")
        try temporary.commit("Break it", on: "2026-02-02")
        try temporary.write(
            Self.manifest(Self.toggle("one", "ops") + Self.toggle("two", expires: "2027-01-31")),
            to: "toggles.yaml"
        )
        try temporary.commit("Promote and extend", on: "2026-03-01")
        try temporary.git("mv", "toggles.yaml", "other.yaml")
        try temporary.commit("Move", on: "2026-03-02")
        try temporary.write(Self.manifest(Self.toggle("two", expires: "2027-01-31")), to: "other.yaml")
        try temporary.commit("Remove one", on: "2026-04-01")
        let history = try ProjectHistory.read(GitRepository(at: temporary.folder), manifestPaths: ["other.yaml"])
        #expect(
            words(history) == [
                "2026-01-01 Ada one born release 2026-12-31",
                "2026-02-01 Grace two born release 2026-12-31",
                "2026-03-01 Ada one release to ops",
                "2026-03-01 Ada two 2026-12-31 to 2027-01-31",
                "2026-04-01 Ada one removed",
            ]
        )
        #expect(!history.isShallow)
        let early = try ProjectHistory.read(
            GitRepository(at: temporary.folder),
            manifestPaths: ["other.yaml"],
            until: CalendarDate("2026-02-01")
        )
        #expect(early.toggles.count == 2)
    }

    @Test func parallelBranchesKeepEachOthersToggles() throws {
        let temporary = try TemporaryRepository()
        try temporary.write(Self.manifest(Self.toggle("base")), to: "toggles.yaml")
        try temporary.commit("Begin", on: "2026-01-01")
        try temporary.git("checkout", "--quiet", "-b", "side")
        try temporary.write(Self.manifest(Self.toggle("aside") + Self.toggle("base")), to: "toggles.yaml")
        try temporary.commit("Add aside", on: "2026-01-02", author: "Grace")
        try temporary.git("checkout", "--quiet", "main")
        try temporary.write(Self.manifest(Self.toggle("base") + Self.toggle("main")), to: "toggles.yaml")
        try temporary.commit("Add main", on: "2026-01-03")
        try temporary.git("merge", "--quiet", "--no-edit", "side", day: "2026-01-04")
        let history = try ProjectHistory.read(GitRepository(at: temporary.folder), manifestPaths: ["toggles.yaml"])
        #expect(
            words(history) == [
                "2026-01-01 Ada base born release 2026-12-31",
                "2026-01-03 Ada main born release 2026-12-31",
                "2026-01-04 Ada aside born release 2026-12-31",
            ]
        )
    }

    @Test func commonValuesAreReadFromDocumentHistory() throws {
        let temporary = try TemporaryRepository()
        func document(_ targeting: String, _ fallback: String = "off") -> String {
            """
            { "flags": { "x": { "state": "ENABLED", "variants": { "on": true, "off": false },
              "defaultVariant": "\(fallback)"\(targeting) } } }
            """
        }
        let texts = [
            document(""), document(#", "targeting": { "fractional": [["on", 10], ["off", 90]] }"#),
            document(#", "targeting": { "fractional": [["on", 100], ["off", 0]] }"#), "broken", document("", "on"),
            #"{ "flags": {} }"#,
        ]
        for (index, text) in texts.enumerated() {
            try temporary.write(text, to: "flags.json")
            try temporary.commit("Change", on: "2026-01-0\(index + 1)")
        }
        let events = try ProjectHistory.read(
            GitRepository(at: temporary.folder),
            manifestPaths: ["toggles.yaml"],
            documentPath: "flags.json"
        )
        .parameters
        #expect(
            events.map { "\($0.commit.day) \($0.kind) \($0.valueForAllUsers ?? "-")" } == [
                "2026-01-01 added false", "2026-01-02 changed -", "2026-01-03 changed true", "2026-01-05 changed true",
                "2026-01-06 removed -",
            ]
        )
    }

    @Test func toggleThatMovesBetweenManifestsKeepsItsBirthday() throws {
        let temporary = try TemporaryRepository()
        try temporary.write(Self.manifest(Self.toggle("one") + Self.toggle("two")), to: "A/toggles.yaml")
        try temporary.commit("Declare", on: "2026-01-01")
        try temporary.write(Self.manifest(Self.toggle("two")), to: "A/toggles.yaml")
        try temporary.write(Self.manifest(Self.toggle("one")), to: "B/toggles.yaml")
        try temporary.commit("Move", on: "2026-01-02")
        try temporary.write(Self.manifest(Self.toggle("one") + Self.toggle("three")), to: "B/toggles.yaml")
        try temporary.commit("Declare", on: "2026-01-03")
        let history = try ProjectHistory.read(
            GitRepository(at: temporary.folder),
            manifestPaths: ["A/toggles.yaml", "B/toggles.yaml"]
        )
        #expect(
            history.toggles.map { "\($0.commit.day) \($0.toggle)" } == [
                "2026-01-01 one", "2026-01-01 two", "2026-01-03 three",
            ]
        )
        #expect(ToggleHistory(history).birthday(of: "one") == CalendarDate("2026-01-01"))
    }

    @Test func commitsOfSeveralManifestsHaveOrderOfHistory() throws {
        let temporary = try TemporaryRepository()
        try temporary.write(Self.manifest(Self.toggle("one") + Self.toggle("two")), to: "A/toggles.yaml")
        try temporary.commit("Declare", on: "2026-01-05")
        try temporary.write(Self.manifest(Self.toggle("one")), to: "B/toggles.yaml")
        // The clock of this machine is slow.
        try temporary.commit("Copy", on: "2026-01-02")
        try temporary.write(Self.manifest(Self.toggle("two")), to: "A/toggles.yaml")
        try temporary.commit("Remove the original", on: "2026-01-04")
        let history = try ProjectHistory.read(
            GitRepository(at: temporary.folder),
            manifestPaths: ["A/toggles.yaml", "B/toggles.yaml"]
        )
        #expect(
            history.toggles.map { "\($0.commit.day) \($0.toggle)" } == ["2026-01-05 one", "2026-01-05 two"]
        )
    }

    @Test func firstCommitOfShallowCloneIsIgnored() throws {
        let temporary = try TemporaryRepository()
        for (index, toggles) in [["one"], ["one", "two"], ["one", "two", "three"]].enumerated() {
            let text = Self.manifest(toggles.map { Self.toggle($0) }.joined())
            try temporary.write(text, to: "toggles.yaml")
            try temporary.commit("Change", on: "2026-01-0\(index + 1)")
        }
        let clone = temporary.folder + "-clone"
        defer { try? FileManager.default.removeItem(atPath: clone) }
        try temporary.git("clone", "--quiet", "--depth=2", "file://" + temporary.folder, clone)
        let history = try ProjectHistory.read(GitRepository(at: clone), manifestPaths: ["toggles.yaml"])
        #expect(history.isShallow)
        #expect(words(history) == ["2026-01-03 Ada three born release 2026-12-31"])
    }

    @Test func untrackedManifestHasNoHistory() throws {
        let temporary = try TemporaryRepository()
        try temporary.commit("Begin", on: "2026-01-01")
        try temporary.write(Self.manifest(Self.toggle("one")), to: "toggles.yaml")
        #expect(
            try ProjectHistory.read(GitRepository(at: temporary.folder), manifestPaths: ["toggles.yaml"]).toggles
                .isEmpty
        )
    }

    @Test func otherLayoutsAreParsedCompletely() throws {
        let temporary = try TemporaryRepository()
        let fields = "category: release, description: It does., owner: team, expires: 2026-12-31"
        try temporary.write("{ schema: 1, namespace: A, toggles: { one: { \(fields) } } }", to: "toggles.yaml")
        try temporary.commit("Flow", on: "2026-01-01")
        try temporary.write(
            "schema: 1\nnamespace: A\ntoggles:\n  one: { category: release,\n  description: It does.,\n owner: team, expires: 2026-12-30 }\n",
            to: "toggles.yaml"
        )
        try temporary.commit("Mixed", on: "2026-01-02")
        let history = try ProjectHistory.read(GitRepository(at: temporary.folder), manifestPaths: ["toggles.yaml"])
        #expect(
            words(history) == [
                "2026-01-01 Ada one born release 2026-12-31", "2026-01-02 Ada one 2026-12-31 to 2026-12-30",
            ]
        )
    }

    /// Reading each revision with a process of its own would take minutes.
    @Test(.timeLimit(.minutes(10))) func readsTwoThousandCommits() throws {
        let temporary = try TemporaryRepository()
        try temporary.git("fast-import", "--quiet", input: Self.stream(toggles: 100, commits: 2_000))
        let repository = try GitRepository(at: temporary.folder)
        let history = try ProjectHistory.read(repository, manifestPaths: ["toggles.yaml"])
        #expect(history.toggles.count == 100 + 1_999)
    }

    private static func stream(toggles: Int, commits: Int) -> [UInt8] {
        var result = ""
        var expiries = [Int](repeating: 0, count: toggles)
        for commit in 0..<commits {
            if commit > 0 { expiries[commit % toggles] += 1 }
            let text = manifest(
                expiries.enumerated().map { index, days in
                    let day = CalendarDate(daysSince1970: 20_000 + days)?.description ?? ""
                    return toggle("toggle_\(index)", expires: day)
                }
                .joined()
            )
            let time = 1_700_000_000 + commit * 10_000
            result += "commit refs/heads/main\ncommitter Ada <ada@example.com> \(time) +0000\ndata 6\nChange\n"
            result += "M 100644 inline toggles.yaml\ndata \(text.utf8.count)\n\(text)\n"
        }
        return Array(result.utf8)
    }
}

extension ProjectHistory.ToggleEvent.Kind {
    fileprivate var word: String {
        func text(_ day: CalendarDate?) -> String { day?.description ?? "never" }
        return switch self {
        case .born(let category, let expires): "born \(category) \(text(expires))"
        case .removed: "removed"
        case .category(let old, let new): "\(old) to \(new)"
        case .expiry(let old, let new): "\(text(old)) to \(text(new))"
        case .permanence(let isPermanent): "permanent \(isPermanent)"
        case .owner(let old, let new): "\(old) to \(new)"
        case .parameter(let old, let new): "\(old ?? "-") to \(new ?? "-")"
        case .defaultValue(let old, let new): "\(old) to \(new)"
        }
    }
}
