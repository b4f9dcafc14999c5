/// The resolved values of the toggles of a state.
///
/// It stores the values of those toggles that a source may have a value for; the others have their defaults.
struct ResolvedValues: Sendable {
    /// What values depend on besides the context and the time.
    private struct Basis: Equatable {
        let overrides: Int
        let document: Int
        let isCached: Bool

        init(_ state: ToggleState) {
            overrides = state.overrideGeneration
            document = state.remote.generation
            isCached = state.remote.isCached
        }
    }

    /// What the stored values were resolved with; `nil` before the first update.
    private var basis: Basis?
    /// The indices of the toggles whose values are stored, in ascending order.
    private var indices: [Int] = []
    /// The values of these toggles.
    private var values: [Evaluation<JSONValue?>] = []
    /// The steps that were left for each rule stopped by the allowance, with the toggle's index.
    private var stepsLeft: [(index: Int, steps: Int)] = []
    /// What the document's answer about each toggle depends on; empty without a document.
    private var dependences: [RemoteDependence] = []
    /// The indices of the toggles that the document contains, in ascending order.
    private(set) var contained: [Int] = []
    /// The indices of the toggles whose answer may depend on the context or the time, in ascending order.
    private var variable: [Int] = []

    /// Returns whether the values were resolved with the same overrides and document as those of a state.
    func areBased(on state: ToggleState) -> Bool { basis == Basis(state) }

    /// Resolves the toggles that may have changed since the last update.
    ///
    /// - Parameter state: The state, always of the same toggles.
    /// - Returns: The indices of the toggles that may have another value, reason, or source than before.
    /// - Complexity: O(*n*) in the number of toggles if the overrides or the document changed; otherwise in the number
    ///   of toggles that the document contains, of which only those whose answer depends on the context or the time are
    ///   resolved.
    mutating func update(_ state: ToggleState) -> [Int] {
        let new = Basis(state)
        defer { basis = new }
        let allowance = RuleAllowance()
        if basis == new {
            stepsLeft = []
            for index in variable {
                guard let position = position(of: index) else { continue }
                values[position] = resolve(index, of: state, allowance)
            }
            return variable
        }
        if basis?.document != new.document { readDependences(of: state) }
        let old = indices
        indices = state.touchedIndices(besides: contained)
        stepsLeft = []
        values = []
        values.reserveCapacity(indices.count)
        for index in indices { values.append(resolve(index, of: state, allowance)) }
        return indices + old.filter { position(of: $0) == nil }
    }

    private mutating func resolve(
        _ index: Int,
        of state: ToggleState,
        _ allowance: RuleAllowance
    ) -> Evaluation<JSONValue?> {
        let left = allowance.remaining
        let value = state.resolve(state.definitions[index], allowance: allowance)
        if allowance.isCut { stepsLeft.append((index, left)) }
        allowance.isCut = false
        return value
    }

    private mutating func readDependences(of state: ToggleState) {
        dependences = state.remote.evaluator?.dependences(of: state.definitions) ?? []
        contained = dependences.indices.filter { dependences[$0] != .absent }
        variable = contained.filter { dependences[$0] == .variable }
    }

    /// Returns the position of a toggle among the stored values.
    private func position(of index: Int) -> Int? {
        // A document usually contains either nearly all toggles or few of them.
        if index < indices.count, indices[index] == index { return index }
        var (low, high) = (0, indices.count)
        while low < high {
            let middle = (low + high) / 2
            if indices[middle] < index { low = middle + 1 } else { high = middle }
        }
        return low < indices.count && indices[low] == index ? low : nil
    }

    /// Returns the resolved toggle at an index of the definitions.
    subscript(index: Int, of toggle: ToggleDefinition) -> Evaluation<JSONValue?> {
        position(of: index).map { values[$0] }
            ?? Evaluation(value: toggle.defaultValue, reason: .default, source: .default)
    }

    /// Returns whether other values contain the same for the toggle at an index; `false` if either doesn't store it.
    func isStored(at index: Int, equally other: ResolvedValues) -> Bool {
        guard let position = position(of: index), let other = other.position(of: index).map({ other.values[$0] }) else {
            return false
        }
        return values[position] == other
    }

    /// Returns the allowance that the rule of the toggle at an index had, or `nil` if the allowance didn't stop the
    /// rule.
    func allowance(at index: Int) -> RuleAllowance? {
        stepsLeft.first { $0.index == index }.map { RuleAllowance(remaining: $0.steps) }
    }

    /// Returns what the document's answer about the toggle at an index depends on.
    func dependence(at index: Int) -> RemoteDependence {
        index < dependences.count ? dependences[index] : .absent
    }
}
