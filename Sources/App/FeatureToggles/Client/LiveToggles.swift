/// The data that a client protects with its lock: the state, and everything resolved from it.
struct LiveToggles: Sendable {
    /// The state that values are resolved from.
    var state: ToggleState
    /// The number of changes so far.
    var version = 0
    /// The resolved values of the toggles that don't simply have their defaults.
    private var resolved = ResolvedValues()
    /// Whether nothing has been resolved yet.
    private var isNew = true
    /// The words for the table, in the order of the definitions.
    private(set) var words: [UInt64]
    /// The reads of toggles whose remote definition depends on the context.
    private(set) var targeted: (any TargetedReads)?
    /// The state's generation when everything was last resolved.
    private var generation = -1
    /// The number of ticks of the clock when everything was last resolved.
    private var ticks = 0
    /// The time that rules use now, in seconds since 1970, or 0 without a document, because then there are no rules.
    var timestamp: Int64 { state.remote.evaluator?.timestamp ?? 0 }
    /// The strings and objects that words point to.
    private(set) var shelf = ValueShelf()
    /// The table position of each definition.
    let positions: [Int]
    /// The index of the definition at each table position, or -1.
    private let definitions: [Int32]

    /// Creates the data for a state, with every toggle at its default.
    init(state: ToggleState, table: borrowing ToggleTable) {
        self.state = state
        var positions: [Int] = []
        var definitions = [Int32](repeating: -1, count: table.entryCount)
        positions.reserveCapacity(state.definitions.count)
        var words: [UInt64] = []
        words.reserveCapacity(state.definitions.count)
        // Field by field, because copying a definition retains eight references.
        for index in state.definitions.indices {
            // The table was made from these definitions, so it contains all of them.
            let position = table.position(of: state.definitions[index].id) ?? 0
            positions.append(position)
            definitions[position] = Int32(truncatingIfNeeded: index)
            words.append(ValueShelf.wordOfDefault(state.definitions[index].type, state.definitions[index].defaultValue))
        }
        self.positions = positions
        self.definitions = definitions
        self.words = words
    }

    /// Resolves the toggles that the last change of the state can affect.
    ///
    /// - Returns: The identifiers of the toggles that changed, in the ambient or another context. The first call
    ///   returns `nil`, which stands for all toggles.
    mutating func refresh() -> Set<UInt64>? {
        var changed: Set<UInt64> = []
        let isFirst = isNew
        isNew = false
        let old = resolved
        var canKeepReads = resolved.areBased(on: state) && generation == state.generation
        for index in resolved.update(state) {
            // Before the definition is copied, because most toggles stay the same.
            if !isFirst, resolved.isStored(at: index, equally: old) { continue }
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
        canKeepReads = canKeepReads && !isFirst && changed.isEmpty
        if !canKeepReads {
            targeted = state.remote.evaluator?
                .targetedReads(
                    of: state.definitions,
                    containedAt: resolved.contained,
                    resolved: { resolved[$0, of: state.definitions[$0]] },
                    at: positions,
                    positionCount: definitions.count,
                    context: state.context
                )
        }
        // Values in other contexts are unknown, so these toggles count as changed whenever their values may differ.
        var mayDiffer: [Int] = []
        if generation != state.generation {
            mayDiffer = (before?.marks ?? []) + (targeted?.marks ?? [])
        } else if ticks != state.remote.ticks {
            mayDiffer = targeted?.timedMarks ?? []
        }
        for position in mayDiffer { changed.insert(state.definitions[Int(definitions[position])].id) }
        (generation, ticks) = (state.generation, state.remote.ticks)
        return isFirst ? nil : changed
    }

    /// Resolves a read that also needs the reason of the value.
    ///
    /// - Parameters:
    ///   - key: The toggle's key, used if no registry contains the toggle.
    ///   - position: Its position in the table.
    ///   - context: The attributes that rules can use; `nil` for the ambient context.
    ///   - timestamp: The time in seconds since 1970; `nil` for the current time.
    /// - Returns: The resolution, with an error if no registry contains the toggle.
    func resolution(
        of key: @autoclosure () -> String,
        at position: Int?,
        for context: EvaluationContext? = nil,
        timestamp: Int64? = nil
    ) -> Resolution {
        guard !isNew, let index = index(at: position) else { return Self.unregistered(key()) }
        guard let context, let position, let targeted, targeted.hasEntry(at: position) else {
            return Resolution(resolved[index, of: state.definitions[index]], of: state.definitions[index])
        }
        var state = state
        state.timestamp = timestamp ?? self.timestamp
        // This counts as a read: it assigns variants and reports exposures like any other.
        let kept = targeted.read(at: position, for: context, timestamp: state.timestamp)
        return Resolution(
            state.resolve(state.definitions[index], for: context, kept: kept),
            of: state.definitions[index]
        )
    }

    // The next two functions are not inlined, because each has several callers and would be copied into all of them.
    /// Explains the toggles at some indices.
    @inline(never)
    func explanations(at indices: some Sequence<Int>) -> [Explanation] {
        let timestamp = timestamp
        return indices.map { explanation(of: state.definitions[$0].key, at: positions[$0], timestamp: timestamp) }
    }

    /// Explains a toggle.
    ///
    /// An explanation doesn't count as an exposure.
    ///
    /// - Parameters:
    ///   - key: The toggle's key, used if no registry contains the toggle.
    ///   - position: Its position in the table.
    ///   - context: The attributes that rules can use; `nil` for the ambient context.
    ///   - timestamp: The time in seconds since 1970; `nil` for the current time.
    /// - Returns: The answer of each source, and which one was decisive.
    @inline(never)
    func explanation(
        of key: String,
        at position: Int?,
        for context: EvaluationContext? = nil,
        timestamp: Int64? = nil
    ) -> Explanation {
        guard let index = index(at: position), let position else {
            return Explanation(key: key, resolution: Self.unregistered(key))
        }
        var state = state
        state.timestamp = timestamp ?? self.timestamp
        let kept = targeted?.keptVariant(at: position, for: context ?? state.context)
        let allowance = context == nil ? resolved.allowance(at: index) : nil
        return state.explanation(of: state.definitions[index], for: context, kept: kept, allowance: allowance)
    }

    /// Returns the definition at a table position.
    func definition(at position: Int?) -> ToggleDefinition? { index(at: position).map { state.definitions[$0] } }

    /// Calls a closure with each toggle's value in the ambient context, in the order of the definitions.
    func visitValues(_ body: (ToggleDefinition, Evaluation<JSONValue?>) -> Void) {
        var state = state
        state.timestamp = timestamp
        for index in state.definitions.indices {
            let toggle = state.definitions[index]
            let kept = keptVariant(at: index)
            body(toggle, kept == nil ? resolved[index, of: toggle] : state.resolve(toggle, kept: kept))
        }
    }

    /// Returns the variant already assigned to the ambient user, if the toggle at an index is an experiment.
    func keptVariant(at index: Int) -> String? {
        targeted?.keptVariant(at: positions[index], for: state.context)
    }

    /// Returns what the remote document's answer about the toggle at an index depends on.
    func dependence(at index: Int) -> RemoteDependence { resolved.dependence(at: index) }

    /// Returns the allowance that the rule of the toggle at an index had, if the allowance stopped the rule.
    func allowance(at index: Int) -> RuleAllowance? { resolved.allowance(at: index) }

    private func index(at position: Int?) -> Int? {
        guard let position, definitions.indices.contains(position), definitions[position] >= 0 else { return nil }
        return Int(definitions[position])
    }

    /// Explains the toggle at an index of the definitions.
    ///
    /// An explanation doesn't count as an exposure.
    ///
    /// - Parameters:
    ///   - index: The index.
    ///   - context: A context that replaces the ambient one; `nil` for the ambient context.
    ///   - timestamp: The time in seconds since 1970.
    /// - Returns: The explanation, or `nil` if the index is out of range.
    func explanation(at index: Int, for context: EvaluationContext?, timestamp: Int64) -> Explanation? {
        guard positions.indices.contains(index) else { return nil }
        let toggle = state.definitions[index]
        guard let context else { return explanation(of: toggle.key, at: positions[index], timestamp: timestamp) }
        // Without a targeting key, the variant kept for the ambient one would be found.
        let kept = context.targetingKey == nil ? nil : targeted?.keptVariant(at: positions[index], for: context)
        var state = state
        state.timestamp = timestamp
        state.remote.context = context
        return state.explanation(of: toggle, kept: kept)
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
    /// Creates the resolution of a resolved toggle.
    init(_ resolved: Evaluation<JSONValue?>, of toggle: ToggleDefinition) {
        self.init(reason: resolved.reason, error: resolved.error)
        source = resolved.source
        variant = resolved.variant
        guard let value = resolved.value else { return }
        bits = toggle.type.bits(of: value)
        // A default without bits comes from the typed key, as it does for reads.
        guard resolved.source != .default || bits != nil else { return }
        self.value = value
        if toggle.type == .json { object = resolved.decoded.object ?? toggle.decodeObject(value) }
    }
}

extension ToggleType {
    /// Returns the bits of a canonical value, or `nil` for types without bits.
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
