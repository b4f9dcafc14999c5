import FeatureToggles

/// A parsed remote document of any format.
enum ActiveDocument: Sendable {
    /// Rules, which are evaluated in this process.
    case flagd(FlagDocument)
    /// The answers of an OFREP server for one context.
    case ofrep(OFREPDocument)
    /// The values of another service.
    case values(ValuesDocument)

    /// Parses a document.
    ///
    /// - Throws: ``FlagDocument/Refusal`` if the text is not a document of its format, or exceeds a limit.
    init(_ document: RemoteDocument, bucketing: Bucketing?) throws(FlagDocument.Refusal) {
        self =
            switch document.format {
            case .flagd: .flagd(try FlagDocument(text: document.text, bucketing: bucketing))
            case .ofrep: .ofrep(try OFREPDocument(text: document.text))
            case .values: .values(try ValuesDocument(text: document.text))
            }
    }

    /// The document with rules, if values are evaluated in this process.
    var rules: FlagDocument? {
        if case .flagd(let document) = self { document } else { nil }
    }

    /// Returns the document's answer for a toggle.
    ///
    /// - Parameters:
    ///   - toggle: A declared toggle.
    ///   - parameter: Its remote parameter.
    ///   - context: The evaluation context.
    ///   - ambient: The ambient context.
    ///   - timestamp: The time in seconds since 1970.
    ///   - kept: The name of the variant assigned permanently to the user, if any. It must be a valid variant of an
    ///     enabled flag.
    ///   - allowance: The steps that the rules of several toggles share; `nil` for a single toggle.
    /// - Returns: The answer, or `nil` if the document does not contain the parameter.
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
            // `TargetedValues.keptVariant` has checked that the assignment is still valid. It takes precedence over the
            // rule, even if the rule fails or returns no variant for this user.
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

    /// Whether the value of any of the toggles can change with time alone.
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
    /// Returns this answer with a value if the value is valid for the toggle, and otherwise with an error.
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
