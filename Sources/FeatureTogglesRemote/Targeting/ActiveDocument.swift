import FeatureToggles

/// A remote document that values come from, whatever its format.
enum ActiveDocument: Sendable {
    /// Rules, evaluated here.
    case flagd(FlagDocument)
    /// Answers of an OFREP server for one context.
    case ofrep(OFREPDocument)
    /// Values of another service.
    case values(ValuesDocument)

    /// Parses a document that came.
    ///
    /// - Throws: ``FlagDocument/Refusal`` when it is no document of its format at all, or exceeds a limit.
    init(_ document: RemoteDocument, bucketing: Bucketing?) throws(FlagDocument.Refusal) {
        self =
            switch document.format {
            case .flagd: .flagd(try FlagDocument(text: document.text, bucketing: bucketing))
            case .ofrep: .ofrep(try OFREPDocument(text: document.text))
            case .values: .values(try ValuesDocument(text: document.text))
            }
    }

    /// The rules, when values are decided here.
    var rules: FlagDocument? {
        if case .flagd(let document) = self { document } else { nil }
    }

    /// What the document says about a toggle.
    ///
    /// - Parameters:
    ///   - toggle: A declared toggle.
    ///   - parameter: Its remote parameter.
    ///   - context: Who is asking.
    ///   - ambient: What is known besides.
    ///   - timestamp: The time in seconds since 1970.
    ///   - kept: The name of the variant that stays with who is asking, if one does: one that can be used, of a flag that
    ///     is enabled.
    ///   - allowance: What the rules of many toggles may cost together; `nil` for one that is asked alone.
    /// - Returns: The answer, or `nil` when the document has nothing for the parameter.
    func answer(
        for toggle: ToggleDefinition,
        parameter: String,
        context: EvaluationContext,
        over ambient: EvaluationContext?,
        timestamp: Int64,
        kept: String?,
        allowance: RuleAllowance?
    ) -> RemoteAnswer? {
        switch self {
        case .flagd(let document):
            guard let index = document.index(of: parameter) else { return nil }
            let evaluation = document.evaluate(
                index,
                context: context,
                over: ambient,
                timestamp: timestamp,
                allowance: allowance
            )
            var answer = RemoteAnswer(
                variant: evaluation.variant,
                reason: evaluation.reason,
                error: evaluation.error,
                rule: evaluation.rule
            )
            // Whoever kept it has looked whether it counts (`TargetedValues.keptVariant`). It comes before the rule, whatever
            // that says: without a variant for this person, or with an error, the assignment stays all the same.
            guard let kept, kept != answer.variant,
                let variant = document.flag(at: index).variants.last(where: { $0.name == kept })
            else { return answer.taking(evaluation.value, of: toggle) }
            answer = RemoteAnswer(variant: kept, reason: .split, rule: "a kept assignment")
            return answer.taking(variant.value, of: toggle)
        case .ofrep(let document):
            guard let given = document.answers[parameter], given.error?.code != .flagNotFound else { return nil }
            return RemoteAnswer(variant: given.variant, reason: given.reason, error: given.error)
                .taking(given.value, of: toggle)
        case .values(let document):
            var answer = RemoteAnswer(reason: .static)
            do {
                guard let value = try document.value(for: toggle) else { return nil }
                answer.value = value
            } catch {
                (answer.error, answer.reason) = (error, .error)
            }
            return answer
        }
    }

    /// Whether what some toggle gets changes with the time alone.
    func dependsOnTime(for toggles: [ToggleDefinition]) -> Bool {
        switch self {
        case .ofrep, .values: false
        case .flagd(let document):
            toggles.contains { toggle in
                toggle.remoteParameter.flatMap { document.index(of: $0) }
                    .map { document.flag(at: $0).dependsOnTime } ?? false
            }
        }
    }
}

extension RemoteAnswer {
    /// This answer with a value if the toggle can have it; otherwise with an error.
    fileprivate func taking(_ value: JSONValue?, of toggle: ToggleDefinition) -> RemoteAnswer {
        guard let value, error == nil else { return self }
        var answer = self
        do {
            answer.value = try toggle.usable(ofDocument: value)
        } catch {
            (answer.error, answer.reason) = (error, .error)
        }
        return answer
    }
}
