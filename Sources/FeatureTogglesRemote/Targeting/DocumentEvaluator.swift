import FeatureToggles

/// Evaluates a client's toggles with its active document.
struct DocumentEvaluator: RemoteEvaluator {
    /// The active document's rules, if values are decided in this process.
    let rules: FlagDocument?
    /// The active document's values, if they were decided elsewhere.
    let values: ValuesDocument?
    let experiments: Experiments
    /// Returns the seconds since 1970.
    let time: @Sendable () -> Int64
    /// The variants of JSON toggles that were decoded for reads with a context.
    private let decoded = DecodedVariants()

    /// Creates an evaluator for a document with rules.
    init(_ rules: FlagDocument, experiments: Experiments, time: @escaping @Sendable () -> Int64) {
        self.rules = rules
        values = nil
        self.experiments = experiments
        self.time = time
    }

    /// Parses a document.
    ///
    /// - Throws: ``RemoteDocumentError`` if the text is not a document of its format, or exceeds a limit.
    init(
        _ document: RemoteDocument,
        bucketing: Bucketing?,
        experiments: Experiments,
        time: @escaping @Sendable () -> Int64
    ) throws(RemoteDocumentError) {
        switch document.format {
        case .flagd:
            rules = try FlagDocument(text: document.text, bucketing: bucketing)
            values = nil
        case .ofrep, .values:
            rules = nil
            values = try ValuesDocument(text: document.text, format: document.format)
        }
        self.experiments = experiments
        self.time = time
    }

    var timestamp: Int64 { time() }

    func answer(
        for toggle: ToggleDefinition,
        parameter: String,
        context: EvaluationContext,
        over ambient: EvaluationContext?,
        timestamp: Int64,
        kept: String?,
        allowance: RuleAllowance?
    ) -> RemoteAnswer? {
        guard let rules else { return values?.answer(for: toggle, parameter: parameter) }
        guard let index = rules.index(of: parameter) else { return nil }
        let answer = rules.evaluate(
            index,
            context: context,
            over: ambient,
            timestamp: timestamp,
            allowance: allowance
        )
        // `TargetedValues.keptVariant` has checked that the assignment is still valid. It takes precedence over the
        // rule, even if the rule fails or returns no variant for this user.
        guard let kept, kept != answer.variant,
            let variant = rules.flag(at: index).variants.last(where: { $0.name == kept })
        else { return answer.checked(for: toggle) }
        return RemoteAnswer(value: variant.value, variant: kept, reason: .split, rule: "a kept assignment")
            .checked(for: toggle)
    }

    /// Whether the value of any of the toggles can change with time alone.
    func dependsOnTime(for toggles: [ToggleDefinition]) -> Bool {
        guard let rules else { return false }
        return toggles.contains { toggle in
            toggle.remoteParameter.flatMap { rules.index(of: $0) }.map { rules.flag(at: $0).dependsOnTime } ?? false
        }
    }

    func targetedReads(
        of toggles: [ToggleDefinition],
        resolved: [Evaluation<JSONValue?>],
        at positions: [Int],
        positionCount: Int,
        context: EvaluationContext
    ) -> (any TargetedReads)? {
        TargetedValues(
            toggles,
            resolved: resolved,
            at: positions,
            positionCount: positionCount,
            context: context,
            document: rules,
            decoded: decoded,
            experiments: experiments,
            time: time
        )
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

extension RemoteAnswer {
    /// Returns this answer with the value in the toggle's canonical form, or with an error if it isn't valid.
    func checked(for toggle: ToggleDefinition) -> RemoteAnswer {
        guard let value, error == nil else { return self }
        var answer = self
        do {
            if isText, case .string(let text) = value {
                answer.value = try toggle.value(fromText: text)
            } else {
                answer.value = try toggle.usable(ofDocument: value)
            }
        } catch {
            (answer.value, answer.error, answer.reason) = (nil, error, .error)
        }
        return answer
    }
}
