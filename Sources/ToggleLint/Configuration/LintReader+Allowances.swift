import FeatureToggles
import ToggleManifest

/// Reading of `allow`: temporary exceptions from rules.
extension LintReader {
    mutating func readAllowances(_ pair: YAMLPair?) {
        guard let pair, !pair.value.isNothing else { return }
        guard let items = pair.value.items else {
            wrongKind(
                pair,
                wanted: "a list, such as ‘- { rule: unused_toggle, reason: Waits for 2.4., until: 2027-01-31 }’"
            )
            return
        }
        for item in items where !diagnostics.isFull {
            if let allowance = allowance(item) { configuration.allowances.append(allowance) }
        }
    }

    private mutating func allowance(_ item: YAMLNode) -> LintConfiguration.Allowance? {
        let fields = fields(
            of: item,
            as: AllowanceField.self,
            words: AllowanceField.otherWords,
            thing: "an entry of ‘allow’"
        )
        guard let pairs = item.pairs else { return nil }
        // A misspelt field is reported once, and not also as a missing field.
        let isSpelt = pairs.allSatisfy { AllowanceField(rawValue: $0.name) != nil }
        let rule = rule(fields[.rule], item, isSpelt)
        let toggle = fields[.toggle].flatMap { text($0, wanted: "the key of a toggle; without ‘toggle’ all are meant") }
        let parameter = fields[.parameter].flatMap { text($0, wanted: "the key of a remote parameter") }
        let reason = reason(fields, item, isSpelt)
        let until = until(fields, item, isSpelt)
        guard let rule, let reason, let until, fields[.toggle] == nil || toggle != nil,
            fields[.parameter] == nil || parameter != nil
        else { return nil }
        return LintConfiguration.Allowance(
            rule: rule,
            toggle: toggle,
            parameter: parameter,
            reason: reason,
            until: until,
            range: item.range
        )
    }

    private mutating func rule(_ pair: YAMLPair?, _ item: YAMLNode, _ isSpelt: Bool) -> String? {
        guard let pair else {
            if isSpelt { missing(.rule, item, wanted: "the rule that is to be quiet") }
            return nil
        }
        guard let name = text(pair, wanted: "the rule that is to be quiet") else { return nil }
        guard let description = rules[name] else {
            let message = unknownRule(name)
            diagnostics.error(at: pair.value.range.firstLine, message)
            return nil
        }
        guard description.area != .suppression else {
            diagnostics.error(
                at: pair.value.range.firstLine,
                "\(name.quoted) is about what is suppressed, and is not allowed away; do what it says, or switch it off below ‘rules’"
            )
            return nil
        }
        return name
    }

    private mutating func reason(_ fields: [AllowanceField: YAMLPair], _ item: YAMLNode, _ isSpelt: Bool) -> String? {
        let wanted = "why nothing is to be done before that day"
        guard let text = required(.reason, fields, item, isSpelt, wanted: wanted) else { return nil }
        if text.isMeaningfulReason { return text }
        if let pair = fields[.reason] {
            diagnostics.error(at: pair.value.range.firstLine, "\(text.quoted) is no reason; write \(wanted)")
        }
        return nil
    }

    private mutating func until(_ fields: [AllowanceField: YAMLPair], _ item: YAMLNode, _ isSpelt: Bool)
        -> CalendarDate?
    {
        let wanted = "the last day, such as ‘2027-01-31’"
        guard let text = required(.until, fields, item, isSpelt, wanted: wanted) else { return nil }
        if let date = CalendarDate(text) { return date }
        if let pair = fields[.until] {
            diagnostics.error(at: pair.value.range.firstLine, CalendarDate.problem(with: text))
        }
        return nil
    }

    private mutating func required(
        _ field: AllowanceField,
        _ fields: [AllowanceField: YAMLPair],
        _ item: YAMLNode,
        _ isSpelt: Bool,
        wanted: String
    ) -> String? {
        if let pair = fields[field] { return text(pair, wanted: wanted) }
        if isSpelt { missing(field, item, wanted: wanted) }
        return nil
    }

    private mutating func missing(_ field: AllowanceField, _ item: YAMLNode, wanted: String) {
        guard item.isComplete else { return }
        diagnostics.error(
            at: SourceRange(start: item.range.start, end: item.range.start),
            "the entry of ‘allow’ lacks the field \(field.rawValue.quoted); write \("\(field.rawValue):".quoted) and \(wanted)"
        )
    }
}
