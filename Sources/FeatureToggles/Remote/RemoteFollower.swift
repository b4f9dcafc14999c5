/// Follows a remote source for a client.
///
/// The client knows no more of remote config than this, so that an app without it does not link it.
package protocol RemoteFollower: AnyObject, Sendable {
    /// The time that rules see, in seconds since 1970.
    var timestamp: Int64 { get }

    /// Reads what is available without waiting. Called once, before the client resolves its toggles.
    ///
    /// - Parameter client: The client, which the follower does not keep alive.
    /// - Returns: What is known of the source.
    func open(for client: RemoteClient) -> RemoteFacts

    /// Begins to follow the source. Called once, after the client has resolved its toggles.
    func begin()

    /// Ends everything; the client is gone.
    func stop()

    /// Changes the ambient context.
    ///
    /// - Parameters:
    ///   - context: The new context.
    ///   - change: Puts it in force and returns the one before. To be called once.
    func changeContext(to context: EvaluationContext, _ change: () -> EvaluationContext)
}

/// What a client knows of its remote source.
package struct RemoteFacts: Sendable {
    /// The name of the source, if there is one.
    package var name: String?
    /// The document in force, if there is one.
    package var evaluator: (any RemoteEvaluator)? { didSet { generation &+= 1 } }
    /// Whether that document comes from the cache and its source has not confirmed it yet.
    package var isCached = false
    /// Counts the documents.
    private(set) var generation = 0
    // Arrays, as facts are copied in many places: a reference each, where the values take a hundred bytes.
    private var states: [RemoteState] = []
    private var problemSlots = [ToggleProblem?](repeating: nil, count: Part.allCases.count)

    /// The parts of following that can have a problem, in the order in which problems are listed.
    package enum Part: Int, Sendable, CaseIterable {
        /// Fetching the document: the last fetch failed.
        case fetch
        /// The newest document, which was refused.
        case document
        /// The connection on which the source announces changes.
        case stream
        /// The cache of the document.
        case cache
    }

    /// Nothing is known.
    package init() {}

    /// The state of the source.
    package var state: RemoteState? {
        get { states.first }
        set { states = newValue.map { [$0] } ?? [] }
    }

    /// The problem of a part, if it has one.
    package subscript(problemOf part: Part) -> ToggleProblem? {
        get { problemSlots[part.rawValue] }
        set { problemSlots[part.rawValue] = newValue }
    }

    /// The problems, in the order in which they are listed.
    var problems: [ToggleProblem] { problemSlots.compactMap { $0 } }
}

/// A client as its remote follower sees it.
///
/// It does not keep the client alive: when that is gone, reading returns `nil` and changing has no effect.
package struct RemoteClient: Sendable {
    /// The declared toggles.
    package let definitions: [ToggleDefinition]
    /// What the client knows of the source now.
    package let facts: @Sendable () -> RemoteFacts?
    /// The ambient context.
    package let context: @Sendable () -> EvaluationContext?
    /// Changes the facts, resolves every toggle and notifies the observers of those that changed.
    package let update: @Sendable (_ change: (inout RemoteFacts) -> Void) -> Void
    /// Changes facts that no value depends on and notifies the observers of all changes.
    package let note: @Sendable (_ change: (inout RemoteFacts) -> Void) -> Void
}
