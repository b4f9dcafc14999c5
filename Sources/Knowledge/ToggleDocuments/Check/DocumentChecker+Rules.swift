import DocumentSyntax
import FeatureToggles
import ToggleBase
import ToggleManifest

/// Checks of targeting rules: operators, arguments, and references.
extension DocumentChecker {
    private static let ownVariables = ["$flagd.timestamp", "$flagd.flagKey"]

    /// Checks a rule and everything in it.
    ///
    /// The reader limits its depth.
    mutating func checkRule(_ rule: LocatedValue) {
        switch rule.content {
        case .null, .bool, .integer, .number, .string: return
        case .array(let elements):
            for element in elements { checkRule(element) }
        case .object(let members):
            guard let member = members.first else {
                findings.error(rule.range, "an empty object is allowed only as the whole of ‘targeting’; write null")
                return
            }
            guard members.count == 1 else {
                let names = members.map(\.name).quotedList("and")
                findings.error(
                    members[1].nameRange,
                    "a rule must be an object with one operator, but this has \(names); combine them with {\"and\": […]}"
                )
                for member in members where RuleOperator.all[member.name] != nil { checkArguments(of: member) }
                return
            }
            if member.name == "$ref" {
                checkReference(member)
            } else {
                checkArguments(of: member)
            }
        }
    }

    private mutating func checkReference(_ member: LocatedMember) {
        guard let name = member.value.string else {
            findings.error(member.value.range, "‘$ref’ must be the name of a shared rule, not \(member.value.kind)")
            return
        }
        if isInEvaluator {
            findings.error(member.value.range, "a shared rule cannot refer to another one; write its rule here")
            usedEvaluators.insert(name)
            return
        }
        guard let evaluators else { return }
        usedEvaluators.insert(name)
        if evaluators[name] == nil {
            let question = questionForEvaluator(name)
            findings.error(member.value.range, "‘$evaluators’ has no rule \(name.quoted)\(question)")
        }
    }

    private mutating func checkArguments(of member: LocatedMember) {
        if let replacement = RuleOperator.unscheduled[member.name] {
            findings.warning(
                member.nameRange,
                "other readers have no operator \(member.name.quoted); write \(replacement)"
            )
            checkRule(member.value)
            return
        }
        guard let known = RuleOperator.all[member.name] else {
            let question = questionForOperator(member.name)
            findings.error(member.nameRange, "there is no operator \(member.name.quoted)\(question)")
            return
        }
        let value = member.value
        switch known.arguments {
        case .count(let counts):
            guard let elements = value.elements else {
                if counts.contains(1) {
                    findings.warning(
                        value.range,
                        "other readers require an array after \(member.name.quoted); write […]"
                    )
                } else {
                    findings.error(
                        value.range,
                        "\(member.name.quoted) takes an array of \(counts.words), not \(value.kind)"
                    )
                }
                checkRule(value)
                return
            }
            if !counts.contains(elements.count) {
                findings.error(
                    value.range,
                    "\(member.name.quoted) takes \(counts.words), but this has \(elements.count)"
                )
            }
            if case .branches = known.result { checkConditions(elements) }
            if let mirror = known.mirror { checkOrder(of: elements, by: member, mirror) }
            for element in elements { checkRule(element) }
        case .single:
            if let elements = value.elements, elements.count != 1 {
                findings.error(value.range, "\(member.name.quoted) takes 1 argument, but this has \(elements.count)")
            }
            checkRule(value)
        case .variable: checkVariable(value)
        case .missing: checkNames(value, of: member.name)
        case .missingSome: checkMissingSome(value)
        case .stringPair: checkStrings(member)
        case .version: checkVersions(value)
        case .fractional: checkFractional(value)
        }
    }

    /// Warns about unreachable branches.
    private mutating func checkConditions(_ elements: [LocatedValue]) {
        for index in stride(from: 0, to: elements.count - 1, by: 2) {
            guard let isTrue = elements[index].truth else { continue }
            if !isTrue {
                findings.warning(
                    elements[index].range,
                    "this condition is never true; remove it and what follows from it"
                )
            } else if index + 2 < elements.count {
                findings.warning(
                    elements[index].range,
                    "this condition is always true; what follows is never used"
                )
                return
            }
        }
    }

    /// Warns about versions that are compared as text.
    private mutating func checkOrder(of elements: [LocatedValue], by member: LocatedMember, _ mirror: String) {
        guard elements.count == 2 else { return }
        for (index, element) in elements.enumerated() {
            guard let version = element.string, let name = elements[1 - index].variable(),
                isVersion(version, of: name)
            else { continue }
            let comparison = index == 1 ? member.name : mirror
            findings.warning(
                element.range,
                """
                \(member.name.quoted) compares texts, in which "10.0.0" comes before "2.0.0"; write \
                {"sem_ver": [{"var": "\(name)"}, "\(comparison)", "\(version)"]}
                """
            )
        }
    }

    private mutating func checkVariable(_ value: LocatedValue) {
        switch value.content {
        case .string(let name): checkVariableName(name, value.range)
        case .array(let elements):
            guard let first = elements.first else { return }
            if let name = first.string { checkVariableName(name, first.range) } else { checkRule(first) }
            for element in elements.dropFirst() { checkRule(element) }
        default: checkRule(value)
        }
    }

    private mutating func checkVariableName(_ name: String, _ range: Range<Int>) {
        if let attribute = EvaluationContext.Attribute.meant(by: name) {
            findings.note(
                range,
                """
                \(name.quoted) is available only if the app provides it; the attribute that every app has is \
                \(attribute.quoted)
                """
            )
        }
        guard name.hasPrefix("$flagd."), !Self.ownVariables.contains(name) else { return }
        let question = Suggestion.question(for: name, in: Self.ownVariables)
        findings.error(
            range,
            "there is no \(name.quoted)\(question.isEmpty ? "; there are \(Self.ownVariables.quotedList("and"))" : question)"
        )
    }

    private mutating func checkNames(_ value: LocatedValue, of name: String) {
        let elements = value.elements
        if elements == nil || elements?.contains(where: { $0.string == nil }) == true {
            findings.warning(value.range, "other readers require an array of names after \(name.quoted)")
        }
        for element in elements ?? [value] { checkRule(element) }
    }

    private mutating func checkMissingSome(_ value: LocatedValue) {
        guard let elements = value.elements, elements.count == 2 else {
            findings.error(
                value.range,
                "‘missing_some’ takes a number and an array of names, as in [1, [\"a\", \"b\"]]"
            )
            return
        }
        switch elements[0].content {
        case .integer, .number: break
        default: findings.error(elements[0].range, "the required count must be a number, not \(elements[0].kind)")
        }
        checkNames(elements[1], of: "missing_some")
    }

    private mutating func checkStrings(_ member: LocatedMember) {
        let name = member.name.quoted
        guard let elements = member.value.elements, elements.count == 2 else {
            let found = member.value.elements.map { "but this has \($0.count)" } ?? "not \(member.value.kind)"
            findings.error(member.value.range, "\(name) takes an array of 2 strings, \(found)")
            return
        }
        for element in elements {
            switch element.content {
            case .string: break
            case .object: checkRule(element)
            default:
                findings.error(
                    element.range,
                    "\(name) compares strings, but this is \(element.kind), so it would never be true"
                )
            }
        }
    }
}

extension ClosedRange<Int> {
    /// A number of arguments, in words.
    fileprivate var words: String {
        if upperBound == .max { return lowerBound == 1 ? "1 or more arguments" : "\(lowerBound) or more arguments" }
        if lowerBound == upperBound { return lowerBound == 1 ? "1 argument" : "\(lowerBound) arguments" }
        return "\(lowerBound) or \(upperBound) arguments"
    }
}
