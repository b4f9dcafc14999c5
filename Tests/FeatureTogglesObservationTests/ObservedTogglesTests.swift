// Observation needs iOS 17 and macOS 14, and suites can't be limited to these versions.
#if !canImport(Darwin)
import FeatureToggles
import FeatureTogglesRemote
import Observation
import TestSupport
import Testing

@testable import FeatureTogglesObservation

/// Counts how often an observed scope had to run again.
@MainActor
private final class View {
    private(set) var updates = 0
    private let body: @MainActor () -> Void
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ body: @escaping @MainActor () -> Void) {
        self.body = body
        track()
    }

    private func track() {
        withObservationTracking {
            body()
        } onChange: {
            // As in SwiftUI, the body runs again later, once for several changes.
            MainActor.assumeIsolated { _ = Task { self.run() } }
        }
    }

    private func run() {
        updates += 1
        track()
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    /// Waits for the next update.
    func update() async {
        await withCheckedContinuation { waiting.append($0) }
    }
}

@MainActor
@Suite(.timeLimit(.minutes(20))) struct ObservedTogglesTests {
    @Test func changeUpdatesOnlyItsReaders() async {
        let toggles = InMemoryToggles()
        let observed = ObservedToggles(toggles)
        let first = View { _ = observed.value(of: .pageSize) }
        let second = View { _ = observed.isEnabled(.fastSearch) }
        toggles.apply(.set(.pageSize, to: 7))
        await first.update()
        #expect(first.updates == 1)
        #expect(second.updates == 0)
        toggles.apply(.set(.fastSearch, to: true))
        await second.update()
        #expect(first.updates == 1)
        #expect(second.updates == 1)
    }

    @Test func typedReadsReturnTheTogglesValues() {
        let toggles = FixedToggles(.set(.newCheckout, to: true), .set(.banner, to: "Hi"), .set(.adminTools, to: true))
        let observed = ObservedToggles(toggles)
        let user = EvaluationContext(targetingKey: "ada")
        #expect(observed.isEnabled(.newCheckout))
        #expect(observed.value(of: .banner) == "Hi")
        #expect(observed.isEnabled(.adminTools, for: user))
        #expect(observed.variant(of: .button, for: user) == .control)
        #expect(observed.stage(of: .bookStore) == .off)
        #expect(observed.evaluation(of: .banner).source == .localDefaults)
    }

    @Test func clientsChangesUpdateViews() async {
        let remote = InMemoryRemoteSource(values: ["banner": "Hello"])
        let client = ToggleClient(registries: [ShopToggles.registry], overrides: .none, remote: remote)
        let observed = ObservedToggles(client)
        var texts: [String] = []
        let view = View { texts.append(observed.value(of: .banner)) }
        remote.set(values: ["banner": "Good evening"])
        await view.update()
        #expect(texts == ["Hello", "Good evening"])
    }

    @Test func scopedTogglesOfAClientAreObserved() async {
        let remote = InMemoryRemoteSource(values: ["page_size": 1])
        let client = ToggleClient(registries: [ShopToggles.registry], overrides: .none, remote: remote)
        let observed = ObservedToggles(client.scoped(to: EvaluationContext(targetingKey: "ada")))
        let view = View { _ = observed.value(of: .pageSize) }
        remote.set(values: ["page_size": 2])
        await view.update()
        #expect(observed.value(of: .pageSize) == 2)
    }

    @Test func simultaneousChangesUpdateAViewOnce() async {
        let remote = InMemoryRemoteSource(values: [:])
        let client = ToggleClient(registries: [ShopToggles.registry], overrides: .none, remote: remote)
        let observed = ObservedToggles(client)
        let view = View {
            _ = observed.value(of: .pageSize)
            _ = observed.value(of: .banner)
        }
        remote.set(values: ["page_size": 8, "banner": "Hi"])
        await view.update()
        #expect(view.updates == 1)
        #expect(observed.value(of: .pageSize) == 8)
        #expect(observed.value(of: .banner) == "Hi")
    }

    @Test func changeOfTheSourceAloneKeepsViewsOfTheValue() async {
        let remote = InMemoryRemoteSource(values: ["page_size": 20])
        let client = ToggleClient(registries: [ShopToggles.registry], overrides: .none, remote: remote)
        let observed = ObservedToggles(client)
        let value = View { _ = observed.value(of: .pageSize) }
        let source = View { _ = observed.evaluation(of: .pageSize).source }
        // Its toggle was only read as a value.
        let other = ObservedToggles(client)
        let comparable = View { _ = other.value(of: .pageSize) }
        let later = View { _ = other.value(of: .banner) }
        remote.set(values: [:])
        await source.update()
        remote.set(values: ["banner": "Hi"])
        await later.update()
        #expect(comparable.updates == 0)
        #expect(value.updates == 1)
    }

    @Test func valueThatChangesBackUpdatesReadersOfBoth() async {
        let toggles = InMemoryToggles()
        let observed = ObservedToggles(toggles)
        let view = View { _ = observed.value(of: .pageSize) }
        toggles.apply(.set(.pageSize, to: 7))
        #expect(observed.value(of: .pageSize) == 7)
        toggles.apply(.set(.pageSize, to: 20))
        await view.update()
        #expect(view.updates == 1)
    }

    @Test func readsOfAUserAreObserved() async {
        let toggles = InMemoryToggles()
        let observed = ObservedToggles(toggles)
        let view = View { _ = observed.isEnabled(.adminTools, for: EvaluationContext(targetingKey: "ada")) }
        toggles.apply(.set(.adminTools, to: true))
        await view.update()
        #expect(view.updates == 1)
    }

    @Test func snapshotIsNotObserved() async {
        let toggles = InMemoryToggles()
        let observed = ObservedToggles(toggles)
        let snapshot = observed.snapshot()
        let frozen = View { _ = snapshot.value(of: .pageSize) }
        let view = View { _ = observed.value(of: .pageSize) }
        toggles.apply(.set(.pageSize, to: 7))
        await view.update()
        #expect(frozen.updates == 0)
    }

    @Test func oneOfThousandTogglesUpdatesOneOfHundredViews() async {
        let keys = (0..<1_000).map { "toggle_\($0)" }
        let definitions = keys.map { ToggleDefinition(key: $0, category: .ops, type: .bool, defaultValue: false) }
        let remote = InMemoryRemoteSource(values: [:])
        let client = ToggleClient(
            registries: [ToggleRegistry(namespace: "Many", toggles: definitions)],
            overrides: .none,
            remote: remote
        )
        let observed = ObservedToggles(client)
        let references = definitions.map { ToggleReference(id: $0.id, fallback: 0, key: "") }
        let views = (0..<100).map { number in
            let mine = references[(number * 10)..<(number * 10 + 10)]
            return View { for reference in mine { _ = observed.bits(of: reference) } }
        }
        remote.set(values: ["toggle_423": true])
        await views[42].update()
        #expect(views.map(\.updates).reduce(0, +) == 1)
        #expect(views[42].updates == 1)

        // Each further change updates the same view, once.
        let off = FixedToggles()
        for _ in 0..<20 {
            observed.registrations.report([references[423].id], in: off)
            await views[42].update()
        }
        #expect(views.map(\.updates).reduce(0, +) == 21)
        #expect(views[42].updates == 21)
    }

    @Test func observationEndsWithItsLastReference() async {
        let toggles = InMemoryToggles()
        weak var released: ObservedToggles?
        do {
            let observed = ObservedToggles(toggles)
            _ = observed.value(of: .pageSize)
            released = observed
        }
        #expect(released == nil)
        toggles.apply(.set(.pageSize, to: 7))
    }
}
#endif
