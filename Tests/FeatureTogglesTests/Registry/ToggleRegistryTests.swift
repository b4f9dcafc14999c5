import FeatureToggles
import TestSupport
import Testing
import ToggleBase

struct ToggleRegistryTests {
    private static let definitions = TestToggles.registry.toggles

    private static func definition(_ key: String) throws -> ToggleDefinition {
        try #require(definitions.first { $0.key == key })
    }

    @Test func builderKeepsOrder() {
        #expect(
            Self.definitions.map(\.key) == [
                "new_checkout", "fast_search", "search_ranking", "page_size", "discount", "banner", "limits", "extras",
                "checkout_button", "admin_tools", "book_store",
            ]
        )
        #expect(TestToggles.registry.namespace == "TestToggles")
        #expect(TestToggles.registry.application == nil)
    }

    @Test func builderUsesTypedKey() throws {
        let ranking = try Self.definition("search_ranking")
        #expect(ranking.id == OpsToggle.searchRanking.reference.id)
        #expect(ranking.category == .ops)
        #expect(ranking.type == .variants(["classic", "neural", "hybrid"]))
        #expect(ranking.defaultValue == "classic")
        #expect(ranking.remoteParameter == "search_ranking_2")
        #expect(ranking.retiredParameters == ["search_ranking"])
        #expect(ranking.details?.owner == "search")

        let checkout = try Self.definition("new_checkout")
        #expect(checkout.category == .release)
        #expect(checkout.type == .bool)
        #expect(checkout.defaultValue == false)
        #expect(checkout.remoteParameter == nil)
        #expect(checkout.details?.expires == CalendarDate("2026-12-15"))

        #expect(try Self.definition("page_size").remoteParameter == "page_size")
        #expect(try Self.definition("discount").defaultValue == 0.5)
        #expect(try Self.definition("limits").defaultValue == ["items": 10, "note": "none"])
        #expect(try Self.definition("checkout_button").category == .experiment)
        #expect(try Self.definition("admin_tools").category == .permission)
        #expect(try Self.definition("book_store").type == .migrationStages)
        #expect(try Self.definition("book_store").category == .migration)
    }

    @Test func untypedDefinitionsMatchTypedOnes() throws {
        for typed in Self.definitions {
            let made = ToggleDefinition(
                key: typed.key,
                category: typed.category,
                type: typed.type,
                defaultValue: typed.defaultValue
            )
            #expect(made.id == typed.id)
            #expect(made.defaultValue == typed.defaultValue)
        }
    }

    @Test func defaultIsConvertedToCanonicalForm() {
        func defaultValue(_ type: ToggleType, _ value: JSONValue) -> JSONValue {
            ToggleDefinition(key: "a", category: .ops, type: type, defaultValue: value).defaultValue
        }
        #expect(defaultValue(.int, 3.0) == 3)
        #expect(defaultValue(.double, 3) == 3.0)
        #expect(defaultValue(.int, "three") == "three")
    }

    @Test func releaseToggleNeverHasRemoteParameter() {
        let toggle = ToggleDefinition(
            key: "a",
            category: .release,
            type: .bool,
            defaultValue: false,
            remoteParameter: "b"
        )
        #expect(toggle.remoteParameter == nil)
    }

    @Test func identicalDeclarationsAreMerged() {
        let client = ToggleClient(registries: [TestToggles.registry, TestToggles.registry], overrides: .none)
        #expect(client.definitions.count == Self.definitions.count)
        #expect(client.problems.isEmpty)
    }

    @Test func identifierOfWrongTypeIsReported() {
        let forged = OpsToggle<String>("page_size", id: OpsToggle.pageSize.reference.id, default: "x")
        let registry = ToggleRegistry(namespace: "Old") { toggles in
            toggles.add(ops: forged, details: ToggleDetails(description: "", owner: ""))
        }
        let client = ToggleClient(registries: [registry], overrides: .none)
        #expect(client.definitions.isEmpty)
        #expect(
            client.problems.map(\.description) == [
                "Old.page_size: the identifier does not fit the type; generate the code again"
            ]
        )
        #expect(client.value(of: forged) == "x")
    }

    @Test func defaultOfWrongTypeIsReported() {
        let wrong = ToggleDefinition(key: "banner", category: .ops, type: .bool, defaultValue: "yes")
        let client = ToggleClient(registries: [ToggleRegistry(namespace: "Own", toggles: [wrong])], overrides: .none)
        #expect(client.definitions.isEmpty)
        #expect(
            client.problems.map(\.description) == [
                "Own.banner: the default is not a value of the type; correct the definition"
            ]
        )
        let banner = OpsToggle<Bool>("banner", id: wrong.id, default: true)
        #expect(client.isEnabled(banner))
        #expect(client.evaluation(of: banner).value)
    }
}
