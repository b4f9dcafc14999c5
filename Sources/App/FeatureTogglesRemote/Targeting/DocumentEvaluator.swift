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
    /// The decoded values of JSON toggles.
    let decoded: DecodedVariants

    /// Creates an evaluator for a document with rules.
    init(
        _ rules: FlagDocument,
        toggles: [ToggleDefinition],
        experiments: Experiments,
        time: @escaping @Sendable () -> Int64
    ) {
        self.rules = rules
        values = nil
        decoded = DecodedVariants(toggles, rules: rules, values: nil)
        self.experiments = experiments
        self.time = time
    }

    /// Parses a document.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - toggles: The declared toggles.
    ///   - bucketing: The hash of `fractional`, if it isn't that of the document.
    ///   - experiments: The settings for experiments.
    ///   - time: Returns the seconds since 1970.
    /// - Throws: ``RemoteDocumentError`` if the text is not a document of its format, or exceeds a limit.
    init(
        _ document: RemoteDocument,
        toggles: [ToggleDefinition],
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
        decoded = DecodedVariants(toggles, rules: rules, values: values)
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
        guard let rules else {
            return values?.statedAnswer(for: parameter).map { checked($0, for: toggle) { 0 } }
        }
        guard let index = rules.index(of: parameter) else { return nil }
        let flag = rules.flag(at: index)
        let answer = rules.evaluate(
            index,
            context: context,
            over: ambient,
            timestamp: timestamp,
            allowance: allowance
        )
        // `TargetedValues.keptVariant` has checked that the assignment is still valid. It takes precedence over the
        // rule, even if the rule fails or returns no variant for this user.
        guard let kept, kept != answer.variant, let keptIndex = flag.index(ofVariant: kept) else {
            return checked(answer, for: toggle) { answer.variant.flatMap { flag.index(ofVariant: $0) } }
        }
        let assigned = RemoteAnswer(
            value: flag.variantValue(at: keptIndex),
            variant: kept,
            reason: .split,
            rule: "a kept assignment"
        )
        return checked(assigned, for: toggle) { keptIndex }
    }

    func dependences(of toggles: [ToggleDefinition]) -> [RemoteDependence] {
        // By index, because copying a definition retains eight references.
        toggles.indices.map { index in
            guard let parameter = toggles[index].remoteParameter else { return .absent }
            // A JSON value may still be being decoded.
            let isJSON = toggles[index].type == .json
            guard let rules else {
                guard values?.statedAnswer(for: parameter) != nil else { return .absent }
                return isJSON ? .variable : .fixed
            }
            guard let flag = rules.index(of: parameter) else { return .absent }
            return !isJSON && rules.flag(at: flag).decidedOutcome != nil ? .fixed : .variable
        }
    }

    /// Returns an answer with the value in the toggle's canonical form, or with an error if the value isn't valid.
    ///
    /// A value of a JSON toggle is decoded at most once.
    ///
    /// - Parameters:
    ///   - answer: The answer of the document.
    ///   - toggle: The toggle.
    ///   - index: Returns the index of the variant that the answer has.
    /// - Returns: The answer with the checked value, or with an error instead of a value.
    private func checked(_ answer: RemoteAnswer, for toggle: ToggleDefinition, at index: () -> Int?) -> RemoteAnswer {
        guard toggle.type == .json, answer.error == nil, let value = answer.value,
            let objects = decoded.objects(of: toggle), let index = index()
        else { return answer.checked(for: toggle) }
        var result = answer
        if objects.isPending(at: index) {
            let message = "the document's JSON values are large and are being decoded; the default applies until then"
            (result.value, result.reason) = (nil, .error)
            result.error = EvaluationError(.providerNotReady, message)
        } else if let object = objects.object(at: index) {
            result.decoded = DecodedObject(object)
            if answer.isText, case .string(let text) = value {
                result.value = try? toggle.type.value(fromText: text, of: toggle.key)
            }
        } else {
            // States why the value isn't valid.
            return answer.checked(for: toggle)
        }
        return result
    }

    /// Whether the value of any of the toggles can change with time alone.
    func dependsOnTime(for toggles: [ToggleDefinition]) -> Bool {
        // Most documents have no such rule.
        guard let rules, (0..<rules.count).contains(where: { rules.flag(at: $0).dependsOnTime }) else { return false }
        return toggles.contains { toggle in
            toggle.remoteParameter.flatMap { rules.index(of: $0) }.map { rules.flag(at: $0).dependsOnTime } ?? false
        }
    }

    func targetedReads(
        of toggles: [ToggleDefinition],
        containedAt indices: [Int],
        resolved: (Int) -> Evaluation<JSONValue?>,
        at positions: [Int],
        positionCount: Int,
        context: EvaluationContext
    ) -> (any TargetedReads)? {
        TargetedValues(
            toggles,
            containedAt: indices,
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
                let decoded = try toggle.decoded(toggle.type.value(fromText: text, of: toggle.key))
                (answer.value, answer.decoded) = (decoded.value, DecodedObject(decoded.object))
            } else {
                let decoded = try toggle.decoded(ofDocument: value)
                (answer.value, answer.decoded) = (decoded.value, DecodedObject(decoded.object))
            }
        } catch {
            (answer.value, answer.error, answer.reason) = (nil, error, .error)
        }
        return answer
    }
}
