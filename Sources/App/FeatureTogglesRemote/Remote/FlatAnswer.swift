package import FeatureToggles
import ToggleBase

/// The result of a flag's rule, whose value points into the document.
///
/// A `RemoteAnswer` is made from it for clients. Tools that evaluate a flag a million times use it as it is, because it
/// allocates nothing.
package struct FlatAnswer {
    /// The kind of failure.
    package enum Failure: Sendable {
        /// The definition is invalid.
        case brokenDefinition
        /// The rule failed.
        case rule
        /// The rule returned a variant that does not exist.
        case unknownVariant
        /// The value has a type other than the requested one.
        case typeMismatch

        /// Returns the OpenFeature error code of the failure.
        ///
        /// The outcome is the flag's result; for failed rules, one of ``FlagOutcome``.
        func code(outcome: Int32) -> EvaluationError.Code {
            switch self {
            case .brokenDefinition: outcome == FlagOutcome.failed ? .general : .parseError
            case .rule: outcome == FlagOutcome.unusable ? .parseError : .general
            case .unknownVariant: .general
            case .typeMismatch: .typeMismatch
            }
        }
    }

    /// The index of the variant, or one of ``FlagOutcome``.
    package var outcome: Int32
    /// The variant's value as the requested type, if there is one.
    package var value: FlatValue?
    /// The reason for the value.
    package var reason: EvaluationReason
    package var failure: Failure?

    /// The OpenFeature error code, if evaluation failed.
    package var errorCode: EvaluationError.Code? { failure?.code(outcome: outcome) }
}

extension FlagDocument {
    /// Evaluates a flag without creating text.
    ///
    /// - Parameters:
    ///   - index: The flag's index, from ``index(of:)``.
    ///   - context: The evaluation context.
    ///   - timestamp: The time in seconds since 1970.
    ///   - requested: The requested type; `nil` accepts any.
    /// - Returns: The result; its value lives as long as the document.
    package func answer(
        _ index: Int,
        context: FlatContext,
        timestamp: Int64,
        requested: FlagType?
    ) -> FlatAnswer {
        withRecord(index) { record in
            answer(of: record, context: context, timestamp: timestamp, requested: requested) { _, _ in }
        } ?? FlatAnswer(outcome: FlagOutcome.unusable, reason: .error, failure: .brokenDefinition)
    }

    /// Calls a closure with a flag's record, or returns `nil` if there is no such flag.
    func withRecord<Result>(_ index: Int, _ body: (FlagRecord) -> Result) -> Result? {
        withExtendedLifetime(storage) {
            guard index >= 0, index < storage.records.count else { return nil }
            return body(storage.records[index])
        }
    }

    /// Evaluates a record.
    ///
    /// A rule may take at most `steps` steps. If a rule was evaluated, `visit` receives the evaluator and the rule's
    /// result, which are valid only during the call.
    @inline(__always)
    func answer(
        of record: FlagRecord,
        context: FlatContext,
        timestamp: Int64,
        requested: FlagType?,
        steps: Int = RuleEvaluator.maximumSteps,
        visit: (inout RuleEvaluator, FlatValue) -> Void
    ) -> FlatAnswer {
        if record.problem >= 0 {
            return FlatAnswer(outcome: record.outcome, reason: .error, failure: .brokenDefinition)
        }
        var answer = FlatAnswer(outcome: record.outcome, reason: .static)
        if record.outcome == FlagOutcome.disabled {
            answer.reason = .disabled
            return answer
        }
        if record.rule >= 0 {
            var evaluator = RuleEvaluator(
                program: storage.program,
                context: context,
                flagKey: FlatValue(string: record.key.bytes),
                timestamp: timestamp,
                steps: steps
            )
            // The result may be in the evaluator's memory.
            defer { withExtendedLifetime(evaluator.scratch) {} }
            let result = evaluator.result(of: Int(record.rule))
            answer.outcome = evaluator.outcome(of: result, for: record)
            answer.reason = result.kind == .null ? .default : .targetingMatch
            if evaluator.failure != nil {
                answer.failure = .rule
            } else if answer.outcome == FlagOutcome.unknownVariant
                || result.kind != .null && record.variants[Int(answer.outcome)].value.kind == .null
            {
                answer.failure = .unknownVariant
                answer.outcome = FlagOutcome.unknownVariant
            }
            visit(&evaluator, result)
        }
        if answer.failure != nil {
            answer.reason = .error
            return answer
        }
        guard answer.outcome >= 0 else {
            answer.reason = .default
            return answer
        }
        answer.value = record.variants[Int(answer.outcome)].value
        if let requested, let value = answer.value {
            answer.value = requested.value(value)
            if answer.value == nil {
                answer.failure = .typeMismatch
                answer.reason = .error
            }
        }
        return answer
    }
}
