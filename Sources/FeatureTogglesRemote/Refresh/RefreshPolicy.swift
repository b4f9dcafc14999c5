/// When a client asks its remote source.
///
/// `RefreshPolicy()` is right for apps in the field.
/// ``minimumFetchInterval``, ``maximumFetchesPerHour`` and ``spread`` protect servers: they do not count for a source that
/// says that it is local (``RemoteSource/isLocal``). Negative durations count as zero.
public struct RefreshPolicy: Sendable, Hashable {
    /// How long an answer counts as new enough: a poll, a start, coming to the foreground and
    /// ``FeatureToggles/ToggleClient/fetch(minimumInterval:)`` ask only when the last success is longer ago.
    public var minimumFetchInterval: Duration
    /// The time between two polls on average; `nil` for no polls.
    ///
    /// Each pause is random, from ``minimumFetchInterval`` (100 milliseconds at least) to as much above the interval as that is
    /// below it, so that clients that start together do not stay together.
    public var pollInterval: Duration?
    /// The same while the source's connection stands, as an insurance against one that is only seemingly alive; `nil` for
    /// no polls then.
    public var streamingPollInterval: Duration?
    /// The same between ``FeatureToggles/ToggleClient/enterBackground()`` and
    /// ``FeatureToggles/ToggleClient/enterForeground()``; `nil` for no polls then.
    public var backgroundPollInterval: Duration?
    /// How long a fetch may take, and how long the connection to a source that speaks may take to open.
    public var timeout: Duration
    /// The pause after the first failure.
    ///
    /// It doubles with each further one up to ``maximumBackOff``, and each is longer or shorter by up to half, at random.
    public var initialBackOff: Duration
    /// The longest pause between failures, before jitter.
    public var maximumBackOff: Duration
    /// How many times in an hour the source is asked at most, whoever wants it; `nil` for no ceiling.
    public var maximumFetchesPerHour: Int?
    /// Whether to listen to a source that announces changes.
    public var usesStream: Bool
    /// How long a source may be silent before its connection is taken for dead, unless the source says another time.
    ///
    /// A connection whose source never sent a sign of life is replaced after that time instead, which is no failure.
    public var silenceLimit: Duration
    /// The longest pause, chosen at random, before an announcement is followed by a fetch, and before a connection that was
    /// ended is opened again.
    ///
    /// All clients hear it at the same moment. For how many clients it suffices is in `Documentation/Faults.md`.
    public var spread: Duration
    /// Whether the source is asked when the client is created.
    public var fetchesAtStart: Bool

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - minimumFetchInterval: How long an answer counts as new enough.
    ///   - pollInterval: The time between two polls on average; `nil` for no polls.
    ///   - streamingPollInterval: The same while the source's connection stands.
    ///   - backgroundPollInterval: The same while the app is in the background.
    ///   - timeout: How long a fetch may take.
    ///   - initialBackOff: The pause after the first failure.
    ///   - maximumBackOff: The longest pause between failures, before jitter.
    ///   - maximumFetchesPerHour: How many times in an hour the source is asked at most.
    ///   - usesStream: Whether to listen to a source that announces changes.
    ///   - silenceLimit: How long a source may be silent before its connection is taken for dead.
    ///   - spread: The longest pause before an announcement is followed.
    ///   - fetchesAtStart: Whether the source is asked when the client is created.
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

    /// For a developer's machine: polls every second, spares nobody, tries again soon.
    public static let development = RefreshPolicy(
        minimumFetchInterval: .zero,
        pollInterval: .seconds(1),
        streamingPollInterval: nil,
        initialBackOff: .milliseconds(250),
        maximumBackOff: .seconds(2),
        maximumFetchesPerHour: nil,
        spread: .zero
    )

    /// Asks when the app calls ``FeatureToggles/ToggleClient/fetch(minimumInterval:)`` or the source announces a change,
    /// and never by itself.
    ///
    /// What an announcement led to and failed is tried again.
    public static let onDemand = RefreshPolicy(
        minimumFetchInterval: .zero,
        pollInterval: nil,
        streamingPollInterval: nil,
        maximumFetchesPerHour: nil,
        fetchesAtStart: false
    )
}
