package import FeatureToggles

/// The answer of a flag without ownership: what tools that ask a million times want.
package struct FlatAnswer {
    /// What went wrong.
    package enum Failure: Sendable {
        /// The definition cannot be used.
        case brokenDefinition
        /// The rule failed.
        case rule
        /// The rule names a variant that does not exist.
        case unknownVariant
        /// The value has another type.
        case typeMismatch

        /// The failure in OpenFeature's words.
        ///
        /// The outcome is what the flag answered, one of ``FlagOutcome`` for failed rules.
        func code(outcome: Int32) -> EvaluationError.Code {
            switch self {
            case .brokenDefinition: outcome == FlagOutcome.failed ? .general : .parseError
            case .rule: outcome == FlagOutcome.unusable ? .parseError : .general
            case .unknownVariant: .general
            case .typeMismatch: .typeMismatch
            }
        }
    }

    /// The index of the variant, or a number of ``FlagOutcome``.
    package var outcome: Int32
    /// The variant's value as the requested type, when there is one.
    package var value: FlatValue?
    /// Why.
    package var reason: EvaluationReason
    package var failure: Failure?

    /// What went wrong, in OpenFeature's words.
    package var errorCode: EvaluationError.Code? { failure?.code(outcome: outcome) }
}

extension FlagDocument {
    /// The answer of a flag, without text of its own.
    ///
    /// - Parameters:
    ///   - index: The flag, from ``index(of:)``.
    ///   - context: Who is asking.
    ///   - timestamp: The time in seconds since 1970.
    ///   - requested: The type that is asked for; `nil` takes any.
    /// - Returns: The answer; its value lives as long as the document.
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

    /// Calls a closure with a flag's record; `nil` when there is no such flag.
    func withRecord<Result>(_ index: Int, _ body: (FlagRecord) -> Result) -> Result? {
        withExtendedLifetime(storage) {
            guard index >= 0, index < storage.records.count else { return nil }
            return body(storage.records[index])
        }
    }

    /// The answer of a record.
    ///
    /// A rule may take so many steps. Where one was evaluated, `visit` sees the evaluator and the rule's result, which live
    /// no longer than the call.
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
            // The result may be in memory of the evaluator.
            defer { withExtendedLifetime(evaluator.scratch) {} }
            let result = evaluator.value(of: Int(record.rule))
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
