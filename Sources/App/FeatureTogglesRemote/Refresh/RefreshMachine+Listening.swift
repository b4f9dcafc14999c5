extension RefreshMachine {
    /// The state of the connection to a source that announces changes.
    struct Listening: Sendable {
        enum Phase: Sendable, Hashable {
            case off
            case connecting
            /// The source has nothing to listen to now, and waits by itself.
            case idle
            case open(since: Duration)
            case waiting
        }

        var phase = Phase.off
        /// The number of the last connection.
        var connection = 0
        var hasOpened = false
        /// The identifier of the last announcement, after which to resume.
        var lastID: String?
        /// The number of consecutive connections that closed early.
        var failures = 0
        /// The first pause before the next connection, if the source has set one.
        var pause: Duration?
        /// How long the source may be silent, if it has set a limit.
        var silence: Duration?
        /// Whether the source has ever sent a heartbeat, so that its silence means a dead connection.
        var sendsHeartbeats = false
        /// The problem with the connection, until the next one opens.
        var problem: String?

        var isOpen: Bool { if case .open = phase { true } else { false } }
        var isOn: Bool { phase == .connecting || phase == .idle || isOpen }
    }

    /// How long a connection must be open before earlier failures are forgotten.
    private static var steadyTime: Duration { .seconds(60) }

    /// How long the connection may be silent.
    private var silenceLimit: Duration {
        (listening.silence ?? policy.silenceLimit).clamped(to: .seconds(1) ... .seconds(86_400))
    }

    /// Opens a connection if the client should listen and isn't connected.
    mutating func listen() {
        guard setup.announcesChanges, policy.usesStream, isInForeground, fetching.stop == nil else { return }
        guard listening.phase == .off || listening.phase == .waiting else { return }
        cancel(.listen)
        listening.connection += 1
        listening.phase = .connecting
        actions.append(.listen(connection: listening.connection, after: listening.lastID))
        let timeout = policy.timeout.clamped(to: .milliseconds(1) ... .seconds(86_400))
        set(.silence, at: now.uptime + timeout)
    }

    /// Ends the connection, and cancels the timer for the next one.
    mutating func stopListening() {
        cancel(.listen)
        cancel(.silence)
        if listening.isOn { actions.append(.stopListening) }
        listening.phase = .off
        listening.problem = nil
    }

    mutating func receive(_ signal: RemoteSignal, on connection: Int, _ random: () -> Double) {
        guard connection == listening.connection, listening.isOn else { return }
        switch signal {
        case .closed(let error):
            return close(error, because: error?.message ?? "‘\(setup.source)’ closed the connection", random)
        case .reconnectAfter(let pause):
            listening.pause = pause.clamped(to: .milliseconds(100) ... .seconds(3_600))
        case .silentFor(let silence):
            listening.silence = silence
            listening.sendsHeartbeats = true
        case .idle:
            return idle(random)
        case .opened:
            open(random)
        case .heartbeat:
            listening.sendsHeartbeats = true
            open(random)
        case .changed(let id):
            open(random)
            // A server may repeat its last announcement whenever a connection opens.
            if id == nil || id != listening.lastID { pursueChange(id) }
            listening.lastID = id ?? listening.lastID
            schedule(.announced, after: spread * random(), signalID: id)
        }
        if listening.isOpen { watchSilence() }
    }

    /// Restarts the silence timer.
    private mutating func watchSilence() {
        // A local source without heartbeats may be silent.
        if setup.isLocal, !listening.sendsHeartbeats { return cancel(.silence) }
        set(.silence, at: now.uptime + silenceLimit)
    }

    private mutating func idle(_ random: () -> Double) {
        cancel(.silence)
        listening.phase = .idle
        listening.problem = nil
        listening.failures = 0
        schedulePoll(isOnlyEarlier: true, random)
    }

    private mutating func open(_ random: () -> Double) {
        guard !listening.isOpen else { return }
        listening.phase = .open(since: now.uptime)
        listening.problem = nil
        // The client may have missed an announcement. When a server comes back, all clients reconnect at once.
        let isFirst = !listening.hasOpened
        listening.hasOpened = true
        schedule(.reopened, after: spread * random(), isUnconditional: !isFirst)
        schedulePoll(random)
    }

    private mutating func close(_ error: RemoteSourceError?, because sentence: String, _ random: () -> Double) {
        cancel(.silence)
        let wasOpen = listening.isOpen
        if case .open(let since) = listening.phase, now.uptime - since >= Self.steadyTime { listening.failures = 0 }
        listening.failures = min(listening.failures + 1, 64)
        listening.phase = .waiting
        // A proxy may end connections from time to time, which isn't worth reporting.
        if error != nil || listening.failures > 1 {
            listening.problem = sentence
            standing.hasContactSinceBreak = false
        }
        var pause = BackOff.pause(
            after: listening.failures,
            initial: listening.pause ?? policy.initialBackOff,
            maximum: max(policy.maximumBackOff, listening.pause ?? .zero),
            random: random()
        )
        if let requested = error?.retryAfter {
            let requested = requested.clamped(to: .zero...Self.longestRetryAfter)
            pause = max(pause, requested + requested * 0.1 * random())
        }
        if let error, error.code == .unauthorized {
            // Fetches find out whether the document is accessible. If the response contains the address to listen to,
            // the address may have expired. The next response contains a new one, for which the connection waits.
            pause = setup.dependsOnContext ? pause + spread : max(pause, policy.maximumBackOff)
            if setup.dependsOnContext { schedule(.reopened, after: spread * random(), isUnconditional: true) }
        }
        // A server that shuts down disconnects all clients at once.
        if wasOpen { pause += spread * random() }
        set(.listen, at: now.uptime + pause)
        // A connection that breaks repeatedly must not postpone the poll each time.
        schedulePoll(isOnlyEarlier: true, random)
    }

    mutating func endSilence(_ random: () -> Double) {
        listening.isOpen && !listening.sendsHeartbeats ? renew(random) : closeSilentConnection(random)
    }

    /// Replaces a connection that may be dead or merely idle, without reporting a problem.
    private mutating func renew(_ random: () -> Double) {
        actions.append(.stopListening)
        listening.phase = .waiting
        // No announcement is known to be missed, so treat the next connection like the first.
        listening.hasOpened = false
        set(.listen, at: now.uptime + spread * random())
    }

    private mutating func closeSilentConnection(_ random: () -> Double) {
        guard listening.phase == .connecting || listening.isOpen else { return }
        let sentence =
            listening.isOpen
            ? "‘\(setup.source)’ was silent for \(silenceLimit.roundedSeconds) s, so its connection is considered dead"
            : "the connection to ‘\(setup.source)’ did not open within \(policy.timeout), the policy's ‘timeout’"
        actions.append(.stopListening)
        close(RemoteSourceError(.timedOut, sentence), because: sentence, random)
    }
}
