import Testing

@testable import ToggleManifest

struct StarterTests {
    @Test(
        arguments: ["2026-11-21", "2024-02-29", "2025-12-31", "9999-12-31", "0001-01-01"]
    )
    func firstManifestIsValidOnEveryDay(_ day: String) throws {
        let today = try #require(CalendarDate(day))
        let result = Manifest.parse(Manifest.starter(namespace: "ShopToggles", today: today), path: "toggles.yaml")
        #expect(result.diagnostics == [])
        let manifest = try #require(result.manifest)
        #expect(manifest.namespace == "ShopToggles")
        #expect(Set(manifest.toggles.map(\.category)) == Set(ToggleCategory.allCases))
        #expect(manifest.toggles.allSatisfy { $0.details.created == today })
    }

    @Test func manifestWithoutExamplesIsValid() throws {
        let today = try #require(CalendarDate("2026-11-21"))
        let text = Manifest.starter(namespace: "ShopToggles", hasExamples: false, today: today)
        let result = Manifest.parse(text, path: "toggles.yaml")
        #expect(result.diagnostics == [])
        #expect(result.manifest?.toggles.isEmpty == true)
        #expect(!text.contains("examples"))
    }

    @Test(
        arguments: [
            ("Checkout", [], "AppToggles"), ("Checkout", ["AppToggles"], "CheckoutToggles"),
            ("check-out", ["AppToggles"], "CheckOutToggles"), ("3D", ["AppToggles"], "DToggles"),
            ("Feature", ["AppToggles"], "FeatureToggles2"), ("決済", ["AppToggles"], "AppToggles2"),
            ("Checkout", ["AppToggles", "CheckoutToggles", "CheckoutToggles2"], "CheckoutToggles3"),
        ] as [(String, Set<String>, String)]
    )
    func namespaceIsNotTaken(folder: String, taken: Set<String>, namespace: String) {
        #expect(Manifest.starterNamespace(folder: folder, besides: taken) == namespace)
    }

    @Test func firstLineNamesTheSchema() throws {
        let text = Manifest.starter(namespace: "App", today: try #require(CalendarDate("2026-11-21")))
        #expect(
            text.hasPrefix(
                "# yaml-language-server: $schema=.build/checkouts/swift-feature-toggles/Schemas/toggles.schema.json\n"
            )
        )
    }

    @Test(
        arguments: [
            ("2026-11-21", 2, "2027-01-21"), ("2024-02-29", 12, "2025-02-28"), ("2026-01-31", 1, "2026-02-28"),
            ("2026-12-01", 0, "2026-12-01"), ("9999-12-01", 1, "9999-12-01"),
        ]
    )
    func monthsAreAddedToDates(_ start: String, months: Int, expected: String) throws {
        #expect(try #require(CalendarDate(start)).adding(months: months).description == expected)
    }

    @Test func editorAcceptsTheFirstManifest() throws {
        let text = Manifest.starter(namespace: "App", today: try #require(CalendarDate("2026-11-21")))
        var editor = try ManifestEditor(Array(text.utf8), path: "t")
        for toggle in editor.manifest.toggles {
            try editor.remove(toggle: toggle.key)
        }
        #expect(editor.manifest.toggles.isEmpty)
    }
}
