import FeatureToggles

/// A parsed remote document: rules that this process evaluates, or values that were decided elsewhere.
protocol ParsedDocument: Sendable {
    /// The rules for reads with a context of their own; empty if the values were decided elsewhere.
    var rules: FlagDocument { get }

    /// Returns the answer about a parameter as stated, which may not have the type of its toggle; `nil` if the document
    /// doesn't contain the parameter.
    ///
    /// The other parameters are those of `RemoteEvaluator.answer`.
    func statedAnswer(
        about parameter: String,
        context: EvaluationContext,
        over ambient: EvaluationContext?,
        timestamp: Int64,
        kept: String?,
        allowance: RuleAllowance?
    ) -> RemoteAnswer?

    /// Returns what the answer about a parameter depends on.
    func dependence(of parameter: String) -> RemoteDependence

    /// Returns the number of values that a parameter can have, and the number of parts of the largest one; `nil` if the
    /// document doesn't contain the parameter.
    func valueSizes(of parameter: String) -> (count: Int, parts: Int)?

    /// Returns one of the values that a parameter can have, as an answer.
    func statedValue(at index: Int, of parameter: String) -> RemoteAnswer?

    /// Returns the index of the value that an answer about a parameter has.
    func valueIndex(of answer: RemoteAnswer, about parameter: String) -> Int?
}

extension FlagDocument: ParsedDocument {
    var rules: FlagDocument { self }

    func statedAnswer(
        about parameter: String,
        context: EvaluationContext,
        over ambient: EvaluationContext?,
        timestamp: Int64,
        kept: String?,
        allowance: RuleAllowance?
    ) -> RemoteAnswer? {
        guard let index = index(of: parameter) else { return nil }
        let answer = evaluate(index, context: context, over: ambient, timestamp: timestamp, allowance: allowance)
        // `TargetedValues.keptVariant` has checked that the assignment is still valid. It replaces what the split chose,
        // but not the answer for users whom the rule no longer sends there.
        guard let kept, answer.isSplit, kept != answer.variant, let keptIndex = flag(at: index).index(ofVariant: kept)
        else {
            return answer
        }
        return RemoteAnswer(
            value: flag(at: index).variantValue(at: keptIndex),
            variant: kept,
            reason: .split,
            rule: "a kept assignment",
            isSplit: true
        )
    }

    func dependence(of parameter: String) -> RemoteDependence {
        guard let index = index(of: parameter) else { return .absent }
        return flag(at: index).decidedOutcome == nil ? .variable : .fixed
    }

    func valueSizes(of parameter: String) -> (count: Int, parts: Int)? {
        index(of: parameter).map { (flag(at: $0).variantCount, flag(at: $0).partsOfLargestVariant) }
    }

    func statedValue(at index: Int, of parameter: String) -> RemoteAnswer? {
        self.index(of: parameter).map { RemoteAnswer(value: flag(at: $0).variantValue(at: index), reason: .static) }
    }

    func valueIndex(of answer: RemoteAnswer, about parameter: String) -> Int? {
        guard let variant = answer.variant, let index = index(of: parameter) else { return nil }
        return flag(at: index).index(ofVariant: variant)
    }
}

extension ValuesDocument: ParsedDocument {
    var rules: FlagDocument { .empty }

    func statedAnswer(
        about parameter: String,
        context: EvaluationContext,
        over ambient: EvaluationContext?,
        timestamp: Int64,
        kept: String?,
        allowance: RuleAllowance?
    ) -> RemoteAnswer? {
        statedAnswer(for: parameter)
    }

    func dependence(of parameter: String) -> RemoteDependence { statedAnswer(for: parameter) == nil ? .absent : .fixed }

    func valueSizes(of parameter: String) -> (count: Int, parts: Int)? {
        statedAnswer(for: parameter).map { answer in
            if answer.isText, case .string(let text)? = answer.value {
                return (1, ReadingCost.parts(of: Array(text.utf8)))
            }
            return (1, answer.value?.partCount ?? 0)
        }
    }

    func statedValue(at index: Int, of parameter: String) -> RemoteAnswer? { statedAnswer(for: parameter) }

    func valueIndex(of answer: RemoteAnswer, about parameter: String) -> Int? { 0 }
}
