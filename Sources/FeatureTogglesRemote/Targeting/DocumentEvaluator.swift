import FeatureToggles

/// Evaluates a client's toggles with its active document.
struct DocumentEvaluator: RemoteEvaluator {
    let document: ActiveDocument
    let experiments: Experiments
    /// Returns the seconds since 1970.
    let time: @Sendable () -> Int64

    func answer(
        for toggle: ToggleDefinition,
        parameter: String,
        context: EvaluationContext,
        over ambient: EvaluationContext?,
        timestamp: Int64,
        kept: String?,
        allowance: RuleAllowance?
    ) -> RemoteAnswer? {
        document.answer(
            for: toggle,
            parameter: parameter,
            context: context,
            over: ambient,
            timestamp: timestamp,
            kept: kept,
            allowance: allowance
        )
    }

    func targetedReads(_ toggles: ResolvedToggles) -> (any TargetedReads)? {
        TargetedValues(toggles, document: document.rules, experiments: experiments, time: time)
    }
}

/// A client's settings for experiments, with the recorder of exposures.
struct Experiments: Sendable {
    var assignments: (any AssignmentStore)?
    var exposures: ExposureRecorder?

    init(_ configuration: ExperimentConfiguration) {
        assignments = configuration.assignments
        exposures = configuration.onExposure.map { ExposureRecorder(handler: $0) }
    }
}
