public import FeatureToggles

/// What a client asks a remote source with.
public struct RemoteRequest: Sendable, Hashable {
    /// The revision of the document that the client has; `nil` asks for the document in any case.
    public var revision: String?
    /// The ambient context, for sources whose rules are evaluated elsewhere.
    public var context: EvaluationContext
    /// The remote parameters of the client's toggles, for sources that must be asked for each.
    public var parameters: [String]
    /// The identifier of the announcement that led to this request, if one did.
    public var signalID: String?

    /// Creates a request.
    public init(
        revision: String? = nil,
        context: EvaluationContext = EvaluationContext(),
        parameters: [String] = [],
        signalID: String? = nil
    ) {
        self.revision = revision
        self.context = context
        self.parameters = parameters
        self.signalID = signalID
    }
}
