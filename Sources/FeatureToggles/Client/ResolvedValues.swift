/// The resolved values of the toggles of a state.
///
/// With a remote document it stores the values of all toggles, and otherwise only of the few that are overridden.
struct ResolvedValues: Sendable {
    /// The resolved toggles in the order of the definitions, or an empty array if only a few are stored.
    let all: [Evaluation<JSONValue?>]
    private let few: [Int: Evaluation<JSONValue?>]
    /// The steps that were left for each rule stopped by the allowance, with the toggle's index.
    private var stepsLeft: [(index: Int, steps: Int)] = []

    /// Creates values with every toggle at its default.
    init() {
        all = []
        few = [:]
    }

    /// Resolves every toggle that a source may have a value for.
    init(_ state: ToggleState) {
        if let indices = state.touchedIndices {
            all = []
            few = Dictionary(uniqueKeysWithValues: indices.map { ($0, state.resolve(state.definitions[$0])) })
        } else {
            let allowance = RuleAllowance()
            var all: [Evaluation<JSONValue?>] = []
            all.reserveCapacity(state.definitions.count)
            for index in state.definitions.indices {
                let left = allowance.remaining
                all.append(state.resolve(state.definitions[index], allowance: allowance))
                if allowance.isCut { stepsLeft.append((index, left)) }
                allowance.isCut = false
            }
            self.all = all
            few = [:]
        }
    }

    /// Returns the resolved toggle at an index of the definitions.
    subscript(index: Int, of toggle: ToggleDefinition) -> Evaluation<JSONValue?> {
        if index < all.count { return all[index] }
        return few[index] ?? Evaluation(value: toggle.defaultValue, reason: .default, source: .default)
    }

    /// Returns whether other values contain the same for the toggle at an index; `false` if either stores only a few.
    func isStored(at index: Int, equally other: ResolvedValues) -> Bool {
        index < min(all.count, other.all.count) && all[index] == other.all[index]
    }

    /// Returns the allowance that the rule of the toggle at an index had, or `nil` if the allowance didn't stop the
    /// rule.
    func allowance(at index: Int) -> RuleAllowance? {
        stepsLeft.first { $0.index == index }.map { RuleAllowance(remaining: $0.steps) }
    }

    /// Returns the indices of the toggles that don't simply have their defaults, here or in the other values.
    func indices(besides other: ResolvedValues) -> [Int] {
        let count = max(all.count, other.all.count)
        if count > 0 { return Array(0..<count) }
        return Set(few.keys).union(other.few.keys).sorted()
    }
}
