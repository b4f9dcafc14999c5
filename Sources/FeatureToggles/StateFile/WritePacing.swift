#if OVERRIDES

/// Decides when the next write happens: soon after a change, but at most ten times a second.
///
/// The first write begins at once. A later one waits for a few milliseconds, because an activation also changes the state
/// of the remote source shortly before, and that would delay the new values to the next write.
///
/// Changes between two writes share the later one, and every change is followed by a write. Writes don't overlap, and
/// take at most a tenth of the time, so that an app with very many toggles isn't slowed down.
struct WritePacing: Sendable {
    /// The minimum time between the beginnings of two writes.
    static let interval = Duration.milliseconds(100)
    /// The time between a change and its write, for the changes that follow it.
    static let delay = Duration.milliseconds(10)
    /// The maximum time between the end of a write and the beginning of the next one.
    static let longestPause = Duration.seconds(5)

    private enum Phase: Sendable {
        case idle
        /// A write is scheduled that will include all changes up to its beginning.
        case scheduled
        case writing(begun: Duration, hasChanged: Bool)
    }

    private var phase = Phase.idle
    /// The earliest time of the next write.
    private var earliest = Duration.zero
    /// Whether a write has begun.
    private var hasBegun = false

    /// Records a change.
    ///
    /// - Parameter now: The uptime.
    /// - Returns: The time until the write to schedule, or `nil` if there is no need to schedule one now.
    mutating func change(at now: Duration) -> Duration? {
        switch phase {
        case .idle:
            phase = .scheduled
            return max(hasBegun ? Self.delay : .zero, earliest - now)
        case .scheduled:
            return nil
        case .writing(let begun, _):
            phase = .writing(begun: begun, hasChanged: true)
            return nil
        }
    }

    /// Records that the scheduled write begins, which includes all changes so far.
    ///
    /// - Parameter now: The uptime.
    mutating func begin(at now: Duration) {
        phase = .writing(begun: now, hasChanged: false)
        hasBegun = true
    }

    /// Records that the write has ended.
    ///
    /// - Parameter now: The uptime.
    /// - Returns: The time until the next write to schedule, or `nil` if nothing has changed since the beginning.
    mutating func end(at now: Duration) -> Duration? {
        guard case .writing(let begun, let hasChanged) = phase else { return nil }
        // Without a limit, a process that was suspended in a write would be silent for ten times as long.
        earliest = begun + max(Self.interval, min((now - begun) * 10, (now - begun) + Self.longestPause))
        phase = hasChanged ? .scheduled : .idle
        return hasChanged ? max(.zero, earliest - now) : nil
    }
}

#endif
