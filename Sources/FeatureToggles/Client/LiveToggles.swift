/// What a client keeps behind its lock: the state, and what was made of it.
struct LiveToggles: Sendable {
    /// What is known.
    var state: ToggleState
    /// Counts the changes.
    var version = 0
    /// What the toggles resolved to that are not just at their default.
    private var resolved = ResolvedValues()
    /// Whether nothing was resolved yet.
    private var isNew = true
    /// The words of the table, in the order of the definitions.
    private(set) var words: [UInt64]
    /// The values of toggles whose remote definition looks at who is asking.
    private(set) var targeted: (any TargetedReads)?
    /// The state's generation when everything was resolved the last time.
    private var generation = -1
    /// What the words of texts and objects point to.
    private(set) var shelf = ValueShelf()
    /// The position in the table of each definition.
    let positions: [Int]
    /// The definition at each position of the table, or -1.
    private let definitions: [Int32]

    /// Creates what belongs to a state, with every toggle at its default.
    init(state: ToggleState, table: borrowing ToggleTable) {
        self.state = state
        var positions: [Int] = []
        var definitions = [Int32](repeating: -1, count: table.entryCount)
        positions.reserveCapacity(state.definitions.count)
        var words: [UInt64] = []
        words.reserveCapacity(state.definitions.count)
        // Field by field: copying a definition counts eight references.
        for index in state.definitions.indices {
            // The table was made from these definitions, so it has them all.
            let position = table.position(of: state.definitions[index].id) ?? 0
            positions.append(position)
            definitions[position] = Int32(truncatingIfNeeded: index)
            words.append(ValueShelf.wordOfDefault(state.definitions[index].type, state.definitions[index].defaultValue))
        }
        self.positions = positions
        self.definitions = definitions
        self.words = words
    }

    /// Resolves every toggle anew.
    ///
    /// - Returns: The identifiers of those that changed, for the ambient context or for others; `nil` for all, as at the
    ///   first time.
    mutating func refresh() -> Set<UInt64>? {
        var changed: Set<UInt64> = []
        let isFirst = isNew
        isNew = false
        let old = resolved
        resolved = ResolvedValues(state)
        for index in resolved.indices(besides: old) {
            let toggle = state.definitions[index]
            let new = resolved[index, of: toggle]
            if old[index, of: toggle] != new {
                changed.insert(toggle.id)
            } else if !isFirst {
                continue
            }
            words[index] = shelf.word(of: new, toggle)
        }
        let before = targeted
        targeted = state.remote.evaluator?
            .targetedReads(
                ResolvedToggles(
                    definitions: state.definitions,
                    resolved: resolved.all,
                    positions: positions,
                    positionCount: definitions.count,
                    context: state.context
                )
            )
        if generation != state.generation {
            for position in (before?.marks ?? []) + (targeted?.marks ?? []) {
                changed.insert(state.definitions[Int(definitions[position])].id)
            }
            generation = state.generation
        }
        return isFirst ? nil : changed
    }

    /// The answer to a read that wants to know why.
    ///
    /// - Parameters:
    ///   - toggle: The toggle.
    ///   - position: Its position in the table.
    ///   - context: What rules may look at; `nil` for the ambient context.
    ///   - timestamp: The time in seconds since 1970.
    /// - Returns: The answer; an error for a toggle that is in no registry.
    func resolution(
        of toggle: ToggleReference,
        at position: Int?,
        for context: EvaluationContext? = nil,
        timestamp: Int64 = 0
    ) -> Resolution {
        guard !isNew, let index = index(at: position) else { return Self.unregistered(toggle.key) }
        guard let context, let position, let targeted, targeted.hasEntry(at: position) else {
            return Resolution(resolved[index, of: state.definitions[index]], of: state.definitions[index])
        }
        var state = state
        state.timestamp = timestamp
        // A read as any other: what is kept and reported of experiments is so here, too.
        let kept = targeted.read(at: position, for: context, timestamp: timestamp)
        return Resolution(
            state.resolve(state.definitions[index], for: context, kept: kept),
            of: state.definitions[index]
        )
    }

    // Not inlined, nor is the next one: each is asked for in several ways, and would be copied to each of them.
    /// What every source answers about the toggles of a key; `nil` for all toggles.
    @inline(never)
    func explanations(ofKey key: String?, timestamp: Int64) -> [Explanation] {
        var result: [Explanation] = []
        for (index, toggle) in state.definitions.enumerated() where key == nil || toggle.key == key {
            result.append(explanation(of: toggle.key, at: positions[index], timestamp: timestamp))
        }
        return result
    }

    /// What every source answers.
    ///
    /// Asking so is no exposure to a variant.
    ///
    /// - Parameters:
    ///   - key: The toggle's key, for one that is in no registry.
    ///   - position: Its position in the table.
    ///   - context: What rules may look at; `nil` for the ambient context.
    ///   - timestamp: The time in seconds since 1970.
    /// - Returns: The answers, and which of them decided.
    @inline(never)
    func explanation(
        of key: String,
        at position: Int?,
        for context: EvaluationContext? = nil,
        timestamp: Int64 = 0
    ) -> Explanation {
        guard let index = index(at: position), let position else {
            return Explanation(key: key, resolution: Self.unregistered(key))
        }
        var state = state
        state.timestamp = timestamp
        let kept = context.flatMap { targeted?.keptVariant(at: position, for: $0) }
        let allowance = context == nil ? resolved.allowance(at: index) : nil
        return state.explanation(of: state.definitions[index], for: context, kept: kept, allowance: allowance)
    }

    private func index(at position: Int?) -> Int? {
        guard let position, definitions.indices.contains(position), definitions[position] >= 0 else { return nil }
        return Int(definitions[position])
    }

    /// What every source answers about the toggle at an index of the definitions.
    ///
    /// Asking so is no exposure to a variant.
    func explanation(at index: Int, for context: EvaluationContext?, timestamp: Int64) -> Explanation? {
        guard positions.indices.contains(index) else { return nil }
        return explanation(
            of: state.definitions[index].key,
            at: positions[index],
            for: context,
            timestamp: timestamp
        )
    }

    private static func unregistered(_ key: String) -> Resolution {
        Resolution(
            reason: .error,
            error: EvaluationError(
                .flagNotFound,
                "‘\(key)’ is in none of the client's registries; create the client with its module's registry"
            )
        )
    }
}

extension Resolution {
    /// The answer that a resolved toggle gives.
    init(_ resolved: ResolvedToggle, of toggle: ToggleDefinition) {
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
    package func bits(of value: JSONValue) -> UInt64? {
        switch (self, value) {
        case (.bool, .bool(let value)): value ? 1 : 0
        case (.int, .integer(let value)): UInt64(bitPattern: Int64(value))
        case (.double, .number(let value)): value.bitPattern
        case (.variants(let names), .string(let name)): names.firstIndex(of: name).map { UInt64($0) }
        default: nil
        }
    }
}
