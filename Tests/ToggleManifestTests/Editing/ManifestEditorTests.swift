import Testing
import ToggleBase

@testable import ToggleManifest

struct ManifestEditorTests {
    static let header = "schema: 1\nnamespace: App\n"

    static let blocks = """
        # About the file.
        schema: 1
        namespace: App # names
        toggles:
            # The first one.
            a:   # here
                category: ops   # what for
                description: "A"
                owner: one
                # Below the owner.

            # The second one.
            # It has two lines.
            b:
                category: ops
                values:
                - x
                - y # the other
                default: x
                description: >
                    Folded
                    text.
                owner: two
                # About b.
        # About lint.
        lint:
            rules: {} # none

        """

    private func editor(_ text: String) throws -> ManifestEditor {
        try ManifestEditor(Array(text.utf8), path: "toggles.yaml")
    }

    /// Returns the lines that an edit removes and adds, and the edited text.
    private func edited(
        _ text: String,
        _ edit: (inout ManifestEditor) throws -> Void
    ) throws -> (removed: [String], added: [String], text: String) {
        var editor = try editor(text)
        try edit(&editor)
        let before = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let after = editor.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let difference = after.difference(from: before)
        var removed: [String] = []
        var added: [String] = []
        for change in difference {
            switch change {
            case .remove(_, let line, _): removed.append(line)
            case .insert(_, let line, _): added.append(line)
            }
        }
        return (removed.reversed(), added, editor.text)
    }

    private static func release(_ key: String) -> ToggleDeclaration {
        ToggleDeclaration(
            key: key,
            swiftName: key,
            category: .release,
            type: .bool,
            defaultValue: false,
            details: ToggleDetails(description: "New: a #1 thing", owner: "on", created: CalendarDate("2026-11-01")),
            location: SourceRange(
                start: SourceLocation(line: 1, column: 1, offset: 0),
                end: SourceLocation(line: 1, column: 1, offset: 0)
            )
        )
    }

    @Test(arguments: ["|+", ">+"])
    func errorNamesAffectedBlockScalar(_ header: String) throws {
        let text =
            "\(Self.header)toggles:\n  a:\n    category: release\n    owner: o\n    description: \(header)\n      A.\n\n"
        var editor = try editor(text)
        let error = #expect(throws: ManifestEditingError.self) { try editor.add(Self.release("b")) }
        #expect(error?.code == .unsupportedLayout)
        #expect(
            error?.message == """
                toggles.yaml:7: the edit was refused because it would change ‘description’ of ‘a’, a block scalar that keeps \
                the empty lines after it (‘|+’ or ‘>+’); write it without the ‘+’, or edit the file by hand
                """
        )
        #expect(editor.text == text)
    }

    // MARK: - Adding

    @Test func addedToggleFollowsLayoutOfOthers() throws {
        let (removed, added, text) = try edited(Self.blocks) { try $0.add(Self.release("c")) }
        #expect(removed == [])
        #expect(
            added == [
                "", "    c:", "        category: release", "        description: \"New: a #1 thing\"",
                "        owner: \"on\"", "        created: 2026-11-01",
            ]
        )
        #expect(text.contains("        # About b.\n\n    c:\n"))
        #expect(text.contains("created: 2026-11-01\n# About lint.\n"))
    }

    @Test(
        arguments: [
            ("toggles:\n", "toggles:\n  c:\n    category: release\n"),
            ("toggles:", "toggles:\n  c:\n    category: release\n"),
            ("toggles: {}\n", "toggles:\n  c:\n    category: release\n"),
            ("toggles: {}", "toggles:\n  c:\n    category: release\n"),
            ("toggles: ~ # none yet\n", "toggles: # none yet\n  c:\n    category: release\n"),
            ("toggles: # none yet\nlint: {}\n", "toggles: # none yet\n  c:\n    category: release\n"),
        ]
    )
    func firstToggleIsAdded(_ before: String, _ after: String) throws {
        let (_, _, text) = try edited(Self.header + before) { try $0.add(Self.release("c")) }
        #expect(text.hasPrefix(Self.header + after))
        #expect(text.hasSuffix("created: 2026-11-01\n" + (before.contains("lint") ? "lint: {}\n" : "")))
    }

    @Test func toggleIsAddedBetweenBraces() throws {
        let text = "{ schema: 1, namespace: App, toggles: { a: { category: ops, description: d, owner: o } } }\n"
        let (_, _, result) = try edited(text) { try $0.add(Self.release("c")) }
        #expect(
            result
                == "{ schema: 1, namespace: App, toggles: { a: { category: ops, description: d, owner: o }, c: { category: release, description: \"New: a #1 thing\", owner: \"on\", created: 2026-11-01 } } }\n"
        )
        let empty = "{ schema: 1, namespace: App, toggles: {} }\n"
        #expect(try edited(empty) { try $0.add(Self.release("c")) }.text.contains("toggles: { c: { category: release,"))
    }

    @Test(
        arguments: [
            "category: ops", "category: ops, default: true", "category: ops, type: int, default: -3",
            "category: ops, type: double, default: 1.0e-7", "category: ops, type: double, default: 3",
            "category: ops, type: string, default: \"\"",
            "category: ops, type: string, default: \"a\\nb\\e\\u2028: #\"",
            "category: ops, type: string, default: \"yes\"", "category: ops, type: string, default: \"1_000\"",
            "category: ops, type: string, default: \" blank \"", "category: ops, type: string, default: \"- x\"",
            "category: ops, type: string, default: \"C:\"",
            "category: ops, type: string, default: https://example.com/a?b=c",
            "category: ops, type: json, default: { a: [1, 2.5, null, {}], \"b: c\": \"1\", ü: [] }",
            "category: ops, values: [on, \"off\", 'new-ui'], default: off, remote: x_2, retired: [x, \"1\"]",
            "category: experiment, values: [control, treatment], default: treatment, expires: 2027-01-01",
            "category: permission, permanent: true, issue: 1234",
            "category: permission, expires: 2027-01-01, default: true",
            "category: migration, default: live",
            "category: release, created: 2026-01-01, issue: https://example.com/1",
        ]
    )
    func addedTogglesRoundTrip(_ fields: String) throws {
        let toggle = try ManifestParsingTests.toggle(fields)
        for text in ["toggles:\n", "toggles: { z: { category: release, description: d, owner: o } }\n"] {
            var editor = try editor(Self.header + text)
            try editor.add(toggle)
            let added = try #require(editor.manifest.toggles.last)
            #expect(added.type == toggle.type)
            #expect(added.defaultValue == toggle.defaultValue)
            #expect(added.remote == toggle.remote)
            #expect(added.retired == toggle.retired)
            #expect(added.details == toggle.details)
        }
    }

    // MARK: - Setting

    @Test(
        arguments: [
            (.owner, "a", "three", "        owner: one", "        owner: three"),
            (.category, "a", "ops", "", ""),
            (.description, "a", "It's \"B\"", "        description: \"A\"", "        description: \"It's \\\"B\\\"\""),
            (.default, "b", "y", "        default: x", "        default: \"y\""),
        ] as [(ManifestField, String, String, String, String)]
    )
    func fieldIsSetInPlace(_ field: ManifestField, key: String, value: String, before: String, after: String) throws {
        let (removed, added, _) = try edited(Self.blocks) { try $0.set(field, of: key, to: .string(value)) }
        #expect(removed.joined() == before)
        #expect(added.joined() == after)
    }

    @Test func commentAfterValueIsKept() throws {
        let text = Self.header + "toggles:\n  a:\n    category: release # why\n    description: d\n    owner: o\n"
        #expect(try edited(text) { try $0.set(.category, of: "a", to: "ops") }.added == ["    category: ops # why"])
    }

    @Test func blockTextBecomesOneLine() throws {
        let (removed, added, _) = try edited(Self.blocks) { try $0.set(.description, of: "b", to: "Short.") }
        #expect(removed == ["        description: >", "            Folded", "            text."])
        #expect(added == ["        description: Short."])
    }

    @Test func newFieldFollowsItsUsualPredecessor() throws {
        let (removed, added, text) = try edited(Self.blocks) { try $0.set(.expires, of: "a", to: "2027-01-31") }
        #expect(removed == [])
        #expect(added == ["        expires: 2027-01-31"])
        #expect(text.contains("        owner: one\n        expires: 2027-01-31\n        # Below the owner.\n"))
        #expect(
            try edited(Self.blocks) { try $0.set(.default, of: "a", to: true) }.text
                .contains("category: ops   # what for\n        default: true\n")
        )
    }

    @Test func listIsExtendedInPlace() throws {
        let (removed, added, _) = try edited(Self.blocks) { try $0.set(.values, of: "b", to: ["x", "y", "z"]) }
        #expect(removed == [])
        #expect(added == ["        - z"])
    }

    @Test func editThatLosesListCommentsIsRejected() throws {
        let text = Self.blocks.replacing("- x", with: "- x # the first")
        var editor = try editor(text)
        let error = #expect(throws: ManifestEditingError.self) { try editor.set(.values, of: "b", to: ["x"]) }
        #expect(error?.code == .wouldLoseComments)
        #expect(editor.text == text)
    }

    @Test func fieldIsSetBetweenBraces() throws {
        let text = Self.header + "toggles:\n  a: { category: ops, description: d, owner: o, retired: [x] } # end\n"
        func line(_ field: ManifestField, _ value: JSONValue) throws -> String {
            try edited(text) { try $0.set(field, of: "a", to: value) }.added.joined()
        }
        #expect(try line(.owner, "p") == "  a: { category: ops, description: d, owner: p, retired: [x] } # end")
        #expect(
            try line(.created, "2026-01-01")
                == "  a: { category: ops, description: d, owner: o, created: 2026-01-01, retired: [x] } # end"
        )
        #expect(
            try line(.retired, ["x", "z"]) == "  a: { category: ops, description: d, owner: o, retired: [x, z] } # end"
        )
        #expect(
            try line(.description, "a, b}")
                == "  a: { category: ops, description: \"a, b}\", owner: o, retired: [x] } # end"
        )
    }

    // MARK: - Removing

    @Test func removingFieldRemovesItsLine() throws {
        let text =
            Self.header
            + "toggles:\n  a:\n    category: ops\n    default: true # on\n    description: d\n    owner: o\n"
        let (removed, added, _) = try edited(text) { try $0.remove(.default, of: "a") }
        #expect(removed == ["    default: true # on"])
        #expect(added == [])
    }

    @Test func fieldIsRemovedBetweenBraces() throws {
        let text =
            Self.header
            + "toggles:\n  a: { default: true, category: ops, issue: X, description: d, owner: o, remote: r }\n"
        func line(_ field: ManifestField) throws -> String {
            try edited(text) { try $0.remove(field, of: "a") }.added.joined()
        }
        #expect(try line(.default) == "  a: { category: ops, issue: X, description: d, owner: o, remote: r }")
        #expect(try line(.issue) == "  a: { default: true, category: ops, description: d, owner: o, remote: r }")
        #expect(try line(.remote) == "  a: { default: true, category: ops, issue: X, description: d, owner: o }")
    }

    @Test func removingToggleRemovesItsComments() throws {
        let (removed, added, text) = try edited(Self.blocks) { try $0.remove(toggle: "b") }
        #expect(removed.first == "    # The second one.")
        #expect(removed.last == "        # About b.")
        #expect(added == [])
        #expect(text.contains("        # Below the owner.\n\n# About lint.\n"))
    }

    @Test func commentBelowTogglesGoesUnlessItIsAHeading() throws {
        let (_, _, text) = try edited(Self.blocks) { try $0.remove(toggle: "a") }
        #expect(text.contains("toggles:\n    # The second one.\n    # It has two lines.\n    b:\n"))
        let heading = Self.blocks.replacing("# The first one.", with: "# All toggles of the shop.")
        let (_, _, kept) = try edited(heading) { try $0.remove(toggle: "a") }
        #expect(kept.contains("toggles:\n    # All toggles of the shop.\n\n    # The second one.\n"))
    }

    @Test func headingOfSeveralTogglesIsKept() throws {
        func removing(_ key: String, from toggles: String) throws -> String {
            let text =
                Self.header + "toggles:\n\n"
                + toggles.replacing("D", with: "{ category: release, description: d, owner: o }")
            return try edited(text) { try $0.remove(toggle: key) }.text
        }
        let heading = "  # Release toggles hide work.\n  a: D\n  b: D\n\n  c: D\n"
        #expect(try removing("a", from: heading).contains("toggles:\n\n  # Release toggles hide work.\n  b:"))
        #expect(try removing("a", from: "  # Hides a.\n  a: D\n  b: D\n").contains("toggles:\n\n  b:"))
        #expect(try removing("a", from: "  # One of two toggles.\n  a: D\n\n  b: D\n").contains("toggles:\n\n  b:"))
    }

    @Test func lastToggleCanBeRemoved() throws {
        let text = Self.header + "toggles:\n\n  a: { category: release, description: d, owner: o }\n"
        let (_, _, result) = try edited(text) { try $0.remove(toggle: "a") }
        #expect(result == Self.header + "toggles:\n")
        let flow = Self.header + "toggles: { a: { category: release, description: d, owner: o } }\n"
        #expect(
            Manifest.parse(try edited(flow) { try $0.remove(toggle: "a") }.text, path: "t").manifest?.toggles.isEmpty
                == true
        )
    }

    // MARK: - Layout and errors

    @Test func byteOrderMarkAndBreaksAreKept() throws {
        let text = Self.blocks.split(separator: "\n", omittingEmptySubsequences: false).dropLast().joined(
            separator: "\r\n"
        )
        let bytes = [0xEF, 0xBB, 0xBF] + Array(text.utf8)
        var editor = try ManifestEditor(bytes, path: "t")
        try editor.add(Self.release("c"))
        try editor.set(.expires, of: "c", to: "2027-01-31")
        #expect(editor.bytes.starts(with: [0xEF, 0xBB, 0xBF]))
        #expect(editor.bytes.count { $0 == 0x0A } == editor.bytes.count { $0 == 0x0D })
        try editor.remove(.expires, of: "c")
        try editor.remove(toggle: "c")
        // The blank line above belonged to the removed toggle.
        #expect(editor.bytes.count <= bytes.count + 2)
        #expect(editor.manifest.toggles.map(\.key) == ["a", "b"])
    }

    @Test(
        arguments: [
            (.category, "nonsense"), (.expires, "2026-02-30"), (.owner, " "), (.remote, "b"), (.default, "maybe"),
            (.values, "x"), (.permanent, "yes"),
        ] as [(ManifestField, String)]
    )
    func editThatBreaksTheFileIsRejected(_ field: ManifestField, value: String) throws {
        var editor = try editor(Self.blocks)
        let error = #expect(throws: ManifestEditingError.self) {
            try editor.set(field, of: "a", to: .string(value))
        }
        #expect(error?.code == .invalidResult)
        #expect(error?.diagnostics.isEmpty == false)
        #expect(Array(Self.blocks.utf8) == editor.bytes)
        #expect(editor.manifest.toggles.map(\.details.owner) == ["one", "two"])
    }

    @Test func requiredFieldCannotBeRemoved() throws {
        var editor = try editor(Self.blocks)
        let error = #expect(throws: ManifestEditingError.self) { try editor.remove(.owner, of: "a") }
        #expect(error?.message.contains("lacks the field ‘owner’") == true)
        #expect(editor.text == Self.blocks)
    }

    @Test func errorNamesUnknownToggleWithSuggestion() throws {
        var editor = try editor(
            "schema: 1\nnamespace: App\ntoggles:\n  new_checkout: { category: release, description: d, owner: o }\n"
        )
        let error = #expect(throws: ManifestEditingError.self) { try editor.remove(toggle: "new_chekout") }
        #expect(error?.code == .notFound)
        #expect(error?.message == "toggles.yaml declares no toggle ‘new_chekout’; did you mean ‘new_checkout’?")
        let second = #expect(throws: ManifestEditingError.self) { try editor.add(Self.release("new_checkout")) }
        #expect(second?.code == .alreadyExists)
        let third = #expect(throws: ManifestEditingError.self) { try editor.remove(.expires, of: "new_checkout") }
        #expect(third?.code == .notFound)
    }

    @Test func fileWithErrorsIsNotEdited() {
        let error = #expect(throws: ManifestEditingError.self) { try editor("schema: 1\nnamespace: App\n") }
        #expect(error?.code == .invalidManifest)
        #expect(error?.diagnostics.map(\.message) == ["the field ‘toggles’ is missing; write ‘toggles:’"])
    }

    @Test func deeplyNestedValueIsRejected() throws {
        var value: JSONValue = 1
        for _ in 0..<1000 { value = .array([value]) }
        var editor = try editor(Self.blocks)
        let error = #expect(throws: ManifestEditingError.self) { try editor.set(.default, of: "a", to: value) }
        #expect(error?.code == .invalidResult)
    }
}
