import FeatureToggles
import FeatureTogglesRemote
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ToggleUpdatesTests {
    private static func check<Value: Equatable>(
        _ updates: ToggleUpdates<Value>,
        _ before: Value,
        _ after: Value,
        change: () -> Void
    ) async {
        var iterator = updates.makeAsyncIterator()
        #expect(await iterator.next() == before)
        change()
        #expect(await iterator.next() == after)
    }

    @Test func everyKindOfKeyCanBeFollowed() async throws {
        let folder = try TemporaryFolder()
        let remote = InMemoryRemoteSource()
        let client = makeClient(localDefaultsPath: folder.path("toggles.json"), remote: remote)
        func set(_ values: JSONObject) -> () -> Void { { remote.set(values: values) } }

        await Self.check(client.updates(of: .fastSearch), false, true, change: set(["fast_search": true]))
        await Self.check(
            client.updates(of: .searchRanking),
            .classic,
            .neural,
            change: set(["search_ranking_2": "neural"])
        )
        await Self.check(client.updates(of: .pageSize), 20, 3, change: set(["page_size": 3]))
        await Self.check(client.updates(of: .discount), 0.5, 0.25, change: set(["discount": 0.25]))
        await Self.check(client.updates(of: .banner), "Welcome", "Sale", change: set(["banner": "Sale"]))
        await Self.check(
            client.updates(of: .limits),
            TestToggles.Limits(items: 10, note: "none"),
            TestToggles.Limits(items: 1, note: ""),
            change: set(["limits": ["items": 1, "note": ""]])
        )
        await Self.check(client.updates(of: .extras), ["a": 1], .null, change: set(["extras": .null]))
        await Self.check(
            client.updates(of: .checkoutButton, for: anyUser),
            .control,
            .treatment,
            change: set(["checkout_button": "treatment"])
        )
        await Self.check(
            client.updates(of: .adminTools, for: anyUser),
            false,
            true,
            change: set(["admin_tools": true])
        )
        await Self.check(client.updates(of: .bookStore), .off, .shadow, change: set(["book_store": "shadow"]))
        await Self.check(
            client.updates(of: .bookStore, for: anyUser),
            .shadow,
            .off,
            change: set(["book_store": "off"])
        )

        var checkout = client.updates(of: .newCheckout).makeAsyncIterator()
        #expect(await checkout.next() == false)
        try folder.write(#"{"version": 1, "toggles": {"new_checkout": true}}"#, to: "toggles.json")
        #expect(await checkout.next() == true)
    }

    @Test func slowConsumerGetsNewestValue() async {
        let toggles = InMemoryToggles()
        var updates = toggles.updates(of: .pageSize).makeAsyncIterator()
        #expect(await updates.next() == 20)
        for number in 1...100 { toggles.apply(.set(.pageSize, to: number)) }
        #expect(await updates.next() == 100)
    }

    @Test func iteratorsBeginWithCurrentValue() async {
        let toggles = InMemoryToggles()
        let updates = toggles.updates(of: .pageSize)
        var first = updates.makeAsyncIterator()
        #expect(await first.next() == 20)
        toggles.apply(.set(.pageSize, to: 7))
        var second = updates.makeAsyncIterator()
        #expect(await second.next() == 7)
        #expect(await first.next() == 7)
    }

    @Test func revertedChangeYieldsNoUpdate() async {
        let toggles = InMemoryToggles()
        var updates = toggles.updates(of: .pageSize).makeAsyncIterator()
        #expect(await updates.next() == 20)
        toggles.apply(.set(.pageSize, to: 1))
        toggles.apply(.set(.pageSize, to: 20))
        toggles.apply(.set(.banner, to: "x"))
        toggles.apply(.set(.pageSize, to: 2))
        #expect(await updates.next() == 2)
    }

    @Test func changesOfToggleLeaveOutOtherToggles() async {
        let toggles = InMemoryToggles()
        let changes = toggles.changes(of: OpsToggle.pageSize.reference)
        toggles.apply(.set(.banner, to: "x"))
        let elements = Task { await changes.reduce(0) { count, _ in count + 1 } }
        elements.cancel()
        #expect(await elements.value == 0)
    }
}
