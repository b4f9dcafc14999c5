import Testing
import ToggleLint

@Suite struct RuleExampleTests {
    @Test func rulesHaveDistinctIdentifiers() {
        let identifiers = Rules.all.map { $0.description.identifier }
        #expect(Set(identifiers).count == identifiers.count)
    }
}
