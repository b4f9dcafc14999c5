public import FeatureToggles
public import FeatureTogglesRemote
import ToggleBase

/// Decides whether this version of the app can be used, at launch and on each return to the foreground.
///
/// ```swift
/// let updates = UpdatePolicy(RemoteConfiguration(HTTPRemoteSource(url: policyURL)), application: "shop")
/// for await decision in updates.decisions() {
///     if decision.isLocked { showNothingBut(decision.notice) } else { showApp(decision.notice) }
/// }
/// ```
///
/// A source that is unreachable or broken never locks users out, and never lifts a lock. Only a valid policy that isn't
/// older lifts a lock, or a version of the app to which the lock doesn't apply. A lock applies offline and after a
/// restart.
///
/// All members can be called from any thread. The policy stops following its source with the last reference.
public final class UpdatePolicy: Sendable {
    struct State: Sendable {
        var decision = UpdateDecision.upToDate
        var known: KnownPolicy?
        /// The content of the lock file.
        var kept: KnownPolicy?
        /// The text of a long lock file until it is parsed, which is before any decision.
        var unread: [UInt8]?
        var context: EvaluationContext?
        var answerProblem: String?
        /// Why no range matches a version.
        var versionProblem: String?
        var fileProblem: String?
        /// The flag of the document that was active last.
        var flag: (document: FlagDocument, flag: PolicyFlag)?
        var watchers: [Int: AsyncStream<UpdateDecision>.Continuation] = [:]
        var problemWatchers: [Int: AsyncStream<Void>.Continuation] = [:]
        var watcherCount = 0
        /// Whether a known policy is too long to parse and compare on a caller's thread.
        var isLong = false
    }

    let toggles: any FeatureToggle
    let toggle: ToggleReference
    /// The client that follows the source; `nil` for other toggles.
    let client: ToggleClient?
    /// Whether the active document comes from the cache, and the source hasn't confirmed it yet.
    let isDocumentCached: @Sendable () -> Bool
    let schemes: Set<String>
    let readings: PolicyReadings
    let lockFile: LockFile
    /// The lowest accepted revision; `nil` for a flag, whose documents have another verifier.
    let floor: PolicyFloor?
    let state: Mutex<State>
    /// Serializes updates, so that an older decision never replaces a newer one.
    let refreshing = Mutex(())
    private let following = Mutex<Task<Void, Never>?>(nil)
    /// The policies of a combination, the most important one first; empty for a policy of its own.
    let parts: [UpdatePolicy]
    /// What the gates show.
    let gateState = UpdateGateState()

    /// Follows a JSON file on a CDN.
    ///
    /// The stored policy is parsed before this returns, without waiting for the network. A policy of more than 16 KiB
    /// or 500 parts (values, members, numbers in versions) is parsed on another thread; until then, the decision is the
    /// last lock that was shown if the versions of the app and the system and the language are still the same, and
    /// otherwise `upToDate`.
    ///
    /// Some settings of the configuration work differently. `RemoteConfiguration.verifier` is part of an
    /// ``UpdatePolicyVerifier``. No document is reverted because of crashes (`RemoteConfiguration.health`),
    /// because that would lift locks. Creating an `UpdatePolicy` never waits for a long policy
    /// (`RemoteConfiguration.waitsForLargeDocuments`).
    ///
    /// - Parameters:
    ///   - remote: The source of the policy, when it is fetched, and where it is stored: one policy in each folder.
    ///   - application: The name of the folder in the standard cache: the application in `toggles.yaml`.
    ///   - context: The versions of the app and the system, the locale, and other attributes that entries use.
    ///   - schemes: The allowed schemes of links, in lower case.
    ///   - utcOffset: The offset from UTC of creation times that don't state their own, such as `.seconds(9 * 3_600)` in
    ///     Japan: the `time_zone` in `toggles.yaml`.
    public convenience init(
        _ remote: RemoteConfiguration,
        application: String,
        context: EvaluationContext = .device(),
        schemes: Set<String> = StoreLink.standardSchemes,
        utcOffset: Duration = .zero
    ) {
        self.init(
            remote,
            application: application,
            context: context,
            schemes: schemes,
            utcOffset: utcOffset,
            background: LockFile.queue
        )
    }

    convenience init(
        _ remote: RemoteConfiguration,
        application: String,
        context: EvaluationContext,
        schemes: Set<String>,
        utcOffset: Duration = .zero,
        storesLocks: Bool = true,
        background: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
    ) {
        var remote = remote
        let folder = remote.cache.folder(
            for: [ToggleRegistry(namespace: application, application: application, toggles: [])],
            environment: ProcessEnvironment.current
        )
        let lockPath = storesLocks ? folder.map { PathText.joined($0, LockFile.name) } : nil
        let lockFile = LockFile(path: lockPath, background: background)
        // Before the client is created, because it must not accept a policy that is older than the lock.
        let isSigned = remote.verifier != nil
        let found = lockFile.content { $0.revision?.isSigned == isSigned }
        let floor =
            switch found {
            case .lock(let lock, _): PolicyFloor(lock?.floor(isSigned: isSigned, utcOffset: utcOffset))
            case .long(let head, _): PolicyFloor(head.revision)
            }
        let readings = PolicyReadings(schemes: schemes)
        remote.verifier = UpdatePolicyVerifier(
            inner: remote.verifier,
            schemes: schemes,
            utcOffset: utcOffset,
            floor: floor,
            readings: readings
        )
        remote.health = .notCounted
        (remote.waitsForLargeDocuments, remote.costAtStart) = (false, PolicyReadings.costAtOnce)
        let toggle = Self.ownToggle
        let registry = ToggleRegistry(namespace: application, application: application) { builder in
            builder.add(
                ops: toggle,
                details: ToggleDetails(description: "Locks versions of the app.", owner: application, isPermanent: true)
            )
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

    /// Follows the version of the app in the App Store, and recommends a newer one.
    ///
    /// The app can have another update policy beside this one, also in the same folder.
    ///
    /// - Parameters:
    ///   - store: The version in the store.
    ///   - application: The name of the folder in the standard cache: the application in `toggles.yaml`.
    ///   - refresh: When the store is asked.
    ///   - cache: Where the answer is stored for the next launch.
    ///   - context: The versions of the app and the system, and the locale.
    public convenience init(
        _ store: StoreVersionSource,
        application: String,
        refresh: RefreshPolicy = StoreVersionSource.refresh,
        cache: DocumentCache.Location = .standard,
        context: EvaluationContext = .device()
    ) {
        // Recommendations aren't stored as locks, and the lock of another policy must remain.
        self.init(
            RemoteConfiguration(store, refresh: refresh, cache: cache),
            application: application,
            context: context,
            schemes: StoreLink.standardSchemes,
            storesLocks: false,
            background: LockFile.queue
        )
    }

    /// Follows a JSON toggle, whose flag can have rules.
    ///
    /// ```yaml
    /// forced_update: { category: ops, type: json, default: {}, description: …, owner: …, created: 2026-11-21, permanent: true }
    /// ```
    ///
    /// Rules can use the versions as `appVersion` and `osVersion`. If the toggles are a `ToggleClient`,
    /// ``check(minimumInterval:)`` and ``enterForeground()`` fetch its document.
    ///
    /// - Parameters:
    ///   - toggle: A JSON toggle whose default is the empty object.
    ///   - toggles: The toggles that resolve it.
    ///   - application: The name of the folder in which a lock is stored: the application in `toggles.yaml`.
    ///   - context: Attributes that are overlaid on the context of the toggles; `nil` for none.
    ///   - lock: The folder in which a lock is stored for the next launch.
    ///   - schemes: The allowed schemes of links, in lower case.
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

    /// Combines policies, so that one gate shows the most important decision.
    ///
    /// ```swift
    /// let updates = UpdatePolicy(combining: own, maintenance, store)
    /// ```
    ///
    /// A lock wins against a recommendation, and a recommendation against no notice. If several policies have a lock, or
    /// none has one and several recommend an update, the first of them in the order of the arguments wins. An entry with
    /// the level `up_to_date` is an exception within its own policy only.
    ///
    /// The combination follows its policies for as long as it exists. Its other members apply to all of them:
    /// ``check(minimumInterval:)`` checks all policies at once, and setting ``context`` sets theirs.
    ///
    /// - Parameters:
    ///   - first: The policy that wins against all others with a notice of the same kind.
    ///   - others: The other policies, the more important ones first. Give those that follow a source different values of
    ///     `application`; ``problems`` reports two policies that store their locks in the same file.
    public init(combining first: UpdatePolicy, _ others: UpdatePolicy...) {
        parts = [first] + others
        // Unused: a combination asks its parts.
        (toggles, toggle, client, isDocumentCached) = (first.toggles, first.toggle, nil, { false })
        (schemes, readings, floor) = (first.schemes, first.readings, nil)
        lockFile = LockFile(path: nil, background: first.lockFile.background)
        state = Mutex(State(fileProblem: Self.sharedLockProblem(of: parts)))
        refresh()
        let parts = parts
        let task = Task { [weak self] in
            await withTaskGroup(of: Void.self) { group in
                for part in parts {
                    group.addTask { for await _ in part.decisions() { self?.refresh() } }
                    group.addTask { for await _ in part.problemChanges() { self?.notifyProblemWatchers() } }
                }
            }
        }
        following.withLock { $0 = task }
    }

    init(
        _ toggles: any FeatureToggle,
        _ toggle: ToggleReference,
        context: EvaluationContext?,
        schemes: Set<String>,
        lockFile: LockFile,
        found: LockFile.Content? = nil,
        floor: PolicyFloor? = nil,
        readings: PolicyReadings? = nil,
        isDocumentCached: (@Sendable () -> Bool)? = nil
    ) {
        parts = []
        self.toggles = toggles
        self.toggle = toggle
        let client = toggles as? ToggleClient
        self.client = client
        self.isDocumentCached = isDocumentCached ?? { client?.isDocumentCached ?? false }
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
        // All changes of a client, including the confirmation of a cached document and changed problems.
        let changes = client?.changes() ?? toggles.changes(of: toggle)
        // A long document can contain a short policy among other flags.
        if floor == nil, !state.withLock(\.isLong), isDocumentLong,
            PolicyReadings.isLong(toggles.resolve(toggle, for: context).value ?? .null)
        {
            state.withLock { $0.isLong = true }
        }
        if let shown, shown.applies(to: self.context(over: context)) {
            // The last lock, until the policy is parsed.
            state.withLock { $0.decision = shown.decision }
        }
        refreshSoon()
        let task = Task { [weak self] in
            for await _ in changes {
                self?.refresh()
                self?.notifyProblemWatchers()
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

    /// The toggle whose value is the policy on a CDN.
    static var ownToggle: OpsToggle<JSONValue> {
        OpsToggle(
            "update_policy",
            id: ToggleIdentifier.make(category: .ops, type: .json, key: UpdatePolicyVerifier.parameter),
            default: .object([:])
        )
    }

    // MARK: Reading

    /// The current decision, without waiting.
    public var decision: UpdateDecision { state.withLock(\.decision) }

    /// Returns the current decision, then each change.
    ///
    /// The stream ends with the policy. A slow consumer misses outdated decisions.
    ///
    /// - Returns: The decisions; consecutive ones are different.
    public func decisions() -> AsyncStream<UpdateDecision> {
        let (stream, continuation) = AsyncStream<UpdateDecision>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.watcherCount += 1
            state.watchers[state.watcherCount] = continuation
            // Inside the lock, so that the elements have the order of the decisions.
            continuation.yield(state.decision)
            return state.watcherCount
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.watchers.removeValue(forKey: number) }
        }
        return stream
    }

    /// The reasons why there is no newer policy, anything that couldn't be stored, and any problem with the app's
    /// version; empty if there are no problems.
    public var problems: [String] {
        let own = state.withLock { [$0.answerProblem, $0.versionProblem, $0.fileProblem].compactMap { $0 } }
        let others = client?.problems.filter { $0.source == .remote }.map(\.description) ?? parts.flatMap(\.problems)
        return own + others
    }

    /// Returns a stream with an element whenever ``problems`` may have changed.
    ///
    /// The stream ends with the policy. Elements coalesce if the consumer is slow.
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

    private func notifyProblemWatchers() {
        for watcher in state.withLock(\.problemWatchers).values { watcher.yield() }
    }

    /// Attributes that are overlaid on the context of the toggles, for example when a user signs in.
    ///
    /// The decision for new attributes is known when the setter returns. The exception is a long policy that the
    /// background is still reading after a launch; then ``decisions()`` returns the changed decision.
    public var context: EvaluationContext? {
        get { state.withLock(\.context) }
        set {
            for part in parts { part.context = newValue }
            let isUnread = state.withLock { state in
                state.context = newValue
                return state.unread != nil
            }
            if isUnread { refreshSoon() } else { refresh() }
        }
    }

    // MARK: Refreshing

    /// Fetches the policy, and returns the decision.
    ///
    /// Waits for the network for at most `RefreshPolicy.timeout`, so don't await it before the app shows anything.
    /// Without ``markStale()``, the policy isn't fetched again within the interval after the last response.
    ///
    /// - Parameter minimumInterval: The interval; `nil` uses the refresh policy's.
    /// - Returns: The decision; the previous one if the source is unreachable or broken.
    @discardableResult
    @concurrent
    public func check(minimumInterval: Duration? = nil) async -> UpdateDecision {
        if let client { _ = try? await client.fetchAndActivate(minimumInterval: minimumInterval) }
        await withTaskGroup(of: Void.self) { group in
            for part in parts { group.addTask { await part.check(minimumInterval: minimumInterval) } }
        }
        refresh()
        return decision
    }

    /// Updates the decision, and fetches the policy if the client was in the background and needs another response.
    ///
    /// It does if the last response is older than the minimum interval, or was marked stale.
    ///
    /// On iOS, tvOS, visionOS, and watchOS, the client follows the app by itself, so call this only if
    /// `RemoteConfiguration.followsAppLifecycle` is `false`, or in an app extension.
    ///
    /// A policy of at most 16 KiB and 500 parts is evaluated before this returns. A longer one is evaluated on another
    /// thread; ``decisions()`` returns the changed decision.
    public func enterForeground() {
        client?.enterForeground()
        for part in parts { part.enterForeground() }
        refreshSoon()
    }

    /// Stops fetching until the app returns to the foreground, unless the refresh policy fetches in the background.
    ///
    /// See ``enterForeground()`` for when to call it.
    public func enterBackground() {
        client?.enterBackground()
        for part in parts { part.enterBackground() }
    }

    /// Marks the policy as outdated, for example when a silent push message arrives.
    ///
    /// In the foreground, the policy is fetched within `RefreshPolicy.spread`; otherwise on the next return to the
    /// foreground, regardless of the minimum interval.
    public func markStale() {
        client?.markStale()
        for part in parts { part.markStale() }
    }
}
