import Testing
import ToggleBase

@testable import FeatureToggles

struct HazardReferenceTests {
    /// An object that counts its living instances.
    private final class Tracked: Sendable {
        let number: Int
        private let count: Counter

        init(_ number: Int, _ count: Counter) {
            self.number = number
            self.count = count
            count.alive.withLock { $0 += 1 }
        }

        deinit { count.alive.withLock { $0 -= 1 } }
    }

    private final class Counter: Sendable {
        let alive = Mutex(0)
    }

    /// Wraps a reference, which is noncopyable, so that closures can capture it.
    private final class Holder: Sendable {
        let reference = HazardReference<Tracked>()
    }

    @Test func currentObjectIsRead() {
        let (holder, count) = (Holder(), Counter())
        #expect(holder.reference.withObject { $0?.number } == nil)
        holder.reference.replace(with: Tracked(1, count))
        #expect(holder.reference.withObject { $0?.number } == 1)
        holder.reference.replace(with: Tracked(2, count))
        #expect(holder.reference.withObject { $0?.number } == 2)
        #expect(count.alive.withLock { $0 } == 1, "the replaced object is released at once")
        holder.reference.replace(with: nil)
        #expect(holder.reference.withObject { $0?.number } == nil)
        #expect(count.alive.withLock { $0 } == 0)
    }

    @Test func objectInUseIsKeptAlive() {
        let (holder, count) = (Holder(), Counter())
        holder.reference.replace(with: Tracked(1, count))
        holder.reference.withObject { object in
            holder.reference.replace(with: Tracked(2, count))
            #expect(object?.number == 1)
            #expect(count.alive.withLock { $0 } == 2)
            #expect(holder.reference.withObject { $0?.number } == 2)
        }
        holder.reference.replace(with: Tracked(3, count))
        #expect(count.alive.withLock { $0 } == 1)
    }

    @Test func moreReadersThanSlotsCanRead() {
        let (holder, count) = (Holder(), Counter())
        holder.reference.replace(with: Tracked(1, count))
        func nested(_ depth: Int) -> Int {
            holder.reference.withObject { ($0?.number ?? 0) + (depth > 0 ? nested(depth - 1) : 0) }
        }
        #expect(nested(99) == 100)
    }

    @Test func objectsAreReleasedWithReference() {
        let count = Counter()
        do {
            let holder = Holder()
            for number in 0..<10 { holder.reference.replace(with: Tracked(number, count)) }
        }
        #expect(count.alive.withLock { $0 } == 0)
    }

    @Test(.timeLimit(.minutes(20))) func readersNeverSeeOlderOrFreedObjects() async {
        let (holder, count) = (Holder(), Counter())
        let rounds = 20_000
        holder.reference.replace(with: Tracked(0, count))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    var last = 0
                    while last < rounds {
                        let number = holder.reference.withObject { $0?.number ?? -1 }
                        guard number >= last else {
                            Issue.record("\(number) after \(last)")
                            return
                        }
                        last = number
                        await Task.yield()
                    }
                }
            }
            group.addTask {
                for number in 1...rounds {
                    holder.reference.replace(with: Tracked(number, count))
                    if number.isMultiple(of: 64) { await Task.yield() }
                }
            }
        }
        holder.reference.replace(with: nil)
        #expect(count.alive.withLock { $0 } == 0)
    }
}
