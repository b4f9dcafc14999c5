/// How long to leave a failing source alone.
struct BackOff: Sendable, Hashable {
    /// The failures in a row.
    var failures: Int
    /// When the last one was, in seconds since 1970.
    var since: Int64
    /// Until when to wait, in seconds since 1970.
    var until: Int64
    /// Until when the source itself wants to be left alone by everybody, in seconds since 1970.
    var retryAfter: Int64?

    /// What is left of the pause, for a client that starts later.
    ///
    /// Never more than the pause was, whatever the wall clock did in between.
    func remaining(at wall: Int64, maximum: Duration) -> Duration {
        remaining(until: until, at: wall, maximum: maximum)
    }

    /// What is left of the time for which the source wants to be left alone; `nil` for none.
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

    /// The pause after so many failures in a row: doubled each time up to a maximum, then longer or shorter by up to half.
    ///
    /// - Parameters:
    ///   - failures: How many, from 1.
    ///   - initial: The first pause.
    ///   - maximum: The longest pause.
    ///   - random: From 0 to below 1.
    /// - Returns: The pause; at least 50 milliseconds, so that nothing ever turns in a tight loop.
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
    /// Ten years, the longest time that is waited for: the system's clocks trap on the longest durations.
    package static var longestWait: Duration { .seconds(3_650 * 86_400) }

    /// The nearest duration in a range.
    func clamped(to range: ClosedRange<Duration>) -> Duration {
        min(max(self, range.lowerBound), range.upperBound)
    }

    /// The whole seconds, rounded up.
    var roundedSeconds: Int64 {
        let (seconds, attoseconds) = components
        return attoseconds > 0 && seconds < .max ? seconds + 1 : seconds
    }
}
