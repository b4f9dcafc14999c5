/// Everything that a client knows at one moment, as a value.
///
/// Resolving is a pure function of it.
struct ToggleState: Sendable {
    /// The declared toggles, each identifier once.
    let definitions: [ToggleDefinition]
    /// The position in `definitions` of the first toggle of each key.
    ///
    /// Two modules may declare a key differently.
    let positions: [String: Int]
    #if !RELEASE || InternalBuild
    /// The launch arguments and environment.
    var texts: TextOverrides
    /// The path of the local defaults file, if there is one.
    var localDefaultsPath: String?
    /// The path of the local defaults file when it is followed.
    private(set) var followedLocalDefaultsPath: String?
    /// The values of the local defaults file.
    var localDefaults: [String: JSONValue] = [:]
    /// Why the local defaults file could not be read the last time, if it could not.
    ///
    /// The values before stay in force.
    var localDefaultsProblems: [ToggleProblem] = []
    /// Why changes of the local defaults file may go unnoticed, if they may.
    var followingProblem: ToggleProblem?
    #endif
    /// Where the remote document comes from, if there is a remote source.
    var remoteName: String?
    /// The active remote document, if there is one.
    var document: ActiveDocument? { didSet { generation &+= 1 } }
    /// Whether the active remote document comes from the cache, and its source has not confirmed it yet.
    var isDocumentCached = false
    /// How the client stands with its remote source.
    var remoteState: RemoteState?
    /// Why the remote document could not be brought the last time, if it could not.
    ///
    /// The one before stays in force.
    var fetchProblem: ToggleProblem?
    /// Why the newest remote document was refused, if it was.
    ///
    /// The one before stays in force.
    var documentProblem: ToggleProblem?
    /// Why changes of the remote document may go unnoticed, if they may.
    var streamProblem: ToggleProblem?
    /// What is wrong with the cache of the remote document, if something is.
    var cacheProblem: ToggleProblem?
    /// What rules may look at where a call has no context.
    var context: EvaluationContext { didSet { generation &+= 1 } }
    /// The time that rules see, in seconds since 1970.
    var timestamp: Int64 = 0
    /// Counts the changes of what rules are and look at.
    private(set) var generation = 0

    /// What was found while the registries were joined.
    let registryProblems: [ToggleProblem]

    /// Creates a state without documents.
    init(registries: [ToggleRegistry], overrides: OverrideSources, context: EvaluationContext) {
        // The usual single module's toggles are shared, not copied: they are the most of a client's memory.
        let declared = registries.count == 1 ? registries[0].toggles : registries.flatMap(\.toggles)
        var kept: [Int] = []
        var positions: [String: Int] = [:]
        var known: Set<UInt64> = []
        var problems: [ToggleProblem] = []
        kept.reserveCapacity(declared.count)
        positions.reserveCapacity(declared.count)
        known.reserveCapacity(declared.count)
        let namespaces = registries.lazy.flatMap { registry in registry.toggles.lazy.map { _ in registry.namespace } }
        for ((index, toggle), namespace) in zip(declared.enumerated(), namespaces) {
            func report(_ message: String) {
                problems.append(
                    ToggleProblem(source: .default, origin: "\(namespace).\(toggle.key)", message: message)
                )
            }
            if !known.insert(toggle.id).inserted {
                guard let first = kept.lazy.map({ declared[$0] }).first(where: { $0.id == toggle.id }) else { continue }
                if first.defaultValue != toggle.defaultValue || first.remoteParameter != toggle.remoteParameter {
                    report(
                        """
                        another module declares ‘\(toggle.key)’ with another default or remote parameter, which counts \
                        here too; declare both alike, or rename one of them
                        """
                    )
                }
                continue
            }
            guard toggle.id & ToggleIdentifier.tagMask == ToggleIdentifier.tag(of: toggle.type) else {
                report("the identifier does not fit the type; generate the code again")
                continue
            }
            if let position = positions[toggle.key] {
                let other = declared[kept[position]]
                report(
                    """
                    another module declares ‘\(toggle.key)’ as \(other.category.rawValue) \(other.type.name); \
                    rename one of them or declare both alike
                    """
                )
            } else {
                positions[toggle.key] = kept.count
            }
            kept.append(index)
        }
        definitions = kept.count == declared.count ? declared : kept.map { declared[$0] }
        self.positions = positions
        #if !RELEASE || InternalBuild
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
        #if !RELEASE || InternalBuild
        texts = TextOverrides(arguments: overrides.arguments, environment: overrides.environment)
        localDefaultsPath = overrides.localDefaultsPath(for: registries)
        followedLocalDefaultsPath = overrides.followsLocalDefaults ? localDefaultsPath : nil
        #endif
    }
}

// MARK: - Asking the sources

extension ToggleState {
    /// What one source has for one toggle.
    struct SourceAnswer {
        var source: ToggleSource
        var origin: String?
        var answer: Explanation.Step.Answer
        /// The value, when it can be used.
        var value: JSONValue?
        var variant: String?
        /// Which part of a rule decided.
        var rule: String?
        var reason: EvaluationReason
    }

    /// The value in force of a toggle, with its reason.
    ///
    /// - Parameters:
    ///   - toggle: A declared toggle.
    ///   - context: What rules may look at, laid over the ambient context; `nil` for the ambient one alone.
    ///   - kept: The name of the variant that stays with who is asking, if one does.
    ///   - visit: Sees every source's answer, in order, when a caller wants them; asking goes on behind the decisive
    ///     one then.
    /// - Returns: The value in force, and who decided it.
    func resolve(
        _ toggle: ToggleDefinition,
        for context: EvaluationContext? = nil,
        kept: String? = nil,
        visit: ((SourceAnswer, _ isDecisive: Bool) -> Void)? = nil
    ) -> Resolved {
        var decided: Resolved?
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
                decided = Resolved(
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
        #if !RELEASE || InternalBuild
        if take(launchArgument(toggle)) { return decided ?? .unknown }
        if take(environment(toggle)) { return decided ?? .unknown }
        if take(localDefault(toggle)) { return decided ?? .unknown }
        #endif
        if take(remote(toggle, for: context, kept: kept)) { return decided ?? .unknown }
        let result =
            decided
            ?? Resolved(
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

    #if !RELEASE || InternalBuild
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
        kept: String?
    ) -> SourceAnswer {
        var answer = SourceAnswer(source: .remote, answer: .notSet, reason: .default)
        guard let parameter = toggle.remoteParameter else {
            answer.answer = .notAsked("release toggles have no remote parameter")
            return answer
        }
        guard let document else {
            answer.answer = .notAsked(
                remoteName == nil
                    ? "there is no remote source"
                    : "PROVIDER_NOT_READY: \(remoteState?.why ?? "nothing was received yet")"
            )
            return answer
        }
        answer.origin = parameter
        let remote = document.answer(
            for: toggle,
            parameter: parameter,
            context: context ?? self.context,
            over: context == nil ? nil : self.context,
            timestamp: timestamp,
            kept: kept
        )
        guard let remote else { return answer }
        answer.rule = remote.rule
        answer.variant = remote.variant
        if let error = remote.error {
            answer.answer = .rejected(error)
            answer.reason = .error
        } else if let value = remote.value {
            answer.answer = .value(value)
            answer.value = value
            // Not refreshed yet is what a person has to know first.
            answer.reason = isDocumentCached ? .cached : remote.reason
        } else if remote.reason == .disabled {
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

    /// A toggle's value with its reason, without the forms that reads want.
    struct Resolved: Sendable, Hashable {
        var value: JSONValue?
        var variant: String?
        var reason: EvaluationReason
        var source: ToggleSource
        var error: EvaluationError?

        /// What is answered about a toggle that is not declared.
        static let unknown = Resolved(reason: .default, source: .default)
    }
}

// MARK: - Explaining

extension ToggleState {
    /// What every source answers about a toggle.
    func explanation(
        of toggle: ToggleDefinition,
        for context: EvaluationContext? = nil,
        kept: String? = nil
    ) -> Explanation {
        var steps: [Explanation.Step] = []
        let resolved = resolve(toggle, for: context, kept: kept) { answer, isDecisive in
            steps.append(
                Explanation.Step(
                    source: answer.source,
                    origin: answer.origin,
                    answer: answer.answer,
                    rule: answer.rule,
                    isDecisive: isDecisive
                )
            )
        }
        return Explanation(
            key: toggle.key,
            definition: toggle,
            evaluation: Evaluation(
                value: resolved.value,
                variant: resolved.variant,
                reason: resolved.reason,
                source: resolved.source,
                error: resolved.error
            ),
            steps: steps,
            remoteState: remoteState
        )
    }

    /// Everything that was skipped: overrides of unknown toggles, unreadable files.
    var problems: [ToggleProblem] {
        var result = registryProblems
        #if !RELEASE || InternalBuild
        result += texts.problems
        func report(_ key: String, _ source: ToggleSource, _ origin: String, among keys: some Collection<String>) {
            let hint = Suggestion.closest(to: key, in: keys).map { "; did you mean ‘\($0)’?" } ?? ""
            result.append(
                ToggleProblem(source: source, origin: origin, message: "there is no toggle ‘\(key)’\(hint)")
            )
        }
        for (key, override) in texts.arguments.sorted(by: { $0.key < $1.key }) where positions[key] == nil {
            report(key, .launchArgument, override.origin, among: positions.keys)
        }
        for (key, override) in texts.environment.sorted(by: { $0.key < $1.key }) where positions[key] == nil {
            report(key, .environment, override.origin, among: positions.keys)
        }
        result += localDefaultsProblems
        if let followingProblem { result.append(followingProblem) }
        for key in localDefaults.keys.sorted() where positions[key] == nil {
            report(key, .localDefaults, localDefaultsPath ?? "", among: positions.keys)
        }
        #endif
        if let fetchProblem { result.append(fetchProblem) }
        if let documentProblem { result.append(documentProblem) }
        if let streamProblem { result.append(streamProblem) }
        if let cacheProblem { result.append(cacheProblem) }
        return result
    }
}
