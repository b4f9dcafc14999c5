import FeatureToggles
import TestSupport
import Testing

struct VariantSelectionTests {
    private protocol Ranking { var name: String { get } }
    private struct ClassicRanking: Ranking { let name = "by date" }
    private struct LearnedRanking: Ranking { let name: String }
    private enum Refused: Error { case neural }

    @Test(arguments: [(TestToggles.SearchRanking.classic, "by date"), (.neural, "neural"), (.hybrid, "hybrid")])
    func eachValueHasItsImplementation(ranking: TestToggles.SearchRanking, name: String) {
        let toggles: any FeatureToggle = FixedToggles(.set(.searchRanking, to: ranking))
        var count = 0
        let chosen: any Ranking = toggles.select(.searchRanking) { ranking in
            count += 1
            return switch ranking {
            case .classic: ClassicRanking()
            case .neural, .hybrid: LearnedRanking(name: ranking.rawValue)
            }
        }
        #expect(chosen.name == name)
        #expect(count == 1)
    }

    @Test func switchCanReturnDifferentTypes() {
        let toggles: any FeatureToggle = FixedToggles()
        let chosen: any Ranking = toggles.select(.searchRanking) { ranking in
            switch ranking {
            case .classic: ClassicRanking()
            case .neural: LearnedRanking(name: "neural")
            case .hybrid: LearnedRanking(name: "hybrid")
            }
        }
        #expect(chosen is ClassicRanking)
    }

    @Test(arguments: [
        ("ada", TestToggles.CheckoutButton.treatment, TestToggles.SearchRanking.neural), ("bob", .control, .classic),
    ])
    func selectionDependsOnContext(
        person: String,
        button: TestToggles.CheckoutButton,
        ranking: TestToggles.SearchRanking
    ) {
        let toggles: any FeatureToggle = TogglesForAda()
        let context = EvaluationContext(targetingKey: person)
        #expect(toggles.select(.checkoutButton, for: context) { $0 } == button)
        #expect(toggles.select(.searchRanking, for: context) { $0 } == ranking)
    }

    @Test func closuresErrorIsThrown() {
        func make(_ ranking: TestToggles.SearchRanking) throws(Refused) -> String {
            if ranking == .neural { throw .neural }
            return ranking.rawValue
        }
        let toggles: any FeatureToggle = FixedToggles(.set(.searchRanking, to: .neural))
        #expect(throws: Refused.neural) { try toggles.select(.searchRanking, make) }
        #expect(throws: Never.self) { try FixedToggles().select(.searchRanking, make) }
    }
}
