import FeatureToggles

/// Evaluates a client's toggles with its active document.
struct DocumentEvaluator: RemoteEvaluator {
    let document: any ParsedDocument
    let experiments: Experiments
    /// Returns the seconds since 1970.
    let time: @Sendable () -> Int64
    /// The decoded values of JSON toggles.
    let decoded: DecodedVariants
    /// Whether the value of any toggle can change with time alone.
    let dependsOnTime: Bool

    /// Creates an evaluator for a parsed document.
    init(
        _ document: any ParsedDocument,
        toggles: [ToggleDefinition],
        experiments: Experiments,
        time: @escaping @Sendable () -> Int64
    ) {
        self.document = document
        decoded = DecodedVariants(toggles, in: document)
        let rules = document.rules
        // Most documents have no such rule.
        dependsOnTime =
            (0..<rules.count).contains { rules.flag(at: $0).dependsOnTime }
            && toggles.contains { toggle in
                toggle.remoteParameter.flatMap { rules.index(of: $0) }.map { rules.flag(at: $0).dependsOnTime } ?? false
            }
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
        let parsed: any ParsedDocument =
            switch document.format {
            case .flagd: try FlagDocument(text: document.text, bucketing: bucketing)
            case .ofrep, .values: try ValuesDocument(text: document.text, format: document.format)
            }
        self.init(parsed, toggles: toggles, experiments: experiments, time: time)
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
        document.statedAnswer(
            about: parameter,
            context: context,
            over: ambient,
            timestamp: timestamp,
            kept: kept,
            allowance: allowance
        )
        .map { checked($0, for: toggle, parameter) }
    }

    func metadata(of parameter: String?) -> JSONObject {
        let rules = document.rules
        return parameter.flatMap { rules.index(of: $0) }.map { rules.flag(at: $0).metadata } ?? rules.metadata
    }

    func dependences(of toggles: [ToggleDefinition]) -> [RemoteDependence] {
        // By index, because copying a definition retains eight references.
        toggles.indices.map { index in
            guard let parameter = toggles[index].remoteParameter else { return .absent }
            let dependence = document.dependence(of: parameter)
            // A JSON value may still be being decoded.
            return dependence == .fixed && toggles[index].type == .json ? .variable : dependence
        }
    }

    /// Returns an answer with the value in the toggle's canonical form, or with an error if the value isn't valid.
    ///
    /// A value of a JSON toggle is decoded at most once.
    ///
    /// - Parameters:
    ///   - answer: The answer of the document.
    ///   - toggle: The toggle.
    ///   - parameter: Its remote parameter.
    /// - Returns: The answer with the checked value, or with an error instead of a value.
    private func checked(_ answer: RemoteAnswer, for toggle: ToggleDefinition, _ parameter: String) -> RemoteAnswer {
        guard toggle.type == .json, answer.error == nil, let value = answer.value,
            let objects = decoded.objects(of: toggle), let index = document.valueIndex(of: answer, about: parameter)
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

    func targetedReads(
        of toggles: [ToggleDefinition],
        containedAt indices: [Int],
        resolved: (Int) -> Evaluation<JSONValue?>,
        at positions: [Int],
        positionCount: Int,
        context: EvaluationContext
    ) -> (any TargetedReads)? {
        TargetedValues(
            self,
            toggles,
            containedAt: indices,
            resolved: resolved,
            at: positions,
            positionCount: positionCount,
            context: context
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
