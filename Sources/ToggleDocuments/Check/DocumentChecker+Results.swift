import FeatureToggles
import ToggleManifest

/// What a rule can answer, held against the variants of its flag.
extension DocumentChecker {
    /// What a rule can answer.
    private struct Outcomes {
        /// The variants that are named.
        var names: Set<String> = []
        /// Whether there may be others.
        var isOpen = false
        /// Names and what answers neither, with their places.
        var unknown: [(range: Range<Int>, message: String)] = []
    }

    mutating func checkResults(of rule: LocatedValue, _ variants: [LocatedMember], defaultVariant: String?) {
        var outcomes = Outcomes()
        let names = variants.map(\.name)
        follow(rule, names, &outcomes, isInEvaluator: false)
        for (range, message) in outcomes.unknown { findings.error(range, message) }
        if outcomes.isOpen { return }
        for variant in variants where variant.name != defaultVariant && !outcomes.names.contains(variant.name) {
            findings.warning(
                variant.nameRange,
                "nobody gets \(variant.name.quoted): neither the rule nor ‘defaultVariant’ names it"
            )
        }
    }

    private func follow(
        _ value: LocatedValue,
        _ variants: [String],
        _ outcomes: inout Outcomes,
        isInEvaluator: Bool
    ) {
        switch value.content {
        case .null: return
        case .string(let name): meet(name, value.range, variants, &outcomes)
        case .bool(let flag): meet(flag ? "true" : "false", value.range, variants, &outcomes)
        case .integer, .number, .array:
            outcomes.unknown.append((value.range, "a rule answers the name of a variant, and this is \(value.kind)"))
        case .object(let members):
            guard members.count == 1, let member = members.first else { return }
            if member.name == "$ref" {
                // Shared rules do not refer to others, so that this ends.
                if !isInEvaluator, let name = member.value.string, let rule = evaluators?[name], rule.members != nil {
                    var inner = Outcomes()
                    follow(rule, variants, &inner, isInEvaluator: true)
                    outcomes.names.formUnion(inner.names)
                    outcomes.isOpen = outcomes.isOpen || inner.isOpen
                    // The shared rule may be right for others, so the reference is what is wrong.
                    if let problem = inner.unknown.first {
                        outcomes.unknown.append((member.value.range, "\(problem.message) (in \(name.quoted))"))
                    }
                } else {
                    outcomes.isOpen = true
                }
                return
            }
            follow(operator: member, variants, &outcomes, isInEvaluator: isInEvaluator)
        }
    }

    private func follow(
        operator member: LocatedMember,
        _ variants: [String],
        _ outcomes: inout Outcomes,
        isInEvaluator: Bool
    ) {
        let elements = member.value.elements ?? [member.value]
        switch RuleOperator.all[member.name]?.result {
        case nil, .anything: outcomes.isOpen = true
        case .boolean: meetBoolean(member, variants, &outcomes)
        case .operands:
            // Which of them it is depends on them all; what is no variant among them may never be the last.
            outcomes.isOpen = true
            if let last = elements.last, last.members == nil {
                follow(last, variants, &outcomes, isInEvaluator: isInEvaluator)
            }
        case .share:
            let shares = elements.first?.elements == nil ? elements.dropFirst() : elements[...]
            for share in shares {
                guard let parts = share.elements, let variant = parts.first else { continue }
                // A share of 0 counts too: it has a note of its own, and is a rollout's first step.
                follow(variant, variants, &outcomes, isInEvaluator: isInEvaluator)
            }
        case .branches:
            if elements.count == 1 {
                // Without a branch the condition itself is the answer.
                follow(elements[0], variants, &outcomes, isInEvaluator: isInEvaluator)
                return
            }
            for index in stride(from: 0, to: elements.count - 1, by: 2) {
                let truth = elements[index].truth
                if truth != false { follow(elements[index + 1], variants, &outcomes, isInEvaluator: isInEvaluator) }
                if truth == true { return }
            }
            if elements.count % 2 == 1, let last = elements.last {
                follow(last, variants, &outcomes, isInEvaluator: isInEvaluator)
            }
        }
    }

    private func meet(_ name: String, _ range: Range<Int>, _ variants: [String], _ outcomes: inout Outcomes) {
        outcomes.names.insert(name)
        if !variants.contains(name) {
            // A rule may answer thousands of names, and a flag may have as many variants.
            let question =
                outcomes.unknown.count < Self.maximumSuggestions
                ? Suggestion.question(for: name, in: variants.prefix(1_000)) : ""
            outcomes.unknown.append((range, "the flag has no variant \(name.quoted)\(question)"))
        }
    }

    private func meetBoolean(_ member: LocatedMember, _ variants: [String], _ outcomes: inout Outcomes) {
        outcomes.names.formUnion(["true", "false"])
        let missing = ["true", "false"].filter { !variants.contains($0) }
        guard !missing.isEmpty else { return }
        outcomes.unknown.append(
            (
                member.nameRange,
                """
                \(member.name.quoted) answers true or false, and the flag has no variant \(missing.quotedList()); write \
                {"if": […, "\(variants.first ?? "on")"]} around it
                """
            )
        )
    }
}
