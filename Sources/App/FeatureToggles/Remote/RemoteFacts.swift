/// What a remote follower publishes: the active document, its context, and the state of the source.
package struct RemoteFacts: Sendable {
    /// The name of the source, if there is one.
    package var name: String?
    /// The active document, if there is one.
    package var evaluator: (any RemoteEvaluator)? { didSet { generation &+= 1 } }
    /// Whether the active document comes from the cache and its source has not confirmed it yet.
    package var isCached = false
    #if OVERRIDES
    /// Whether a tool resolves an app's toggles without the app's remote document.
    var isOmitted = false
    /// Where tools find the active document, if it is known.
    package var place: RemoteDocumentPlace?
    #endif
    /// The ambient context that the active document belongs to.
    package var context: EvaluationContext
    /// Counts how often time-dependent rules were due to be evaluated again.
    package var ticks = 0
    /// Counts all changes.
    package var version = 0
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
        /// The file with the identifier of the installation.
        case installation
    }

    /// Creates facts without a source.
    package init(context: EvaluationContext) {
        self.context = context
    }

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

    /// Returns what differs from earlier facts.
    func change(since earlier: RemoteFacts) -> StateChange {
        if generation != earlier.generation || isCached != earlier.isCached || context != earlier.context {
            return .values
        }
        var isSame = name == earlier.name && states == earlier.states && problemSlots == earlier.problemSlots
        #if OVERRIDES
        isSame = isSame && isOmitted == earlier.isOmitted && place == earlier.place
        #endif
        if ticks != earlier.ticks { return isSame ? .time : .values }
        return isSame ? .nothing : .reports
    }

    /// The problems, in the order in which they are listed.
    var problems: [ToggleProblem] { problemSlots.compactMap { $0 } }
}
