import FeatureTogglesRemote
import TestSupport
import Testing

@testable import FeatureToggles

@Suite(.timeLimit(.minutes(20))) struct ScopedTogglesTests {
    private let remote = InMemoryRemoteSource(document: document)
    private let ada = EvaluationContext(targetingKey: "ada", attributes: ["language": "de"])

    private static let document = """
        {"flags": {
          "admin_tools": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off",
            "targeting": {"if": [{"==": [{"var": "targetingKey"}, "ada"]}, "on"]}},
          "checkout_button": {"state": "ENABLED", "variants": {"control": "control", "treatment": "treatment"},
            "defaultVariant": "control",
            "targeting": {"if": [{"==": [{"var": "targetingKey"}, "ada"]}, "treatment"]}},
          "banner": {"state": "ENABLED", "variants": {"de": "Willkommen zu unserem neuen Laden", "en": "Hello"},
            "defaultVariant": "en", "targeting": {"if": [{"==": [{"var": "language"}, "de"]}, "de"]}},
          "limits": {"state": "ENABLED", "variants": {"few": {"items": 1, "note": "few"}, "many": {"items": 99,
            "note": "many"}}, "defaultVariant": "few", "targeting": {"if": [{"var": "staff"}, "many"]}},
          "page_size": {"state": "ENABLED", "variants": {"small": 5, "large": 50}, "defaultVariant": "small",
            "targeting": {"if": [{"==": [{"var": "country"}, "AT"]}, "large"]}},
          "fast_search": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "on"}
        }}
        """

    private func makeClient(ambient: EvaluationContext = EvaluationContext()) -> ToggleClient {
        ToggleClient(registries: [TestToggles.registry], overrides: .none, remote: remote, context: ambient)
    }

    @Test func readsWithoutContextUseTheScope() {
        let client = makeClient()
        for toggles in [client, client.snapshot()] as [any FeatureToggle] {
            let scoped: any FeatureToggle = toggles.scoped(to: ada)
            #expect(scoped.value(of: .banner).hasPrefix("Willkommen"))
            #expect(scoped.value(of: .limits).items == 1)
            #expect(scoped.isEnabled(.fastSearch))
            #expect(scoped.value(of: .searchRanking) == .classic)
            #expect(scoped.evaluation(of: .banner).reason == .targetingMatch)
            #expect(toggles.value(of: .banner) == "Hello")
        }
    }

    @Test func permissionsAndExperimentsNeedNoContext() {
        let client = makeClient()
        let scoped = client.scoped(to: ada)
        #expect(scoped.isEnabled(.adminTools))
        #expect(scoped.variant(of: .checkoutButton) == .treatment)
        #expect(scoped.evaluation(of: .adminTools).variant == "on")
        #expect(scoped.evaluation(of: .checkoutButton).value == .treatment)
        let other = client.scoped(to: EvaluationContext(targetingKey: "bob"))
        #expect(!other.isEnabled(.adminTools))
        #expect(other.variant(of: .checkoutButton) == .control)
    }

    @Test func updatesExplanationsAndSelectionsNeedNoContext() async throws {
        func waited<Value>(_ value: Value) async -> Value { value }
        let client = makeClient()
        for (name, isAdmin, button) in [("ada", true, TestToggles.CheckoutButton.treatment), ("bob", false, .control)] {
            let scoped = client.scoped(to: EvaluationContext(targetingKey: name))
            #expect(scoped.explanation(of: .adminTools).evaluation.value == .bool(isAdmin))
            #expect(scoped.explanation(of: .checkoutButton).evaluation.value == .string(button.rawValue))
            #expect(scoped.select(.adminTools, on: { 1 }, off: { 2 }) == (isAdmin ? 1 : 2))
            #expect(scoped.select(.checkoutButton) { $0 } == button)
            #expect(await scoped.select(.adminTools, on: { await waited(1) }, off: { 2 }) == (isAdmin ? 1 : 2))
            #expect(await scoped.select(.checkoutButton) { await waited($0) } == button)
            var permissions = scoped.updates(of: .adminTools).makeAsyncIterator()
            #expect(await permissions.next() == isAdmin)
            var buttons = scoped.updates(of: .checkoutButton).makeAsyncIterator()
            #expect(await buttons.next() == button)
        }
        var updates = client.scoped(to: ada).updates(of: .adminTools).makeAsyncIterator()
        #expect(await updates.next() == true)
        remote.set(document: #"{"flags": {}}"#)
        #expect(await updates.next() == false)
    }

    @Test func contextOfAReadIsAddedToTheScope() {
        let scoped: any FeatureToggle = makeClient().scoped(to: ada)
        let staff = EvaluationContext(attributes: ["staff": true])
        #expect(scoped.value(of: .limits, for: staff).items == 99)
        #expect(scoped.isEnabled(.adminTools, for: staff))
        #expect(!scoped.isEnabled(.adminTools, for: EvaluationContext(targetingKey: "bob")))
        #expect(scoped.value(of: .banner, for: EvaluationContext(targetingKey: "bob")).hasPrefix("Willkommen"))
    }

    @Test func ambientContextIsBelowTheScope() {
        let client = makeClient(ambient: EvaluationContext(targetingKey: "bob", attributes: ["country": "AT"]))
        let scoped = client.scoped(to: ada)
        #expect(scoped.value(of: .pageSize) == 50)
        #expect(scoped.isEnabled(.adminTools))
        #expect(scoped.ambientContext == client.context.overlaid(by: ada))
    }

    @Test func scopesCanBeNested() {
        let scoped = makeClient().scoped(to: ada).scoped(to: EvaluationContext(attributes: ["staff": true]))
        #expect(scoped.value(of: .limits).items == 99)
        #expect(scoped.isEnabled(.adminTools))
        #expect(scoped.context.targetingKey == "ada")
    }

    @Test func scopeFollowsTheDocument() async {
        let scoped = makeClient().scoped(to: ada)
        var updates = scoped.updates(of: .banner).makeAsyncIterator()
        #expect(await updates.next()?.hasPrefix("Willkommen") == true)
        remote.set(
            document: #"{"flags": {"banner": {"state": "ENABLED", "variants": {"a": "New"}, "defaultVariant": "a"}}}"#
        )
        #expect(await updates.next() == "New")
    }

    @Test func snapshotOfAScopeNeedsNoContext() {
        let scoped = makeClient().scoped(to: ada)
        #expect(scoped.snapshot().isEnabled(.adminTools))
        #expect(scoped.snapshot().variant(of: .checkoutButton) == .treatment)
        #expect(scoped.snapshot().context == ada)
    }

    @Test func snapshotOfAScopeDoesNotChange() {
        let scoped = makeClient().scoped(to: ada)
        let toggles: any FeatureToggle = scoped
        let snapshots: [any FeatureToggle] = [scoped.snapshot(), toggles.snapshot()]
        remote.set(document: "{}")
        #expect(snapshots.allSatisfy { $0.value(of: .banner).hasPrefix("Willkommen") })
    }

    @Test func explanationContainsTheDecidingRule() {
        let explanation = makeClient().scoped(to: ada).explanation(of: .banner)
        #expect(explanation.evaluation.value == "Willkommen zu unserem neuen Laden")
    }

    @Test func doublesCanBeScoped() {
        let scoped = FixedToggles(.set(.pageSize, to: 3)).scoped(to: ada)
        #expect(scoped.value(of: .pageSize) == 3)
        #expect(scoped.ambientContext == ada)
    }

    @Test func scopeKeepsItsClientAlive() {
        let scoped = makeClient().scoped(to: ada)
        #expect(scoped.isEnabled(.adminTools))
    }
}
