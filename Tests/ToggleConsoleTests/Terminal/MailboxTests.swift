import Testing
import ToggleBase

@testable import ToggleConsole

struct MailboxTests {
    private final class Bell: Sendable {
        let count = Mutex(0)
    }

    @Test func pendingEventsWakeTheReaderOnce() {
        let bell = Bell()
        let mailbox = Mailbox { bell.count.withLock { $0 += 1 } }
        mailbox.put(.report(.notice("one")))
        mailbox.put(.report(.notice("two")))
        #expect(bell.count.withLock { $0 } == 1)
        #expect(mailbox.take().count == 2)
        #expect(mailbox.take().isEmpty)
        mailbox.put(.report(.notice("three")))
        #expect(bell.count.withLock { $0 } == 2)
    }

    @Test func closedMailboxDropsEvents() {
        let bell = Bell()
        let mailbox = Mailbox { bell.count.withLock { $0 += 1 } }
        mailbox.close()
        mailbox.put(.report(.notice("late")))
        #expect(bell.count.withLock { $0 } == 0)
        #expect(mailbox.take().isEmpty)
    }

    @Test func concurrentEventsAreKept() async {
        let mailbox = Mailbox {}
        await withTaskGroup { group in
            for number in 0..<8 {
                group.addTask { for each in 0..<200 { mailbox.put(.report(.notice("\(number) \(each)"))) } }
            }
        }
        #expect(mailbox.take().count == 1_600)
    }
}
