import CMeasure
import Dispatch

/// The distribution of the durations of many reads.
struct Latencies {
    /// The nanoseconds of one step of the distribution.
    private static let step: UInt64 = 4
    /// The duration from which a read is examined in detail.
    private static let slow: UInt64 = 5_000

    private var steps = [Int](repeating: 0, count: 1 << 16)
    private(set) var count = 0
    private(set) var maximum: UInt64 = 0
    /// The longest read during which the scheduler did not preempt the thread.
    private(set) var maximumUndisturbed: UInt64 = 0
    private var switches = measure_switches()

    /// Whether preemptions are counted.
    var isSwitchKnown: Bool { switches >= 0 }

    /// Adds a read.
    mutating func add(_ nanoseconds: UInt64) {
        steps[min(Int(nanoseconds / Self.step), steps.count - 1)] += 1
        count += 1
        if nanoseconds > maximum { maximum = nanoseconds }
        if nanoseconds >= Self.slow { look(at: nanoseconds) }
    }

    @inline(never)
    private mutating func look(at nanoseconds: UInt64) {
        let now = measure_switches()
        defer { switches = now }
        if now == switches { maximumUndisturbed = max(maximumUndisturbed, nanoseconds) }
    }

    /// Returns a quantile of the durations, in nanoseconds.
    func percentile(_ share: Double) -> UInt64 {
        var rest = Int((Double(count) * share).rounded(.up))
        for (index, number) in steps.enumerated() {
            rest -= number
            if rest <= 0 { return UInt64(index + 1) * Self.step }
        }
        return maximum
    }
}

/// Signals progress to a thread that is not a task.
final class Finish: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func signal() { semaphore.signal() }
    func wait() { semaphore.wait() }
}
