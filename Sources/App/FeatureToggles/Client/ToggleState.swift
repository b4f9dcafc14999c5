import ToggleBase

/// A client's data at one moment, as a value.
///
/// Resolving toggles is a pure function of it.
struct ToggleState: Sendable {
    /// The declared toggles, with unique identifiers.
    let definitions: [ToggleDefinition]
    /// The index of the first toggle of each key in `definitions`.
    private let keys: [String: Int]
    /// Whether no two toggles have the same key, although two modules may declare a key differently.
    private let areKeysUnique: Bool
    /// The application's name in the first registry that has one, or else the first registry's namespace.
    let application: String?
    /// The overrides.
    var overrides: ToggleOverrides { didSet { overrideGeneration &+= 1 } }
    /// Counts the changes of the overrides.
    private(set) var overrideGeneration = 0
    /// The facts about the remote source, with the ambient context.
    var remote: RemoteFacts {
        didSet { if remote.context != oldValue.context { contextGeneration &+= 1 } }
    }
    /// The ambient context, which rules use for calls without a context.
    var context: EvaluationContext { remote.context }
    /// The time that rules use, in seconds since 1970.
    var timestamp: Int64 = 0
    private var contextGeneration = 0
    /// Counts the changes of the rules and of the attributes that they use.
    var generation: Int { contextGeneration &+ remote.generation }

    /// The problems that were found when the registries were joined.
    let registryProblems: [ToggleProblem]

    /// Creates a state without documents.
    init(registries: [ToggleRegistry], overrides: OverrideSources, context: EvaluationContext) {
        // The toggles of a single module, the usual case, are shared and not copied, because they use most of a
        // client's memory.
        let declared = registries.count == 1 ? registries[0].toggles : Self.toggles(of: registries)
        (definitions, keys, areKeysUnique, registryProblems) = Self.joined(declared, of: registries)
        application = registries.application
        remote = RemoteFacts(context: context)
        self.overrides = ToggleOverrides(overrides, registries: registries)
    }

    /// Returns the indices of the toggles with a key: usually one, and several if modules declare it differently.
    func indices(ofKey key: String) -> [Int] {
        guard let first = keys[key] else { return [] }
        return areKeysUnique ? [first] : definitions.indices.filter { definitions[$0].key == key }
    }

    private static func toggles(of registries: [ToggleRegistry]) -> [ToggleDefinition] {
        var toggles: [ToggleDefinition] = []
        // Otherwise, the array would be copied each time it grows.
        toggles.reserveCapacity(registries.reduce(0) { $0 + $1.toggles.count })
        for registry in registries { toggles += registry.toggles }
        return toggles
    }

    /// Returns the toggles that can be used, and the problems of the others.
    private static func joined(
        _ declared: [ToggleDefinition],
        of registries: [ToggleRegistry]
    ) -> ([ToggleDefinition], [String: Int], areKeysUnique: Bool, [ToggleProblem]) {
        var kept: [Int] = []
        var hasDuplicateKeys = false
        var positions = [String: Int](minimumCapacity: declared.count)
        var known = Set<UInt64>(minimumCapacity: declared.count)
        var problems: [ToggleProblem] = []
        kept.reserveCapacity(declared.count)
        func namespace(_ index: Int) -> String {
            var namespace = ""
            var end = 0
            for registry in registries where end <= index {
                namespace = registry.namespace
                end += registry.toggles.count
            }
            return namespace
        }
        func report(_ index: Int, _ message: String) {
            let origin = "\(namespace(index)).\(declared[index].key)"
            problems.append(ToggleProblem(source: .default, origin: origin, message: message))
        }
        // Field by field, because copying a definition retains eight references.
        for index in declared.indices {
            let id = declared[index].id
            if !known.insert(id).inserted {
                if let position = kept.first(where: { declared[$0].id == id }),
                    let difference = declared[index].difference(from: declared[position])
                {
                    report(index, "\(namespace(position)) declares \(difference)")
                }
                continue
            }
            guard id & ToggleIdentifier.tagMask == ToggleIdentifier.tag(of: declared[index].type) else {
                report(index, "the identifier does not fit the type; generate the code again")
                continue
            }
            guard declared[index].type.canonical(declared[index].defaultValue) != nil else {
                report(index, "the default is not a value of the type; correct the definition")
                continue
            }
            if let first = positions[declared[index].key].map({ kept[$0] }) {
                hasDuplicateKeys = true
                report(index, "\(namespace(first)) declares \(declared[index].conflict(with: declared[first]))")
            } else {
                positions[declared[index].key] = kept.count
            }
            kept.append(index)
        }
        return (
            kept.count == declared.count ? declared : kept.map { declared[$0] },
            positions,
            areKeysUnique: !hasDuplicateKeys,
            problems
        )
    }
}

extension ToggleDefinition {
    /// Returns what differs in an earlier declaration of the same toggle, which also applies to this one; `nil` if
    /// nothing does.
    fileprivate func difference(from first: ToggleDefinition) -> String? {
        let hasOtherDefault = first.defaultValue != defaultValue
        guard hasOtherDefault || first.remoteParameter != remoteParameter else { return nil }
        return """
            ‘\(key)’ with a different \(hasOtherDefault ? "default" : "remote parameter"), which also applies here; make \
            both declarations the same, or rename one of them
            """
    }

    /// Returns how an earlier declaration of another toggle uses the same key.
    fileprivate func conflict(with first: ToggleDefinition) -> String {
        """
        ‘\(key)’ as \(first.category.rawValue) \(first.type.summary), but here it is \(category.rawValue) \
        \(type.summary); rename one of them, or make both declarations the same
        """
    }
}

// MARK: - Querying the sources

extension ToggleState {
    /// Returns whether a toggle with a key is declared.
    func hasToggle(_ key: String) -> Bool { keys[key] != nil }

    /// Returns whether a value can be used for the only toggle with a key; `false` if modules declare keys differently.
    func accepts(_ key: String, _ value: (ToggleDefinition) throws(EvaluationError) -> JSONValue) -> Bool {
        guard areKeysUnique, let index = keys[key] else { return false }
        return (try? value(definitions[index])) != nil
    }

    /// Returns the toggles with some keys, by key; several toggles if modules declare a key differently.
    ///
    /// - Complexity: O(*n*) in the number of keys; also in the number of toggles if modules declare a key differently.
    func toggles(withKeys keys: Set<String>) -> [String: [ToggleDefinition]] {
        if keys.isEmpty { return [:] }
        guard areKeysUnique else {
            return Dictionary(grouping: definitions.lazy.filter { keys.contains($0.key) }, by: \.key)
        }
        var toggles: [String: [ToggleDefinition]] = [:]
        for key in keys {
            if let index = self.keys[key] { toggles[key] = [definitions[index]] }
        }
        return toggles
    }

    /// Finds the toggles that a source may have a value for.
    ///
    /// - Parameter contained: The indices of the toggles that the document contains, in ascending order.
    /// - Returns: The indices of the toggles, in ascending order.
    func touchedIndices(besides contained: [Int]) -> [Int] {
        let overridden = overriddenIndices
        return overridden.isEmpty ? contained : Set(overridden).union(contained).sorted()
    }

    /// The indices of the overridden toggles, including those with unusable overrides.
    private var overriddenIndices: [Int] {
        // Two modules may declare a key differently. With many overrides, looking up each key takes longer.
        guard areKeysUnique, let overridden = overrides.keys(upTo: definitions.count / 4) else {
            return definitions.indices.filter { overrides.contains(definitions[$0].key) }
        }
        return overridden.compactMap { keys[$0] }
    }

    /// Resolves a toggle's value and its reason.
    ///
    /// - Parameters:
    ///   - toggle: A declared toggle.
    ///   - context: The attributes that rules can use, on top of the ambient context; `nil` for the ambient context
    ///     alone.
    ///   - kept: The variant already assigned to the targeting key, if any.
    ///   - allowance: The cost limit that many rules share; `nil` for a single toggle.
    ///   - visit: Receives each source's answer in order. If it isn't `nil`, sources after the decisive one are
    ///     queried, too.
    /// - Returns: The value, and the source that was decisive.
    func resolve(
        _ toggle: ToggleDefinition,
        for context: EvaluationContext? = nil,
        kept: String? = nil,
        allowance: RuleAllowance? = nil,
        visit: ((Explanation.Step) -> Void)? = nil
    ) -> Evaluation<JSONValue?> {
        // Most toggles aren't overridden, so the steps of their resolution aren't needed.
        if visit == nil, !overrides.contains(toggle.key) {
            return resolveRemotely(toggle, for: context, kept: kept, allowance)
        }
        var decided: Evaluation<JSONValue?>?
        var error: EvaluationError?
        var fallbackReason = EvaluationReason.default
        /// Returns the evaluation if the remaining sources don't have to be queried.
        func take(_ step: Explanation.Step) -> Evaluation<JSONValue?>? {
            var step = step
            if decided == nil {
                switch step.answer {
                case .value(let value):
                    step.isDecisive = true
                    decided = Evaluation(
                        value: value,
                        variant: step.variant,
                        reason: step.reason,
                        source: step.source,
                        error: error
                    )
                    decided?.decoded = step.decoded
                case .rejected(let problem):
                    error = error ?? problem
                    fallbackReason = .error
                case .notQueried:
                    if step.reason == .disabled { fallbackReason = .disabled }
                case .notSet: break
                }
            }
            visit?(step)
            return visit == nil ? decided : nil
        }
        if let decided = overrides.decide(toggle, take) { return decided }
        if let decided = take(remote(toggle, for: context, kept: kept, allowance)) { return decided }
        visit?(Explanation.Step(source: .default, answer: .value(toggle.defaultValue), isDecisive: decided == nil))
        return decided
            ?? Evaluation(value: toggle.defaultValue, reason: fallbackReason, source: .default, error: error)
    }

    /// Returns whether no source has anything for a toggle, which holds for most toggles when an app starts.
    func isUntouched(_ toggle: ToggleDefinition) -> Bool {
        (remote.evaluator == nil || toggle.remoteParameter == nil) && !overrides.contains(toggle.key)
    }

    /// Returns the answer of the remote source if it isn't queried about toggles with or without a parameter.
    func unqueriedRemote(hasParameter: Bool) -> Explanation.Step? {
        func notQueried(_ why: String) -> Explanation.Step {
            Explanation.Step(source: .remote, answer: .notQueried(why))
        }
        guard hasParameter else { return notQueried("release toggles have no remote parameter") }
        guard remote.evaluator == nil else { return nil }
        #if OVERRIDES
        if remote.isOmitted { return notQueried("the app's remote document isn't loaded here") }
        #endif
        return notQueried(
            remote.name == nil
                ? "there is no remote source"
                : "PROVIDER_NOT_READY: \(remote.state?.why ?? "nothing was received yet")"
        )
    }

    private func remote(
        _ toggle: ToggleDefinition,
        for context: EvaluationContext?,
        kept: String?,
        _ allowance: RuleAllowance?
    ) -> Explanation.Step {
        guard let parameter = toggle.remoteParameter, let evaluator = remote.evaluator else {
            return unqueriedRemote(hasParameter: toggle.remoteParameter != nil)
                ?? Explanation.Step(source: .remote, answer: .notSet)
        }
        guard let given = ask(evaluator, toggle, parameter, for: context, kept: kept, allowance)
        else { return Explanation.Step(source: .remote, origin: parameter, answer: .notSet) }
        let (answer, reason) = outcome(of: given)
        var step = Explanation.Step(
            source: .remote,
            origin: parameter,
            answer: answer,
            rule: given.rule,
            variant: given.variant,
            reason: reason
        )
        (step.isSplit, step.decoded) = (given.isSplit, given.decoded)
        return step
    }

    /// Resolves a toggle that has no overrides, without the steps of an explanation.
    private func resolveRemotely(
        _ toggle: ToggleDefinition,
        for context: EvaluationContext?,
        kept: String?,
        _ allowance: RuleAllowance?
    ) -> Evaluation<JSONValue?> {
        guard let parameter = toggle.remoteParameter, let evaluator = remote.evaluator,
            let given = ask(evaluator, toggle, parameter, for: context, kept: kept, allowance)
        else { return Evaluation(value: toggle.defaultValue, reason: .default, source: .default) }
        let (answer, reason) = outcome(of: given)
        switch answer {
        case .value(let value):
            var evaluation = Evaluation<JSONValue?>(
                value: value,
                variant: given.variant,
                reason: reason,
                source: .remote
            )
            evaluation.decoded = given.decoded
            return evaluation
        case .rejected(let error):
            return Evaluation(value: toggle.defaultValue, reason: .error, source: .default, error: error)
        case .notSet, .notQueried:
            return Evaluation(value: toggle.defaultValue, reason: reason, source: .default)
        }
    }

    private func ask(
        _ evaluator: any RemoteEvaluator,
        _ toggle: ToggleDefinition,
        _ parameter: String,
        for context: EvaluationContext?,
        kept: String?,
        _ allowance: RuleAllowance?
    ) -> RemoteAnswer? {
        evaluator.answer(
            for: toggle,
            parameter: parameter,
            context: context ?? self.context,
            over: context == nil ? nil : self.context,
            timestamp: timestamp,
            kept: kept,
            allowance: allowance
        )
    }

    /// Returns what a remote answer means for the toggle's value, and its reason.
    private func outcome(of given: RemoteAnswer) -> (Explanation.Step.Answer, EvaluationReason) {
        if let error = given.error { return (.rejected(error), .error) }
        // `CACHED` replaces the rule's reason, because it matters more that the document isn't confirmed yet.
        if let value = given.value { return (.value(value), remote.isCached ? .cached : given.reason) }
        if given.reason == .disabled { return (.notQueried("the definition is DISABLED"), .disabled) }
        return (.notQueried("the definition leaves the value to the code"), .default)
    }
}

// MARK: - Explaining

extension ToggleState {
    /// Explains a toggle: what each source answers, and which one is decisive.
    func explanation(
        of toggle: ToggleDefinition,
        for context: EvaluationContext? = nil,
        kept: String? = nil,
        allowance: RuleAllowance? = nil
    ) -> Explanation {
        var steps: [Explanation.Step] = []
        let evaluation = resolve(toggle, for: context, kept: kept, allowance: allowance) { steps.append($0) }
        return Explanation(
            key: toggle.key,
            definition: toggle,
            evaluation: evaluation,
            steps: steps,
            remoteState: remote.state
        )
    }

    /// The unusable inputs that were skipped, such as unusable overrides and unreadable files.
    var problems: [ToggleProblem] { registryProblems + overrides.problems(in: self) + remote.problems }
}
