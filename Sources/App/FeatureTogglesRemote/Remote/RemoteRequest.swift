public import FeatureToggles

/// A client's request to a remote source.
public struct RemoteRequest: Sendable, Hashable {
    /// The revision of the document that the client has, or `nil` to request the document unconditionally.
    public var revision: String?
    /// The ambient context, for sources that evaluate rules elsewhere.
    public var context: EvaluationContext
    /// The remote parameters of the client's toggles, for sources that must request each of them.
    public var parameters: [String]
    /// The identifier of the announcement that caused this request, if any.
    public var signalID: String?
    /// The age up to which a service may answer with what it has fetched before; `nil` for the service's own limit.
    ///
    /// It's zero if the app asks for that, or if something is known to be new. Sources that always ask their server ignore
    /// it.
    public var minimumInterval: Duration?

    /// Creates a request.
    public init(
        revision: String? = nil,
        context: EvaluationContext = EvaluationContext(),
        parameters: [String] = [],
        signalID: String? = nil,
        minimumInterval: Duration? = nil
    ) {
        self.revision = revision
        self.context = context
        self.parameters = parameters
        self.signalID = signalID
        self.minimumInterval = minimumInterval
    }
}
