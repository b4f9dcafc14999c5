public import FeatureToggles

extension ToggleClient {
    /// Creates a client with a remote source.
    ///
    /// This uses ``RemoteConfiguration/onDemand(_:)``. The client fetches when the app calls
    /// ``fetch(minimumInterval:)``, when the source connects or announces a change, and in the other cases that
    /// ``RefreshPolicy/onDemand`` lists. It never polls and stores nothing on disk; pass `RemoteConfiguration(source)`
    /// for polling and a cache.
    ///
    /// The client reads local files before the initializer returns, and waits for nothing else. A remote document of
    /// more than 128 KiB or 20,000 parts is parsed in the background, and JSON values of more than 4,000 parts in total
    /// are decoded there (``RemoteConfiguration/waitsForLargeDocuments``). Nothing here fails: invalid content is
    /// skipped and listed in `problems`.
    ///
    /// ```swift
    /// let client = ToggleClient(registries: [AppToggles.registry], remote: FileRemoteSource(path: "flags.json"))
    /// ```
    ///
    /// - Parameters:
    ///   - registries: The registries of the modules to serve. Toggles of other modules return their defaults.
    ///   - overrides: The sources of overrides. Not compiled into RELEASE builds without the trait `InternalBuild`.
    ///   - remote: The source of the remote document; `nil` for no remote config.
    ///   - context: The ambient context, which rules read when a call passes no context of its own.
    ///   - experiments: The handler for exposures, and the store of assignments.
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
    /// The client reads the cached document, or one that the source has at hand, before the initializer returns, and
    /// waits for nothing else. A large document is read in the background, and large JSON values are decoded there
    /// (``RemoteConfiguration/waitsForLargeDocuments``). Nothing here fails: invalid content is skipped and listed in
    /// `problems`.
    ///
    /// ```swift
    /// let client = ToggleClient(registries: [AppToggles.registry], remote: RemoteConfiguration(source))
    /// ```
    ///
    /// - Parameters:
    ///   - registries: The registries of the modules to serve. Toggles of other modules return their defaults.
    ///   - overrides: The sources of overrides. Not compiled into RELEASE builds without the trait `InternalBuild`.
    ///   - remote: The source of the remote document, when to fetch it, and where to cache it; `nil` for no remote
    ///     config.
    ///   - context: The ambient context, which rules read when a call passes no context of its own.
    ///   - experiments: The handler for exposures, and the store of assignments.
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
        let context = environment.distribution.completed(context)
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
            },
            distribution: environment.distribution
        )
    }

    var refresher: Refresher? { remote as? Refresher }

    /// The state of the client's remote config; `nil` without a remote source.
    public var remoteState: RemoteState? { remoteFacts.state }

    /// The active document with rules; `nil` until one is active.
    package var flagDocument: FlagDocument? {
        (remoteFacts.evaluator as? DocumentEvaluator)?.document as? FlagDocument
    }

    /// Whether the active document comes from the cache and the source has not confirmed it yet.
    package var isDocumentCached: Bool { remoteFacts.isCached }

    /// Returns a stream of the remote state: the current one, then each change.
    ///
    /// A change of only the last success or the next attempt is not an element of the stream; ``remoteState`` has the
    /// current times.
    ///
    /// The stream ends with the client, and immediately if the client has no remote source. A consumer that falls
    /// behind by more than 64 changes misses the oldest of them.
    ///
    /// ```swift
    /// for await state in client.remoteStates() { log("\(state)") }
    /// ```
    public func remoteStates() -> AsyncStream<RemoteState> {
        refresher?.states() ?? AsyncStream { $0.finish() }
    }

    /// Fetches the remote document without changing any value.
    ///
    /// If the source has responded within the minimum interval, the client doesn't fetch. It throws an error instead of
    /// fetching while the source's `Retry-After` lasts, after the source refused the credentials, and beyond the
    /// policy's hourly limit. The client's own pause after failures doesn't apply here. A document that was marked
    /// stale is always fetched.
    ///
    /// Callers share a request of another caller that is under way, unless it began longer ago than their interval; with
    /// zero, the request begins after the call. If fetches overlap, the document of an earlier one never replaces that of a later one.
    /// A canceled task doesn't end the fetch of other callers.
    ///
    /// - Parameter minimumInterval: The age up to which the last response is recent enough; `nil` for the policy's
    ///   ``RefreshPolicy/minimumFetchInterval``, zero to always fetch.
    /// - Returns: Whether there is a document to activate, from this fetch or an earlier one.
    /// - Throws: ``RemoteSourceError`` if the source can't deliver the document. The active document stays.
    @discardableResult
    @concurrent
    public func fetch(minimumInterval: Duration? = nil) async throws(RemoteSourceError) -> Bool {
        try await refresher?.fetch(minimumInterval) ?? false
    }

    /// Activates the fetched document, all values at once.
    ///
    /// Without a fetched document, the method does nothing.
    ///
    /// Reads see the new values immediately. If there is a cache, the method returns when the document is on disk.
    /// Documents that the client activates by itself are stored in the background, a few milliseconds later.
    ///
    /// - Returns: Whether a document was activated.
    /// - Throws: ``RemoteDocumentError`` if the document is invalid. The previous one stays active.
    @discardableResult
    public func activate() throws(RemoteDocumentError) -> Bool {
        try refresher?.activateAndStore() ?? false
    }

    /// Fetches the remote document and activates it, all values at once.
    ///
    /// A document that was fetched earlier and still waits is activated, too. If a source announces changes, the client
    /// fetches and activates its document without this call.
    ///
    /// - Parameter minimumInterval: The age up to which the last response is recent enough (see
    ///   ``fetch(minimumInterval:)``).
    /// - Returns: Whether a new document was activated since the call.
    /// - Throws: ``RemoteSourceError`` or ``RemoteDocumentError``. The active document stays.
    @discardableResult
    @concurrent
    public func fetchAndActivate(minimumInterval: Duration? = nil) async throws -> Bool {
        try await refresher?.fetchAndActivate(minimumInterval) ?? false
    }

    /// Marks the document as out of date, for example when a silent push arrives.
    ///
    /// When the method returns, the mark is on disk if there is a cache. In the foreground, the client fetches after a
    /// random delay (``RefreshPolicy/spread``). Otherwise the next ``enterForeground()`` or the next launch fetches at
    /// once, regardless of the minimum interval. Until then, the state is `RemoteState.Status.stale`.
    ///
    /// If the fetch brings nothing newer, the client fetches again after about 1, 2, 5, 15, 60, and 300 s, because a cache
    /// between it and the source may still have the previous document.
    public func markStale() {
        refresher?.markStale()
    }

    /// Notifies the client that the app entered the foreground.
    ///
    /// The client reopens the connection. It fetches if the last response is older than the minimum interval, the document
    /// was marked stale, an announced change hasn't arrived, or the background has prevented a fetch.
    ///
    /// On iOS, tvOS, visionOS, and watchOS, the client follows the app by itself, so call this only if
    /// ``RemoteConfiguration/followsAppLifecycle`` is `false`, or in an app extension. A client that is in the
    /// foreground already ignores the call.
    ///
    /// A client starts in the foreground, so servers and command-line programs don't have to call this. Its app may have
    /// been launched in the background, so if the app first enters the foreground more than 20 seconds after the client
    /// was created, the client treats this as a return.
    public func enterForeground() {
        refresher?.enterForeground()
    }

    /// Notifies the client that the app entered the background.
    ///
    /// The client closes the connection, and stops polling or polls at ``RefreshPolicy/backgroundPollInterval``. The
    /// system may end the app at any time from now on, so this no longer counts as a crash (``HealthPolicy``).
    ///
    /// On iOS, tvOS, visionOS, and watchOS, the client follows the app by itself, so call this only if
    /// ``RemoteConfiguration/followsAppLifecycle`` is `false`, in an app extension, or if the app was launched in the
    /// background. A client that is in the background already ignores the call.
    public func enterBackground() {
        refresher?.enterBackground()
    }

    /// Notifies the client of new credentials: it fetches at once, even if it had stopped fetching.
    ///
    /// If the credentials are part of what identifies the source (``RemoteSource/identity``), the values of the previous
    /// ones no longer apply, and the client continues with the document that is cached for the new ones, if there is one.
    public func credentialsChanged() {
        refresher?.changeCredentials()
    }

    /// Confirms that the app works with the active document, the one to go back to if a later one makes the app crash.
    ///
    /// Without this call, the client does the same after the time in ``RemoteConfiguration/health``.
    public func markHealthy() {
        refresher?.send(.markedHealthy)
    }
}
