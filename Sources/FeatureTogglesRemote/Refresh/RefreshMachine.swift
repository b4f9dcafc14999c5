import FeatureToggles

/// Decides when a remote source is asked, listened to and believed: a value that answers each event with actions.
///
/// It knows no clock, no task, no file and no network; ``Refresher`` carries the actions out. What it decides on which
/// event is the table in `Documentation/RemoteRefresh.md`.
struct RefreshMachine: Sendable {
    /// What never changes.
    struct Setup: Sendable {
        var policy = RefreshPolicy()
        var activation = ActivationPolicy.immediately
        /// After what time a run counts as healthy; `nil` when only a call says so, or when runs are not counted.
        var healthyAfter: Duration?
        var source: String
        var announcesChanges = false
        var dependsOnContext = false
        var isLocal = false
    }

    /// How the document stands.
    struct Document: Sendable, Hashable {
        var revision: String?
        /// Whether this client has heard from the source that it is the current one.
        var isConfirmed: Bool
        /// From when on it is out of date, in seconds since 1970.
        var expiresAt: Int64?
    }

    let setup: Setup
    var policy: RefreshPolicy { setup.policy }

    /// The moment of the event at hand.
    var now = Moment(uptime: .zero, wall: 0)
    /// What the event at hand leads to.
    var actions: [Action] = []
    /// What is said to waiting callers when everything else was done.
    var answers: [Action] = []
    /// When the timers are due.
    var deadlines: [Timer: Duration] = [:]
    var isInForeground = true
    var fetching = Fetching()
    var listening = Listening()
    var standing: Standing

    init(_ setup: Setup) {
        self.setup = setup
        standing = Standing()
    }

    /// Takes an event in.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - now: When.
    ///   - random: A random number from 0 to below 1.
    /// - Returns: What to do about it, in order.
    /// - Complexity: O(1), but for the fetches of the last hour when there is a ceiling.
    mutating func handle(_ event: Event, at now: Moment, random: () -> Double) -> [Action] {
        self.now = now
        switch event {
        case .started(let start): begin(start, random)
        case .asked(let ticket, let interval): ask(ticket, interval)
        case .cancelled(let ticket): cancel(ticket: ticket)
        case .fetched(let number, let outcome): finish(number, outcome, random)
        case .activated(let document): putInForce(document)
        case .refused(let sentence): standing.refusal = sentence
        case .heard(let connection, let signal): hear(signal, on: connection, random)
        case .due(let timer): ring(timer, random)
        case .enteredForeground: enterForeground(random)
        case .enteredBackground: enterBackground(random)
        case .contextChanged(let document, let hasWaiting):
            changeContext(to: document, hasWaiting: hasWaiting, random)
        case .credentialsChanged: changeCredentials(random)
        case .markedStale: markStale(random)
        case .markedHealthy: markHealthy()
        }
        publish()
        defer { (actions, answers) = ([], []) }
        return actions + answers
    }

    // MARK: Timers

    mutating func set(_ timer: Timer, at deadline: Duration) {
        guard deadlines[timer] != deadline else { return }
        deadlines[timer] = deadline
        actions.append(.set(timer, at: deadline))
    }

    mutating func cancel(_ timer: Timer) {
        guard deadlines.removeValue(forKey: timer) != nil else { return }
        actions.append(.cancel(timer))
    }

    private mutating func ring(_ timer: Timer, _ random: () -> Double) {
        // A timer that was set anew or cancelled may still ring.
        guard let deadline = deadlines[timer], deadline <= now.uptime else { return }
        deadlines[timer] = nil
        switch timer {
        case .fetch: startWanted()
        case .timeout(let number): timeOut(number, random)
        case .listen: listen()
        case .silence: endSilence(random)
        case .expiry: watchExpiry()
        case .health: markHealthy()
        }
    }

    // MARK: Life of the app

    /// The greatest age of a success that is counted with, in seconds: far more than any interval, and no clock overflows.
    ///
    /// It does not fit `Int` where that has 32 bits.
    private static let longestAge: Int64 = 1 << 40

    private mutating func begin(_ start: Start, _ random: () -> Double) {
        standing.document = start.document
        standing.refusal = start.refusal
        standing.fallback = start.fallback
        standing.hasNewer = start.hasWaiting
        standing.failure = start.failure
        // A time to come is that of a clock that was set back since: it may be one of years ago.
        if let fetchedAt = start.fetchedAt, fetchedAt <= now.wall {
            let (age, overflow) = now.wall.subtractingReportingOverflow(fetchedAt)
            // Without what that success brought, it is none to wait after.
            if start.document != nil || start.fallback != nil {
                fetching.lastSuccess = now.uptime - .seconds(overflow ? Self.longestAge : min(age, Self.longestAge))
            }
            standing.lastSuccess = fetchedAt
        }
        if let backOff = start.backOff, backOff.failures > 0 {
            let longest = policy.maximumBackOff.clamped(to: .zero...Self.longestRetryAfter)
            fetching.failures = min(backOff.failures, 64)
            fetching.isBackOffKept = true
            let rest = backOff.remaining(at: now.wall, maximum: max(longest * 1.5, Self.longestRetryAfter))
            fetching.backOffUntil = now.uptime + rest
            if let rest = backOff.remainingRetryAfter(at: now.wall, maximum: Self.longestRetryAfter * 1.1) {
                fetching.retryAfter = now.uptime + rest
            }
        }
        if start.isMarkedStale { standing.staleMark = fetching.count }
        if start.document?.isConfirmed == true {
            fetching.lastSuccess = now.uptime
            standing.lastSuccess = now.wall
        }
        if start.isMarkedStale {
            want(.stale)
        } else if policy.fetchesAtStart, start.document?.isConfirmed != true {
            want(.start)
        } else {
            schedulePoll(random)
        }
        if start.document != nil { watchRun() }
        watchExpiry()
        listen()
    }

    private mutating func enterForeground(_ random: () -> Double) {
        isInForeground = true
        if standing.staleMark != nil {
            want(.stale)
        } else if policy.fetchesAtStart || policy.pollInterval != nil {
            want(.foreground)
        }
        schedulePoll(random)
        listen()
    }

    private mutating func enterBackground(_ random: () -> Double) {
        isInForeground = false
        stopListening()
        fetching.wanted = nil
        cancel(.fetch)
        schedulePoll(random)
    }

    private mutating func markStale(_ random: () -> Double) {
        standing.staleMark = fetching.count
        // A push that marks arrives everywhere at once.
        if isInForeground { want(.stale, after: spread * random()) }
    }

    private mutating func changeCredentials(_ random: () -> Double) {
        fetching.stop = nil
        // What was asked with the old ones, also by the app, says nothing about these.
        cancelOwnFetches()
        fetching.newestAnswered = fetching.count
        forgetFailures()
        standing.failure = nil
        stopListening()
        listening.failures = 0
        listen()
        want(.credentials)
    }

    private mutating func changeContext(to document: Document?, hasWaiting: Bool, _ random: () -> Double) {
        guard setup.dependsOnContext else { return }
        cancelOwnFetches()
        standing.document = document
        standing.hasNewer = hasWaiting
        standing.refusal = nil
        standing.fallback = nil
        fetching.lastSuccess = nil
        // The app's own fetches go on, but say nothing about this document.
        fetching.newestAnswered = fetching.count
        forgetFailures()
        watchExpiry()
        want(.context)
    }

    // MARK: Runs

    mutating func watchRun() {
        guard let healthyAfter = setup.healthyAfter else { return }
        set(.health, at: now.uptime + healthyAfter.clamped(to: .zero ... .seconds(86_400)))
    }

    private mutating func markHealthy() {
        cancel(.health)
        actions.append(.markHealthy)
    }

    private mutating func putInForce(_ document: Document) {
        standing.document = document
        standing.hasNewer = false
        standing.refusal = nil
        standing.fallback = nil
        watchRun()
        watchExpiry()
    }
}
