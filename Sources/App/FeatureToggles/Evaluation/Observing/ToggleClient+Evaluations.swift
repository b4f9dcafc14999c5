import ToggleBase

extension ToggleClient {
    /// Returns what the client's toggles currently evaluate to, in the ambient context.
    ///
    /// Attach it to crash reports and support requests, so that they show which toggles were on:
    ///
    /// ```swift
    /// crashReporter.setCustomValue(
    ///     client.evaluations(changedFromDefault: true).map(\.description).joined(separator: "\n"),
    ///     forKey: "toggles"
    /// )
    /// ```
    ///
    /// Values that the client has resolved already are returned, so no rule is evaluated, except for an experiment whose
    /// variant is assigned to the user. Nothing counts as an exposure.
    ///
    /// - Parameter changedFromDefault: Whether to leave out toggles whose value equals their declared default.
    /// - Returns: The evaluations, in the order of the registries.
    /// - Complexity: O(*n*) in the number of toggles.
    public func evaluations(changedFromDefault: Bool = false) -> [EvaluationEvent] {
        let live = live.withLock { $0 }
        var events: [EvaluationEvent] = []
        live.visitValues { definition, evaluation in
            let value = evaluation.value ?? definition.defaultValue
            if changedFromDefault, value == definition.defaultValue { return }
            events.append(
                EvaluationEvent(
                    toggle: definition.key,
                    value: value,
                    variant: evaluation.variant,
                    reason: evaluation.reason,
                    source: evaluation.source,
                    error: evaluation.error,
                    targetingKey: live.state.context.targetingKey,
                    remoteSource: live.state.remote.name,
                    documentRevision: live.state.remote.state?.revision
                )
            )
        }
        return events
    }

    /// Returns the resolution of a toggle as an event.
    func event(
        of toggle: ToggleReference,
        for context: EvaluationContext?,
        _ resolution: Resolution
    ) -> EvaluationEvent {
        let live = live.withLock { $0 }
        return EvaluationEvent(
            toggle: toggle.key,
            value: resolution.value ?? definition(of: toggle)?.defaultValue ?? .null,
            variant: resolution.variant,
            reason: resolution.reason,
            source: resolution.source,
            error: resolution.error,
            targetingKey: context?.targetingKey ?? live.state.context.targetingKey,
            remoteSource: live.state.remote.name,
            documentRevision: live.state.remote.state?.revision
        )
    }
}
