#if OVERRIDES
/// Resolves toggles together with the answer of each source.
///
/// It is cheaper than an explanation of each toggle, because it copies the state only once, and no definitions.
struct ToggleVisitor {
    private let live: LiveToggles
    private let state: ToggleState
    private var steps: [Explanation.Step] = []
    /// The steps of toggles without and with a remote parameter that no source has anything for, which are most of them.
    private let untouchedSteps: [[Explanation.Step]]

    /// Creates a visitor of a client's toggles.
    init(_ live: LiveToggles) {
        self.live = live
        var state = live.state
        state.timestamp = live.timestamp
        untouchedSteps = [false, true].map { state.unqueriedRemote(hasParameter: $0).map { [$0] } ?? [] }
        self.state = state
    }

    /// Passes the value of a toggle and the answer of each source to a closure.
    ///
    /// - Parameters:
    ///   - index: The index of the toggle's definition.
    ///   - body: The closure.
    mutating func visit(_ index: Int, _ body: (Evaluation<JSONValue?>, [Explanation.Step]) -> Void) {
        guard !state.isUntouched(state.definitions[index]) else {
            let hasParameter = state.definitions[index].remoteParameter != nil
            let evaluation = Evaluation<JSONValue?>(value: nil, reason: .default, source: .default)
            return body(evaluation, untouchedSteps[hasParameter ? 1 : 0])
        }
        var steps = self.steps
        self.steps = []
        steps.removeAll(keepingCapacity: true)
        let evaluation = state.resolve(
            state.definitions[index],
            kept: live.keptVariant(at: index),
            allowance: live.allowance(at: index)
        ) { steps.append($0) }
        body(evaluation, steps)
        self.steps = steps
    }
}
#endif
