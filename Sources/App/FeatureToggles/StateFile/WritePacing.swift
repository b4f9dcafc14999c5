#if OVERRIDES
/// Decides when the next write happens: at once after a change of values, but at most ten times a second.
///
/// A change that leaves all values as they are is written a few milliseconds later, because an activation changes the
/// state of the remote source shortly before the values, and one write can include both. Two writes may follow each other
/// without a pause, so that a value which changes right after a write appears at once, too.
///
/// Changes between two writes share the later one, and every change is followed by a write. Writes don't overlap, and
/// take at most a tenth of the time in the long run, so that an app with very many toggles isn't slowed down.
struct WritePacing: Sendable {
    /// The mean time between the beginnings of two writes when changes never stop.
    ///
    /// Nine such pauses take over a second, so that a second contains at most ten writes, two of which may follow each
    /// other at once.
    static let interval = Duration.milliseconds(112)
    /// The time between a change that leaves all values as they are and its write.
    static let delay = Duration.milliseconds(10)
    /// How much earlier than scheduled a write may begin, because clocks are read at different times.
    private static let tolerance = Duration.milliseconds(1)
    /// The maximum time between the end of a write and the beginning of the next one.
    static let longestPause = Duration.seconds(5)

    private enum Phase: Sendable {
        case idle
        /// A write is scheduled that will include all changes up to its beginning.
        case scheduled(for: Duration)
        /// A write has begun. A change since then requires another one, at this time at the earliest.
        case writing(begun: Duration, next: Duration?)
    }

    private var phase = Phase.idle
    /// The time until which past writes use up the budget; each uses at least one ``interval``.
    private var paid = Duration.zero

    /// The earliest time of the next write.
    ///
    /// One write may exceed the budget.
    private var earliest: Duration { paid - Self.interval }

    /// Records a change.
    ///
    /// - Parameters:
    ///   - now: The uptime.
    ///   - hasNewValues: Whether values of toggles may differ, so that the write can't wait for further changes.
    /// - Returns: The time until the write to schedule, or `nil` if there is no need to schedule one now.
    mutating func change(at now: Duration, hasNewValues: Bool) -> Duration? {
        let wanted = hasNewValues ? now : now + Self.delay
        switch phase {
        case .scheduled(let time) where time <= max(wanted, earliest):
            return nil
        case .idle, .scheduled:
            let time = max(wanted, earliest)
            phase = .scheduled(for: time)
            return time - now
        case .writing(let begun, let next):
            phase = .writing(begun: begun, next: next.map { min($0, wanted) } ?? wanted)
            return nil
        }
    }

    /// Records that a scheduled write begins, which includes all changes so far.
    ///
    /// - Parameter now: The uptime.
    /// - Returns: Whether the write is still needed; `false` if an earlier one replaced it.
    mutating func begin(at now: Duration) -> Bool {
        guard case .scheduled(let time) = phase, time <= now + Self.tolerance else { return false }
        phase = .writing(begun: now, next: nil)
        return true
    }

    /// Records that the write has ended.
    ///
    /// - Parameter now: The uptime.
    /// - Returns: The time until the next write to schedule, or `nil` if nothing has changed since the beginning.
    mutating func end(at now: Duration) -> Duration? {
        guard case .writing(let begun, let next) = phase else { return nil }
        // Without a limit, a process that was suspended in a write would be silent for ten times as long.
        let cost = max(Self.interval, min((now - begun) * 10, (now - begun) + Self.longestPause))
        paid = max(paid, begun) + cost
        guard let next else {
            phase = .idle
            return nil
        }
        let time = max(next, earliest, now)
        phase = .scheduled(for: time)
        return time - now
    }
}
#endif
