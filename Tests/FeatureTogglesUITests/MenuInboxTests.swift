#if OVERRIDES
import FeatureTogglesOverrides
import Testing

@testable import FeatureTogglesUI

@MainActor
@Suite(.timeLimit(.minutes(20))) struct MenuInboxTests {
    @Test func itemsBeforeTheHandlerAreAnnounced() async {
        let inbox = MenuInbox()
        inbox.put(.report(.notice("early")))
        await withCheckedContinuation { arrival in
            inbox.onArrival { arrival.resume() }
        }
        #expect(inbox.take().count == 1)
    }

    @Test func itemsInQuickSuccessionAreAnnouncedOnce() async {
        let inbox = MenuInbox()
        let (counts, continuation) = AsyncStream.makeStream(of: Int.self)
        var arrivals = counts.makeAsyncIterator()
        inbox.onArrival { continuation.yield(inbox.take().count) }
        inbox.put(.report(.notice("one")))
        inbox.put(.report(.notice("two")))
        #expect(await arrivals.next() == 2)
        inbox.put(.report(.notice("three")))
        #expect(await arrivals.next() == 1)
    }
}
#endif
