import CMeasure
import Dispatch

/// How long each of many reads took.
struct Latencies {
    /// How many nanoseconds are one step of the distribution.
    private static let step: UInt64 = 4
    /// From when on a read is looked at closely.
    private static let slow: UInt64 = 5_000

    private var steps = [Int](repeating: 0, count: 1 << 16)
    private(set) var count = 0
    private(set) var maximum: UInt64 = 0
    /// The longest read during which the scheduler did not take the processor from the thread.
    private(set) var maximumUndisturbed: UInt64 = 0
    private var switches = measure_switches()

    /// Whether the scheduler says what it does.
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

    /// What so large a share of the reads did not exceed, in nanoseconds.
    func percentile(_ share: Double) -> UInt64 {
        var rest = Int((Double(count) * share).rounded(.up))
        for (index, number) in steps.enumerated() {
            rest -= number
            if rest <= 0 { return UInt64(index + 1) * Self.step }
        }
        return maximum
    }
}

/// Says that something is done to a thread that is no task.
final class Finish: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func signal() { semaphore.signal() }
    func wait() { semaphore.wait() }
}
