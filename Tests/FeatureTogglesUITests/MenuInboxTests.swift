#if OVERRIDES
import FeatureTogglesOverrides
import Testing

@testable import FeatureTogglesUI

@MainActor
@Suite(.timeLimit(.minutes(5))) struct MenuInboxTests {
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
        let arrivals = Arrivals()
        inbox.onArrival { arrivals.counts.append(inbox.take().count) }
        inbox.put(.report(.notice("one")))
        inbox.put(.report(.notice("two")))
        while arrivals.counts.isEmpty { await Task.yield() }
        inbox.put(.report(.notice("three")))
        while arrivals.counts.count < 2 { await Task.yield() }
        #expect(arrivals.counts == [2, 1])
    }
}

@MainActor
private final class Arrivals {
    var counts: [Int] = []
}
#endif
