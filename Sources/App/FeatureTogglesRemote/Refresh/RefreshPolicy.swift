/// When a client fetches its remote document.
///
/// The defaults of `RefreshPolicy()` are suitable for shipped apps. ``minimumFetchInterval``,
/// ``maximumFetchesPerHour``, and ``spread`` protect servers, and don't apply to a local source
/// (``RemoteSource/isLocal``). Negative durations count as zero.
public struct RefreshPolicy: Sendable, Hashable {
    /// The age up to which the last response is recent enough.
    ///
    /// A poll, a start, coming to the foreground, and ``FeatureToggles/ToggleClient/fetch(minimumInterval:)`` fetch
    /// only if the last success is older.
    public var minimumFetchInterval: Duration
    /// The mean time between two polls; `nil` disables polling.
    ///
    /// Each pause is random, so that clients that start together don't poll together. It's at least
    /// ``minimumFetchInterval`` (or 100 milliseconds if that's longer), and the maximum is chosen so that the mean is
    /// correct.
    public var pollInterval: Duration?
    /// The mean time between two polls while the source's connection is open; `nil` disables polling in this state.
    ///
    /// These polls are a safeguard against a connection that only appears to be alive.
    public var streamingPollInterval: Duration?
    /// The mean time between two polls in the background; `nil` disables polling in this state.
    ///
    /// The client follows the app to the background by itself (``RemoteConfiguration/followsAppLifecycle``) or when the
    /// app calls ``FeatureToggles/ToggleClient/enterBackground()``.
    public var backgroundPollInterval: Duration?
    /// The maximum duration of a fetch, and of opening a connection to a source that announces changes.
    public var timeout: Duration
    /// The pause after the first failure.
    ///
    /// The pause doubles with each further failure, up to ``maximumBackOff``, and each varies at random by up to 50%.
    public var initialBackOff: Duration
    /// The longest pause after failures, before random variation.
    public var maximumBackOff: Duration
    /// The maximum number of fetches per hour; `nil` for no limit.
    ///
    /// Fetches after an announcement or a stale mark, until the change arrives, are counted separately. Their limit is the
    /// same, or 240 if that's higher.
    public var maximumFetchesPerHour: Int?
    /// Whether to listen to a source that announces changes.
    public var usesStream: Bool
    /// How long a source may be silent before its connection is treated as dead, unless the source sets another time.
    ///
    /// If the source has never sent a heartbeat, the connection is replaced after this time instead, which is not a
    /// failure.
    public var silenceLimit: Duration
    /// The longest random delay between an announcement and its fetch, and before a connection that has ended is
    /// reopened.
    ///
    /// It spreads the load of all clients, which receive an announcement at the same moment. `Documentation/Faults.md`
    /// says how many clients it is sufficient for.
    public var spread: Duration
    /// Whether a new client fetches without waiting for the first poll.
    ///
    /// It fetches at once, unless an earlier client has recorded a success within ``minimumFetchInterval`` or a pause
    /// that isn't over yet.
    public var fetchesAtStart: Bool

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - minimumFetchInterval: The age up to which the last response is recent enough.
    ///   - pollInterval: The mean time between two polls; `nil` disables polling.
    ///   - streamingPollInterval: The same while the source's connection is open.
    ///   - backgroundPollInterval: The same while the app is in the background.
    ///   - timeout: The maximum duration of a fetch.
    ///   - initialBackOff: The pause after the first failure.
    ///   - maximumBackOff: The longest pause after failures, before random variation.
    ///   - maximumFetchesPerHour: The maximum number of fetches per hour.
    ///   - usesStream: Whether to listen to a source that announces changes.
    ///   - silenceLimit: How long a source may be silent before its connection is treated as dead.
    ///   - spread: The longest random delay between an announcement and its fetch.
    ///   - fetchesAtStart: Whether a new client fetches without waiting for the first poll.
    public init(
        minimumFetchInterval: Duration = .seconds(60),
        pollInterval: Duration? = .seconds(300),
        streamingPollInterval: Duration? = .seconds(3_600),
        backgroundPollInterval: Duration? = nil,
        timeout: Duration = .seconds(30),
        initialBackOff: Duration = .seconds(2),
        maximumBackOff: Duration = .seconds(300),
        maximumFetchesPerHour: Int? = 240,
        usesStream: Bool = true,
        silenceLimit: Duration = .seconds(300),
        spread: Duration = .seconds(3),
        fetchesAtStart: Bool = true
    ) {
        self.minimumFetchInterval = minimumFetchInterval
        self.pollInterval = pollInterval
        self.streamingPollInterval = streamingPollInterval
        self.backgroundPollInterval = backgroundPollInterval
        self.timeout = timeout
        self.initialBackOff = initialBackOff
        self.maximumBackOff = maximumBackOff
        self.maximumFetchesPerHour = maximumFetchesPerHour
        self.usesStream = usesStream
        self.silenceLimit = silenceLimit
        self.spread = spread
        self.fetchesAtStart = fetchesAtStart
    }

    /// A policy for development, which polls every second, retries soon, and has no limit that protects servers.
    public static let development = RefreshPolicy(
        minimumFetchInterval: .zero,
        pollInterval: .seconds(1),
        streamingPollInterval: nil,
        initialBackOff: .milliseconds(250),
        maximumBackOff: .seconds(2),
        maximumFetchesPerHour: nil,
        spread: .zero
    )

    /// A policy that never polls, and fetches when the app calls
    /// ``FeatureToggles/ToggleClient/fetch(minimumInterval:)`` or the source connects or announces a change.
    ///
    /// The client also fetches after ``FeatureToggles/ToggleClient/credentialsChanged()``, after
    /// ``FeatureToggles/ToggleClient/markStale()``, and when the ambient context changes, if the source depends on it.
    /// A failed fetch is retried, unless the app requested it.
    public static let onDemand = RefreshPolicy(
        minimumFetchInterval: .zero,
        pollInterval: nil,
        streamingPollInterval: nil,
        maximumFetchesPerHour: nil,
        fetchesAtStart: false
    )
}
