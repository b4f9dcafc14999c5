/// A client's data at one moment, as a value.
///
/// Resolving toggles is a pure function of it.
struct ToggleState: Sendable {
    /// The declared toggles, with unique identifiers.
    let definitions: [ToggleDefinition]
    /// Finds the first toggle of each key in `definitions`.
    private let keys: ToggleKeyLookup
    /// The application's name in the first registry that has one, or else the first registry's namespace.
    let application: String?
    #if OVERRIDES
    /// The overrides of the launch arguments and the environment.
    var texts: TextOverrides
    /// The path of the local defaults file, if there is one.
    var localDefaultsPath: String?
    /// The path of the local defaults file if it is watched.
    private(set) var followedLocalDefaultsPath: String?
    /// The values of the local defaults file.
    var localDefaults: [String: JSONValue] = [:]
    /// The problems that were found when the local defaults file was last read.
    ///
    /// If the file could not be read, the previous values stay.
    var localDefaultsProblems: [ToggleProblem] = []
    /// Why changes of the local defaults file may go unnoticed, or `nil` if the file is watched completely.
    var followingProblem: ToggleProblem?
    #endif
    /// The data about the remote source.
    var remote = RemoteFacts()
    /// The ambient context, which rules use for calls without a context.
    var context: EvaluationContext { didSet { contextGeneration &+= 1 } }
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
        let declared = registries.count == 1 ? registries[0].toggles : registries.flatMap(\.toggles)
        var problems: [ToggleProblem] = []
        if registries.count == 1, registries[0].isChecked {
            definitions = declared
            keys = ToggleKeyLookup()
        } else {
            (definitions, keys, problems) = Self.joined(declared, of: registries)
        }
        application = (registries.first { $0.application != nil } ?? registries.first).map {
            $0.application ?? $0.namespace
        }
        #if OVERRIDES
        let names = Set(registries.map { $0.application ?? $0.namespace })
        if case .standard(application: nil) = overrides.localDefaults, names.count > 1 {
            problems.append(
                ToggleProblem(
                    source: .localDefaults,
                    origin: overrides.localDefaultsPath(for: registries) ?? "",
                    message: """
                        the manifests name different applications (\(names.sorted().joined(separator: ", "))), so the \
                        command line writes overrides of some toggles elsewhere; write one ‘application’ in all of them
                        """
                )
            )
        }
        #endif
        self.registryProblems = problems
        self.context = context
        #if OVERRIDES
        texts = TextOverrides(arguments: overrides.arguments, environment: overrides.environment)
        localDefaultsPath = overrides.localDefaultsPath(for: registries)
        followedLocalDefaultsPath = overrides.followsLocalDefaults ? localDefaultsPath : nil
        #endif
    }

    /// Returns the toggles that can be used, and the problems of the others.
    private static func joined(
        _ declared: [ToggleDefinition],
        of registries: [ToggleRegistry]
    ) -> ([ToggleDefinition], ToggleKeyLookup, [ToggleProblem]) {
        var kept: [Int] = []
        var hasDoubleKeys = false
        var positions = ToggleKeyIndex(capacity: declared.count)
        var known = ToggleIdentifierSet(capacity: declared.count)
        var problems: [ToggleProblem] = []
        kept.reserveCapacity(declared.count)
        func report(_ index: Int, _ message: String) {
            var namespace = ""
            var end = 0
            for registry in registries where end <= index {
                namespace = registry.namespace
                end += registry.toggles.count
            }
            problems.append(
                ToggleProblem(source: .default, origin: "\(namespace).\(declared[index].key)", message: message)
            )
        }
        // Field by field, because copying a definition retains eight references.
        for index in declared.indices {
            let id = declared[index].id
            if !known.insert(id) {
                guard let first = kept.lazy.map({ declared[$0] }).first(where: { $0.id == id }) else { continue }
                let toggle = declared[index]
                if first.defaultValue != toggle.defaultValue || first.remoteParameter != toggle.remoteParameter {
                    report(
                        index,
                        """
                        another module declares ‘\(toggle.key)’ with another default or remote parameter, which counts \
                        here too; declare both alike, or rename one of them
                        """
                    )
                }
                continue
            }
            guard id & ToggleIdentifier.tagMask == ToggleIdentifier.tag(of: declared[index].type) else {
                report(index, "the identifier does not fit the type; generate the code again")
                continue
            }
            if let first = positions.insert(declared[index].key, at: kept.count, keyAt: { declared[kept[$0]].key }) {
                hasDoubleKeys = true
                let other = declared[kept[first]]
                report(
                    index,
                    """
                    another module declares ‘\(declared[index].key)’ as \(other.category.rawValue) \(other.type.name); \
                    rename one of them or declare both alike
                    """
                )
            }
            kept.append(index)
        }
        return (
            kept.count == declared.count ? declared : kept.map { declared[$0] },
            ToggleKeyLookup(positions, areKeysUnique: !hasDoubleKeys),
            problems
        )
    }
}

// MARK: - Querying the sources

extension ToggleState {
    /// Returns whether a toggle with a key is declared.
    func hasToggle(_ key: String) -> Bool { index(ofKey: key) != nil }

    /// Returns the index of the first toggle with a key.
    private func index(ofKey key: String) -> Int? { keys.index(of: key, in: definitions) }

    /// The indices of the toggles that a source may have a value for, in order.
    ///
    /// It is `nil` if all toggles must be resolved, or so many that a list has no advantage.
    var touchedIndices: [Int]? {
        // A document contains most toggles. Two modules may declare a key differently.
        guard remote.evaluator == nil, keys.areUnique else { return nil }
        #if OVERRIDES
        guard localDefaults.count + texts.arguments.count + texts.environment.count <= definitions.count / 4 else {
            return nil
        }
        var indices = Set(localDefaults.keys.compactMap { index(ofKey: $0) })
        indices.formUnion(texts.arguments.keys.compactMap { index(ofKey: $0) })
        indices.formUnion(texts.environment.keys.compactMap { index(ofKey: $0) })
        return indices.sorted()
        #else
        return []
        #endif
    }

    /// The answer of one source about one toggle.
    struct SourceAnswer {
        var source: ToggleSource
        var origin: String?
        var answer: Explanation.Step.Answer
        /// The value, if it can be used.
        var value: JSONValue?
        var variant: String?
        /// The part of the rule that was decisive.
        var rule: String?
        var reason: EvaluationReason
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
        visit: ((SourceAnswer, _ isDecisive: Bool) -> Void)? = nil
    ) -> ResolvedToggle {
        if visit == nil, isUntouched(toggle) {
            return ResolvedToggle(value: toggle.defaultValue, reason: .default, source: .default)
        }
        var decided: ResolvedToggle?
        var error: EvaluationError?
        var fallbackReason = EvaluationReason.default
        func take(_ answer: SourceAnswer) -> Bool {
            let isDecisive = decided == nil && answer.value != nil
            if case .rejected(let problem) = answer.answer, decided == nil {
                error = error ?? problem
                fallbackReason = .error
            } else if answer.source == .remote, decided == nil, answer.reason == .disabled {
                fallbackReason = .disabled
            }
            if isDecisive, let value = answer.value {
                decided = ResolvedToggle(
                    value: value,
                    variant: answer.variant,
                    reason: answer.reason,
                    source: answer.source,
                    error: error
                )
            }
            visit?(answer, isDecisive)
            return decided != nil && visit == nil
        }
        #if OVERRIDES
        if take(launchArgument(toggle)) { return decided ?? .unknown }
        if take(environment(toggle)) { return decided ?? .unknown }
        if take(localDefault(toggle)) { return decided ?? .unknown }
        #endif
        if take(remote(toggle, for: context, kept: kept, allowance)) { return decided ?? .unknown }
        let result =
            decided
            ?? ResolvedToggle(
                value: toggle.defaultValue,
                variant: nil,
                reason: fallbackReason,
                source: .default,
                error: error
            )
        visit?(
            SourceAnswer(
                source: .default,
                answer: .value(toggle.defaultValue),
                value: toggle.defaultValue,
                reason: .default
            ),
            decided == nil
        )
        return result
    }

    /// Returns whether no source has anything for a toggle, which holds for most toggles when an app starts.
    private func isUntouched(_ toggle: ToggleDefinition) -> Bool {
        guard remote.evaluator == nil || toggle.remoteParameter == nil else { return false }
        #if OVERRIDES
        func has<Value>(_ values: [String: Value]) -> Bool { !values.isEmpty && values[toggle.key] != nil }
        return !has(texts.arguments) && !has(texts.environment) && !has(localDefaults)
        #else
        return true
        #endif
    }

    #if OVERRIDES
    private func launchArgument(_ toggle: ToggleDefinition) -> SourceAnswer {
        text(texts.arguments.isEmpty ? nil : texts.arguments[toggle.key], of: toggle, source: .launchArgument)
    }

    private func environment(_ toggle: ToggleDefinition) -> SourceAnswer {
        text(
            texts.environment.isEmpty ? nil : texts.environment[toggle.key],
            of: toggle,
            source: .environment
        )
    }

    private func text(
        _ override: TextOverride?,
        of toggle: ToggleDefinition,
        source: ToggleSource
    ) -> SourceAnswer {
        guard let override else { return SourceAnswer(source: source, answer: .notSet, reason: .default) }
        do {
            let value = try toggle.type.value(fromText: override.text, of: toggle.key)
            return usable(value, of: toggle, source: source, origin: override.origin)
        } catch {
            return SourceAnswer(source: source, origin: override.origin, answer: .rejected(error), reason: .error)
        }
    }

    private func localDefault(_ toggle: ToggleDefinition) -> SourceAnswer {
        guard let value = localDefaults.isEmpty ? nil : localDefaults[toggle.key] else {
            return SourceAnswer(
                source: .localDefaults,
                origin: localDefaultsPath,
                answer: .notSet,
                reason: .default
            )
        }
        return usable(value, of: toggle, source: .localDefaults, origin: localDefaultsPath)
    }
    #endif

    private func remote(
        _ toggle: ToggleDefinition,
        for context: EvaluationContext?,
        kept: String?,
        _ allowance: RuleAllowance?
    ) -> SourceAnswer {
        var answer = SourceAnswer(source: .remote, answer: .notSet, reason: .default)
        guard let parameter = toggle.remoteParameter else {
            answer.answer = .notAsked("release toggles have no remote parameter")
            return answer
        }
        guard let evaluator = remote.evaluator else {
            answer.answer = .notAsked(
                remote.name == nil
                    ? "there is no remote source"
                    : "PROVIDER_NOT_READY: \(remote.state?.why ?? "nothing was received yet")"
            )
            return answer
        }
        answer.origin = parameter
        let given = evaluator.answer(
            for: toggle,
            parameter: parameter,
            context: context ?? self.context,
            over: context == nil ? nil : self.context,
            timestamp: timestamp,
            kept: kept,
            allowance: allowance
        )
        guard let given else { return answer }
        answer.rule = given.rule
        answer.variant = given.variant
        if let error = given.error {
            answer.answer = .rejected(error)
            answer.reason = .error
        } else if let value = given.value {
            answer.answer = .value(value)
            answer.value = value
            // `CACHED` replaces the rule's reason, because it matters more that the document isn't confirmed yet.
            answer.reason = remote.isCached ? .cached : given.reason
        } else if given.reason == .disabled {
            answer.answer = .notAsked("the definition is DISABLED")
            answer.reason = .disabled
        } else {
            answer.answer = .notAsked("the definition leaves the value to the code")
        }
        return answer
    }

    private func usable(
        _ value: JSONValue,
        of toggle: ToggleDefinition,
        source: ToggleSource,
        origin: String?
    ) -> SourceAnswer {
        do {
            let canonical = try toggle.usable(value)
            return SourceAnswer(
                source: source,
                origin: origin,
                answer: .value(canonical),
                value: canonical,
                reason: .static
            )
        } catch {
            return SourceAnswer(source: source, origin: origin, answer: .rejected(error), reason: .error)
        }
    }
}
