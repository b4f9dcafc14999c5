#if OVERRIDES
import FeatureToggles
import FeatureTogglesOverrides
import TestSupport
import Testing

@testable import FeatureTogglesUI

@MainActor
@Suite(.timeLimit(.minutes(20))) struct MenuListTests {
    @Test func togglesAreGroupedByCategory() throws {
        let menu = try MenuDriver()
        #expect(menu.model.sections.map(\.title) == ["release", "ops", "experiment", "permission", "migration"])
        #expect(menu.keys == ShopDefinitions.standard.map(\.key))
        #expect(menu.model.shownCount == 10)
        #expect(menu.model.title == "shop")
    }

    @Test func searchRanksAndNarrows() throws {
        let menu = try MenuDriver()
        menu.model.filter = "check"
        #expect(menu.keys == ["checkout_button", "new_checkout"])
        #expect(menu.model.sections.map(\.title) == [""])
        menu.model.filter = "checkoutb"
        #expect(menu.keys == ["checkout_button"])
        menu.model.filter = ""
        #expect(menu.model.shownCount == 10)
    }

    @Test func termsFilterAsInTheConsole() throws {
        let menu = try MenuDriver(overrides: ["banner": "Sale"])
        menu.model.filter = "is:overridden"
        #expect(menu.keys == ["banner"])
        menu.model.filter = "is:overridden cat:release"
        #expect(menu.keys == [])
        menu.model.filter = "cat:nonsense cat:nonsense"
        #expect(menu.model.problems.count == 1)
        menu.model.filter = "cat:nonsense"
        #expect(menu.model.filterProblem?.contains("‘cat:nonsense’ is not one of") == true)
        #expect(menu.model.problems.last?.hasPrefix("filter: ") == true)
    }

    @Test func viewsFollowChanges() throws {
        let menu = try MenuDriver()
        menu.model.view = .overridden
        #expect(menu.keys == [])
        try menu.perform(.flip("new_checkout"))
        #expect(menu.keys == ["new_checkout"])
        #expect(menu.model.count(in: .overridden) == 1)
        menu.model.view = .pinned
        menu.model.flipPin(menu.index("banner"))
        #expect(menu.model.isPinned(menu.index("banner")))
        menu.model.settle()
        #expect(menu.keys == ["banner"])
        menu.model.view = .stale
        #expect(menu.keys == ["new_checkout", "gift_wrapping", "page_size"])
        #expect(menu.model.label(of: .stale) == "Stale (3)")
        #expect(menu.model.label(of: .conflicts) == "Conflicts")
        menu.model.flipPin(menu.index("banner"))
        menu.model.settle()
        #expect(menu.model.label(of: .pinned) == "Pinned (0)")
    }

    @Test func orderRemovesTheGroups() throws {
        let menu = try MenuDriver()
        menu.model.order = .key
        #expect(menu.keys.first == "admin_tools")
        #expect(menu.model.sections.count == 1)
    }

    @Test func rowsShowValueSourceAndRemarks() throws {
        let menu = try MenuDriver(overrides: ["page_size": 7])
        let row = menu.model.row(menu.index("page_size"))
        #expect(row.value == "7" && row.source == .localDefaults && row.isOverridden)
        #expect(row.remarks == ["overridden", "no owner"])
        #expect(row.label == "page size, 7, \(ToggleSource.localDefaults.rawValue), overridden, no owner")
        #expect(row.subtitle == "\(ToggleSource.localDefaults.rawValue) · overridden · no owner")
        #expect(!menu.model.row(menu.index("banner")).isOverridden)
        #expect(menu.model.sections[1].header == "ops (5)")
        #expect(menu.model.index(of: row.id) == menu.index("page_size"))
        #expect(menu.model.index(of: nil) == nil)
    }

    @Test func detailExplainsTheValue() throws {
        let menu = try MenuDriver(overrides: ["page_size": "ten"], arguments: ["--toggle", "discount=0.1"])
        let size = menu.model.detail(of: menu.index("page_size"))
        #expect(size.description == "How many products are listed.")
        #expect(size.sources.contains { $0.isRejected && $0.answer.contains("takes a whole number") })
        #expect(size.valueFacts.contains { $0.name == "error" && $0.isConcern })
        #expect(size.facts.contains(ToggleFact("owner", "! none", isConcern: true)))
        let discount = menu.model.detail(of: menu.index("discount"))
        let decisive = try #require(discount.sources.first { $0.isDecisive })
        #expect(decisive.answer == "0.1")
        #expect(decisive.label.hasSuffix("0.1, decides"))
    }

    @Test func detailShowsWhenItWasOverridden() throws {
        let menu = try MenuDriver()
        try menu.perform(.type("page_size", "9"))
        #expect(menu.model.detail(of: menu.index("page_size")).valueFacts.contains { $0.name == "overridden" })
    }

    @Test func whatIfContextIsShown() throws {
        let menu = try MenuDriver()
        #expect(menu.model.contextDraft == "targetingKey=ada")
        #expect(
            menu.model.setWhatIf("plan") == "‘plan’ has no name or no value; write NAME=VALUE, such as targetingKey=ada"
        )
        #expect(menu.model.setWhatIf("targetingKey=bob plan=pro") == nil)
        #expect(menu.model.whatIfText == "targetingKey=bob plan=pro")
        #expect(menu.model.contextDraft == "targetingKey=bob plan=pro")
        #expect(menu.model.message?.text == "no toggle has a different value for this context")
        let facts = menu.model.detail(of: menu.index("banner")).valueFacts
        #expect(facts.contains { $0.name == "what if" })
        menu.model.showOwnValues()
        #expect(menu.model.whatIfText == nil)
    }

    @Test func problemsAreListed() throws {
        let menu = try MenuDriver(overrides: ["gone": true, "page_size": "ten"])
        #expect(menu.model.problems.contains { $0.contains("‘gone’") })
        #expect(menu.model.problems.filter { $0.contains("takes a whole number") }.count == 1)
        #expect(menu.model.problemsLabel == "Problems (\(menu.model.problems.count))")
    }

    @Test func shareTextListsTogglesAndProblems() throws {
        let menu = try MenuDriver(overrides: ["gone": true, "banner": "Sale"])
        menu.model.filter = "is:overridden"
        let text = menu.model.shareText
        #expect(text.hasPrefix("shop: 1 toggle, 1 overridden\nfilter: is:overridden\n\nops:\nbanner = "))
        #expect(text.contains("\nproblems:\n"))
        let detail = menu.model.shareText(of: menu.index("banner"))
        #expect(detail.contains("→ \(ToggleSource.localDefaults.rawValue): "))
    }

    @Test func contextIsTypedOnSeveralLines() throws {
        let menu = try MenuDriver()
        #expect(menu.model.setWhatIf("targetingKey=bob\nplan=“pro plus”\n") == nil)
        #expect(menu.model.whatIfText == #"targetingKey=bob plan="pro plus""#)
    }

    @Test func changesElsewhereArrive() async throws {
        let menu = try MenuDriver()
        // The client notifies the model before this stream.
        let changes = menu.client.changes()
        try menu.client.overrides.set(page: 8, in: menu)
        for await _ in changes { break }
        menu.model.settle()
        #expect(menu.model.row(menu.index("page_size")).value == "8")
    }
}

extension OverrideEditor {
    /// Overrides `page_size` through the typed API, as app code would.
    @MainActor
    fileprivate func set(page: Int, in menu: MenuDriver) throws {
        let id = menu.model.toggles[menu.index("page_size")].id
        try set(OpsToggle<Int>("page_size", id: id, default: 4), to: page)
    }
}
#endif
