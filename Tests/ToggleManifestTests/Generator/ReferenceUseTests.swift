import FeatureToggles
import Testing
import ToggleDocuments
import ToggleManifest

/// Uses the reference source in the same way as an app uses generated code.
struct ReferenceUseTests {
    @Test func keysHaveNameIdentifierAndDefault() {
        #expect(OpsToggle.recommendations.reference.key == "recommendations")
        #expect(
            OpsToggle.recommendations.reference.id
                == ToggleIdentifier.make(category: .ops, type: .bool, key: "recommendations")
        )
        #expect(OpsToggle.recommendations.defaultValue)
        #expect(OpsToggle.basketLimit.defaultValue == 1_000_000)
        #expect(OpsToggle.smallestNumber.defaultValue == .min)
        #expect(OpsToggle.samplingRate.defaultValue == 0.25)
        #expect(OpsToggle.wholeRate.defaultValue == 1)
        #expect(OpsToggle.supportLine.defaultValue == "Call \"us\"\nat \\(number) – or don’t")
        #expect(OpsToggle.searchRanking.defaultValue == .twoStage)
        #expect(ExperimentToggle.checkoutButton.defaultValue == .control)
        #expect(OpsToggle.useHTTPProxy.defaultValue == .never)
        #expect(!OpsToggle.default.defaultValue)
        #expect(!PermissionToggle.adminTools.defaultValue)
        #expect(PermissionToggle.earlyAccess.defaultValue)
        #expect(MigrationToggle.bookStore.defaultValue == .off)
        #expect(MigrationToggle.userStore.defaultValue == .dualwrite)
    }

    @Test(
        arguments: ReferenceToggles.SearchRanking.allCases
    )
    func variantsRoundTripThroughNameAndIndex(_ ranking: ReferenceToggles.SearchRanking) {
        #expect(ReferenceToggles.SearchRanking(variantIndex: ranking.variantIndex) == ranking)
        #expect(ReferenceToggles.SearchRanking(rawValue: ranking.rawValue) == ranking)
    }

    @Test func variantsAreInManifestOrder() {
        let names = ["classic", "neural", "two-stage", "3rd.party", "default", "init", "UPPER"]
        #expect(ReferenceToggles.SearchRanking.allCases.map(\.rawValue) == names)
        #expect(ReferenceToggles.SearchRanking.toggleType == .variants(names))
        #expect(ReferenceToggles.SearchRanking(variantIndex: 7) == nil)
    }

    @Test func objectBecomesStructureWithDefaults() {
        let limits = OpsToggle.checkoutLimits.defaultValue
        #expect(limits == ReferenceToggles.CheckoutLimits())
        #expect(limits.maxItems == 20)
        #expect(limits.maxItemsValue == 21)
        #expect(limits.`default`)
        #expect(limits.matrix == [[1, 2], [3]])
        #expect(limits.weights == [1, 2.5])
        #expect(limits.mixed == [1, "one"])
        #expect(limits.shipping.zones.outer == 2)
        #expect(limits.offers.map(\.percent) == [10, 12.5])
        #expect(ReferenceToggles.CheckoutLimits(maxItems: 3) != limits)
    }

    @Test func missingFieldsHaveDefaults() throws {
        let json: JSONValue = ["max_items": 3, "1st-class": true, "shipping": ["zones": ["inner": 9]], "nothing": "x"]
        let limits = try #require(ReferenceToggles.CheckoutLimits(json: json))
        var expected = ReferenceToggles.CheckoutLimits(maxItems: 3, _1stClass: true, nothing: "x")
        expected.shipping.zones.inner = 9
        #expect(limits == expected)
    }

    @Test func structureRoundTripsThroughJSON() throws {
        let limits = ReferenceToggles.CheckoutLimits(mixed: .null, offers: [.init(title: "Third", percent: 1)])
        #expect(ReferenceToggles.CheckoutLimits(json: limits.json) == limits)
        guard case .object(let object) = limits.json else {
            Issue.record("\(limits.json) is not an object")
            return
        }
        #expect(object.members.map(\.name).prefix(3) == ["max_items", "maxItems", "banner"])
        #expect(object["mixed"] == .null)
    }

    @Test(
        arguments: [
            ["max_items": "three"], ["max_items": 1.5], ["offers": [["title": "no percent"]]], ["tags": [1]], [1], "x",
            .null,
        ] as [JSONValue]
    )
    func otherJSONShapesAreRejected(_ json: JSONValue) {
        #expect(ReferenceToggles.CheckoutLimits(json: json) == nil)
    }

    @Test func nonObjectDefaultStaysJSON() {
        guard case .array(let countries) = OpsToggle.countries.defaultValue else {
            Issue.record("\(OpsToggle.countries.defaultValue) is not an array")
            return
        }
        #expect(countries.prefix(2) == ["DE", "AT"])
    }

    @Test func registryEqualsManifest() throws {
        let manifest = try #require(try ReferenceManifest.read())
        let generated = ReferenceToggles.registry.toggles
        #expect(ReferenceToggles.registry.namespace == "ReferenceToggles")
        #expect(ReferenceToggles.registry.application == "reference-shop")
        #expect(generated.map(\.key) == manifest.toggles.map(\.key))
        for (definition, expected) in zip(generated, manifest.registry.toggles) {
            #expect(definition.id == expected.id, "\(expected.key)")
            #expect(definition.category == expected.category, "\(expected.key)")
            #expect(definition.type == expected.type, "\(expected.key)")
            #expect(definition.remoteParameter == expected.remoteParameter, "\(expected.key)")
            #expect(definition.retiredParameters == expected.retiredParameters, "\(expected.key)")
            #expect(definition.details == expected.details, "\(expected.key)")
        }
    }

    @Test func clientReadsGeneratedKeys() {
        let settings = [
            "--toggle", "search_ranking=neural", "--toggle", "basket_limit=7", "--enable-toggle", "new_checkout",
        ]
        let client = ToggleClient(
            registries: [ReferenceToggles.registry, EmptyToggles.registry],
            overrides: OverrideSources(arguments: settings)
        )
        let user = EvaluationContext(targetingKey: "user")
        #expect(client.isEnabled(.newCheckout))
        #expect(!client.isEnabled(.expiredBanner))
        #expect(client.isEnabled(.recommendations))
        #expect(client.value(of: .searchRanking) == .neural)
        #expect(client.value(of: .basketLimit) == 7)
        #expect(client.value(of: .checkoutLimits).shipping.country == "DE")
        #expect(client.variant(of: .checkoutButton, for: user) == .control)
        #expect(client.isEnabled(.earlyAccess, for: user))
        #expect(client.stage(of: .userStore) == .dualwrite)
        #expect(client.problems.isEmpty)
    }

    @Test func emptyManifestHasEmptyRegistry() {
        #expect(EmptyToggles.registry.toggles.isEmpty)
        #expect(EmptyToggles.registry.namespace == "EmptyToggles")
    }
}
