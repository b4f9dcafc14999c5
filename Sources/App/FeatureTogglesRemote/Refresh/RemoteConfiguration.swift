/// How a client follows a remote source: when it fetches, when it activates documents, and where it caches them.
///
/// ```swift
/// let client = ToggleClient(
///     registries: [AppToggles.registry],
///     remote: RemoteConfiguration(source, refresh: RefreshPolicy(pollInterval: .seconds(60)))
/// )
/// ```
///
/// The defaults are meant for apps. The client starts with the cached document, fetches unless the source responded
/// less than a minute ago, polls every five minutes on average, listens if the source announces changes, and goes back
/// to an older document if a new one makes the app crash.
public struct RemoteConfiguration: Sendable {
    /// The source of the document.
    public var source: any RemoteSource
    /// When the client fetches.
    public var refresh: RefreshPolicy
    /// When a document that the client fetched by itself is activated.
    public var activation: ActivationPolicy
    /// The location of the cache for the last valid document.
    ///
    /// Sources with an available document (``RemoteSource/availableDocument()``) are not cached.
    public var cache: DocumentCache.Location
    /// The document that the app ships with, for the time until it has fetched one; `nil` for none.
    ///
    /// It's active if neither the cache nor the source has a document when a client starts. Its values have the reason
    /// `CACHED`, the state is `RemoteState.Status.stale`, and any fetched document replaces it. With a verifier, it must
    /// be signed like the documents of the source.
    public var bundled: BundledDocument?
    /// Where the client keeps the random identifier of this installation, which is the targeting key of contexts without
    /// one.
    public var installationID: InstallationID.Location
    /// The verifier that decides which documents may be parsed; `nil` accepts every document.
    public var verifier: (any DocumentVerifier)?
    /// How `fractional` assigns users to buckets; `nil` uses the document's setting, or ``Bucketing/v3`` without one.
    public var bucketing: Bucketing?
    /// When a run with a document counts as healthy.
    ///
    /// This applies only with a cache.
    public var health: HealthPolicy
    /// Whether creating a client waits for a document of any size: the cached one, or one that the source has at hand.
    ///
    /// By default, a document of more than 128 KiB or 20,000 parts (values, members, names in paths of variables) is
    /// read in the background, so that creating the client takes about two milliseconds at most. Until it is read,
    /// which takes up to 30 ms for the largest documents, the toggles have their declared defaults and the state is
    /// `RemoteState.Status.notReady`.
    ///
    /// Large JSON values in a smaller document are decoded in the background, too: if the largest variants of all JSON
    /// toggles have more than 4,000 parts in total. Until then, these toggles have their declared defaults, with the
    /// error `PROVIDER_NOT_READY`, and other toggles already have the document's values.
    ///
    /// Set this for programs that read toggles as soon as they start, such as command-line tools.
    public var waitsForLargeDocuments: Bool
    /// Whether the client follows the app to the foreground and the background by itself.
    ///
    /// This applies to iOS, tvOS, visionOS, and watchOS, where the system suspends apps in the background. The client
    /// listens to the system's notifications about the whole app, so the number of windows doesn't matter. On other
    /// systems, and in app extensions, there are no such notifications.
    ///
    /// If this is `false`, call ``FeatureToggles/ToggleClient/enterForeground()`` and
    /// ``FeatureToggles/ToggleClient/enterBackground()`` yourself.
    public var followsAppLifecycle: Bool
    /// The maximum cost of a document, cached or at hand, that is read while an app waits.
    ///
    /// Lower it if the verifier takes longer than the client to read a document.
    package var costAtStart = ReadingCost.standard

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - source: The source of the document.
    ///   - refresh: When the client fetches.
    ///   - activation: When a document that the client fetched by itself is activated.
    ///   - cache: The location of the cache for the last valid document.
    ///   - bundled: The document that the app ships with, for the time until it has fetched one.
    ///   - installationID: Where the client keeps the random identifier of this installation; ``InstallationID/Location/off``
    ///     for none.
    ///   - verifier: The verifier that decides which documents may be parsed; `nil` accepts every document.
    ///   - bucketing: How `fractional` assigns users to buckets; `nil` uses the document's setting.
    ///   - health: When a run with a document counts as healthy.
    ///   - waitsForLargeDocuments: Whether creating a client waits for a document and JSON values of any size.
    ///   - followsAppLifecycle: Whether the client follows the app to the foreground and the background by itself.
    public init(
        _ source: any RemoteSource,
        refresh: RefreshPolicy = RefreshPolicy(),
        activation: ActivationPolicy = .immediately,
        cache: DocumentCache.Location = .standard,
        bundled: BundledDocument? = nil,
        installationID: InstallationID.Location = .automatic,
        verifier: (any DocumentVerifier)? = nil,
        bucketing: Bucketing? = nil,
        health: HealthPolicy = .after(.seconds(30)),
        waitsForLargeDocuments: Bool = false,
        followsAppLifecycle: Bool = true
    ) {
        self.source = source
        self.refresh = refresh
        self.activation = activation
        self.cache = cache
        self.bundled = bundled
        self.installationID = installationID
        self.verifier = verifier
        self.bucketing = bucketing
        self.health = health
        self.waitsForLargeDocuments = waitsForLargeDocuments
        self.followsAppLifecycle = followsAppLifecycle
    }

    /// Returns a configuration that never polls and stores nothing on disk.
    ///
    /// A client whose source is passed without a configuration uses this. It follows a source that announces changes,
    /// such as a file or a server with events. ``RefreshPolicy/onDemand`` lists when it fetches.
    ///
    /// ```swift
    /// let client = ToggleClient(registries: [AppToggles.registry], remote: .onDemand(source))
    /// try await client.fetchAndActivate()
    /// ```
    ///
    /// - Parameter source: The source of the document.
    /// - Returns: The configuration.
    public static func onDemand(_ source: any RemoteSource) -> RemoteConfiguration {
        RemoteConfiguration(source, refresh: .onDemand, cache: .none, health: .notCounted)
    }
}
