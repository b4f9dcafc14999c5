/// What a client keeps behind its lock: the state, and what was made of it.
struct LiveToggles: Sendable {
    /// What is known.
    var state: ToggleState
    /// What each toggle resolved to, in the order of the definitions.
    private var resolved: [ToggleState.Resolved] = []
    /// The words of the table, by position.
    private(set) var words: [UInt64]
    /// What the words of texts and objects point to.
    private(set) var shelf = ValueShelf()
    /// The position in the table of each definition.
    private let positions: [Int]
    /// The definition at each position of the table, or -1.
    private let definitions: [Int32]

    /// Creates what belongs to a state, with every toggle at its default.
    init(state: ToggleState, table: borrowing ToggleTable) {
        self.state = state
        var positions: [Int] = []
        var definitions = [Int32](repeating: -1, count: table.entryCount)
        positions.reserveCapacity(state.definitions.count)
        for (index, toggle) in state.definitions.enumerated() {
            // The table was made from these definitions, so it has them all.
            let position = table.position(of: toggle.id) ?? 0
            positions.append(position)
            definitions[position] = Int32(truncatingIfNeeded: index)
        }
        self.positions = positions
        self.definitions = definitions
        words = Array(repeating: 0, count: table.entryCount)
    }

    /// Resolves every toggle anew.
    ///
    /// - Returns: The identifiers of those that changed.
    mutating func refresh() -> Set<UInt64> {
        var changed: Set<UInt64> = []
        let isFirst = resolved.isEmpty
        if isFirst {
            resolved.reserveCapacity(state.definitions.count)
            changed.reserveCapacity(state.definitions.count)
        }
        for (index, toggle) in state.definitions.enumerated() {
            let new = state.resolve(toggle)
            if isFirst {
                resolved.append(new)
            } else if resolved[index] == new {
                continue
            } else {
                resolved[index] = new
            }
            changed.insert(toggle.id)
            words[positions[index]] = shelf.word(of: new, toggle)
        }
        return changed
    }

    /// The answer to a read that wants to know why.
    func resolution(of toggle: ToggleReference, at position: Int?) -> Resolution {
        guard let index = index(at: position), resolved.indices.contains(index) else {
            return Self.unregistered(toggle)
        }
        return Resolution(resolved[index], of: state.definitions[index])
    }

    /// What every source answers.
    func explanation(of toggle: ToggleReference, at position: Int?) -> Explanation {
        guard let index = index(at: position) else {
            return Explanation(key: toggle.key, resolution: Self.unregistered(toggle))
        }
        return state.explanation(of: state.definitions[index])
    }

    private func index(at position: Int?) -> Int? {
        guard let position, definitions.indices.contains(position), definitions[position] >= 0 else { return nil }
        return Int(definitions[position])
    }

    private static func unregistered(_ toggle: ToggleReference) -> Resolution {
        Resolution(
            reason: .error,
            error: EvaluationError(
                .flagNotFound,
                "‘\(toggle.key)’ is in none of the client's registries; create the client with its module's registry"
            )
        )
    }
}

extension Resolution {
    /// The answer that a resolved toggle gives.
    init(_ resolved: ToggleState.Resolved, of toggle: ToggleDefinition) {
        self.init(reason: resolved.reason, error: resolved.error)
        source = resolved.source
        variant = resolved.variant
        guard let value = resolved.value else { return }
        bits = toggle.type.bits(of: value)
        // A default that has no bits is the typed key's own, as it is for reads.
        guard resolved.source != .default || bits != nil else { return }
        self.value = value
        if toggle.type == .json { object = toggle.decodeObject(value) }
    }
}

extension ToggleType {
    /// The bits of a canonical value, or `nil` for types that have none.
    func bits(of value: JSONValue) -> UInt64? {
        switch (self, value) {
        case (.bool, .bool(let value)): value ? 1 : 0
        case (.int, .integer(let value)): UInt64(bitPattern: Int64(value))
        case (.double, .number(let value)): value.bitPattern
        case (.variants(let names), .string(let name)): names.firstIndex(of: name).map { UInt64($0) }
        default: nil
        }
    }
}
