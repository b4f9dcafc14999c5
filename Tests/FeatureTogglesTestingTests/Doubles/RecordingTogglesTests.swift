import FeatureToggles
import FeatureTogglesTesting
import TestSupport
import Testing

struct RecordingTogglesTests {
    @Test func readsAreRecordedInOrderAndForwarded() {
        let toggles = RecordingToggles(
            FixedToggles(.set(.newCheckout, to: true), .set(.limits, to: TestToggles.Limits(items: 1, note: "")))
        )
        #expect(toggles.reads.isEmpty)
        #expect(toggles.isEnabled(.newCheckout))
        #expect(toggles.value(of: .limits).items == 1)
        #expect(toggles.value(of: .banner) == "Welcome")
        #expect(toggles.value(of: .pageSize, for: anyUser) == 20)
        #expect(toggles.isEnabled(.newCheckout))
        #expect(toggles.evaluation(of: .orderStore).value == .dualwrite)
        #expect(toggles.reads == ["new_checkout", "limits", "banner", "page_size", "new_checkout", "order_store"])
        toggles.reset()
        #expect(toggles.reads.isEmpty)
    }

    @Test func explanationsAndSnapshotsAreNotReads() {
        let toggles = RecordingToggles()
        #expect(toggles.explanation(of: .pageSize).key == "page_size")
        #expect(toggles.snapshot().value(of: .pageSize) == 20)
        #expect(toggles.reads.isEmpty)
    }

    @Test func changesAreForwarded() async {
        let others = InMemoryToggles()
        let toggles = RecordingToggles(others)
        var updates = toggles.updates(of: .pageSize).makeAsyncIterator()
        #expect(await updates.next() == 20)
        others.apply(.set(.pageSize, to: 3))
        #expect(await updates.next() == 3)
        #expect(toggles.reads == ["page_size", "page_size"])
    }
}
