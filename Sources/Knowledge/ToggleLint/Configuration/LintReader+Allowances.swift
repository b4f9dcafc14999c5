import ToggleManifest

/// Reading of `allow`: temporary exceptions from rules.
extension LintReader {
    mutating func readAllowances(_ pair: YAMLPair?) {
        guard let pair, !pair.value.isNothing else { return }
        guard let items = pair.value.items else {
            wrongKind(
                pair,
                wanted: "a list, such as ‘- { rule: unused_toggle, reason: Waiting for 2.4., until: 2027-01-31 }’"
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
            thing: "an entry under ‘allow’"
        )
        guard item.pairs != nil else { return nil }
        let rule = required(.rule, fields, item, wanted: "the rule to suppress").flatMap { checkedRule($0, $1) }
        let key = "the key of a toggle; leave out ‘toggle’ for all toggles"
        let toggle = fields[.toggle].flatMap { text($0, wanted: key) }
        let parameter = fields[.parameter].flatMap { text($0, wanted: "the key of a remote parameter") }
        let why = "why the finding can wait until that day"
        let reason = required(.reason, fields, item, wanted: why).flatMap { pair, text -> String? in
            if text.isMeaningfulReason { return text }
            diagnostics.error(at: pair.value.range.firstLine, "\(text.quoted) is not a reason; write \(why)")
            return nil
        }
        let day = "the last day, such as ‘2027-01-31’"
        let until = required(.until, fields, item, wanted: day).flatMap { pair, text -> CalendarDate? in
            if let date = CalendarDate(text) { return date }
            diagnostics.error(at: pair.value.range.firstLine, CalendarDate.problem(with: text))
            return nil
        }
        guard let rule, let reason, let until, fields[.toggle] == nil || toggle != nil,
            fields[.parameter] == nil || parameter != nil
        else { return nil }
        return LintConfiguration.Allowance(
            rule: rule,
            toggle: toggle,
            parameter: parameter,
            reason: reason,
            until: until,
            place: LintConfiguration.Place(path: diagnostics.path, range: item.range)
        )
    }

    private mutating func checkedRule(_ pair: YAMLPair, _ name: String) -> String? {
        guard let description = rules[name] else {
            let message = unknownRule(name)
            diagnostics.error(at: pair.value.range.firstLine, message)
            return nil
        }
        guard description.area != .suppression else {
            diagnostics.error(
                at: pair.value.range.firstLine,
                """
                \(name.quoted) checks suppressions and cannot be allowed; do what it says, or switch it off below \
                ‘rules’
                """
            )
            return nil
        }
        return name
    }

    private mutating func required(
        _ field: AllowanceField,
        _ fields: [AllowanceField: YAMLPair],
        _ item: YAMLNode,
        wanted: String
    ) -> (pair: YAMLPair, text: String)? {
        guard let pair = fields[field] else {
            missing(field, of: item, in: .allow, wanted: wanted)
            return nil
        }
        return text(pair, wanted: wanted).map { (pair, $0) }
    }
}
