import FeatureToggles
import FeatureTogglesTesting
import TestSupport
import Testing

@Suite(.toggles(.set(.pageSize, to: 3), .set(.banner, to: "Suite"))) struct TogglesTraitTests {
    @Test func suiteSetsToggles() {
        #expect(InMemoryToggles.current.value(of: .pageSize) == 3)
        #expect(InMemoryToggles.current.value(of: .searchRanking) == .classic)
    }

    @Test(.toggles(.set(.newCheckout, to: true), .set(.banner, to: "Test")))
    func testAddsToItsSuite() {
        let toggles: any FeatureToggle = InMemoryToggles.current
        #expect(toggles.isEnabled(.newCheckout))
        #expect(toggles.value(of: .banner) == "Test")
        #expect(toggles.value(of: .pageSize) == 3)
    }

    @Test(arguments: 0..<8) func casesHaveTheirOwnToggles(number: Int) async {
        #expect(InMemoryToggles.current.value(of: .pageSize) == 3)
        InMemoryToggles.current.set(.pageSize, to: 100 + number)
        await Task.yield()
        #expect(InMemoryToggles.current.value(of: .pageSize) == 100 + number)
    }

    @Test func childTasksHaveTheSameToggles() async {
        async let size = InMemoryToggles.current.value(of: .pageSize)
        #expect(await size == 3)
        #expect(await Task { InMemoryToggles.current.value(of: .pageSize) }.value == 3)
    }

    @Test func detachedTasksHaveDefaults() async {
        #expect(await Task.detached { InMemoryToggles.current.value(of: .pageSize) }.value == 20)
    }

    @Suite(.toggles(.set(.pageSize, to: 5))) struct Nested {
        @Test func innerSuiteTakesPrecedence() {
            #expect(InMemoryToggles.current.value(of: .pageSize) == 5)
            #expect(InMemoryToggles.current.value(of: .banner) == "Suite")
        }
    }
}

struct WithoutTogglesTraitTests {
    @Test func accessIsAnIssue() {
        withKnownIssue {
            InMemoryToggles.current.set(.pageSize, to: 9)
        } matching: { issue in
            issue.comments.contains { $0.rawValue.hasPrefix("InMemoryToggles.current needs the trait .toggles(…)") }
        }
        var size: Int?
        withKnownIssue { size = InMemoryToggles.current.value(of: .pageSize) }
        #expect(size == 20)
    }

    @Test(.toggles()) func emptyTraitSetsDefaults() {
        #expect(InMemoryToggles.current.value(of: .pageSize) == 20)
        InMemoryToggles.current.set(.pageSize, to: 9)
        #expect(InMemoryToggles.current.value(of: .pageSize) == 9)
    }
}
