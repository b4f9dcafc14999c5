import FeatureToggles
import TestSupport
import Testing

/// The doubles, without the module for tests.
struct PersonalTogglesTests {
    private let ada = EvaluationContext(targetingKey: "ada")
    private let bob = EvaluationContext(targetingKey: "bob")

    @Test func eachPersonHasTheirOwnValues() {
        let toggles = FixedToggles(
            for: ["ada": [.set(.adminTools, to: true), .set(.order, to: .neural)], "bob": []],
            [.set(.order, to: .classic)]
        )
        #expect(toggles.isEnabled(.adminTools, for: ada))
        #expect(!toggles.isEnabled(.adminTools, for: bob))
        #expect(!toggles.isEnabled(.adminTools, for: EvaluationContext()))
        #expect(toggles.variant(of: .order, for: ada) == .neural)
        #expect(toggles.variant(of: .order, for: bob) == .classic)
    }

    @Test func ambientPersonIsReadWithoutContext() {
        let toggles = FixedToggles(for: ["ada": [.set(.pageSize, to: 3)]], ambientContext: ada)
        #expect(toggles.value(of: .pageSize) == 3)
        #expect(toggles.value(of: .pageSize, for: bob) == 20)
        #expect(FixedToggles(for: ["ada": [.set(.pageSize, to: 3)]]).value(of: .pageSize) == 20)
    }

    @Test func baseAppliesToEverybody() {
        let toggles = FixedToggles(for: ["ada": [.set(.adminTools, to: false)]], others: .on)
        #expect(!toggles.isEnabled(.adminTools, for: ada))
        #expect(toggles.isEnabled(.adminTools, for: bob))
    }

    @Test func scopesSelectThePerson() {
        let toggles = FixedToggles(for: ["ada": [.set(.adminTools, to: true)]])
        #expect(toggles.scoped(to: ada).isEnabled(.adminTools))
        #expect(!toggles.scoped(to: bob).isEnabled(.adminTools))
    }

    @Test func everyCategoryCanBeSetInMemory() {
        let toggles = InMemoryToggles()
        toggles.set(.newCheckout, to: true)
        toggles.set(.pageSize, to: 3)
        toggles.set(.order, to: .neural)
        toggles.set(.adminTools, to: true)
        toggles.set(.orderStore, to: .live)
        #expect(toggles.isEnabled(.newCheckout))
        #expect(toggles.value(of: .pageSize) == 3)
        #expect(toggles.variant(of: .order, for: ada) == .neural)
        #expect(toggles.isEnabled(.adminTools, for: ada))
        #expect(toggles.stage(of: .orderStore) == .live)
    }
}
