import CMeasure
import Dispatch
import Synchronization

extension Measurement {
    /// Measures a loop that two threads run at the same time.
    ///
    /// - Parameters:
    ///   - name: The name in the output.
    ///   - count: The number of repetitions of the loop's body in each thread.
    ///   - passes: The number of passes.
    ///   - loop: Runs its body a number of times, and returns a value that depends on all repetitions.
    init(_ name: String, inTwoThreads count: Int, passes: Int = 15, loop: @escaping @Sendable (Int) -> Int) {
        var costs: [Double] = []
        for _ in 0..<passes {
            let pass = TwoThreadPass()
            let group = DispatchGroup()
            for _ in 0..<2 {
                // Two serial queues, which run on separate threads.
                DispatchQueue(label: "benchmark").async(group: group) { pass.run { loop(count) } }
            }
            group.wait()
            let nanoseconds = pass.slowest.withLock(\.nanoseconds)
            costs.append(Double(nanoseconds) / Double(count))
        }
        self.init(name, costs: costs)
    }
}

/// The state that two threads share while they run a loop.
private final class TwoThreadPass: Sendable {
    let slowest = Mutex((nanoseconds: UInt64(0), result: 0))
    private let arrived = Atomic(0)

    /// Waits for the other thread, and times a loop.
    func run(_ loop: () -> Int) {
        arrived.add(1, ordering: .acquiringAndReleasing)
        while arrived.load(ordering: .acquiring) < 2 {}
        let start = measure_nanoseconds()
        let result = loop()
        let nanoseconds = measure_nanoseconds() - start
        slowest.withLock {
            $0.nanoseconds = max($0.nanoseconds, nanoseconds)
            $0.result &+= result
        }
    }
}
