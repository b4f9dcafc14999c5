public import FeatureToggles

extension ToggleClient {
    /// Creates a client with a remote source.
    ///
    /// It is ``RemoteConfiguration/onDemand(_:)``: the source is asked when the app calls ``fetch(minimumInterval:)`` and
    /// whenever it announces a change. It is never polled, and nothing is kept on disk; pass `RemoteConfiguration(source)`
    /// for polls and a cache.
    ///
    /// Local files are read before this returns; nothing else is waited for. Nothing here fails: what cannot be used is
    /// skipped and listed in `problems`.
    ///
    /// ```swift
    /// let client = ToggleClient(registries: [AppToggles.registry], remote: FileRemoteSource(path: "flags.json"))
    /// ```
    ///
    /// - Parameters:
    ///   - registries: The registries of the modules to serve. Toggles of others answer their defaults.
    ///   - overrides: Where to look for overrides. Not compiled into RELEASE builds without the trait `InternalBuild`.
    ///   - remote: Where the remote document comes from; `nil` for no remote config.
    ///   - context: The ambient context: what rules may look at where a call passes no context of its own.
    ///   - experiments: Where exposures are reported, and where variants are kept.
    public convenience init(
        registries: [ToggleRegistry],
        overrides: OverrideSources = .process(),
        remote: (any RemoteSource)?,
        context: EvaluationContext = .device(),
        experiments: ExperimentConfiguration = ExperimentConfiguration()
    ) {
        self.init(
            registries: registries,
            overrides: overrides,
            remote: remote.map { .onDemand($0) },
            context: context,
            experiments: experiments,
            environment: .process
        )
    }

    /// Creates a client that follows a remote source as configured.
    ///
    /// The cached document is read before this returns; nothing else is waited for. Nothing here fails: what cannot be used
    /// is skipped and listed in `problems`.
    ///
    /// ```swift
    /// let client = ToggleClient(registries: [AppToggles.registry], remote: RemoteConfiguration(source))
    /// ```
    ///
    /// - Parameters:
    ///   - registries: The registries of the modules to serve. Toggles of others answer their defaults.
    ///   - overrides: Where to look for overrides. Not compiled into RELEASE builds without the trait `InternalBuild`.
    ///   - remote: Where the remote document comes from, when it is asked for and where it is kept; `nil` for no remote
    ///     config.
    ///   - context: The ambient context: what rules may look at where a call passes no context of its own.
    ///   - experiments: Where exposures are reported, and where variants are kept.
    @_disfavoredOverload  // So that a literal `nil` is not ambiguous: it means no source.
    public convenience init(
        registries: [ToggleRegistry],
        overrides: OverrideSources = .process(),
        remote: RemoteConfiguration?,
        context: EvaluationContext = .device(),
        experiments: ExperimentConfiguration = ExperimentConfiguration()
    ) {
        self.init(
            registries: registries,
            overrides: overrides,
            remote: remote,
            context: context,
            experiments: experiments,
            environment: .process
        )
    }

    convenience init(
        registries: [ToggleRegistry],
        overrides: OverrideSources,
        remote: RemoteConfiguration?,
        context: EvaluationContext,
        experiments: ExperimentConfiguration = ExperimentConfiguration(),
        environment: RefreshEnvironment
    ) {
        self.init(
            registries: registries,
            overrides: overrides,
            context: context,
            remote: remote.map {
                Refresher(
                    $0,
                    registries: registries,
                    context: context,
                    experiments: Experiments(experiments),
                    environment: environment
                )
            }
        )
    }

    var refresher: Refresher? { remote as? Refresher }

    /// How the client stands with its remote source; `nil` when it has none.
    public var remoteState: RemoteState? { refresher?.states.current }

    /// The document with rules that is in force; `nil` when there is none.
    package var flagDocument: FlagDocument? {
        (remoteFacts.evaluator as? DocumentEvaluator)?.document.rules
    }

    /// Whether the document in force comes from the cache, and the source did not say yet that it is the current one.
    package var isDocumentCached: Bool { remoteFacts.isCached }

    /// How the client stands with its remote source: now, and after each change.
    ///
    /// An answer that changes only when the source answered last, and when it is asked next, is not an element of its own;
    /// ``remoteState`` has the present times.
    ///
    /// Ends with the client; at once when it has no remote source. A consumer that is slow by more than 64 changes misses the
    /// oldest of them.
    ///
    /// ```swift
    /// for await state in client.remoteStates() { log("\(state)") }
    /// ```
    public func remoteStates() -> AsyncStream<RemoteState> {
        refresher?.states.stream() ?? AsyncStream { $0.finish() }
    }

    /// Brings the remote document and changes nothing that is read.
    ///
    /// When the source answered not longer ago than the interval, it is not asked again. The source is not asked either
    /// while it wants to be left alone, after it refused the credentials, and beyond the policy's ceiling; these are errors.
    /// The pause that the client makes after failures of its own does not count here. A document that was marked stale is
    /// always asked for.
    ///
    /// Of fetches that overlap, a document that the later one brought is never replaced by that of the earlier one.
    ///
    /// - Parameter minimumInterval: How long an answer counts as new enough; `nil` for the policy's
    ///   ``RefreshPolicy/minimumFetchInterval``, zero to ask in any case.
    /// - Returns: Whether there is something to activate, from this fetch or one before.
    /// - Throws: ``RemoteSourceError`` when the source cannot bring it. Reads go on with the document in force.
    @discardableResult
    @concurrent
    public func fetch(minimumInterval: Duration? = nil) async throws(RemoteSourceError) -> Bool {
        guard let refresher else { return false }
        try await refresher.fetch(minimumInterval)
        return refresher.arrivals.withLock { $0.waiting != nil }
    }

    /// Puts the fetched document in force, all at once.
    ///
    /// Without a fetched document it does nothing.
    ///
    /// Reads see it at once. Where there is a cache, the call returns when the document is on disk; what the client
    /// activates by itself is stored a few milliseconds later, while everything goes on.
    ///
    /// - Returns: Whether a document was put in force.
    /// - Throws: ``FlagDocument/Refusal`` when it cannot be used. The one before stays in force.
    @discardableResult
    public func activate() throws(FlagDocument.Refusal) -> Bool {
        guard let refresher else { return false }
        let isActivated = try refresher.activate()
        if isActivated { refresher.storeNow() }
        return isActivated
    }

    /// Brings the remote document and puts it in force, all at once.
    ///
    /// One that was fetched before and still waits is put in force too. A source that announces changes is asked, and its
    /// document put in force, without a call.
    ///
    /// - Parameter minimumInterval: How long an answer counts as new enough (see ``fetch(minimumInterval:)``).
    /// - Returns: Whether a new document was put in force.
    /// - Throws: ``RemoteSourceError`` or ``FlagDocument/Refusal``. The document in force stays.
    @discardableResult
    @concurrent
    public func fetchAndActivate(minimumInterval: Duration? = nil) async throws -> Bool {
        try await fetch(minimumInterval: minimumInterval)
        guard let refresher else { return false }
        // Also when nothing waits: the client itself may be just putting in force what this fetch would have brought.
        let isActivated = try refresher.activate()
        if isActivated { await refresher.storeInBackground() }
        return isActivated
    }

    /// Says that the document is out of date, as when a silent push has arrived.
    ///
    /// When this returns, the mark is on disk, where there is a cache. In the foreground the source is asked after a random
    /// pause (``RefreshPolicy/spread``); otherwise the next ``enterForeground()``, or the next start, asks at once, whatever the
    /// minimum interval is. The state is `RemoteState.Status.stale` until then.
    public func markStale() {
        guard let refresher else { return }
        refresher.keeper?.markStale()
        refresher.noteCacheProblem()
        refresher.send(.markedStale)
    }

    /// Says that the app came to the foreground: a connection that was closed is opened, and the source is asked when the
    /// last answer is older than the minimum interval, or was marked stale.
    ///
    /// A client begins in the foreground, so servers and command-line programs need not call it.
    public func enterForeground() {
        refresher?.send(.enteredForeground)
    }

    /// Says that the app went to the background: the connection is closed, and polls pause or come at
    /// ``RefreshPolicy/backgroundPollInterval``.
    public func enterBackground() {
        refresher?.send(.enteredBackground)
    }

    /// Says that the source has other credentials now: a client that had stopped asking asks again, at once.
    public func credentialsChanged() {
        refresher?.send(.credentialsChanged)
    }

    /// Says that the app works with the document in force, so that it is the one to go back to when a later one makes the
    /// app crash.
    ///
    /// Without a call this happens by itself after the time of ``RemoteConfiguration/health``.
    public func markHealthy() {
        refresher?.send(.markedHealthy)
    }
}
