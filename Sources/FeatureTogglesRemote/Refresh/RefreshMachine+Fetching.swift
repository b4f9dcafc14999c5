extension RefreshMachine {
    /// What is known of fetches.
    struct Fetching: Sendable {
        struct Running: Sendable {
            /// The caller that waits for it; `nil` for the client's own.
            var ticket: Int?
        }

        /// A fetch that is to be.
        struct Wanted: Sendable {
            var cause: Cause
            var at: Duration
            /// The time for people, in seconds since 1970.
            var wall: Int64
            var isUnconditional: Bool
            var signalID: String?
            /// How many fetches had begun when it was wanted.
            var count: Int
        }

        /// How many fetches have begun; the last one's number.
        var count = 0
        var running: [Int: Running] = [:]
        var wanted: Wanted?
        /// The number of the newest fetch that the source answered.
        var newestAnswered = 0
        var lastSuccess: Duration?
        /// When the last success was written down.
        var keptSuccess: Duration?
        var failures = 0
        var backOffUntil: Duration?
        var isBackOffKept = false
        /// Until when the source wants to be left alone.
        var retryAfter: Duration?
        /// Why the source is not asked any more until the credentials change.
        var stop: RemoteSourceError?
        /// When the fetches of the last hour began.
        var recent: [Duration] = []
    }

    /// Why the client asks by itself.
    enum Cause: Sendable, Hashable {
        case poll, retry, start, foreground, announced, reopened, stale, context, credentials

        /// Whether a success that is not long ago will do.
        var waitsForInterval: Bool { self == .poll || self == .start || self == .foreground }
        /// Whether the pause after failures counts.
        var waitsForBackOff: Bool { waitsForInterval && self != .foreground || self == .retry || self == .announced }
        /// Whether it counts that the source wants to be left alone.
        var waitsForRetryAfter: Bool { self != .context && self != .credentials }
    }

    /// The longest time that a source may ask to be left alone for.
    static var longestRetryAfter: Duration { .seconds(86_400) }
    /// How often a success that changes nothing is written down.
    private static var keepingInterval: Duration { .seconds(600) }

    private var minimumInterval: Duration {
        setup.isLocal ? .zero : policy.minimumFetchInterval.clamped(to: .zero ... .longestWait)
    }

    /// The longest random pause before what everybody hears at the same time is followed.
    var spread: Duration { setup.isLocal ? .zero : policy.spread.clamped(to: .zero ... .seconds(3_600)) }

    // MARK: Wanting

    /// Wants a fetch, at once or as soon as every limit that counts for the cause allows it.
    ///
    /// Of several that are wanted only the earliest is made.
    mutating func want(
        _ cause: Cause,
        after delay: Duration = .zero,
        isUnconditional: Bool = false,
        signalID: String? = nil
    ) {
        guard fetching.stop == nil else { return }
        let at = earliest(cause, from: now.uptime + delay)
        var wanted = Fetching.Wanted(
            cause: cause,
            at: at,
            wall: wall(of: at),
            isUnconditional: isUnconditional,
            signalID: signalID,
            count: fetching.count
        )
        if let before = fetching.wanted {
            wanted.isUnconditional = wanted.isUnconditional || before.isUnconditional
            wanted.signalID = signalID ?? before.signalID
            // Whatever may be asked for sooner decides what is waited for: a start that comes to an announcement does not
            // make it one that can wait.
            let earlier = earliest(before.cause, from: before.at)
            if earlier <= at {
                (wanted.at, wanted.wall) = (earlier, wall(of: earlier))
                // But a poll gives way to everything, and may be put off again.
                if before.cause != .poll { wanted.cause = before.cause }
            }
            if cause == .poll { (wanted.cause, wanted.count) = (before.cause, before.count) }
        }
        fetching.wanted = wanted
        startWanted()
    }

    /// The first moment at which every limit that counts for the cause allows a fetch.
    private mutating func earliest(_ cause: Cause, from start: Duration) -> Duration {
        var at = start
        if cause.waitsForInterval, let success = fetching.lastSuccess { at = max(at, success + minimumInterval) }
        if cause.waitsForBackOff, let until = fetching.backOffUntil { at = max(at, until) }
        if cause.waitsForRetryAfter, let until = fetching.retryAfter { at = max(at, until) }
        if let free = ceilingEnd() { at = max(at, free) }
        return at
    }

    /// When the ceiling of fetches per hour lets the next one through; `nil` for now.
    private mutating func ceilingEnd() -> Duration? {
        guard let ceiling = policy.maximumFetchesPerHour, !setup.isLocal else { return nil }
        let hour = Duration.seconds(3_600)
        fetching.recent.removeAll { $0 + hour <= now.uptime }
        guard fetching.recent.count >= max(ceiling, 1), let first = fetching.recent.first else { return nil }
        return first + hour
    }

    /// Begins the wanted fetch if it is time, or waits until it is.
    ///
    /// Only one of the client's own fetches runs at a time.
    mutating func startWanted() {
        guard var wanted = fetching.wanted, !fetching.running.values.contains(where: { $0.ticket == nil }) else {
            return
        }
        let at = earliest(wanted.cause, from: wanted.at)
        guard at <= now.uptime else {
            (wanted.at, wanted.wall) = (at, wall(of: at))
            fetching.wanted = wanted
            return set(.fetch, at: at)
        }
        fetching.wanted = nil
        cancel(.fetch)
        begin(ticket: nil, isUnconditional: wanted.isUnconditional, signalID: wanted.signalID)
    }

    private mutating func begin(ticket: Int?, isUnconditional: Bool, signalID: String?) {
        fetching.count += 1
        fetching.running[fetching.count] = Fetching.Running(ticket: ticket)
        if policy.maximumFetchesPerHour != nil, !setup.isLocal { fetching.recent.append(now.uptime) }
        actions.append(.fetch(fetching.count, isUnconditional: isUnconditional, signalID: signalID))
        let patience = policy.timeout.clamped(to: .milliseconds(1) ... .seconds(86_400))
        set(.timeout(fetching.count), at: now.uptime + patience)
    }

    /// Wants the next poll, where nothing else is wanted.
    ///
    /// - Parameters:
    ///   - isOnlyEarlier: Whether a poll that is wanted already stays when it comes earlier.
    ///   - random: A random number.
    mutating func schedulePoll(isOnlyEarlier: Bool = false, _ random: () -> Double) {
        guard fetching.wanted == nil || fetching.wanted?.cause == .poll else { return }
        if !isOnlyEarlier { fetching.wanted = nil }
        let interval =
            !isInForeground
            ? policy.backgroundPollInterval
            : listening.isOpen ? policy.streamingPollInterval : policy.pollInterval
        guard let interval else {
            fetching.wanted = nil
            return cancel(.fetch)
        }
        // Spread evenly around the interval: a pause that was only kept from being too short would be the same for many.
        let shortest = min(max(minimumInterval, .milliseconds(100)), .seconds(30 * 86_400))
        let spare = interval.clamped(to: shortest ... .seconds(30 * 86_400)) - shortest
        want(.poll, after: shortest + spare * (2 * random()))
    }

    // MARK: Asking

    mutating func ask(_ ticket: Int, _ interval: Duration?) {
        func answer(_ error: RemoteSourceError?) { answers.append(.answer(ticket: ticket, error)) }
        if let stop = fetching.stop { return answer(stop) }
        if let until = fetching.retryAfter, until > now.uptime {
            let rest = until - now.uptime
            return answer(
                RemoteSourceError(
                    .throttled,
                    """
                    ‘\(setup.source)’ asked to be left alone for another \(rest.roundedSeconds) s; it is asked again \
                    after that
                    """,
                    retryAfter: rest
                )
            )
        }
        let interval = standing.staleMark == nil ? interval ?? minimumInterval : .zero
        if let success = fetching.lastSuccess, now.uptime - success < interval { return answer(nil) }
        if let free = ceilingEnd() {
            let rest = free - now.uptime
            return answer(
                RemoteSourceError(
                    .throttled,
                    """
                    ‘\(setup.source)’ was asked \(fetching.recent.count) times in an hour, which is the policy's ceiling; \
                    ask again in \(rest.roundedSeconds) s or raise ‘maximumFetchesPerHour’
                    """,
                    retryAfter: rest
                )
            )
        }
        begin(ticket: ticket, isUnconditional: false, signalID: nil)
    }

    mutating func cancel(ticket: Int) {
        guard let number = fetching.running.first(where: { $0.value.ticket == ticket })?.key else { return }
        forget(number)
        actions.append(.cancelFetch(number))
        let error = RemoteSourceError(.cancelled, "asking ‘\(setup.source)’ was given up, as its task was cancelled")
        answers.append(.answer(ticket: ticket, error))
    }

    mutating func timeOut(_ number: Int, _ random: () -> Double) {
        guard fetching.running[number] != nil else { return }
        actions.append(.cancelFetch(number))
        let error = RemoteSourceError(
            .timedOut,
            "‘\(setup.source)’ did not answer within \(policy.timeout.roundedSeconds) s"
        )
        finish(number, .failed(error), random)
    }

    /// Takes a fetch out of the running ones.
    @discardableResult
    mutating func forget(_ number: Int) -> Fetching.Running? {
        guard let running = fetching.running.removeValue(forKey: number) else { return nil }
        cancel(.timeout(number))
        return running
    }

    // MARK: Ending

    mutating func finish(_ number: Int, _ outcome: Outcome, _ random: () -> Double) {
        // Late: it was cancelled or has timed out.
        guard let running = forget(number) else { return }
        switch outcome {
        case .document: succeed(number, running, isNew: true)
        case .unchanged: succeed(number, running, isNew: false)
        case .failed(var error):
            // What this machine cancels is forgotten before. Somebody else's end of a request is a failure as any other.
            if error.code == .cancelled {
                error = RemoteSourceError(.unreachable, error.message, retryAfter: error.retryAfter)
            }
            if let ticket = running.ticket { answers.append(.answer(ticket: ticket, error)) }
            // What a later fetch said counts.
            if number > fetching.newestAnswered {
                fail(error, isOwn: running.ticket == nil, random)
            }
        }
        schedulePoll(random)
        startWanted()
    }

    private mutating func succeed(_ number: Int, _ running: Fetching.Running, isNew: Bool) {
        if let ticket = running.ticket { answers.append(.answer(ticket: ticket, nil)) }
        // What a later fetch said counts.
        guard number > fetching.newestAnswered else {
            if isNew { keepWaiting() }
            return
        }
        fetching.newestAnswered = number
        fetching.lastSuccess = now.uptime
        standing.lastSuccess = now.wall
        standing.failure = nil
        standing.hasContactSinceBreak = true
        let clearsMark = standing.staleMark.map { number > $0 } ?? false
        if clearsMark { standing.staleMark = nil }
        let isDue = fetching.keptSuccess.map { now.uptime - $0 >= Self.keepingInterval } ?? true
        let isKept = fetching.isBackOffKept || clearsMark || isDue
        forgetFailures()
        if running.ticket == nil, setup.activation == .immediately {
            actions.append(.activate)
        } else if isNew {
            // Also what the app asked for and has yet to activate: that the source answered is never kept without it.
            keepWaiting()
        }
        if !isNew { confirm() }
        // After what is read was changed: the disk takes its time.
        if isKept {
            fetching.isBackOffKept = false
            fetching.keptSuccess = now.uptime
            actions.append(.keep(Keeping(fetchedAt: now.wall, clearsMark: clearsMark)))
        }
        // What was wanted before this fetch began is done with it.
        if let wanted = fetching.wanted, wanted.count < number {
            fetching.wanted = nil
            cancel(.fetch)
        }
    }

    private mutating func keepWaiting() {
        actions.append(.keepWaiting)
        standing.hasNewer = true
    }

    private mutating func confirm() {
        guard standing.document?.isConfirmed == false, standing.fallback == nil, !standing.hasNewer else { return }
        standing.document?.isConfirmed = true
        actions.append(.confirm)
    }

    private mutating func fail(_ error: RemoteSourceError, isOwn: Bool, _ random: () -> Double) {
        standing.failure = error
        if error.code == .unauthorized { return stop(error) }
        fetching.failures = min(fetching.failures + 1, 64)
        var pause = BackOff.pause(
            after: fetching.failures,
            initial: policy.initialBackOff,
            maximum: policy.maximumBackOff,
            random: random()
        )
        if let wish = error.retryAfter {
            let wish = wish.clamped(to: .zero...Self.longestRetryAfter)
            // Those who were told the same do not come back at the same moment.
            let end = wish + max(spread, wish * 0.1) * random()
            fetching.retryAfter = wish > .zero ? now.uptime + end : nil
            pause = max(pause, end)
        }
        fetching.backOffUntil = now.uptime + pause
        fetching.isBackOffKept = true
        let backOff = BackOff(
            failures: fetching.failures,
            since: now.wall,
            until: wall(of: now.uptime + pause),
            retryAfter: fetching.retryAfter.map { wall(of: $0) }
        )
        actions.append(.keep(Keeping(backOff: backOff)))
        let isAway = !isInForeground && policy.backgroundPollInterval == nil
        if isOwn || policy.pollInterval != nil, !isAway { want(.retry) }
    }

    /// Stops asking and listening until the credentials change.
    mutating func stop(_ error: RemoteSourceError) {
        fetching.stop = error
        standing.failure = error
        fetching.wanted = nil
        cancel(.fetch)
        stopListening()
    }

    /// Ends what the client asked by itself.
    mutating func cancelOwnFetches() {
        for (number, fetch) in fetching.running where fetch.ticket == nil {
            forget(number)
            actions.append(.cancelFetch(number))
        }
    }

    mutating func forgetFailures() {
        fetching.failures = 0
        fetching.backOffUntil = nil
        fetching.retryAfter = nil
    }

    /// The wall clock at an uptime.
    private func wall(of uptime: Duration) -> Int64 {
        now.wall.addingReportingOverflow((uptime - now.uptime).roundedSeconds).partialValue
    }
}
