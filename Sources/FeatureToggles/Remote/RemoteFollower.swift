/// Follows a remote source for a client.
///
/// The client depends only on this protocol, so that an app without remote config doesn't link it.
package protocol RemoteFollower: AnyObject, Sendable {
    /// The time that rules use, in seconds since 1970.
    var timestamp: Int64 { get }

    /// Reads the data that is available without waiting.
    ///
    /// Called once, before the client resolves its toggles.
    ///
    /// - Parameter client: The client, which the follower does not retain.
    /// - Returns: The data about the source.
    func open(for client: RemoteClient) -> RemoteFacts

    /// Starts to follow the source.
    ///
    /// Called once, after the client has resolved its toggles.
    func begin()

    /// Stops everything, because the client was released.
    func stop()

    /// Changes the ambient context.
    ///
    /// - Parameters:
    ///   - context: The new context.
    ///   - change: Applies the new context and returns the previous one. Must be called exactly once.
    func changeContext(to context: EvaluationContext, _ change: () -> EvaluationContext)
}

/// A client's data about its remote source.
package struct RemoteFacts: Sendable {
    /// The name of the source, if there is one.
    package var name: String?
    /// The active document, if there is one.
    package var evaluator: (any RemoteEvaluator)? { didSet { generation &+= 1 } }
    /// Whether the active document comes from the cache and its source has not confirmed it yet.
    package var isCached = false
    /// Counts the changes of the active document.
    private(set) var generation = 0
    // Facts are copied in many places. An array is one reference to copy, while its values would take a hundred bytes.
    private var states: [RemoteState] = []
    private var problemSlots = [ToggleProblem?](repeating: nil, count: Part.allCases.count)

    /// The parts that can have a problem, in the order in which problems are listed.
    package enum Part: Int, Sendable, CaseIterable {
        /// The last fetch, which failed.
        case fetch
        /// The newest document, which was refused.
        case document
        /// The connection on which the source announces changes.
        case stream
        /// The cache of the document.
        case cache
    }

    /// Creates facts about an unknown source.
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

/// The view of a client that its remote follower gets.
///
/// It doesn't retain the client. After the client is released, reads return `nil` and changes have no effect.
package struct RemoteClient: Sendable {
    /// The declared toggles.
    package let definitions: [ToggleDefinition]
    /// Returns the client's current data about the source.
    package let facts: @Sendable () -> RemoteFacts?
    /// Returns the ambient context.
    package let context: @Sendable () -> EvaluationContext?
    /// Changes the facts, resolves all toggles, and notifies the observers of those that changed.
    package let update: @Sendable (_ change: (inout RemoteFacts) -> Void) -> Void
    /// Changes facts that no value depends on, and notifies the observers of all changes.
    package let note: @Sendable (_ change: (inout RemoteFacts) -> Void) -> Void
}
