extension RefreshMachine {
    /// The state of fetches.
    struct Fetching: Sendable {
        struct Running: Sendable {
            /// The tickets of the callers that wait for the result; empty for the client's own fetch.
            var tickets: [Int]
            let begin: Duration
            /// The interval that was passed on to the source.
            let interval: Duration?

            var isOwn: Bool { tickets.isEmpty }
        }

        /// A caller that waits for its fetch to begin.
        struct Caller: Sendable {
            let ticket: Int
            let interval: Duration?
        }

        /// A scheduled fetch.
        struct Scheduled: Sendable {
            var cause: Cause
            var at: Duration
            /// The scheduled wall-clock time, in seconds since 1970.
            var wall: Int64
            var isUnconditional: Bool
            var signalID: String?
            /// The number of fetches that had begun when this one was requested.
            var count: Int
        }

        /// The number of fetches that have begun, which is also the number of the last one.
        var count = 0
        var running: [Int: Running] = [:]
        var scheduled: Scheduled?
        /// The fetch that the background has prevented, for the return to the foreground.
        var suspended: Scheduled?
        /// The callers that need a fetch that begins after the app's current ones.
        var waiting: [Caller] = []
        /// The announced change that has not arrived.
        var pursuit: Pursuit?
        /// Until when some caches may still have the document before an announced change that has arrived.
        var settlesAt: Duration?
        /// The number of the newest fetch to which the source responded.
        var newestAnswered = 0
        var lastSuccess: Duration?
        /// When the last success was recorded.
        var keptSuccess: Duration?
        var failures = 0
        var backOffUntil: Duration?
        var isBackOffKept = false
        /// When the source's `Retry-After` ends.
        var retryAfter: Duration?
        /// The reason why fetching has stopped until the credentials change.
        var stop: RemoteSourceError?
        /// When the fetches of the last hour began, except for those in ``pursued``.
        var recent: [Duration] = []
        /// When the fetches for announced changes began in the last hour.
        var pursued: [Duration] = []
        /// The fetches that count toward the hourly limit of the next one.
        var counted: [Duration] {
            get { pursuit == nil ? recent : pursued }
            set { if pursuit == nil { recent = newValue } else { pursued = newValue } }
        }
    }

    /// The cause of one of the client's own fetches.
    enum Cause: Sendable, Hashable {
        case poll, retry, start, foreground, announced, reopened, stale, context, credentials

        /// Whether a fetch with this cause waits for the minimum interval.
        var waitsForInterval: Bool { self == .poll || self == .start || self == .foreground }
        /// Whether a fetch with this cause waits for the pause after failures.
        var waitsForBackOff: Bool { waitsForInterval && self != .foreground || self == .retry || self == .announced }
        /// Whether a fetch with this cause waits for the source's `Retry-After`.
        var waitsForRetryAfter: Bool { self != .context && self != .credentials }
    }

    /// The longest `Retry-After` that the client respects.
    static var longestRetryAfter: Duration { .seconds(86_400) }
    /// How often a success that changes nothing is recorded.
    private static var keepingInterval: Duration { .seconds(600) }

    private var minimumInterval: Duration {
        setup.isLocal ? .zero : policy.minimumFetchInterval.clamped(to: .zero ... .longestWait)
    }

    /// The longest random delay after an event that reaches all clients at once.
    var spread: Duration { setup.isLocal ? .zero : policy.spread.clamped(to: .zero ... .seconds(3_600)) }

    // MARK: Scheduling

    /// Requests a fetch, at once or as soon as every limit for its cause allows.
    ///
    /// If several fetches are requested, only the earliest is made.
    mutating func schedule(
        _ cause: Cause,
        after delay: Duration = .zero,
        isUnconditional: Bool = false,
        signalID: String? = nil
    ) {
        guard fetching.stop == nil else { return }
        let at = earliest(cause, from: now.uptime + delay)
        var scheduled = Fetching.Scheduled(
            cause: cause,
            at: at,
            wall: wall(of: at),
            isUnconditional: isUnconditional,
            signalID: signalID,
            count: fetching.count
        )
        if let before = fetching.scheduled {
            scheduled.isUnconditional = scheduled.isUnconditional || before.isUnconditional
            scheduled.signalID = signalID ?? before.signalID
            // The cause that may fetch first determines the limits. For example, a start after an announcement doesn't
            // delay the announcement's fetch.
            let earlier = earliest(before.cause, from: before.at)
            if earlier <= at {
                (scheduled.at, scheduled.wall) = (earlier, wall(of: earlier))
                // But a poll gives way to every other cause, and may be postponed again.
                if before.cause != .poll { scheduled.cause = before.cause }
            }
            if cause == .poll { (scheduled.cause, scheduled.count) = (before.cause, before.count) }
        }
        fetching.scheduled = scheduled
        startScheduled()
    }

    /// Returns the earliest time at which every limit for the cause allows a fetch.
    private mutating func earliest(_ cause: Cause, from start: Duration) -> Duration {
        var at = start
        if cause.waitsForInterval, let success = fetching.lastSuccess { at = max(at, success + minimumInterval) }
        // Reading what a local source announces doesn't depend on what has failed before.
        let isAtHand = setup.isLocal && cause == .announced
        if cause.waitsForBackOff, !isAtHand, let until = fetching.backOffUntil { at = max(at, until) }
        if cause.waitsForRetryAfter, !isAtHand, let until = fetching.retryAfter { at = max(at, until) }
        if let free = ceilingEnd() { at = max(at, free) }
        return at
    }

    /// Returns when the hourly limit allows the next fetch, or `nil` if it does now.
    ///
    /// Fetches for announced changes have a limit of their own, so that other fetches don't delay them.
    private mutating func ceilingEnd() -> Duration? {
        guard let ceiling = policy.maximumFetchesPerHour, !setup.isLocal else { return nil }
        let hour = Duration.seconds(3_600)
        fetching.counted.removeAll { $0 + hour <= now.uptime }
        let limit = max(ceiling, fetching.pursuit == nil ? 1 : Self.pursuitCeiling)
        guard fetching.counted.count >= limit, let first = fetching.counted.first else { return nil }
        return first + hour
    }

    /// Begins the scheduled fetch if its time has come, or waits for it.
    ///
    /// Only one of the client's own fetches runs at a time.
    mutating func startScheduled() {
        guard var scheduled = fetching.scheduled, !fetching.running.values.contains(where: \.isOwn) else { return }
        let at = earliest(scheduled.cause, from: scheduled.at)
        guard at <= now.uptime else {
            (scheduled.at, scheduled.wall) = (at, wall(of: at))
            fetching.scheduled = scheduled
            return set(.fetch, at: at)
        }
        unschedule()
        let signalID = scheduled.signalID ?? fetching.pursuit?.id
        let isForced = scheduled.cause == .context || scheduled.cause == .credentials
        let interval: Duration? = isForced ? .zero : nil
        begin(ticket: nil, isUnconditional: scheduled.isUnconditional, signalID: signalID, interval)
    }

    private mutating func begin(ticket: Int?, isUnconditional: Bool, signalID: String?, _ interval: Duration?) {
        fetching.count += 1
        let tickets = ticket.map { [$0] } ?? []
        let interval = isMarked ? .zero : interval
        fetching.running[fetching.count] = Fetching.Running(tickets: tickets, begin: now.uptime, interval: interval)
        if policy.maximumFetchesPerHour != nil, !setup.isLocal { fetching.counted.append(now.uptime) }
        // An unconditional fetch follows a time in which announcements may have been missed.
        let keepsNewest = !isUnconditional && fetching.settlesAt.map { $0 > now.uptime } ?? false
        actions.append(
            .fetch(
                fetching.count,
                isUnconditional: isUnconditional,
                keepsNewest: keepsNewest,
                signalID: signalID,
                minimumInterval: interval
            )
        )
        let timeout = policy.timeout.clamped(to: .milliseconds(1) ... .seconds(86_400))
        set(.timeout(fetching.count), at: now.uptime + timeout)
    }

    /// Schedules the next poll, unless another fetch is scheduled.
    ///
    /// - Parameters:
    ///   - isOnlyEarlier: Whether a scheduled poll is kept if it is earlier.
    ///   - random: A closure that returns a random number from 0 to below 1.
    mutating func schedulePoll(isOnlyEarlier: Bool = false, _ random: () -> Double) {
        guard fetching.scheduled == nil || fetching.scheduled?.cause == .poll else { return }
        if !isOnlyEarlier { fetching.scheduled = nil }
        let interval =
            !isInForeground
            ? policy.backgroundPollInterval
            : listening.isOpen ? policy.streamingPollInterval : policy.pollInterval
        guard let interval else { return unschedule() }
        // Distribute pauses evenly around the interval. If short pauses were only raised to the minimum, many clients
        // would have the same one.
        let shortest = min(max(minimumInterval, .milliseconds(100)), .seconds(30 * 86_400))
        let spare = interval.clamped(to: shortest ... .seconds(30 * 86_400)) - shortest
        schedule(.poll, after: shortest + spare * (2 * random()))
    }

    // MARK: Requests of the app

    mutating func requestFetch(_ ticket: Int, _ interval: Duration?) {
        func answer(_ error: RemoteSourceError?) { answers.append(.answer(ticket: ticket, error)) }
        if let stop = fetching.stop { return answer(stop) }
        if let until = fetching.retryAfter, until > now.uptime {
            let rest = until - now.uptime
            let message =
                "‘\(setup.source)’ requested a pause of another \(rest.roundedSeconds) s; the client fetches again after that"
            return answer(RemoteSourceError(.throttled, message, retryAfter: rest))
        }
        let age = standing.staleMark == nil ? interval ?? minimumInterval : .zero
        if let success = fetching.lastSuccess, now.uptime - success < age { return answer(nil) }
        if let number = sharedFetch(interval) {
            fetching.running[number]?.tickets.append(ticket)
            return
        }
        if isAppBusy { return fetching.waiting.append(Fetching.Caller(ticket: ticket, interval: interval)) }
        if let free = ceilingEnd() {
            let rest = free - now.uptime
            let message = """
                the client has fetched from ‘\(setup.source)’ \(fetching.counted.count) times in an hour, the policy's limit; \
                fetch again in \(rest.roundedSeconds) s or raise ‘maximumFetchesPerHour’
                """
            return answer(RemoteSourceError(.throttled, message, retryAfter: rest))
        }
        begin(ticket: ticket, isUnconditional: false, signalID: fetching.pursuit?.id, interval)
    }

    /// Whether the app has marked the document as out of date, and the change hasn't arrived.
    private var isMarked: Bool { standing.staleMark != nil || fetching.pursuit?.isMarked == true }

    /// The number of the app's fetches that may be under way.
    private static var maximumAppFetches: Int { 2 }

    /// The app's fetches under way that are not out of date.
    private var appFetches: [Int: Fetching.Running] {
        fetching.running.filter { !$0.value.isOwn && $0.key > fetching.newestAnswered }
    }

    private var isAppBusy: Bool { appFetches.count >= Self.maximumAppFetches }

    /// Returns the number of the app's fetch under way whose result is recent enough for another caller, if any.
    ///
    /// An interval of `nil` accepts every fetch. A service may answer an earlier fetch with what it had before, if that
    /// allowed it to.
    private func sharedFetch(_ interval: Duration?) -> Int? {
        appFetches.filter { number, fetch in
            guard let interval else { return number > standing.staleMark ?? 0 }
            let isRecent = !setup.isLocal || fetch.interval.map { $0 <= interval } ?? false
            return number > standing.staleMark ?? 0 && now.uptime - fetch.begin < interval && isRecent
        }.keys.max()
    }

    /// Begins one fetch for all callers that waited for the app's previous ones.
    mutating func startWaiting() {
        // The shortest interval suits the others, too.
        let shortest = fetching.waiting.indices.min {
            fetching.waiting[$0].interval ?? .longestWait < fetching.waiting[$1].interval ?? .longestWait
        }
        guard let shortest, !isAppBusy else { return }
        let first = fetching.waiting.remove(at: shortest)
        let others = fetching.waiting
        fetching.waiting = []
        requestFetch(first.ticket, first.interval)
        for caller in others {
            if fetching.running[fetching.count]?.tickets.contains(first.ticket) == true {
                fetching.running[fetching.count]?.tickets.append(caller.ticket)
            } else {
                requestFetch(caller.ticket, caller.interval)
            }
        }
    }

    /// Answers a caller, and cancels its fetch if no other caller waits for it.
    mutating func cancel(ticket: Int) {
        if let place = fetching.waiting.firstIndex(where: { $0.ticket == ticket }) {
            fetching.waiting.remove(at: place)
        } else {
            guard let number = fetching.running.first(where: { $0.value.tickets.contains(ticket) })?.key else { return }
            fetching.running[number]?.tickets.removeAll { $0 == ticket }
            if fetching.running[number]?.tickets.isEmpty == true {
                forget(number)
                actions.append(.cancelFetch(number))
            }
        }
        let error = RemoteSourceError(.cancelled, "the fetch from ‘\(setup.source)’ was canceled with its task")
        answers.append(.answer(ticket: ticket, error))
        startWaiting()
    }

    mutating func timeOut(_ number: Int, _ random: () -> Double) {
        guard fetching.running[number] != nil else { return }
        actions.append(.cancelFetch(number))
        let error = RemoteSourceError(
            .timedOut,
            "the fetch from ‘\(setup.source)’ did not end within \(policy.timeout), the policy's ‘timeout’"
        )
        finish(number, .failed(error), random)
    }

    /// Removes a fetch from the running ones.
    @discardableResult
    mutating func forget(_ number: Int) -> Fetching.Running? {
        guard let running = fetching.running.removeValue(forKey: number) else { return nil }
        cancel(.timeout(number))
        return running
    }

    // MARK: Results

    mutating func finish(_ number: Int, _ outcome: Outcome, _ random: () -> Double) {
        // The fetch was canceled or has timed out.
        guard let running = forget(number) else { return }
        switch outcome {
        case .document, .copy, .previous, .outdated, .unchanged: succeed(number, running, outcome, random)
        case .failed(var error, let isNew):
            // Fetches that this machine cancels were removed before. Another cancellation of a request is an ordinary
            // failure.
            if error.code == .cancelled {
                error = RemoteSourceError(.unreachable, error.message, retryAfter: error.retryAfter)
            }
            answers += running.tickets.map { .answer(ticket: $0, error) }
            if isNew, running.isOwn, setup.activation == .immediately {
                actions.append(.activate)
            } else if isNew {
                keepWaiting()
            }
            // The result of a later fetch takes precedence.
            if number > fetching.newestAnswered { fail(error, isOwn: running.isOwn, random) }
        }
        schedulePoll(random)
        startScheduled()
        startWaiting()
    }

    private mutating func succeed(
        _ number: Int,
        _ running: Fetching.Running,
        _ outcome: Outcome,
        _ random: () -> Double
    ) {
        let isNew = outcome != .unchanged && outcome != .outdated
        answers += running.tickets.map { .answer(ticket: $0, nil) }
        // The result of a later fetch takes precedence.
        guard number > fetching.newestAnswered else {
            if isNew { keepWaiting() }
            return
        }
        fetching.newestAnswered = number
        fetching.lastSuccess = now.uptime
        noteSuccess(isNew: isNew)
        standing.failure = nil
        standing.hasContactSinceBreak = true
        if let mark = standing.staleMark, number > mark { standing.staleMark = nil }
        let isMarked = notePursuit(of: number, isOwn: running.isOwn, outcome)
        let isDue = fetching.keptSuccess.map { now.uptime - $0 >= Self.keepingInterval } ?? true
        let isKept = fetching.isBackOffKept || isMarked != nil || isDue
        forgetFailures()
        if running.isOwn, setup.activation == .immediately {
            actions.append(.activate)
        } else if isNew {
            // Including a document that the app fetched and has not activated: a success is never recorded without its
            // document.
            keepWaiting()
        }
        if !isNew { confirm() }
        // After the values have changed, because the disk is slow.
        if isKept {
            fetching.isBackOffKept = false
            fetching.keptSuccess = now.uptime
            let markedAt = isMarked == true ? now.wall : nil
            let clearsMark = isMarked == false
            actions.append(.keep(Keeping(fetchedAt: now.wall, markedAt: markedAt, clearsMark: clearsMark)))
        }
        // This fetch also satisfies requests from before it began.
        if let scheduled = fetching.scheduled, scheduled.count < number { unschedule() }
        if let suspended = fetching.suspended, suspended.count < number { fetching.suspended = nil }
        continuePursuit(after: number, outcome, random)
    }

    /// Records when the source responded, unless it only confirmed a document that was refused.
    private mutating func noteSuccess(isNew: Bool) {
        guard isNew || standing.refusal == nil else { return }
        if standing.refusal == nil, !standing.hasNewer {
            standing.earlierSuccess = isNew ? standing.lastSuccess : now.wall
        }
        standing.lastSuccess = now.wall
    }

    private mutating func keepWaiting() {
        actions.append(.keepWaiting)
        standing.hasNewer = true
    }

    private mutating func confirm() {
        guard let document = standing.document, !document.isConfirmed, !document.isBundled,
            standing.fallback == nil, !standing.hasNewer
        else { return }
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
        if let requested = error.retryAfter {
            let requested = requested.clamped(to: .zero...Self.longestRetryAfter)
            // Clients that received the same `Retry-After` must not all return at the same moment.
            let end = requested + max(spread, requested * 0.1) * random()
            fetching.retryAfter = requested > .zero ? now.uptime + end : nil
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
        guard isOwn || policy.pollInterval != nil else { return }
        if isInForeground || policy.backgroundPollInterval != nil { return schedule(.retry) }
        fetching.suspended = Fetching.Scheduled(
            cause: .retry,
            at: now.uptime,
            wall: now.wall,
            isUnconditional: false,
            count: fetching.count
        )
    }

    /// Stops fetching and listening until the credentials change.
    mutating func stop(_ error: RemoteSourceError) {
        fetching.stop = error
        standing.failure = error
        unschedule()
        fetching.suspended = nil
        stopListening()
    }

    /// Cancels the client's own fetches, and disregards the results of all others and of earlier ones.
    mutating func disregardFetches() {
        for (number, fetch) in fetching.running where fetch.isOwn {
            forget(number)
            actions.append(.cancelFetch(number))
        }
        fetching.newestAnswered = fetching.count
        forgetFailures()
    }

    /// Cancels the scheduled fetch.
    mutating func unschedule() {
        fetching.scheduled = nil
        cancel(.fetch)
    }

    private mutating func forgetFailures() {
        fetching.failures = 0
        fetching.backOffUntil = nil
        fetching.retryAfter = nil
    }

    /// Returns the wall-clock time at an uptime.
    private func wall(of uptime: Duration) -> Int64 {
        now.wall.addingReportingOverflow((uptime - now.uptime).roundedSeconds).partialValue
    }
}
