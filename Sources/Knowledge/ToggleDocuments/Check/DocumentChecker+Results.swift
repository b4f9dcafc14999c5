import ToggleManifest

/// Checks of the possible results of a rule against the variants of its flag.
extension DocumentChecker {
    /// Checks the possible results of a rule, and warns about variants that are never used.
    ///
    /// - Parameters:
    ///   - rule: The rule.
    ///   - variants: The variants of the flag.
    ///   - defaultVariant: The variant that is used if the rule returns none.
    ///   - used: Variants that are used in another way.
    mutating func checkResults(
        of rule: LocatedValue,
        _ variants: [LocatedMember],
        defaultVariant: String?,
        used: Set<String>
    ) {
        let results = RuleResults(rule)
        let names = Set(variants.map(\.name))
        for (answer, range) in results.answers {
            if let problem = problem(with: answer, variants, names) { findings.error(range, problem) }
        }
        var isOpen = results.isOpen
        var answered = results.names.union(used)
        // The errors of a shared rule for this flag.
        var problems: [String: String?] = [:]
        for (name, range) in results.references {
            guard let shared = sharedResults(name) else {
                isOpen = true
                continue
            }
            if problems[name] == nil {
                isOpen = isOpen || shared.isOpen
                // Uses the smaller set, because many flags may refer to a large rule.
                answered.formUnion(
                    shared.names.count < names.count ? shared.names : names.filter(shared.names.contains)
                )
                problems[name] = .some(firstProblem(in: shared, variants, names))
            }
            // The shared rule may be right for other flags, so the error is at the reference.
            if case .some(.some(let problem)) = problems[name] {
                findings.error(range, "\(problem) (in \(name.quoted))")
            }
        }
        if isOpen { return }
        for variant in variants where variant.name != defaultVariant && !answered.contains(variant.name) {
            findings.warning(
                variant.nameRange,
                "\(variant.name.quoted) is never used: neither the rule nor ‘defaultVariant’ names it"
            )
        }
    }

    /// The possible results of a shared rule, computed once; `nil` if the rule can't be followed.
    private mutating func sharedResults(_ name: String) -> RuleResults? {
        if let known = evaluatorResults[name] { return known }
        guard let rule = evaluators?[name], rule.members != nil else { return nil }
        let results = RuleResults(shared: rule)
        evaluatorResults[name] = results
        return results
    }

    private mutating func firstProblem(
        in shared: RuleResults,
        _ variants: [LocatedMember],
        _ names: Set<String>
    ) -> String? {
        for (answer, _) in shared.answers {
            if let problem = problem(with: answer, variants, names) { return problem }
        }
        return nil
    }

    /// Returns why a flag has no variant for an answer, or `nil` if it has one.
    private mutating func problem(
        with answer: RuleResults.Answer,
        _ variants: [LocatedMember],
        _ names: Set<String>
    ) -> String? {
        switch answer {
        case .name(let name):
            if names.contains(name) { return nil }
            return "the flag has no variant \(name.quoted)\(question(for: name, in: variants.map(\.name)))"
        case .boolean(let operation):
            let missing = ["true", "false"].filter { !names.contains($0) }
            if missing.isEmpty { return nil }
            return """
                \(operation.quoted) returns true or false, but the flag has no variant \(missing.quotedList()); wrap it in \
                {"if": […, "\(variants.first?.name ?? "on")"]}
                """
        case .other(let kind):
            return "a rule must return the name of a variant, not \(kind)"
        }
    }
}
