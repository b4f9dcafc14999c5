#if OVERRIDES
import FeatureToggles
import FeatureTogglesOverrides
import FeatureTogglesRemote
import TestSupport
import Testing

@testable import FeatureTogglesUI

@MainActor
@Suite(.timeLimit(.minutes(20))) struct MenuFactsTests {
    /// A document whose banner depends on the user's plan.
    private static let document = """
        {"flags": {"banner": {"state": "ENABLED", "variants": {"plain": "Plain", "pro": "For pros"},
          "defaultVariant": "plain", "targeting": {"if": [{"==": [{"var": "plan"}, "pro"]}, "pro", "plain"]}}}}
        """

    @Test func declarationIsDescribed() throws {
        let menu = try MenuDriver()
        func facts(_ key: String) -> [ToggleFact] { menu.model.detail(of: menu.index(key)).facts }
        #expect(facts("gift_wrapping").contains(ToggleFact("expires", "2026-11-01  ! expired", isConcern: true)))
        #expect(facts("new_checkout").contains(ToggleFact("expires", "2026-12-01  ! in 10 days", isConcern: true)))
        #expect(facts("delivery").contains(ToggleFact("expires", "never, it is permanent")))
        #expect(facts("delivery").contains(ToggleFact("created", "2026-10-01")))
        #expect(facts("banner").contains(ToggleFact("remote", "parameter banner")))
        #expect(!facts("new_checkout").contains { $0.name == "remote" })
        menu.model.flipPin(menu.index("banner"))
        #expect(facts("banner").contains(ToggleFact("pinned", "yes")))
    }

    @Test func rowsHaveRemarks() throws {
        let menu = try MenuDriver(overrides: ["page_size": 7], arguments: ["--toggle", "page_size=3"])
        #expect(menu.model.row(menu.index("page_size")).remarks == ["overridden", "no owner", "conflict"])
        #expect(menu.model.row(menu.index("gift_wrapping")).remarks == ["expired"])
        #expect(menu.model.row(menu.index("new_checkout")).remarks == ["expires soon"])
        menu.model.flipPin(menu.index("banner"))
        #expect(menu.model.row(menu.index("banner")).remarks == ["pinned"])
        menu.model.view = .conflicts
        #expect(menu.keys == ["page_size"])
    }

    @Test func whatIfShowsBothValues() throws {
        let menu = try MenuDriver(remote: InMemoryRemoteSource(document: Self.document))
        let banner = menu.index("banner")
        #expect(menu.model.detail(of: banner).valueFacts.contains(ToggleFact("variant", "plain")))
        #expect(menu.model.setWhatIf("plan=pro") == nil)
        #expect(
            menu.model.message?.text == "1 toggle has a different value for this context; filter with is:changed"
        )
        let facts = menu.model.detail(of: banner).valueFacts
        #expect(facts.contains(ToggleFact("reason", "TARGETING_MATCH")))
        #expect(facts.contains(ToggleFact("variant", "pro")))
        #expect(facts.contains(ToggleFact("what if", "plan=pro", isConcern: true)))
        #expect(facts.contains(ToggleFact("otherwise", "Plain", isConcern: true)))
        #expect(facts.contains { $0.name == "remote" })
        #expect(menu.model.row(banner).value == "For pros")
        menu.model.filter = "is:changed"
        #expect(menu.keys == ["banner"])
        #expect(
            menu.model.shareText.hasPrefix(
                "shop: 1 toggle, 0 overridden\nwhat if: plan=pro\nfilter: is:changed\n\nops:\nbanner = For pros (remote)\n"
            )
        )
        menu.model.showOwnValues()
        #expect(menu.model.message?.text == "values are shown for the client's own context again")
        #expect(menu.keys == [])
    }

    @Test func whatIfLeavesOutRemovedAttributes() throws {
        let menu = try MenuDriver(
            context: EvaluationContext(targetingKey: "ada", attributes: ["plan": "pro"]),
            remote: InMemoryRemoteSource(document: Self.document)
        )
        let banner = menu.index("banner")
        #expect(menu.model.contextDraft == "targetingKey=ada plan=pro")
        #expect(menu.model.row(banner).value == "For pros")
        #expect(menu.model.setWhatIf("targetingKey=ada") == nil)
        #expect(menu.model.row(banner).value == "Plain")
        // A later change of the app's own context doesn't bring the attribute back.
        menu.client.changeContext { $0.overlaid(by: EvaluationContext(attributes: ["age": 41])) }
        menu.model.reload()
        menu.model.settle()
        #expect(menu.model.toggles.model.context["age"] == 41)
        #expect(menu.model.row(banner).value == "Plain")
        menu.model.showOwnValues()
        #expect(menu.model.row(banner).value == "For pros")
    }

    @Test func whatIfWithoutAttributesIsAnAnonymousUser() throws {
        let document = """
            {"flags": {"banner": {"state": "ENABLED", "variants": {"plain": "Plain", "ada": "For Ada"},
              "defaultVariant": "plain", "targeting": {"if": [{"==": [{"var": "targetingKey"}, "ada"]}, "ada", "plain"]}}}}
            """
        let menu = try MenuDriver(remote: InMemoryRemoteSource(document: document))
        let banner = menu.index("banner")
        #expect(menu.model.row(banner).value == "For Ada")
        #expect(menu.model.setWhatIf("") == nil)
        #expect(menu.model.row(banner).value == "Plain")
        #expect(menu.model.whatIfText == "targetingKey=null")
        #expect(menu.model.setWhatIf(menu.model.contextDraft) == nil)
        #expect(menu.model.row(banner).value == "Plain")
    }

    @Test func scopeOfTheAppDeterminesTheValues() throws {
        let menu = try MenuDriver(
            scope: EvaluationContext(attributes: ["plan": "pro"]),
            remote: InMemoryRemoteSource(document: Self.document)
        )
        let banner = menu.index("banner")
        #expect(menu.model.row(banner).value == "For pros")
        #expect(menu.model.scopeText == "plan=pro")
        #expect(menu.model.contextDraft == "targetingKey=ada plan=pro")
        #expect(menu.model.detail(of: banner).valueFacts.contains(ToggleFact("scope", "plan=pro")))
        #expect(menu.model.shareText.hasPrefix("shop: 10 toggles, 0 overridden\nscope: plan=pro\n"))
        menu.model.filter = "is:changed"
        #expect(menu.keys == [])
        #expect(menu.model.setWhatIf("targetingKey=ada") == nil)
        #expect(menu.model.row(banner).value == "Plain")
        #expect(menu.keys == ["banner"])
        let facts = menu.model.detail(of: banner).valueFacts
        #expect(facts.contains(ToggleFact("otherwise", "For pros", isConcern: true)))
        #expect(!facts.contains { $0.name == "scope" })
        menu.model.showOwnValues()
        #expect(menu.model.message?.text == "values are shown for the app's scope again")
        #expect(menu.model.row(banner).value == "For pros")
        // An override applies to the client, so in every scope.
        try menu.perform(.type("banner", "Sale"))
        #expect(menu.model.row(banner).value == "Sale")
        #expect(try menu.overrides == ["banner": "Sale"])
    }

    @Test func scopeFollowsTheClientsContext() throws {
        let menu = try MenuDriver(
            scope: EvaluationContext(attributes: ["age": 41]),
            remote: InMemoryRemoteSource(document: Self.document)
        )
        menu.client.changeContext { $0.overlaid(by: EvaluationContext(attributes: ["plan": "pro"])) }
        menu.model.reload()
        menu.model.settle()
        #expect(menu.model.contextDraft == "targetingKey=ada age=41 plan=pro")
        #expect(menu.model.row(menu.index("banner")).value == "For pros")
    }

    @Test func listFollowsEachOrder() throws {
        let menu = try MenuDriver(overrides: ["banner": "Sale"], arguments: ["--toggle", "page_size=3"])
        func first(_ order: ToggleOrder) -> [String] {
            menu.model.order = order
            return Array(menu.keys.prefix(2))
        }
        #expect(first(.owner) == ["page_size", "new_checkout"])
        #expect(first(.expiry) == ["gift_wrapping", "new_checkout"])
        #expect(first(.created) == ["new_checkout", "gift_wrapping"])
        #expect(first(.source) == ["page_size", "banner"])
        try menu.perform(.flip("new_checkout"))
        #expect(menu.keys.prefix(3) == ["page_size", "new_checkout", "banner"])
        #expect(menu.model.order == .source)
        #expect(menu.model.label(of: .all) == "All (10)")
    }

    @Test(arguments: [
        ("new_checkout", "on or off"), ("discount", "a number, such as 0.25 or 1e6"),
        ("banner", "text, possibly empty"), ("search_ranking", "one of classic, popular, neural"),
    ])
    func limitsNameTheValues(_ key: String, _ limits: String) throws {
        let menu = try MenuDriver()
        #expect(menu.model.limits(of: menu.index(key)) == limits)
    }

    @Test func invalidPresetIsReported() throws {
        let menu = try MenuDriver()
        try menu.folder.write("{", to: "presets/bad.json")
        menu.model.reload()
        menu.model.settle()
        let message = try #require(menu.model.message)
        #expect(message.kind == .failure)
        #expect(message.text.contains("presets/bad.json: line 1, column "))
        #expect(menu.model.earlierNotices == [message.text])
        #expect(menu.model.presets.isEmpty)
    }

    @Test func missingPresetCannotBeDeleted() throws {
        let menu = try MenuDriver()
        menu.model.askToDelete(Preset(name: "none", values: [:]))
        try menu.perform(.answer(true))
        #expect(menu.model.message?.kind == .failure)
        #expect(menu.model.message?.text.hasPrefix("There is no preset ‘none’.") == true)
    }
}
#endif
