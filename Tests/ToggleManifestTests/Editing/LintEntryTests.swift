import Testing
import ToggleBase

@testable import ToggleManifest

/// Entries of the section `lint` that are removed along with a toggle.
struct LintEntryTests {
    private static let toggles = """
        schema: 1
        namespace: App
        toggles:
          a: { category: release, description: A., owner: one, created: 2026-01-01, expires: 2026-02-01 }

        """

    private func removing(_ field: String, of toggle: String, from lint: String) throws -> String {
        var editor = try ManifestEditor(Array((Self.toggles + lint).utf8), path: "toggles.yaml")
        try editor.removeLintEntries(of: field) { $0["toggle"]?.scalar?.text == toggle }
        let text = editor.text
        #expect(text.hasPrefix(Self.toggles))
        return String(text.dropFirst(Self.toggles.count))
    }

    @Test(
        arguments: [
            // With the comments above, in, and below the entry; those of others stay.
            (
                """
                lint:
                  allow:
                    # About all of them.
                    - { rule: x, toggle: b }    # beside
                    # About a.
                    # In two lines.
                    - rule: x
                      # Inside.
                      toggle: a
                      # Below.
                    # About c.
                    - { rule: y, toggle: c }
                  grace: 3

                """,
                """
                lint:
                  allow:
                    # About all of them.
                    - { rule: x, toggle: b }    # beside
                    # About c.
                    - { rule: y, toggle: c }
                  grace: 3

                """
            ),
            // All entries of one toggle; the dashes are not indented, and one is on a line of its own.
            (
                """
                lint:
                  allow:
                  - { rule: x, toggle: a }
                  - { rule: x, toggle: b }
                  -
                    rule: y
                    toggle: a
                """,
                """
                lint:
                  allow:
                  - { rule: x, toggle: b }

                """
            ),
            // The last entry takes the list with it, and the last list the section.
            (
                """
                lint:
                  # About the list.
                  allow: # beside
                    - { rule: x, toggle: a }
                    - { rule: y, toggle: a }
                  # About grace.
                  grace: 3

                """,
                """
                lint:
                  # About grace.
                  grace: 3

                """
            ),
            ("# About lint.\nlint:\n  allow:\n    - { rule: x, toggle: a }\n", ""),
            ("lint: { allow: [{ rule: x, toggle: a }] }\n", ""),
            ("lint: { grace: 3, allow: [{ rule: x, toggle: a }] }\n", "lint: { grace: 3 }\n"),
            (
                "lint: { allow: [{ rule: x, toggle: a }, { rule: x, toggle: b }, { rule: z, toggle: a }] }\n",
                "lint: { allow: [{ rule: x, toggle: b }] }\n"
            ),
            ("lint:\n  allow: [{ rule: x, toggle: b }]\n", "lint:\n  allow: [{ rule: x, toggle: b }]\n"),
            ("lint:\n  grace: 3\n", "lint:\n  grace: 3\n"),
            ("", ""),
        ]
    )
    func entriesOfToggleAreRemoved(before: String, after: String) throws {
        #expect(try removing("allow", of: "a", from: before) == after)
    }

    @Test func blankLinesBeforeSectionGoWithIt() throws {
        #expect(try removing("allow", of: "a", from: "\nlint:\n  allow:\n    - { rule: x, toggle: a }\n") == "")
    }

    @Test func lineBreaksOfWindowsStay() throws {
        let lint = "lint:\r\n  allow:\r\n  - { rule: x, toggle: a }\r\n  - { rule: x, toggle: b }\r\n"
        let expected = "lint:\r\n  allow:\r\n  - { rule: x, toggle: b }\r\n"
        #expect(try removing("allow", of: "a", from: lint) == expected)
    }
}
