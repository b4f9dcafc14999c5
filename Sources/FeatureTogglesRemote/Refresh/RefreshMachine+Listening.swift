extension RefreshMachine {
    /// What is known of the connection to a source that speaks.
    struct Listening: Sendable {
        enum Phase: Sendable, Hashable {
            case off
            case connecting
            /// The source has nothing to listen to by now, and waits for it itself.
            case idle
            case open(since: Duration)
            case waiting
        }

        var phase = Phase.off
        /// The number of the last connection.
        var connection = 0
        var hasOpened = false
        /// The identifier of the last announcement, to resume behind.
        var lastID: String?
        /// Connections in a row that did not stand for long.
        var failures = 0
        /// The first pause before the next connection, where the source has said one.
        var pause: Duration?
        /// How long the source may be silent, where it has said so.
        var silence: Duration?
        /// Whether the source has ever said that it still is there, without anything being new: its silence means something.
        var showsLife = false
        /// What went wrong with the connection, until the next one stands.
        var problem: String?

        var isOpen: Bool { if case .open = phase { true } else { false } }
        var isOn: Bool { phase == .connecting || phase == .idle || isOpen }
    }

    /// How long a connection stands before those that broke before are forgotten.
    private static var steadyTime: Duration { .seconds(60) }

    private var patience: Duration {
        (listening.silence ?? policy.silenceLimit).clamped(to: .seconds(1) ... .seconds(86_400))
    }

    /// Opens a connection, if there should be one and there is none.
    mutating func listen() {
        guard setup.announcesChanges, policy.usesStream, isInForeground, fetching.stop == nil else { return }
        guard listening.phase == .off || listening.phase == .waiting else { return }
        cancel(.listen)
        listening.connection += 1
        listening.phase = .connecting
        actions.append(.listen(connection: listening.connection, after: listening.lastID))
        let patience = policy.timeout.clamped(to: .milliseconds(1) ... .seconds(86_400))
        set(.silence, at: now.uptime + patience)
    }

    /// Ends the connection and every plan for another.
    mutating func stopListening() {
        cancel(.listen)
        cancel(.silence)
        if listening.isOn { actions.append(.stopListening) }
        listening.phase = .off
        listening.problem = nil
    }

    mutating func hear(_ signal: RemoteSignal, on connection: Int, _ random: () -> Double) {
        guard connection == listening.connection, listening.isOn else { return }
        switch signal {
        case .closed(let error):
            return close(error, because: error?.message ?? "‘\(setup.source)’ ended the connection", random)
        case .reconnectAfter(let pause):
            listening.pause = pause.clamped(to: .milliseconds(100) ... .seconds(3_600))
        case .silentFor(let silence):
            listening.silence = silence
            listening.showsLife = true
        case .idle:
            return idle(random)
        case .opened:
            open(random)
        case .heartbeat:
            listening.showsLife = true
            open(random)
        case .changed(let id):
            open(random)
            listening.lastID = id ?? listening.lastID
            want(.announced, after: spread * random(), signalID: id)
        }
        if listening.isOpen { watchSilence() }
    }

    /// Begins the patience with silence anew.
    private mutating func watchSilence() {
        // What is on this machine and says nothing has nothing to say.
        if setup.isLocal, !listening.showsLife { return cancel(.silence) }
        set(.silence, at: now.uptime + patience)
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
        // Something may have been announced while nobody listened. Servers that come back are met by everybody at once.
        let isFirst = !listening.hasOpened
        listening.hasOpened = true
        want(.reopened, after: spread * random(), isUnconditional: !isFirst)
        schedulePoll(random)
    }

    private mutating func close(_ error: RemoteSourceError?, because sentence: String, _ random: () -> Double) {
        cancel(.silence)
        let wasOpen = listening.isOpen
        if case .open(let since) = listening.phase, now.uptime - since >= Self.steadyTime { listening.failures = 0 }
        listening.failures = min(listening.failures + 1, 64)
        listening.phase = .waiting
        // That a proxy ends a connection now and then is nothing that anybody has to know.
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
        if let wish = error?.retryAfter {
            let wish = wish.clamped(to: .zero...Self.longestRetryAfter)
            pause = max(pause, wish + wish * 0.1 * random())
        }
        if let error, error.code == .unauthorized {
            // Whether the document may be had is the fetches' to find out. Where the answer says where to listen, the
            // address may have expired, and the next answer brings another one, which the connection waits for.
            pause = setup.dependsOnContext ? pause + spread : max(pause, policy.maximumBackOff)
            if setup.dependsOnContext { want(.reopened, after: spread * random(), isUnconditional: true) }
        }
        // A server that goes away hangs up on everybody at once.
        if wasOpen { pause += spread * random() }
        set(.listen, at: now.uptime + pause)
        // One that breaks again and again must not put the poll off again and again.
        schedulePoll(isOnlyEarlier: true, random)
    }

    mutating func endSilence(_ random: () -> Double) {
        listening.isOpen && !listening.showsLife ? renew(random) : takeForDead(random)
    }

    /// Replaces a connection that may be dead, or may just have had nothing to say: that is nothing to tell anybody.
    private mutating func renew(_ random: () -> Double) {
        actions.append(.stopListening)
        listening.phase = .waiting
        // Nothing is known to be missed, so the next one is like the first.
        listening.hasOpened = false
        set(.listen, at: now.uptime + spread * random())
    }

    private mutating func takeForDead(_ random: () -> Double) {
        guard listening.phase == .connecting || listening.isOpen else { return }
        let silence = listening.isOpen ? patience : policy.timeout
        actions.append(.stopListening)
        let error = RemoteSourceError(
            .timedOut,
            "‘\(setup.source)’ was silent for \(silence.roundedSeconds) s, so its connection is taken for dead"
        )
        close(error, because: error.message, random)
    }
}
