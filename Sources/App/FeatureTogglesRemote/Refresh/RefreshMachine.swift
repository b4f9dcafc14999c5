/// Decides when a client fetches and listens, and which state it reports: a value that turns each event into actions.
///
/// It contains no clock, task, file, or network; ``Refresher`` carries out the actions. The table in
/// `Documentation/RefreshMachine.md` lists the actions for each event.
struct RefreshMachine: Sendable {
    /// The constant settings.
    struct Setup: Sendable {
        var policy = RefreshPolicy()
        var activation = ActivationPolicy.immediately
        /// The time after which a run counts as healthy; `nil` if only a call marks it, or if runs are not counted.
        var healthyAfter: Duration?
        var source: String
        var announcesChanges = false
        var dependsOnContext = false
        var isLocal = false
    }

    /// The machine's information about a document.
    struct Document: Sendable, Hashable {
        var revision: String?
        /// Whether the source has confirmed to this client that the document is the current one.
        var isConfirmed: Bool
        /// When the document expires, in seconds since 1970.
        var expiresAt: Int64?
        /// Whether the app ships with the document, so that it's older than every document of the source.
        var isBundled = false
    }

    let setup: Setup
    var policy: RefreshPolicy { setup.policy }

    /// The time of the current event.
    var now = Moment(uptime: .zero, wall: 0)
    /// The actions of the current event.
    var actions: [Action] = []
    /// The replies to waiting callers, which follow all other actions.
    var answers: [Action] = []
    /// The due times of the timers.
    var deadlines: [Timer: Duration] = [:]
    /// Whether the app is in the foreground, which the client assumes until it's told otherwise.
    var isInForeground = true
    /// Whether the time until the run is healthy passes, because the app is in the foreground.
    private var isHealthTimed = true
    /// The time until the run is healthy while it does not pass.
    private var healthLeft: Duration?
    /// When the client started, until the app first enters the foreground or the background.
    private var startedAt: Duration?
    var fetching = Fetching()
    var listening = Listening()
    var standing: Standing

    init(_ setup: Setup) {
        self.setup = setup
        standing = Standing()
    }

    /// Handles an event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - now: The time of the event.
    ///   - random: A closure that returns a random number from 0 to below 1.
    /// - Returns: The actions to carry out, in order.
    /// - Complexity: O(1); with an hourly limit, linear in the number of fetches in the last hour.
    mutating func handle(_ event: Event, at now: Moment, random: () -> Double) -> [Action] {
        self.now = now
        switch event {
        case .started(let start): begin(start, random)
        case .requested(let ticket, let interval): requestFetch(ticket, interval)
        case .cancelled(let ticket): cancel(ticket: ticket)
        case .fetched(let number, let outcome): finish(number, outcome, random)
        case .activated(let document): noteActivation(document)
        case .refused(let sentence):
            standing.refusal = sentence
            standing.lastSuccess = standing.earlierSuccess
        case .received(let connection, let signal): receive(signal, on: connection, random)
        case .due(let timer): fire(timer, random)
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

    private mutating func fire(_ timer: Timer, _ random: () -> Double) {
        // A timer that was set again or canceled may still fire.
        guard let deadline = deadlines[timer], deadline <= now.uptime else { return }
        deadlines[timer] = nil
        switch timer {
        case .fetch: startScheduled()
        case .timeout(let number): timeOut(number, random)
        case .listen: listen()
        case .silence: endSilence(random)
        case .expiry: watchExpiry()
        case .health: markHealthy()
        }
    }

    // MARK: App lifecycle

    /// The maximum age of a success in calculations, in seconds: far longer than any interval, and too short to
    /// overflow a clock.
    ///
    /// It does not fit `Int` where that has 32 bits.
    private static let longestAge: Int64 = 1 << 40

    /// The longest time from creating a client at launch until the app enters the foreground.
    ///
    /// The system ends an app that takes longer to launch.
    private static let longestLaunch = Duration.seconds(20)

    private mutating func begin(_ start: Start, _ random: () -> Double) {
        startedAt = now.uptime
        standing.document = start.document
        standing.refusal = start.refusal
        standing.fallback = start.fallback
        standing.hasNewer = start.hasWaiting
        standing.failure = start.failure
        // Ignore a time in the future: the clock has been set back since, perhaps by years.
        if let fetchedAt = start.fetchedAt, fetchedAt <= now.wall {
            let (age, overflow) = now.wall.subtractingReportingOverflow(fetchedAt)
            // Without the document of that success, don't wait for the minimum interval after it.
            if start.document != nil || start.fallback != nil {
                fetching.lastSuccess = now.uptime - .seconds(overflow ? Self.longestAge : min(age, Self.longestAge))
            }
            standing.lastSuccess = fetchedAt
            standing.earlierSuccess = fetchedAt
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
        if start.isMarkedStale {
            standing.staleMark = fetching.count
            pursueChange(isKept: true)
        }
        if start.document?.isConfirmed == true {
            fetching.lastSuccess = now.uptime
            standing.lastSuccess = now.wall
        }
        if start.isMarkedStale {
            schedule(.stale)
        } else if policy.fetchesAtStart, start.document?.isConfirmed != true {
            schedule(.start)
        } else {
            schedulePoll(random)
        }
        if start.isInBackground { stopHealthTime() }
        // A healthy run without the newest document may give another one a chance.
        if start.document?.isBundled == false || start.fallback != nil { watchRun() }
        watchExpiry()
        listen()
    }

    private mutating func enterForeground(_ random: () -> Double) {
        let launch = startedAt.take()
        resumeHealthTime()
        if isInForeground {
            // Both the app and the system may report a return, and the system may report a launch as well.
            guard let launch, now.uptime - launch > Self.longestLaunch else { return }
            // The app was launched in the background. It may have been suspended there, which breaks connections.
            stopListening()
        }
        isInForeground = true
        if let suspended = fetching.suspended.take() { fetching.scheduled = suspended }
        if standing.staleMark != nil || fetching.pursuit != nil {
            schedule(.stale)
        } else if policy.fetchesAtStart || policy.pollInterval != nil {
            schedule(.foreground)
        } else {
            startScheduled()
        }
        schedulePoll(random)
        listen()
    }

    private mutating func enterBackground(_ random: () -> Double) {
        startedAt = nil
        guard isInForeground else { return }
        isInForeground = false
        stopHealthTime()
        stopListening()
        if let scheduled = fetching.scheduled, scheduled.cause != .poll { fetching.suspended = scheduled }
        unschedule()
        schedulePoll(random)
    }

    private mutating func markStale(_ random: () -> Double) {
        standing.staleMark = fetching.count
        pursueChange(isKept: true)
        // The push that led to this mark reaches all clients at once.
        if isInForeground { schedule(.stale, after: spread * random()) }
    }

    private mutating func changeCredentials(_ random: () -> Double) {
        fetching.stop = nil
        // The result of a fetch with the old credentials, including the app's, doesn't apply to the new ones.
        disregardFetches()
        standing.failure = nil
        stopListening()
        listening.failures = 0
        listen()
        schedule(.credentials)
    }

    private mutating func changeContext(to document: Document?, hasWaiting: Bool, _ random: () -> Double) {
        standing.activate(document, hasNewer: hasWaiting)
        fetching.lastSuccess = nil
        // The app's own fetches continue, but say nothing about this document.
        disregardFetches()
        // The run with the document of this context, if it has one, has just begun.
        watchRun()
        watchExpiry()
        schedule(.context)
    }

    // MARK: Runs

    mutating func watchRun() {
        guard let time = setup.healthyAfter?.clamped(to: .zero ... .seconds(86_400)) else { return }
        if isHealthTimed { set(.health, at: now.uptime + time) } else { healthLeft = time }
    }

    /// Stops the time until the run is healthy, because a suspended app only seems to run.
    private mutating func stopHealthTime() {
        isHealthTimed = false
        guard let due = deadlines[.health] else { return }
        healthLeft = max(due - now.uptime, .zero)
        cancel(.health)
    }

    private mutating func resumeHealthTime() {
        isHealthTimed = true
        if let left = healthLeft.take() { set(.health, at: now.uptime + left) }
    }

    private mutating func markHealthy() {
        cancel(.health)
        healthLeft = nil
        actions.append(.markHealthy)
    }

    private mutating func noteActivation(_ document: Document) {
        standing.activate(document, hasNewer: false)
        watchRun()
        watchExpiry()
    }
}
