/// What the toggles of a state resolved to.
///
/// Where there is a remote document, that is kept of all of them; without one, of those few that are overridden.
struct ResolvedValues: Sendable {
    /// In the order of the definitions; empty when only a few are known.
    let all: [ResolvedToggle]
    private let few: [Int: ResolvedToggle]
    /// How many steps of the allowance were left for those whose rules were stopped by it, by index.
    private var stepsLeft: [Int: Int] = [:]

    /// Nothing: every toggle is at its default.
    init() {
        all = []
        few = [:]
    }

    /// Resolves every toggle about which a source may have something to say.
    init(_ state: ToggleState) {
        if let indices = state.touchedIndices {
            all = []
            few = Dictionary(uniqueKeysWithValues: indices.map { ($0, state.resolve(state.definitions[$0])) })
        } else {
            let allowance = RuleAllowance()
            var all: [ResolvedToggle] = []
            all.reserveCapacity(state.definitions.count)
            for index in state.definitions.indices {
                let left = allowance.remaining
                all.append(state.resolve(state.definitions[index], allowance: allowance))
                if allowance.isCut { stepsLeft[index] = left }
                allowance.isCut = false
            }
            self.all = all
            few = [:]
        }
    }

    /// What the toggle at an index of the definitions resolved to.
    subscript(index: Int, of toggle: ToggleDefinition) -> ResolvedToggle {
        if index < all.count { return all[index] }
        return few[index] ?? ResolvedToggle(value: toggle.defaultValue, reason: .default, source: .default)
    }

    /// The allowance that the rule of the toggle at an index had; `nil` when it needed no more.
    func allowance(at index: Int) -> RuleAllowance? { stepsLeft[index].map { RuleAllowance(remaining: $0) } }

    /// The indices of the toggles that are not just at their default here or there.
    func indices(besides other: ResolvedValues) -> [Int] {
        let count = max(all.count, other.all.count)
        if count > 0 { return Array(0..<count) }
        return Set(few.keys).union(other.few.keys).sorted()
    }
}
