public import FeatureToggles
public import FeatureTogglesRemote

/// Whether this version of the app may go on, asked at launch and on each return to the foreground.
///
/// ```swift
/// let updates = UpdatePolicy(RemoteConfiguration(HTTPRemoteSource(url: policyURL)), application: "shop")
/// for await decision in updates.decisions() {
///     if decision.mayGoOn { showApp(decision.notice) } else { showNothingBut(decision.notice) }
/// }
/// ```
///
/// A source that is silent, unreachable or broken never locks anybody out, and never lifts a lock: that takes a valid policy
/// that is not older, or another version of the app that the lock is not about. A lock holds offline and after a restart.
///
/// Everything is safe to call from any thread. What follows ends with the last reference.
public final class UpdatePolicy: Sendable {
    struct State: Sendable {
        var decision = UpdateDecision.upToDate
        var known: KnownPolicy?
        /// What the lock file has.
        var kept: KnownPolicy?
        /// The text of a long lock file until it is parsed; no decision is made before that.
        var unread: [UInt8]?
        var context: EvaluationContext?
        var answerProblem: String?
        /// What no range of versions can mean.
        var versionProblem: String?
        var fileProblem: String?
        /// Whether the flag of a document locks every version out.
        var reach: KnownReach?
        var watchers: [Int: AsyncStream<UpdateDecision>.Continuation] = [:]
        var problemWatchers: [Int: AsyncStream<Void>.Continuation] = [:]
        var watcherCount = 0
        /// Whether a policy counts that takes long to read and to compare: then no caller's thread does that.
        var isLong = false
    }

    let toggles: any FeatureToggle
    let toggle: ToggleReference
    /// Who asks the source; `nil` for toggles that follow none.
    let client: ToggleClient?
    let schemes: Set<String>
    let readings: PolicyReadings
    let lockFile: LockFile
    /// Which policies are too old; `nil` for a flag, whose documents have a verifier of their own.
    let floor: PolicyFloor?
    let state: Mutex<State>
    /// One at a time, so that an older answer never replaces a newer one.
    let refreshing = Mutex(())
    private let following = Mutex<Task<Void, Never>?>(nil)

    /// Follows the plain JSON that a team puts on a CDN.
    ///
    /// The policy that was known before is read before this returns; nobody is waited for. One of more than 16 KiB or 500
    /// parts (values, members, numbers in versions) is read on another thread: until then the decision is the lock that this
    /// version was last shown, or that it is up to date.
    ///
    /// Three settings of the configuration have no meaning here. A policy is checked by an ``UpdatePolicyVerifier`` before
    /// `RemoteConfiguration.verifier` counts. No document is reverted because of crashes (`RemoteConfiguration.health`),
    /// because that would lift locks. Creating an `UpdatePolicy` never waits for a long policy
    /// (`RemoteConfiguration.waitsForLargeDocuments`).
    ///
    /// - Parameters:
    ///   - remote: Where the policy comes from, when it is asked for and where it is kept: one policy in each folder.
    ///   - application: Names the folder of the cache, where that is the standard one; the application of `toggles.yaml`.
    ///   - context: The versions of app and system, the locale, and what else entries name.
    ///   - schemes: The schemes that links may have, in lower case.
    public convenience init(
        _ remote: RemoteConfiguration,
        application: String,
        context: EvaluationContext = .device(),
        schemes: Set<String> = StoreLink.standardSchemes
    ) {
        self.init(remote, application: application, context: context, schemes: schemes, background: LockFile.queue)
    }

    convenience init(
        _ remote: RemoteConfiguration,
        application: String,
        context: EvaluationContext,
        schemes: Set<String>,
        background: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
    ) {
        var remote = remote
        let folder = remote.cache.folder(
            for: [ToggleRegistry(namespace: application, application: application, toggles: [])],
            environment: ProcessEnvironment.current
        )
        let lockFile = LockFile(path: folder.map { PathText.joined($0, LockFile.name) }, background: background)
        // Before the client, which is to accept no policy that is older than the lock.
        let isSigned = remote.verifier != nil
        let found = lockFile.content { $0.revision?.isSigned == isSigned }
        let floor =
            switch found {
            case .lock(let lock, _): PolicyFloor(lock?.floor(isSigned: isSigned, schemes: schemes))
            case .long(let head, _): PolicyFloor(head.revision)
            }
        let readings = PolicyReadings(schemes: schemes)
        remote.verifier = UpdatePolicyVerifier(
            inner: remote.verifier,
            schemes: schemes,
            floor: floor,
            readings: readings
        )
        remote.health = .notCounted
        (remote.waitsForLargeDocuments, remote.costAtStart) = (false, PolicyReadings.costAtOnce)
        let toggle = Self.ownToggle
        let registry = ToggleRegistry(namespace: application, application: application) { builder in
            builder.add(ops: toggle, description: "What demands updates.", owner: application, isPermanent: true)
        }
        let client = ToggleClient(registries: [registry], overrides: .none, remote: remote, context: context)
        self.init(
            client,
            toggle.reference,
            context: nil,
            schemes: schemes,
            lockFile: lockFile,
            found: found,
            floor: floor,
            readings: readings
        )
    }

    /// Follows a toggle whose value is an object, decided by a flag with rules.
    ///
    /// ```yaml
    /// forced_update: { category: ops, type: json, default: {}, description: …, owner: …, created: 2026-11-21, permanent: true }
    /// ```
    ///
    /// Rules see the versions as `appVersion` and `osVersion`. ``check(minimumInterval:)`` and the foreground reach the
    /// client's source when the toggles are a `ToggleClient`.
    ///
    /// - Parameters:
    ///   - toggle: A JSON toggle whose default is the empty object.
    ///   - toggles: Who answers it.
    ///   - application: Names the folder that a lock is kept in; the application of `toggles.yaml`.
    ///   - context: What is laid over the toggles' own context; `nil` for nothing.
    ///   - lock: In which folder a lock is kept for the next start.
    ///   - schemes: The schemes that links may have, in lower case.
    public convenience init<Value: ToggleValue>(
        _ toggle: OpsToggle<Value>,
        of toggles: any FeatureToggle,
        application: String,
        context: EvaluationContext? = nil,
        lock: DocumentCache.Location = .standard,
        schemes: Set<String> = StoreLink.standardSchemes
    ) {
        let registry = ToggleRegistry(namespace: application, application: application, toggles: [])
        let folder = lock.folder(for: [registry], environment: ProcessEnvironment.current)
        let name = LockFile.name(ofFlag: toggle.reference.key)
        let file = LockFile(path: folder.map { PathText.joined($0, name) }, background: LockFile.queue)
        self.init(toggles, toggle.reference, context: context, schemes: schemes, lockFile: file)
    }

    init(
        _ toggles: any FeatureToggle,
        _ toggle: ToggleReference,
        context: EvaluationContext?,
        schemes: Set<String>,
        lockFile: LockFile,
        found: LockFile.Content? = nil,
        floor: PolicyFloor? = nil,
        readings: PolicyReadings? = nil
    ) {
        self.toggles = toggles
        self.toggle = toggle
        client = toggles as? ToggleClient
        self.schemes = schemes
        self.lockFile = lockFile
        self.floor = floor
        self.readings = readings ?? PolicyReadings(schemes: schemes)
        let shown: KnownPolicy.Shown?
        switch found ?? lockFile.content() {
        case .lock(let lock, let problem):
            let isLong = lock.map { PolicyReadings.isLong($0.value) } ?? false
            state = Mutex(State(known: lock, kept: lock, context: context, fileProblem: problem, isLong: isLong))
            shown = lock?.shown
        case .long(let head, let text):
            state = Mutex(State(unread: text, context: context, isLong: true))
            shown = head.shown
        }
        // A client's every change: also that the source confirms what was kept, and its problems.
        let changes = client?.changes() ?? toggles.changes(of: toggle)
        // Of a long document with other flags, what counts is how long the policy in it is.
        if floor == nil, !state.withLock(\.isLong), isDocumentLong,
            PolicyReadings.isLong(toggles.resolve(toggle, for: context).value ?? .null)
        {
            state.withLock { $0.isLong = true }
        }
        if let shown, shown.isMeant(for: self.context(over: context)) {
            // The lock of last time, until the policy is read.
            state.withLock { $0.decision = shown.decision }
        }
        refreshSoon()
        let task = Task { [weak self] in
            for await _ in changes {
                self?.refresh()
                self?.tellOfProblems()
            }
        }
        following.withLock { $0 = task }
    }

    deinit {
        following.withLock { $0?.cancel() }
        let (watchers, problemWatchers) = state.withLock { ($0.watchers, $0.problemWatchers) }
        for watcher in watchers.values { watcher.finish() }
        for watcher in problemWatchers.values { watcher.finish() }
    }

    /// The key of the toggle that has the policy of a CDN.
    static var ownToggle: OpsToggle<JSONValue> {
        OpsToggle(
            "update_policy",
            id: ToggleIdentifier.make(category: .ops, type: .json, key: UpdatePolicyVerifier.parameter),
            default: .object([:])
        )
    }

    // MARK: Reading

    /// Whether this version may go on, as far as is known now.
    public var decision: UpdateDecision { state.withLock(\.decision) }

    /// Whether this version may go on: now, and after each change.
    ///
    /// Ends with the policy. A consumer that is slow misses what was out of date by the time it looked.
    ///
    /// - Returns: The decisions, of which no two in a row are the same.
    public func decisions() -> AsyncStream<UpdateDecision> {
        let (stream, continuation) = AsyncStream<UpdateDecision>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.watcherCount += 1
            state.watchers[state.watcherCount] = continuation
            // While nobody can decide anew, so that the order is that of the decisions.
            continuation.yield(state.decision)
            return state.watcherCount
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.watchers.removeValue(forKey: number) }
        }
        return stream
    }

    /// What stands in the way of a newer policy, and what could not be kept; empty when all is well.
    public var problems: [String] {
        let own = state.withLock { [$0.answerProblem, $0.versionProblem, $0.fileProblem].compactMap { $0 } }
        return own + (client?.problems.filter { $0.source == .remote }.map(\.description) ?? [])
    }

    /// One element whenever ``problems`` may have changed.
    ///
    /// Ends with the policy. Elements coalesce when the consumer is slow.
    public func problemChanges() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.watcherCount += 1
            state.problemWatchers[state.watcherCount] = continuation
            return state.watcherCount
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.problemWatchers.removeValue(forKey: number) }
        }
        return stream
    }

    private func tellOfProblems() {
        for watcher in state.withLock(\.problemWatchers).values { watcher.yield() }
    }

    /// What is laid over the context of the toggles, as when a person signs in.
    public var context: EvaluationContext? {
        get { state.withLock(\.context) }
        set {
            state.withLock { $0.context = newValue }
            refresh()
        }
    }

    // MARK: Asking

    /// Asks the source and decides by what it says.
    ///
    /// Waits for the network, as long as `RefreshPolicy.timeout` at most: not to be awaited before an app shows anything. When
    /// the source answered not longer ago than the interval, it is not asked again, unless the policy was marked stale.
    ///
    /// - Parameter minimumInterval: How long an answer counts as new enough; `nil` for the refresh policy's.
    /// - Returns: The decision; the one before when the source cannot be reached or is broken.
    @discardableResult
    @concurrent
    public func check(minimumInterval: Duration? = nil) async -> UpdateDecision {
        if let client { _ = try? await client.fetchAndActivate(minimumInterval: minimumInterval) }
        refresh()
        return decision
    }

    /// Says that the app came to the foreground: the source is asked when its last answer is older than the minimum
    /// interval, or was marked stale.
    ///
    /// A policy of at most 16 KiB and 500 parts decides anew before this returns. A longer one does so on another thread, and
    /// ``decisions()`` brings what is different.
    public func enterForeground() {
        client?.enterForeground()
        refreshSoon()
    }

    /// Says that the app went to the background: nobody asks until it comes back, or as the refresh policy says.
    public func enterBackground() {
        client?.enterBackground()
    }

    /// Says that there is a new policy, as when a silent push has arrived: in the foreground it is asked for after
    /// `RefreshPolicy.spread` at most, otherwise on the next return there, whatever the minimum interval is.
    public func markStale() {
        client?.markStale()
    }
}
