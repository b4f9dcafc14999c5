import FeatureToggles
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct InMemoryTogglesTests {
    @Test func changeIsReadAtOnce() {
        let toggles = InMemoryToggles(.set(.pageSize, to: 3))
        #expect(toggles.value(of: .pageSize) == 3)
        toggles.apply(.set(.pageSize, to: 4), .set(.newCheckout, to: true))
        #expect(toggles.value(of: .pageSize) == 4)
        #expect(toggles.isEnabled(.newCheckout))
        #expect(toggles.value(of: .banner) == "Welcome")
    }

    @Test func updatesYieldChanges() async {
        let toggles = InMemoryToggles()
        var rankings = toggles.updates(of: .searchRanking).makeAsyncIterator()
        var limits = toggles.updates(of: .limits).makeAsyncIterator()
        #expect(await rankings.next() == .classic)
        #expect(await limits.next() == TestToggles.Limits(items: 10, note: "none"))
        toggles.apply(.set(.searchRanking, to: .neural), .set(.limits, to: TestToggles.Limits(items: 1, note: "")))
        #expect(await rankings.next() == .neural)
        #expect(await limits.next() == TestToggles.Limits(items: 1, note: ""))
    }

    @Test func snapshotDoesNotChange() {
        let toggles = InMemoryToggles(.set(.pageSize, to: 3))
        let snapshot = toggles.snapshot()
        toggles.apply(.set(.pageSize, to: 4), .set(.banner, to: "Sale"))
        #expect(snapshot.value(of: .pageSize) == 3)
        #expect(snapshot.value(of: .banner) == "Welcome")
    }

    @Test func observationEndsWithToggles() async {
        var toggles: InMemoryToggles? = InMemoryToggles()
        let changes = toggles?.changes(of: OpsToggle.pageSize.reference)
        toggles = nil
        var count = 0
        if let changes { for await _ in changes { count += 1 } }
        #expect(count == 0)
    }
}
