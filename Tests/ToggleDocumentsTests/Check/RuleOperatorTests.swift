import FeatureToggles
import Testing

@testable import FeatureTogglesRemote
@testable import ToggleDocuments

/// The operators that `toggles check` accepts, and those that clients evaluate.
struct RuleOperatorTests {
    @Test func checkKnowsTheOperatorsOfClients() {
        let evaluated = Set(RuleOperation.allNames.map(\.text))
        #expect(evaluated == Set(RuleOperator.all.keys))
        #expect(evaluated == Set(RuleOperator.names).union(RuleOperator.unscheduled.keys))
    }
}
