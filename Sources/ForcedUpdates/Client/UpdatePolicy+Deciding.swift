import FeatureToggles
import Synchronization

extension UpdatePolicy {
    /// What the source says now.
    private enum Answer {
        /// A policy that can be used.
        case policy(JSONValue, UpdatePolicyDocument, isOverride: Bool)
        /// That the code's default holds, which demands nothing.
        case nothing
        /// Nothing that counts, and why if that is known.
        case silence(String?)
    }

    /// Decides anew and tells whoever watches.
    func refresh() {
        refreshing.withLock { _ in
            let own = state.withLock(\.context)
            let context = context(over: own)
            let answer = answer(for: own, context)
            var problem: String?
            var known = state.withLock(\.known)
            let decision: UpdateDecision
            switch answer {
            case .policy(let value, let document, let isOverride):
                decision = document.verdict(for: context).decision
                // An override is a developer's, and ends with it.
                if !isOverride {
                    known = KnownPolicy(value: value, appVersion: context.appVersionText)
                    keep(decision.mayGoOn ? nil : known)
                }
            case .nothing:
                decision = .upToDate
                known = nil
                keep(nil)
            case .silence(let why):
                problem = why
                decision =
                    known?.decision(for: context, language: context.updateLanguage, schemes: schemes) ?? .upToDate
            }
            publish(decision, known, problem)
        }
    }

    /// Who is asking: the toggles' own context with what is laid over it.
    private func context(over own: EvaluationContext?) -> EvaluationContext {
        let ambient = client?.context ?? .device()
        return own.map { ambient.overlaid(by: $0) } ?? ambient
    }

    private func answer(for own: EvaluationContext?, _ context: EvaluationContext) -> Answer {
        let explanation = toggles.explanation(of: toggle, for: own)
        let evaluation = explanation.evaluation
        guard evaluation.source != .default, let value = evaluation.value else {
            if evaluation.reason == .disabled { return .nothing }
            guard let step = explanation.steps.first(where: { $0.source == .remote }), let parameter = step.origin
            else {
                return .silence(evaluation.error.map { "\($0.message)" })
            }
            switch step.answer {
            case .notAsked: return .nothing
            case .rejected(let error): return .silence("‘\(parameter)’ cannot be used: \(error.message)")
            case .notSet:
                return .silence("the document has no flag ‘\(parameter)’, which is not taken for the end of a lock")
            case .value: return .silence(nil)
            }
        }
        let reading = UpdatePolicyDocument.read(value, as: .variant, schemes: schemes)
        guard let document = reading.document else {
            let first = reading.problems.first { $0.severity == .error }
            return .silence(
                "the value of ‘\(toggle.key)’ cannot be used: \(first.map { "\($0)" } ?? "it is no policy")"
            )
        }
        let isOverride = evaluation.source != .remote
        if !isOverride, !document.isForAll, !document.hasDetails, locksEverybody(document, context) {
            return .silence(
                """
                ‘\(toggle.key)’ locks every version out, which is not followed; let the rule look at ‘appVersion’, or write \
                "all": true into the variant
                """
            )
        }
        return .policy(value, document, isOverride: isOverride)
    }

    // MARK: Everybody

    /// Whether a flag locks out very old, very new and these versions alike, for whoever has nothing but versions.
    ///
    /// Rules cannot be looked into from here, so that these stand for all. `toggles check` looks closer.
    private func locksEverybody(_ document: UpdatePolicyDocument, _ context: EvaluationContext) -> Bool {
        guard document.entries.first?.level.isLock == true else { return false }
        var nobody = context.attributes.mapValues { _ in JSONValue.null }
        let (app, os) = (EvaluationContext.Attribute.appVersion, EvaluationContext.Attribute.osVersion)
        for appVersion in Self.versions(context[app]) {
            for osVersion in Self.versions(context[os]) {
                for key in ["a", "b", "c", "d"] {
                    nobody[app] = appVersion
                    nobody[os] = osVersion
                    let probe = EvaluationContext(targetingKey: "update-policy-probe-\(key)", attributes: nobody)
                    guard let value = toggles.resolve(toggle, for: probe).value,
                        let answer = UpdatePolicyDocument.read(value, as: .variant, schemes: schemes).document,
                        answer.verdict(for: probe).decision.level.isLock
                    else { return false }
                    // Meant, if not by the variant of this version.
                    if answer.isForAll { return false }
                }
            }
        }
        return true
    }

    private static func versions(_ own: JSONValue?) -> [JSONValue] {
        ["99999.0.0", "0.0.0"] + (own.map { [$0] } ?? [])
    }

    // MARK: Telling

    private func publish(_ decision: UpdateDecision, _ known: KnownPolicy?, _ problem: String?) {
        state.withLock { state in
            state.known = known
            state.answerProblem = problem
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
        guard state.withLock(\.kept) != lock else { return }
        state.withLock { state in
            state.kept = lock
            state.fileProblem = nil
        }
        lockFile.keep(lock) { [weak self] problem in
            self?.state.withLock { $0.fileProblem = problem }
        }
    }
}
