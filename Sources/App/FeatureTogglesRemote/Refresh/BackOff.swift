/// The pause after failures of a source.
struct BackOff: Sendable, Hashable {
    /// The number of consecutive failures.
    var failures: Int
    /// When the last failure occurred, in seconds since 1970.
    var since: Int64
    /// When the pause ends, in seconds since 1970.
    var until: Int64
    /// When the source's `Retry-After` ends, in seconds since 1970.
    var retryAfter: Int64?

    /// Returns the rest of the pause, for a client that starts later.
    ///
    /// The rest is never longer than the pause was, regardless of changes to the wall clock.
    func remaining(at wall: Int64, maximum: Duration) -> Duration {
        remaining(until: until, at: wall, maximum: maximum)
    }

    /// Returns the rest of the source's `Retry-After`, or `nil` if it is over.
    func remainingRetryAfter(at wall: Int64, maximum: Duration) -> Duration? {
        guard let retryAfter else { return nil }
        let rest = remaining(until: retryAfter, at: wall, maximum: maximum)
        return rest > .zero ? rest : nil
    }

    private func remaining(until end: Int64, at wall: Int64, maximum: Duration) -> Duration {
        let pause = Self.seconds(from: since, to: end)
        let left = wall < since ? pause : Self.seconds(from: wall, to: end)
        return min(max(left, .zero), max(pause, .zero), maximum)
    }

    private static func seconds(from start: Int64, to end: Int64) -> Duration {
        let (difference, overflow) = end.subtractingReportingOverflow(start)
        return overflow ? .zero : .seconds(difference)
    }

    /// Returns the pause after consecutive failures: doubled each time up to a maximum, then varied by up to 50%.
    ///
    /// - Parameters:
    ///   - failures: The number of failures, at least 1.
    ///   - initial: The first pause.
    ///   - maximum: The longest pause.
    ///   - random: A number from 0 to below 1.
    /// - Returns: The pause, which is at least 50 milliseconds to prevent a tight loop.
    static func pause(after failures: Int, initial: Duration, maximum: Duration, random: Double) -> Duration {
        let maximum = maximum.clamped(to: .milliseconds(100) ... .seconds(86_400))
        var pause = initial.clamped(to: .milliseconds(100)...maximum)
        var left = failures
        while left > 1, pause < maximum {
            pause = min(pause * 2, maximum)
            left -= 1
        }
        return pause * (0.5 + random)
    }
}

extension Duration {
    /// Ten years, the longest time to wait, because the system's clocks trap on the longest durations.
    package static var longestWait: Duration { .seconds(3_650 * 86_400) }

    /// Returns the nearest duration in a range.
    func clamped(to range: ClosedRange<Duration>) -> Duration {
        min(max(self, range.lowerBound), range.upperBound)
    }

    /// The whole seconds, rounded up.
    var roundedSeconds: Int64 {
        let (seconds, attoseconds) = components
        return attoseconds > 0 && seconds < .max ? seconds + 1 : seconds
    }
}
