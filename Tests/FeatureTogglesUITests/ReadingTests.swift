import FeatureToggles
import Testing

@testable import FeatureTogglesUI

@Suite struct ReadingTests {
    private let user = EvaluationContext(targetingKey: "ada")
    private let toggles = FixedToggles(
        for: [
            "ada": [.set(.adminTools, to: true), .set(.checkoutButton, to: .neural), .set(.searchRanking, to: .neural)]
        ],
        [.set(.newCheckout, to: true), .set(.newSearch, to: true), .set(.bookStore, to: .shadow)]
    )

    private func value<Key: ReadableToggle>(_ key: Key, for context: EvaluationContext? = nil) -> Key.Value {
        key.value(from: { toggles }, for: { context })
    }

    private func evaluation<Key: ReadableToggle>(
        _ key: Key,
        for context: EvaluationContext? = nil
    ) -> Evaluation<Key.Value> {
        key.evaluation(from: toggles, for: context)
    }

    @Test func everyCategoryIsRead() {
        #if OVERRIDES
        #expect(value(ReleaseToggle.newCheckout))
        #endif
        #expect(value(OpsToggle<Bool>.newSearch))
        #expect(value(OpsToggle<AppToggles.SearchRanking>.searchRanking) == .classic)
        #expect(value(ExperimentToggle<AppToggles.SearchRanking>.checkoutButton, for: user) == .neural)
        #expect(value(PermissionToggle.adminTools, for: user))
        #expect(!value(PermissionToggle.adminTools, for: EvaluationContext(targetingKey: "bob")))
        #expect(value(MigrationToggle.bookStore) == .shadow)
    }

    @Test func contextIsPassedOn() {
        #expect(value(OpsToggle<AppToggles.SearchRanking>.searchRanking, for: user) == .neural)
        #expect(value(MigrationToggle.bookStore, for: user) == .shadow)
    }

    @Test func everyCategoryIsEvaluated() {
        #expect(evaluation(OpsToggle<Bool>.newSearch).source == .localDefaults)
        #expect(evaluation(OpsToggle<AppToggles.SearchRanking>.searchRanking, for: user).value == .neural)
        #expect(evaluation(ExperimentToggle<AppToggles.SearchRanking>.checkoutButton, for: user).value == .neural)
        #expect(evaluation(PermissionToggle.adminTools, for: user).value)
        #expect(!evaluation(PermissionToggle.adminTools).value)
        #expect(evaluation(MigrationToggle.bookStore).value == .shadow)
        #expect(evaluation(MigrationToggle.bookStore, for: user).value == .shadow)
        #if OVERRIDES
        #expect(evaluation(ReleaseToggle.newCheckout).value)
        #endif
    }

    @MainActor
    @Test func togglesAreObservedOnce() {
        let source = ObservedSource()
        let observed = source.observing(toggles)
        #expect(source.observing(toggles) === observed)
        #expect(observed.isEnabled(.newSearch))
        let others = FixedToggles()
        #expect(source.observing(others) !== observed)
        #expect(!source.observing(others).isEnabled(.newSearch))
    }

    @MainActor
    @Test func scopeIsFoundBehindObservation() {
        let client = ToggleClient(registries: [AppToggles.registry], overrides: .none)
        let pro = EvaluationContext(attributes: ["plan": "pro"])
        #expect(client.scope == nil)
        #expect(ObservedSource().observing(client).scope == nil)
        #expect(ObservedSource().observing(client.scoped(to: pro)).scope == pro)
        let nested = ObservedSource().observing(client.scoped(to: user)).scoped(to: pro)
        #expect(nested.scope == user.overlaid(by: pro))
        #expect(toggles.scope == nil)
    }

    @MainActor
    @Test func clientIsFoundBehindObservationAndScopes() {
        let client = ToggleClient(registries: [AppToggles.registry], overrides: .none)
        let observed = ObservedSource().observing(client)
        #expect(observed.client === client)
        #expect(client.scoped(to: user).client === client)
        #expect(observed.scoped(to: user).client === client)
        #expect(ObservedSource().observing(observed.scoped(to: user)).client === client)
        let reporting: any FeatureToggle = EvaluationObserver(client) { _ in }
        #expect(reporting.client === client)
        #expect(ObservedSource().observing(reporting).client === client)
        #expect(reporting.scoped(to: user).client === client)
        #expect(toggles.client == nil)
        #expect(ObservedSource().observing(toggles).client == nil)
    }
}

@Suite struct PreviewCombinationsTests {
    @Test func everyCombinationIsShown() {
        let combinations = PreviewCombinations([.each(.newSearch), .each(.searchRanking)])
        #expect(
            combinations.shown.map(\.title) == [
                "new_search = false, search_ranking = classic", "new_search = false, search_ranking = neural",
                "new_search = true, search_ranking = classic", "new_search = true, search_ranking = neural",
            ]
        )
        #expect(combinations.shown.last?.toggles.isEnabled(.newSearch) == true)
        #expect(combinations.omission == nil)
    }

    @Test func manyCombinationsAreLimited() {
        let stages = (0..<3).map { _ in ToggleAxis.each(.bookStore) }
        let combinations = PreviewCombinations(stages)
        #expect(combinations.shown.count == 64)
        #expect(combinations.omission == "152 more combinations not shown; list fewer toggles.")
    }
}
