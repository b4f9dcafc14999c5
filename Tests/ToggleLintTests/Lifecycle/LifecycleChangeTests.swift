import DocumentSyntax
import Foundation
import TestSupport
import Testing
import ToggleLint
import ToggleManifest

@Suite struct LifecycleChangeTests {
    private static let manifest = """
        # Of the shop.
        schema: 1
        namespace: A
        toggles:
          # About the checkout.
          new_checkout:
            category: release    # for now
            description: One-page checkout.
            owner: payments
            created: 2026-11-01
            expires: 2026-12-15    # Christmas
          ranking:
            category: ops
            values: [classic, neural]
            default: classic
            remote: ranking_2
            retired: [ranking]
            description: Which ranking.
            owner: search
            expires: 2027-01-10
          size: { category: ops, type: int, default: 4, description: Size., owner: search, expires: 2027-01-10 }
          stays: { category: ops, description: Stays., owner: search, permanent: true }

        """
    private static let document = """
        {
          "flags": {
            "ranking_2": {
              "state": "ENABLED",  "variants": { "classic": "classic", "neural": "neural" },
              "defaultVariant": "classic"
            }
          },
          "metadata": {}
        }

        """
    private static let file = LifecycleChange.File(path: "toggles.yaml", bytes: Array(manifest.utf8))
    private static let flags = LifecycleChange.File(path: "flags.json", bytes: Array(document.utf8))

    private static func day(_ text: String) throws -> CalendarDate { try #require(CalendarDate(text)) }

    private static func text(_ change: LifecycleChange, _ index: Int) -> String {
        String(decoding: change.edits[index].new ?? [], as: UTF8.self)
    }

    @Test func promotionEditsManifestAndAddsDefinition() throws {
        let change = try LifecycleChange.promoting(
            "new_checkout",
            in: Self.file,
            document: Self.flags,
            until: nil,
            today: Self.day("2026-11-21")
        )
        let expected = Self.manifest
            .replacing("category: release    # for now", with: "category: ops    # for now")
            .replacing("expires: 2026-12-15", with: "expires: 2027-01-20")
        #expect(Self.text(change, 0) == expected)
        let added = """
                  "defaultVariant": "classic"
                },
                "new_checkout": {
                  "state": "ENABLED",
                  "variants": {
                    "on": true,
                    "off": false
                  },
                  "defaultVariant": "off"
                }
            """
        #expect(
            Self.text(change, 1) == Self.document.replacing("      \"defaultVariant\": \"classic\"\n    }", with: added)
        )
        #expect(change.changesType && change.left.contains { $0.contains("OpsToggle<Bool>") })
        #expect(
            String(decoding: change.edits[0].diff, as: UTF8.self).hasPrefix(
                "--- a/toggles.yaml\n+++ b/toggles.yaml\n@@ -4,11 +4,11 @@\n toggles:\n"
            )
        )
        #expect(
            String(decoding: change.edits[0].diff, as: UTF8.self).contains(
                "-    category: release    # for now\n+    category: ops    # for now\n"
            )
        )
    }

    @Test func existingParameterIsKept() throws {
        let text = Self.document.replacing("ranking_2", with: "new_checkout")
        let change = try LifecycleChange.promoting(
            "new_checkout",
            in: Self.file,
            document: LifecycleChange.File(path: "flags.json", bytes: Array(text.utf8)),
            until: Self.day("2027-09-01"),
            today: Self.day("2026-11-21")
        )
        #expect(change.edits.count == 1)
        #expect(change.warnings.count == 2, "\(change.warnings)")
    }

    @Test(arguments: [
        (
            #""defaultVariant":"off","targeting":{"fractional":[["on",10],["off",90]]}"#,
            "of all users, 10% get true, and 90% get false"
        ),
        (#""defaultVariant":"on""#, "all users get true"),
        (#""defaultVariant":null"#, "all users get the code's default"),
        (
            #""defaultVariant":"off","targeting":{"if":[{"==":[{"var":"country"},"DE"]},"on"]}"#,
            "its rule decides which users get true"
        ),
        (
            #""defaultVariant":"text""#,
            "users can get \"on\", which isn't a Boolean, so apps use the default instead"
        ),
    ])
    func promotionSaysWhoGetsExistingParameter(rest: String, clause: String) throws {
        let definition = #"{"state":"ENABLED","variants":{"on":true,"off":false,"text":"on"},\#(rest)}"#
        let change = try LifecycleChange.promoting(
            "new_checkout",
            in: Self.file,
            document: LifecycleChange.File(
                path: "flags.json",
                bytes: Array(#"{"flags":{"new_checkout":\#(definition)}}"#.utf8)
            ),
            until: nil,
            today: Self.day("2026-11-21")
        )
        #expect(change.warnings.contains { $0.hasSuffix("left unchanged: with the next release, \(clause)") })
        #expect(change.left.contains { $0.hasSuffix("and the parameter in flags.json decides who gets it") })
    }

    @Test func promotionCreatesDocument() throws {
        let change = try LifecycleChange.promoting(
            "new_checkout",
            in: Self.file,
            document: LifecycleChange.File(path: "flags.json", bytes: [], isNew: true),
            until: nil,
            today: Self.day("2026-11-21")
        )
        #expect(change.edits[1].old == nil)
        let text = Self.text(change, 1)
        #expect(text.hasPrefix("{\n  \"flags\": {\n    \"new_checkout\": { "), "\(text)")
        #expect(change.done.contains("flags.json is new, and has the parameter ‘new_checkout’."), "\(change.done)")
        #expect(change.left.contains { $0.hasPrefix("write ‘document: flags.json’ at the top of toggles.yaml, ") })
    }

    @Test(arguments: ["ranking", "stays", "no_such", "new_chekout"])
    func onlyReleaseTogglesArePromoted(_ key: String) throws {
        #expect(throws: LifecycleError.self) {
            try LifecycleChange.promoting(
                key,
                in: Self.file,
                document: nil,
                until: nil,
                today: Self.day("2026-11-21")
            )
        }
    }

    @Test(arguments: [
        (nil, "It still expires on 2027-06-01.", "2027-06-01"),
        ("2027-01-01", "It now expires on 2027-01-01 (previously 2027-06-01).", "2027-01-01"),
    ])
    func promotionKeepsLaterExpiryUnlessGiven(until: String?, line: String, expires: String) throws {
        let text = Self.manifest.replacing("2026-12-15", with: "2027-06-01")
        let change = try LifecycleChange.promoting(
            "new_checkout",
            in: LifecycleChange.File(path: "toggles.yaml", bytes: Array(text.utf8)),
            document: nil,
            until: try until.map { try Self.day($0) },
            today: Self.day("2026-11-21")
        )
        #expect(change.done.contains(line), "\(change.done)")
        #expect(Self.text(change, 0).contains("expires: \(expires)    # Christmas"))
        let left = change.left.first ?? ""
        #expect(left.contains(#""new_checkout": { "state": "ENABLED""#), "\(left)")
    }

    @Test func enabledRetiredParameterIsReported() throws {
        let text = """
            { "flags": { "stays": {
              "state": "ENABLED", "variants": { "on": true, "off": false }, "defaultVariant": "on"
            } } }
            """
        let change = try LifecycleChange.rotating(
            "stays",
            to: nil,
            in: Self.file,
            document: LifecycleChange.File(path: "flags.json", bytes: Array(text.utf8)),
            isSafe: false,
            today: Self.day("2026-11-21")
        )
        #expect(
            change.warnings == [
                "‘stays’ is retired but on for all users in flags.json, so it stays on for released versions"
            ]
        )
        #expect(change.left.contains { $0.hasPrefix("switch ‘stays’ off in flags.json") })
        #expect(!change.left.contains { $0.contains("as it is") })
    }

    @Test(arguments: ["a\r\nb\r\nc\r\n", "a\nb\nc", "a\nb", "b", "a\r\nb"])
    func gitAppliesDiff(old: String) throws {
        let repository = try TemporaryRepository()
        for new in [old.replacing("b", with: "x"), old + "\n", old + "d", "a\n" + old] where new != old {
            try repository.write(old, to: "a.txt")
            let diff = TextDiff.unified(Array(old.utf8), Array(new.utf8), path: "a.txt")
            try repository.git("apply", "-", input: diff)
            let text = try String(contentsOfFile: repository.folder + "/a.txt", encoding: .utf8)
            #expect(Array(text.utf8) == Array(new.utf8), "\(String(decoding: diff, as: UTF8.self))")
        }
    }

    @Test func rotationRetiresParameterAndCopiesDefinition() throws {
        let change = try LifecycleChange.rotating(
            "ranking",
            to: nil,
            in: Self.file,
            document: Self.flags,
            isSafe: false,
            today: Self.day("2026-11-21")
        )
        let expected = Self.manifest.replacing("remote: ranking_2", with: "remote: ranking_3")
            .replacing("retired: [ranking]", with: "retired: [ranking, ranking_2]")
        #expect(Self.text(change, 0) == expected)
        let definition = """
            {
                  "state": "ENABLED",  "variants": { "classic": "classic", "neural": "neural" },
                  "defaultVariant": "classic"
                }
            """
        #expect(
            Self.text(change, 1)
                == Self.document.replacing(definition, with: definition + ",\n    \"ranking_3\": " + definition)
        )
    }

    @Test func rotationWithoutRemoteFieldNumbersParameter() throws {
        let change = try LifecycleChange.rotating(
            "size",
            to: nil,
            in: Self.file,
            document: Self.flags,
            isSafe: true,
            today: Self.day("2026-11-21")
        )
        #expect(Self.text(change, 0).contains("default: 4, remote: size_2, retired: [size], description"))
        #expect(Self.text(change, 1).contains("\"default\": 4"))
        let taken = #expect(throws: LifecycleError.self) {
            try LifecycleChange.rotating(
                "size",
                to: "ranking",
                in: Self.file,
                document: nil,
                isSafe: false,
                today: Self.day("2026-11-21")
            )
        }
        #expect(taken?.description.contains("in use") == true)
    }

    @Test func extensionKeepsReasonAsComment() throws {
        let change = try LifecycleChange.extending(
            "new_checkout",
            until: Self.day("2026-12-30"),
            reason: "Waiting for\n 2.4: #7",
            in: Self.file,
            today: Self.day("2026-11-21")
        )
        let expected = Self.manifest.replacing(
            "    expires: 2026-12-15",
            with: "    # Extended to 2026-12-30 on 2026-11-21: Waiting for 2.4: #7\n    expires: 2026-12-30"
        )
        #expect(Self.text(change, 0) == expected)
        #expect(change.warnings.isEmpty)
        let flow = try LifecycleChange.extending(
            "size",
            until: Self.day("2027-12-30"),
            reason: "Why not",
            in: Self.file,
            today: Self.day("2026-11-21")
        )
        #expect(Self.text(flow, 0).contains("  # Extended to 2027-12-30 on 2026-11-21: Why not\n  size: {"))
        #expect(flow.warnings.count == 1)
    }

    @Test(arguments: [
        ("new_checkout", "2026-11-21", "Why", "not in the future"),
        ("new_checkout", "2020-01-01", "Why", "not in the future"),
        ("new_checkout", "2026-12-15", "Why", "already expires on 2026-12-15"),
        ("new_checkout", "2027-01-01", " ", "reason is empty"),
        ("stays", "2027-01-01", "Why", "permanent"), ("nothing", "2027-01-01", "Why", "There is no toggle ‘nothing’"),
    ])
    func invalidExtensionsAreRejected(_ key: String, _ day: String, _ reason: String, _ text: String) throws {
        let error = #expect(throws: LifecycleError.self) {
            try LifecycleChange.extending(
                key,
                until: Self.day(day),
                reason: reason,
                in: Self.file,
                today: Self.day("2026-11-21")
            )
        }
        #expect(error?.description.contains(text) == true, "\(error?.description ?? "")")
    }

    @Test(arguments: [
        (#"{"flags":{}}"#, #"{"flags":{ "x": { "state": "ENABLED" } }}"#),
        (#"{"flags":{"a":1}, "z" : 0}"#, #"{"flags":{"a":1, "x": { "state": "ENABLED" }}, "z" : 0}"#),
        (
            "{\r\n\t\"flags\": {\r\n\t\t\"a\": {}\r\n\t}\r\n}",
            "{\r\n\t\"flags\": {\r\n\t\t\"a\": {},\r\n\t\t\"x\": { \"state\": \"ENABLED\" }\r\n\t}\r\n}"
        ),
        ("{\n  \"flags\": {}\n}\n", "{\n  \"flags\": {\n    \"x\": { \"state\": \"ENABLED\" }\n  }\n}\n"),
    ])
    func addedDefinitionsFollowDocumentLayout(_ before: String, _ after: String) throws {
        var editor = try DocumentEditor(Array(before.utf8), path: "flags.json")
        try editor.add("x", ["state": "ENABLED"])
        #expect(String(decoding: editor.bytes, as: UTF8.self) == after)
    }

    @Test(arguments: ["[]", #"{"error":"x"}"#, #"{"flags":[]}"#, #"{"flags":{"a":1,}}"#])
    func invalidDocumentIsRejected(_ text: String) {
        #expect(throws: FlagOperationError.self) { try DocumentEditor(Array(text.utf8), path: "flags.json") }
    }
}
