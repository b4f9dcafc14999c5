import FeatureToggles
import FeatureTogglesRemote

extension UpdatePolicy {
    /// Who says it.
    private enum Origin {
        /// A developer, whose word ends with the override.
        case override
        /// A document that the source brought or confirmed in this run.
        case source
        /// A document that was kept from before: what was in force when the app ended, or what was gone back to after crashes.
        case cache
    }

    /// What the source says now.
    private enum Answer {
        /// A policy that can be used.
        case policy(JSONValue, PolicyReadings.Policy, Origin)
        /// That the code's default holds, which demands nothing.
        case nothing(Origin)
        /// Nothing that counts, and why if that is known.
        case silence(String?)
    }

    /// Decides anew and tells whoever watches.
    func refresh() {
        refreshing.withLock { _ in
            let own = state.withLock(\.context)
            let context = context(over: own)
            let answer = answer(for: own, context)
            let isLong = if case .policy(let value, _, _) = answer { PolicyReadings.isLong(value) } else { false }
            var problem: String?
            var known = state.withLock(\.known)
            let held = known?.decision(for: context, readings) ?? .upToDate
            var decision: UpdateDecision
            switch answer {
            case .policy(let value, let policy, let origin):
                decision = policy.verdict(for: context).decision
                let shown = decision.mayGoOn ? nil : KnownPolicy.Shown(decision, to: context)
                let new = KnownPolicy(value: value, appVersion: context.appVersionText, shown: shown)
                switch origin {
                case .override: break
                case .source:
                    known = new
                    keep(decision.mayGoOn ? nil : new)
                case .cache where !decision.mayGoOn:
                    guard held.mayGoOn else { break }
                    known = new
                    keep(new)
                case .cache:
                    if held.mayGoOn {
                        // A lock of another version stays as well.
                        if state.withLock(\.kept) == nil { known = new }
                    } else {
                        (decision, problem) = (held, unconfirmed)
                    }
                }
            case .nothing(.cache):
                decision = held.mayGoOn ? .upToDate : held
                if !held.mayGoOn { problem = unconfirmed }
            case .nothing:
                decision = .upToDate
                known = nil
                keep(nil)
            case .silence(let why):
                problem = why
                decision = held
            }
            state.withLock { $0.isLong = isLong || known.map { PolicyReadings.isLong($0.value) } ?? false }
            publish(decision, known, problem, versionProblem(of: context))
        }
    }

    /// Why entries can't mean this app or system by a range: its version is none.
    private func versionProblem(of context: EvaluationContext) -> String? {
        for (attribute, noun) in [
            (EvaluationContext.Attribute.appVersion, "app"), (EvaluationContext.Attribute.osVersion, "system"),
        ] {
            guard case .string(let text)? = context[attribute], ComparableVersion(text) == nil else { continue }
            return """
                the version of the \(noun) is ‘\(text.prefix(64))’, which policies cannot compare, so only ‘*’ matches it; \
                give it one to three numbers without leading zeros, as in 2024.1.3
                """
        }
        return nil
    }

    private var unconfirmed: String {
        """
        the document from the cache lets this version go on by ‘\(toggle.key)’, which is not followed before the source \
        says that it is the current one
        """
    }

    /// Who is asking: the toggles' own context with what is laid over it.
    func context(over own: EvaluationContext?) -> EvaluationContext {
        let ambient = client?.context ?? .device()
        return own.map { ambient.overlaid(by: $0) } ?? ambient
    }

    private func answer(for own: EvaluationContext?, _ context: EvaluationContext) -> Answer {
        // Before the value: a document that comes in between is asked for its own.
        let isCached = client?.isDocumentCached ?? false
        let explanation = toggles.explanation(of: toggle, for: own)
        let evaluation = explanation.evaluation
        let remote = explanation.steps.first { $0.source == .remote }
        guard evaluation.source != .default, let value = evaluation.value else {
            let nothing = Answer.nothing(isCached ? .cache : .source)
            if evaluation.reason == .disabled { return nothing }
            guard let remote, let parameter = remote.origin else {
                return .silence(evaluation.error.map { "\($0.message)" })
            }
            switch remote.answer {
            case .notAsked: return nothing
            case .rejected(let error): return .silence("‘\(parameter)’ cannot be used: \(error.message)")
            case .notSet:
                return .silence("the document has no flag ‘\(parameter)’, which is not taken for the end of a lock")
            case .value: return .silence(nil)
            }
        }
        let policy: PolicyReadings.Policy
        switch readings.read(value) {
        case .policy(let read): policy = read
        case .refused(let problems):
            let first = problems.first { $0.severity == .error }
            return .silence(
                "the value of ‘\(toggle.key)’ cannot be used: \(first.map { "\($0)" } ?? "it is no policy")"
            )
        }
        guard evaluation.source == .remote else { return .policy(value, policy, .override) }
        let verdict = policy.verdict(for: context)
        if verdict.decision.level.isLock, !policy.document.accepts(verdict),
            locksEverybody(parameter: remote?.origin, context)
        {
            return .silence(
                """
                ‘\(toggle.key)’ locks every version out, which is not followed; let the rule look at ‘appVersion’, or write \
                "all": true into each variant that locks the newest version
                """
            )
        }
        return .policy(value, policy, evaluation.reason == .cached ? .cache : .source)
    }

    // MARK: Everybody

    /// Whether a flag locks every version out: the rule is asked as `toggles check` asks it, once for each document.
    private func locksEverybody(parameter: String?, _ context: EvaluationContext) -> Bool {
        guard let parameter, let document = client?.flagDocument else { return locksMadeUpPeople(context) }
        let now = Int64(SystemTime.secondsSince1970)
        if let known = state.withLock(\.reach), let answer = known.answer(for: document, at: now) { return answer }
        guard let reach = PolicyFlagReach(key: parameter, of: document, schemes: schemes) else {
            return locksMadeUpPeople(context)
        }
        let answer = KnownReach(of: reach, document, at: now)
        state.withLock { $0.reach = answer }
        return answer.isEverybody
    }

    /// The same where there is no rule to look into: for very old, very new and these versions, first with what is known of
    /// the person, then without.
    private func locksMadeUpPeople(_ context: EvaluationContext) -> Bool {
        let (app, os) = (EvaluationContext.Attribute.appVersion, EvaluationContext.Attribute.osVersion)
        var isMeant = true
        for var attributes in [context.attributes, context.attributes.mapValues { _ in JSONValue.null }] {
            for (place, appVersion) in Self.versions(context[app]).enumerated() {
                for osVersion in Self.versions(context[os]) {
                    for key in ["a", "b", "c", "d"] {
                        attributes[app] = appVersion
                        attributes[os] = osVersion
                        let probe = EvaluationContext(
                            targetingKey: "update-policy-probe-\(key)",
                            attributes: attributes
                        )
                        guard let value = toggles.resolve(toggle, for: probe).value,
                            let answer = UpdatePolicyDocument.accept(value, as: .variant, schemes: schemes).document
                        else { return false }
                        let verdict = answer.verdict(for: probe)
                        guard verdict.decision.level.isLock else { return false }
                        // The newest comes first, and is the one that counts.
                        if place == 0, !answer.accepts(verdict) { isMeant = false }
                    }
                }
            }
        }
        return !isMeant
    }

    /// A version that nothing is newer than, a very old one, and one's own.
    private static func versions(_ own: JSONValue?) -> [JSONValue] {
        var largest = DecimalDigits.zero
        if case .string(let text)? = own, let version = ComparableVersion(text) {
            largest = ReleaseNumbers(version).largest
        }
        return [.string(ReleaseNumbers.newest(above: largest).text), "0.0.0"] + (own.map { [$0] } ?? [])
    }

    // MARK: Telling

    private func publish(
        _ decision: UpdateDecision,
        _ known: KnownPolicy?,
        _ problem: String?,
        _ versionProblem: String?
    ) {
        state.withLock { state in
            state.known = known
            if state.answerProblem != problem || state.versionProblem != versionProblem {
                (state.answerProblem, state.versionProblem) = (problem, versionProblem)
                for watcher in state.problemWatchers.values { watcher.yield() }
            }
            guard state.decision != decision else { return }
            state.decision = decision
            for watcher in state.watchers.values { watcher.yield(decision) }
        }
    }

    /// Keeps a lock for the next start, or that there is none.
    ///
    /// Only what a source said changes it: a lock that is about another version of the app than this one stays, for the case
    /// that the other one is installed again.
    private func keep(_ lock: KnownPolicy?) {
        var lock = lock
        if lock != nil { lock?.revision = floor?.rise() }
        guard state.withLock(\.kept) != lock else { return }
        state.withLock { $0.kept = lock }
        note(fileProblem: nil)
        lockFile.keep(lock) { [weak self] problem in self?.note(fileProblem: problem) }
    }
    func note(fileProblem: String?) {
        state.withLock { state in
            guard state.fileProblem != fileProblem else { return }
            state.fileProblem = fileProblem
            for watcher in state.problemWatchers.values { watcher.yield() }
        }
    }
}
