/// How a client follows a remote source: from where, when it asks, when what came is put in force, and what is kept.
///
/// ```swift
/// let client = ToggleClient(
///     registries: [AppToggles.registry],
///     remote: RemoteConfiguration(source, refresh: RefreshPolicy(pollInterval: .seconds(60)))
/// )
/// ```
///
/// The defaults are those of an app: it starts with the document that it had, asks at once, polls every five minutes on
/// average, listens where the source speaks, and goes back to an older document when a new one makes it crash.
public struct RemoteConfiguration: Sendable {
    /// Where the document comes from.
    public var source: any RemoteSource
    /// When the source is asked.
    public var refresh: RefreshPolicy
    /// When a document that the client brought by itself is put in force.
    public var activation: ActivationPolicy
    /// Where the last good document is kept.
    ///
    /// Sources that have a document at hand (``RemoteSource/availableDocument()``) are not cached.
    public var cache: DocumentCache.Location
    /// Decides which documents may be parsed; `nil` accepts any.
    public var verifier: (any DocumentVerifier)?
    /// How `fractional` puts people into buckets; `nil` for what the document says, or else ``Bucketing/v3``.
    public var bucketing: Bucketing?
    /// When a run with a document counts as healthy.
    ///
    /// Counts only where there is a cache.
    public var health: HealthPolicy
    /// Whether creating a client waits for a cached document of any size.
    ///
    /// By default, a document of more than 128 KiB or 20,000 parts (values, members, names in paths of variables) is read in
    /// the background, so that creating the client takes about two milliseconds at most. Until it is read, which takes up to
    /// 30 ms for the largest documents, the toggles have their declared defaults and the state is
    /// `RemoteState.Status.notReady`. Set this for programs that read toggles as soon as they start, such as command-line
    /// tools.
    public var waitsForLargeDocuments: Bool

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - source: Where the document comes from.
    ///   - refresh: When the source is asked.
    ///   - activation: When a document that the client brought by itself is put in force.
    ///   - cache: Where the last good document is kept.
    ///   - verifier: Decides which documents may be parsed; `nil` accepts any.
    ///   - bucketing: How `fractional` puts people into buckets; `nil` for what the document says.
    ///   - health: When a run with a document counts as healthy.
    ///   - waitsForLargeDocuments: Whether creating a client waits for a cached document of any size.
    public init(
        _ source: any RemoteSource,
        refresh: RefreshPolicy = RefreshPolicy(),
        activation: ActivationPolicy = .immediately,
        cache: DocumentCache.Location = .standard,
        verifier: (any DocumentVerifier)? = nil,
        bucketing: Bucketing? = nil,
        health: HealthPolicy = .after(.seconds(30)),
        waitsForLargeDocuments: Bool = false
    ) {
        self.source = source
        self.refresh = refresh
        self.activation = activation
        self.cache = cache
        self.verifier = verifier
        self.bucketing = bucketing
        self.health = health
        self.waitsForLargeDocuments = waitsForLargeDocuments
    }

    /// A source that is asked when the app or the source itself says so, and of which nothing is kept on disk.
    ///
    /// That is what a client does with a source that is passed without a configuration: it follows one that announces
    /// changes, such as a file or a server with events, and polls none.
    ///
    /// ```swift
    /// let client = ToggleClient(registries: [AppToggles.registry], remote: .onDemand(source))
    /// try await client.fetchAndActivate()
    /// ```
    ///
    /// - Parameter source: Where the document comes from.
    /// - Returns: The configuration.
    public static func onDemand(_ source: any RemoteSource) -> RemoteConfiguration {
        RemoteConfiguration(source, refresh: .onDemand, cache: .none, health: .notCounted)
    }
}
