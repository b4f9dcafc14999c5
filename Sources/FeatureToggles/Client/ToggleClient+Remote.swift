extension ToggleClient {
    /// Creates a client that follows a remote source in a way of its own.
    ///
    /// The cached document is read before this returns; nobody is waited for.
    ///
    /// ```swift
    /// let client = ToggleClient(registries: [AppToggles.registry], remote: RemoteConfiguration(source))
    /// ```
    ///
    /// Nothing here fails: what cannot be used is skipped and listed in ``problems``.
    ///
    /// - Parameters:
    ///   - registries: The registries of the modules to serve. Toggles of others answer their defaults.
    ///   - overrides: Where to look for overrides. Not compiled into RELEASE builds without the trait `InternalBuild`.
    ///   - remote: Where the remote document comes from, when it is asked for and where it is kept; `nil` for no remote
    ///     config.
    ///   - context: What rules may look at where a call brings no context of its own.
    ///   - experiments: Who hears of exposures, and where variants are kept.
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

    /// How the client stands with its remote source; `nil` when it has none.
    public var remoteState: RemoteState? { refresher?.states.current }

    /// The document with rules that is in force; `nil` when there is none.
    package var flagDocument: FlagDocument? {
        live.withLock { if case .flagd(let document)? = $0.state.document { document } else { nil } }
    }

    /// Whether the document in force comes from the cache, and the source did not say yet that it is the current one.
    package var isDocumentCached: Bool { live.withLock(\.state.isDocumentCached) }

    /// How the client stands with its remote source: now, and after each change.
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

    /// Says that the document is out of date, as when a silent push has arrived.
    ///
    /// When this returns, the mark is on disk, where there is a cache. In the foreground the source is asked after a random
    /// pause (``RefreshPolicy/spread``); otherwise the next ``enterForeground()``, or the next start, asks at once, whatever the
    /// minimum interval is. The state is ``RemoteState/Status/stale`` until then.
    public func markStale() {
        guard let refresher else { return }
        refresher.keeper?.markStale()
        noteCacheProblem()
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

    /// The remote parameters of the client's toggles.
    var remoteParameters: [String] {
        live.withLock { $0.state.definitions }.compactMap(\.remoteParameter)
    }

    /// Goes on with another ambient context, where the document depends on it.
    ///
    /// The document of the new context comes from the cache, if there is one. Otherwise another person's (another targeting
    /// key's) is out of force at once, and the same person's stays until the new one came.
    ///
    /// To be called while nobody else activates or sets a context.
    func changeRemoteContext(
        from old: EvaluationContext,
        to new: EvaluationContext,
        _ refresher: Refresher
    ) {
        guard old != new else { return }
        var opening = RemoteOpening()
        refresher.arrivals.withLock { $0.restart(newest: nil) }
        if let keeper = refresher.keeper, !refresher.isAtHand {
            keeper.change(to: new)
            opening = openCache(keeper, refresher)
        }
        let isOther = old.targetingKey != new.targetingKey
        if opening.document != nil || isOther { update { opening.change(&$0) } }
        var document = opening.start.document
        if document == nil, !isOther, live.withLock({ $0.state.document }) != nil {
            document = RefreshMachine.Document(revision: remoteState?.revision, isConfirmed: false)
        }
        refresher.send(.contextChanged(document, hasWaiting: opening.start.hasWaiting))
    }
}
