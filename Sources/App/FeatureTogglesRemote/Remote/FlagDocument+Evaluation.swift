package import FeatureToggles
import ToggleBase

extension FlagDocument {
    /// Returns the variant of a flag for a context.
    ///
    /// It neither allocates nor retains, unless the rule has operators that create text or arrays.
    ///
    /// - Parameters:
    ///   - index: The flag's index, from ``index(of:)``.
    ///   - context: The evaluation context.
    ///   - ambient: The ambient context; the attributes and targeting key of `context` take precedence.
    ///   - timestamp: The time in seconds since 1970, which rules read as `$flagd.timestamp`.
    /// - Returns: The index of the variant among the flag's variants, or a negative number of ``FlagOutcome``.
    /// - Complexity: Linear in the size of the rule.
    package func variant(
        of index: Int,
        context: EvaluationContext,
        over ambient: EvaluationContext? = nil,
        timestamp: Int64
    ) -> Int32 {
        context.withFlat { flat in
            guard let ambient else { return variant(of: index, context: flat, timestamp: timestamp) }
            return ambient.withFlat { variant(of: index, context: flat.over($0), timestamp: timestamp) }
        }
    }

    /// Returns the variant of a flag for a context, and whether `fractional` chose it.
    ///
    /// The parameters are those of ``variant(of:context:over:timestamp:)``.
    func choice(
        of index: Int,
        context: EvaluationContext,
        over ambient: EvaluationContext,
        timestamp: Int64
    ) -> (outcome: Int32, isSplit: Bool) {
        var isSplit = false
        let result = context.withFlat { flat in
            ambient.withFlat { ambient in
                outcome(of: index, flat.over(ambient), timestamp) { evaluator, rule in
                    let result = evaluator.result(of: rule)
                    isSplit = evaluator.isSplit
                    return result
                }
            }
        }
        return (result, isSplit && result >= 0)
    }

    /// Returns the variant of a flag for a context without ownership.
    package func variant(of index: Int, context: FlatContext, timestamp: Int64) -> Int32 {
        outcome(of: index, context, timestamp) { evaluator, rule in evaluator.value(of: rule) }
    }

    @inline(__always)
    private func outcome(
        of index: Int,
        _ context: FlatContext,
        _ timestamp: Int64,
        _ value: (inout RuleEvaluator, _ rule: Int) -> FlatValue
    ) -> Int32 {
        withExtendedLifetime(storage) {
            storage.records.withUnsafeBufferPointer { records in
                guard index >= 0, index < records.count else { return FlagOutcome.unusable }
                if records[index].isDecided { return records[index].outcome }
                var evaluator = RuleEvaluator(
                    program: storage.program,
                    context: context,
                    flagKey: FlatValue(string: records[index].key.bytes),
                    timestamp: timestamp
                )
                // The result may be in the evaluator's memory.
                defer { withExtendedLifetime(evaluator.scratch) {} }
                let result = value(&evaluator, Int(records[index].rule))
                return evaluator.outcome(of: result, for: records[index])
            }
        }
    }

    /// Evaluates a flag, including the explanation of the result.
    ///
    /// - Parameters:
    ///   - index: The flag's index, from ``index(of:)``.
    ///   - context: The evaluation context.
    ///   - ambient: The ambient context; the attributes and targeting key of `context` take precedence.
    ///   - timestamp: The time in seconds since 1970.
    ///   - requested: The requested type; a value of another type is an error. `nil` accepts any.
    ///   - allowance: The steps that the rules of several flags share; `nil` for a single flag.
    /// - Returns: The result, without a value if the default in code applies.
    package func evaluate(
        _ index: Int,
        context: EvaluationContext,
        over ambient: EvaluationContext? = nil,
        timestamp: Int64,
        requested: FlagType? = nil,
        allowance: RuleAllowance? = nil
    ) -> RemoteAnswer {
        context.withFlat { flat in
            guard let ambient else {
                return evaluate(index, flat, timestamp, requested, allowance)
            }
            return ambient.withFlat { evaluate(index, flat.over($0), timestamp, requested, allowance) }
        }
    }

    private func evaluate(
        _ index: Int,
        _ context: FlatContext,
        _ timestamp: Int64,
        _ requested: FlagType?,
        _ allowance: RuleAllowance?
    ) -> RemoteAnswer {
        withRecord(index) { record in
            var rule: String?
            var isSplit = false
            var message = problem(of: record) ?? ""
            let limit = allowance?.stepsOfNext ?? RuleEvaluator.maximumSteps
            let answer = answer(
                of: record,
                context: context,
                timestamp: timestamp,
                requested: requested,
                steps: limit
            ) { evaluator, result in
                // The answer is known, so a client doesn't evaluate such a rule again when its context changes.
                if !record.isDecided { allowance?.pay(evaluator.steps) }
                if evaluator.failure == .tooExpensive, limit < RuleEvaluator.maximumSteps {
                    allowance?.isCut = true
                    message = """
                        the rules of this client's toggles take more than \(RuleAllowance.maximumSteps) steps in total, and this \
                        one was stopped after \(limit); `toggles check` reports the most expensive ones
                        """
                } else if let failure = evaluator.failure {
                    message = failure.message(at: storage.program.nodes[evaluator.failedNode])
                } else {
                    if record.outcome(of: result) == FlagOutcome.unknownVariant {
                        message = "the rule returned \(result.excerpt), which is not one of the variants"
                    }
                    isSplit = evaluator.isSplit
                    // Tracing the rule again may take more steps than are left.
                    rule = result.kind == .null ? nil : evaluator.path(from: Int(record.rule))
                    if evaluator.failure != nil { rule = nil }
                }
            }
            var evaluation = RemoteAnswer(reason: answer.reason)
            if let code = answer.errorCode {
                if code == .typeMismatch {
                    let variant = record.variants[Int(answer.outcome)]
                    message = """
                        the variant ‘\(variant.name.text)’ is \(variant.value.excerpt), which is not a value of the type \
                        \(requested?.rawValue ?? "")
                        """
                }
                evaluation.error = EvaluationError(code, message)
            } else if let value = answer.value {
                evaluation.value = value.json
                evaluation.variant = record.variants[Int(answer.outcome)].name.text
                evaluation.rule = rule
                evaluation.isSplit = isSplit
            }
            return evaluation
        }
            ?? RemoteAnswer(
                reason: .error,
                error: EvaluationError(.flagNotFound, "there is no such flag")
            )
    }

    /// The compiled rules, which live as long as the document.
    package var program: RuleProgram { storage.program }

    /// Evaluates the rule of a flag for the steps that it takes.
    ///
    /// - Returns: The steps, and whether there were too many; none without a rule.
    package func stepsOfRule(
        ofFlagAt index: Int,
        for context: EvaluationContext
    ) -> (steps: Int, areTooMany: Bool) {
        var result = (steps: 0, areTooMany: false)
        withRecord(index) { record in
            context.withFlat { flat in
                _ = answer(of: record, context: flat, timestamp: 0, requested: nil) { evaluator, _ in
                    result = (evaluator.steps, evaluator.failure == .tooExpensive)
                }
            }
        }
        return result
    }

    /// Returns the reason why a definition is invalid, if it is.
    func problem(of record: FlagRecord) -> String? {
        record.problem < 0 ? nil : storage.sentences[Int(record.problem)]
    }

    /// Returns the document's metadata merged with the flag's, which takes precedence.
    func metadata(of record: FlagRecord) -> JSONObject {
        withExtendedLifetime(storage) {
            var positions: [String: Int] = [:]
            var members: [JSONObject.Member] = []
            for member in storage.metadata.jsonObject.members + record.metadata.jsonObject.members {
                if let position = positions.updateValue(members.count, forKey: member.name) {
                    members[position].value = member.value
                    positions[member.name] = position
                } else {
                    members.append(member)
                }
            }
            return JSONObject(members)
        }
    }
}

extension RuleEvaluationError {
    /// Returns a sentence that says what went wrong.
    fileprivate func message(at node: RuleNode) -> String {
        switch self {
        case .unknownOperation:
            "the rule has the operator ‘\(String(decoding: node.value.bytes, as: UTF8.self))’, which cannot be evaluated"
        case .division: "the rule divides by zero"
        case .meaningless: "the rule applies an operator to a value that the operator does not support"
        case .tooExpensive:
            """
            the rule takes more than \(RuleEvaluator.maximumSteps) steps, or creates more than \
            \(RuleEvaluator.maximumScratch >> 10) KiB of text and arrays; `toggles check` reports its cost
            """
        }
    }
}

extension RuleEvaluator {
    /// Returns the outcome of a rule's result, or of its failure.
    @inline(__always)
    mutating func outcome(of result: FlatValue, for record: FlagRecord) -> Int32 {
        if let failure { return failure == .unknownOperation ? FlagOutcome.unusable : FlagOutcome.failed }
        return record.outcome(of: result)
    }

    /// Returns the path of conditional branches that led to the result.
    fileprivate mutating func path(from root: Int) -> String {
        var path = "targeting"
        var index = root
        // Every iteration descends into the rule, whose depth is bounded.
        while program.nodes[index].operation == .if || program.nodes[index].operation == .reference {
            let node = program.nodes[index]
            if node.operation == .reference {
                index = Int(node.first)
                continue
            }
            guard let branch = branch(ofIf: node) else { break }
            path += ".if[\(branch)]"
            index = Int(node.first) + branch
        }
        if program.nodes[index].operation == .fractional { path += ".fractional" }
        return path
    }
}
