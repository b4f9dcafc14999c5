import FeatureToggles
import FeatureTogglesRemote
import ToggleBase

extension UpdatePolicy {
    /// The origin of a policy.
    private enum Origin {
        /// An override, which is never stored.
        case override
        /// A document that the source returned or confirmed in this run.
        case source
        /// A document of an earlier run: the active one, or one that was reverted to after crashes.
        case cache
    }

    /// The current answer of the source.
    private enum Answer {
        /// A valid policy.
        case policy(JSONValue, UpdatePolicyDocument, Origin)
        /// The default in the code, which locks no user out.
        case nothing(Origin)
        /// No valid answer, and the reason if it is known.
        case unknown(String?)
    }

    /// Whether the active document is long enough to contain a long policy.
    var isDocumentLong: Bool {
        client?.flagDocument.map { UpdatePolicyVerifier.costAtOnce.isExceeded(by: $0.text) } ?? false
    }

    /// Whether a decision takes too long for a caller's thread.
    ///
    /// A document that contains only the policy counts even before the first decision.
    var takesLong: Bool { state.withLock(\.isLong) || floor != nil && isDocumentLong }

    /// Updates the decision, in the background if that takes long.
    func refreshSoon() {
        if takesLong {
            lockFile.background { [weak self] in self?.refresh() }
        } else {
            refresh()
        }
    }

    /// Parses a lock file of which only the head was read.
    private func readLock() {
        guard let text = state.withLock(\.unread) else { return }
        let (lock, problem) = lockFile.read(text)
        state.withLock { ($0.known, $0.kept, $0.unread) = (lock, lock, nil) }
        if let problem { note(fileProblem: problem) }
    }

    /// Updates the decision and notifies observers.
    func refresh() {
        refreshing.withLock { _ in
            if !parts.isEmpty {
                publish(combinedDecision, nil, nil, nil)
                return
            }
            // First, because a decision needs the lock.
            readLock()
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
                let shown = decision.isLocked ? KnownPolicy.Shown(decision, to: context) : nil
                let new = KnownPolicy(value: value, appVersion: context.appVersionText, shown: shown)
                switch origin {
                case .override: break
                case .source:
                    known = new
                    keep(decision.isLocked ? new : nil)
                case .cache where decision.isLocked:
                    guard !held.isLocked else { break }
                    known = new
                    keep(new)
                case .cache:
                    if !held.isLocked {
                        // A lock of another version remains.
                        if state.withLock(\.kept) == nil { known = new }
                    } else {
                        (decision, problem) = (held, unconfirmed)
                    }
                }
            case .nothing(.cache):
                decision = held.isLocked ? held : .upToDate
                if held.isLocked { problem = unconfirmed }
            case .nothing:
                decision = .upToDate
                known = nil
                keep(nil)
            case .unknown(let why):
                problem = why
                decision = held
            }
            state.withLock { $0.isLong = isLong || known.map { PolicyReadings.isLong($0.value) } ?? false }
            publish(decision, known, problem, versionProblem(of: context))
        }
    }

    /// Returns why no range, or no rule with `sem_ver`, matches this app or system: its version is invalid.
    private func versionProblem(of context: EvaluationContext) -> String? {
        for (attribute, noun) in [
            (EvaluationContext.Attribute.appVersion, "app"), (EvaluationContext.Attribute.osVersion, "system"),
        ] {
            guard case .string(let text)? = context[attribute] else { continue }
            if AppVersion(strict: text) == nil {
                return """
                    the version of the \(noun) is ‘\(text.prefix(64))’, which policies cannot compare, so only ‘*’ matches it; \
                    give it one to eight numbers without leading zeros, as in 2024.1.3
                    """
            }
            // A policy that is not the whole document is a flag.
            if floor == nil, !SemanticVersion.isValid(text) {
                return """
                    the version of the \(noun) is ‘\(text.prefix(64))’, which ‘sem_ver’ in rules cannot compare; \
                    give it one to three numbers without leading zeros, as in 2024.1.3
                    """
            }
        }
        return nil
    }

    private var unconfirmed: String {
        """
        the cached value of ‘\(toggle.key)’ lets this version continue, but is ignored until the source confirms it
        """
    }

    /// Returns the context of the toggles, overlaid by the policy's own.
    func context(over own: EvaluationContext?) -> EvaluationContext {
        let ambient = client?.context ?? .device()
        return own.map { ambient.overlaid(by: $0) } ?? ambient
    }

    private func answer(for own: EvaluationContext?, _ context: EvaluationContext) -> Answer {
        // Checked before and after the evaluation, because a cached document can be activated or replaced in the
        // meantime.
        let wasCached = isDocumentCached()
        let explanation = toggles.explanation(of: toggle, for: own)
        let isCached = wasCached || isDocumentCached()
        let evaluation = explanation.evaluation
        let remote = explanation.steps.first { $0.source == .remote }
        guard evaluation.source != .default, let value = evaluation.value else {
            let nothing = Answer.nothing(isCached ? .cache : .source)
            if evaluation.reason == .disabled { return nothing }
            guard let remote, let parameter = remote.origin else {
                return .unknown(evaluation.error.map { "\($0.message)" })
            }
            switch remote.answer {
            case .notQueried: return nothing
            case .rejected(let error): return .unknown("‘\(parameter)’ cannot be used: \(error.message)")
            case .notSet:
                return .unknown("the document has no flag ‘\(parameter)’, which does not end a lock")
            case .value: return .unknown(nil)
            }
        }
        let policy: UpdatePolicyDocument
        switch readings.read(value) {
        case .policy(let read): policy = read
        case .refused(let diagnostics):
            let first = diagnostics.first { $0.severity == .error }
            return .unknown(
                "the value of ‘\(toggle.key)’ cannot be used: \(first.map { "\($0)" } ?? "it is not a policy")"
            )
        }
        guard evaluation.source == .remote else { return .policy(value, policy, .override) }
        let verdict = policy.verdict(for: context)
        // The verifier already checked a document that contains only the policy.
        if floor == nil, verdict.decision.level.isLock, !policy.accepts(verdict),
            locksEverybody(parameter: remote?.origin, context)
        {
            return .unknown(
                """
                ‘\(toggle.key)’ locks every version out, so its locks are ignored; use ‘appVersion’ in the rule, or write \
                "all": true into each variant that locks the newest version
                """
            )
        }
        return .policy(value, policy, evaluation.reason == .cached ? .cache : .source)
    }

    // MARK: Locking everyone out

    /// Returns whether a flag locks out every version, which follows from its rule.
    private func locksEverybody(parameter: String?, _ context: EvaluationContext) -> Bool {
        guard let parameter, let document = client?.flagDocument, let flag = flag(parameter, of: document) else {
            return locksSampleUsers(context)
        }
        return flag.locksEveryVersion(at: SystemTime.secondsSince1970)
    }

    private func flag(_ key: String, of document: FlagDocument) -> PolicyFlag? {
        if let known = state.withLock(\.flag), known.document.isCopy(of: document) { return known.flag }
        guard let flag = PolicyFlag(key: key, of: document, schemes: schemes) else { return nil }
        state.withLock { $0.flag = (document, flag) }
        return flag
    }

    /// Returns whether a server, whose rule is unknown, locks out users with a very new version, a very old one, and
    /// the user's own, with and without the user's attributes.
    private func locksSampleUsers(_ context: EvaluationContext) -> Bool {
        let (app, os) = (EvaluationContext.Attribute.appVersion, EvaluationContext.Attribute.osVersion)
        var isIntended = true
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
                        // The newest version is the first one, and the one that matters.
                        if place == 0, !answer.accepts(verdict) { isIntended = false }
                    }
                }
            }
        }
        return !isIntended
    }

    /// A very new version, a very old one, and the user's own.
    private static func versions(_ own: JSONValue?) -> [JSONValue] {
        var largest: Int64 = 0
        if case .string(let text)? = own, let version = AppVersion(strict: text) {
            largest = ReleaseNumbers(version).largest
        }
        return [.string(ReleaseNumbers.newest(above: largest).text), "0.0.0"] + (own.map { [$0] } ?? [])
    }

    // MARK: Publishing

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

    /// Stores a lock for the next launch, or removes it.
    ///
    /// Only the source changes it. A lock of another version of the app remains, in case that version is installed
    /// again.
    private func keep(_ lock: KnownPolicy?) {
        var lock = lock
        if lock != nil { lock?.revision = floor?.rise() }
        let before = state.withLock(\.kept)
        guard before != lock else { return }
        state.withLock { $0.kept = lock }
        note(fileProblem: nil)
        lockFile.keep(lock) { [weak self, lock] problem in
            // The next decision tries again.
            self?.state.withLock { if $0.kept == lock { $0.kept = before } }
            self?.note(fileProblem: problem)
        }
    }

    func note(fileProblem: String?) {
        state.withLock { state in
            guard state.fileProblem != fileProblem else { return }
            state.fileProblem = fileProblem
            for watcher in state.problemWatchers.values { watcher.yield() }
        }
    }
}
