import Testing
import ToggleBase

@testable import ToggleManifest

/// Edits of a manifest that is written as JSON, which stays JSON in its own style.
@Suite struct JSONManifestEditorTests {
    private static let toggle = ToggleDeclaration(
        key: "new_menu",
        category: .ops,
        type: .variants(["a", "b"]),
        defaultValue: "a",
        details: ToggleDetails(description: "Menu: new.", owner: "shop", created: CalendarDate("2026-11-01"))
    )

    /// Adds, changes, and removes a field and a toggle.
    private func edited(_ text: String) throws -> (text: String, isRestored: Bool) {
        var editor = try ManifestEditor(Array(text.utf8), path: "toggles.yaml")
        #expect(editor.isJSON)
        try editor.set(.expires, of: "reviews", to: "2027-01-31")
        try editor.set(.retired, of: "reviews", to: ["old_reviews"])
        try editor.set(.retired, of: "reviews", to: ["old_reviews", "older"])
        try editor.set(.owner, of: "reviews", to: "web: shop")
        try editor.add(Self.toggle)
        let result = editor.text
        let root = try #require(try? JSONReader().document(from: editor.bytes).root, "\(result)")
        #expect(root["toggles"] != nil)
        try editor.remove(toggle: "new_menu")
        try editor.remove(.retired, of: "reviews")
        try editor.remove(.expires, of: "reviews")
        try editor.set(.owner, of: "reviews", to: "shop")
        return (result, editor.text == text)
    }

    @Test func linesOfTheirOwn() throws {
        let text = """
            {
              "schema": 1,
              "namespace": "App",
              "toggles": {
                "reviews": {
                  "category": "ops",
                  "default": true,
                  "description": "Shows reviews.",
                  "owner": "shop"
                }
              }
            }

            """
        let (result, isRestored) = try edited(text)
        #expect(
            result == """
                {
                  "schema": 1,
                  "namespace": "App",
                  "toggles": {
                    "reviews": {
                      "category": "ops",
                      "default": true,
                      "retired": ["old_reviews", "older"],
                      "description": "Shows reviews.",
                      "owner": "web: shop",
                      "expires": "2027-01-31"
                    },
                    "new_menu": {
                      "category": "ops",
                      "values": ["a", "b"],
                      "default": "a",
                      "description": "Menu: new.",
                      "owner": "shop",
                      "created": "2026-11-01"
                    }
                  }
                }

                """
        )
        #expect(isRestored)
    }

    @Test(arguments: [
        (
            #"{"category": "ops", "default": true, "description": "Shows.", "owner": "shop"}"#,
            #"{"category": "ops", "default": true, "retired": ["old_reviews", "older"], "description": "Shows.", "owner": "web: shop", "expires": "2027-01-31"}"#,
            #"{"category": "ops", "values": ["a", "b"], "default": "a", "description": "Menu: new.", "owner": "shop", "created": "2026-11-01"}"#
        ),
        (
            #"{ "category": "ops", "default": true, "description": "Shows.", "owner": "shop" }"#,
            #"{ "category": "ops", "default": true, "retired": ["old_reviews", "older"], "description": "Shows.", "owner": "web: shop", "expires": "2027-01-31" }"#,
            #"{ "category": "ops", "values": ["a", "b"], "default": "a", "description": "Menu: new.", "owner": "shop", "created": "2026-11-01" }"#
        ),
    ])
    func togglesOnOneLine(toggle: String, changed: String, added: String) throws {
        func file(_ toggles: String...) -> String {
            "{\n\t\"schema\": 1,\n\t\"namespace\": \"App\",\n\t\"toggles\": {\n"
                + toggles.joined(separator: ",\n") + "\n\t}\n}\n"
        }
        let (result, isRestored) = try edited(file("\t\t\"reviews\": \(toggle)"))
        #expect(result == file("\t\t\"reviews\": \(changed)", "\t\t\"new_menu\": \(added)"))
        #expect(isRestored)
    }

    @Test func firstToggle() throws {
        var editor = try ManifestEditor(
            Array("{\n    \"schema\": 1,\n    \"namespace\": \"App\",\n    \"toggles\": {}\n}\n".utf8),
            path: "toggles.yaml"
        )
        try editor.add(
            ToggleDeclaration(
                key: "reviews",
                category: .ops,
                type: .bool,
                defaultValue: true,
                details: ToggleDetails(description: "Shows reviews.", owner: "shop")
            )
        )
        #expect(
            editor.text == """
                {
                    "schema": 1,
                    "namespace": "App",
                    "toggles": {
                        "reviews": {
                            "category": "ops",
                            "default": true,
                            "description": "Shows reviews.",
                            "owner": "shop"
                        }
                    }
                }

                """
        )
    }

    @Test func quotedKeyInYAMLChangesNothingElse() throws {
        let text =
            "schema: 1\nnamespace: App\ntoggles:\n  \"a\":\n    category: release\n"
            + "    description: It does.\n    owner: me\n    \"expires\": 2027-01-31\n"
        var editor = try ManifestEditor(Array(text.utf8), path: "toggles.yaml")
        #expect(!editor.isJSON)
        try editor.set(.expires, of: "a", to: "2027-02-28")
        #expect(editor.text == text.replacing("2027-01-31", with: "2027-02-28"))
    }
}
