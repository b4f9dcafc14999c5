import ToggleBase
import ToggleManifest

/// Reading of `rules`: the rules to run, their severities, and their options.
extension LintReader {
    /// The names of the severities.
    static let severities = ["error", "warning", "note", "off"]

    /// The names of severities in other linters.
    private static let otherSeverities: [String: String] = [
        "none": "off", "never": "off", "false": "off", "disabled": "off", "ignore": "off", "info": "note",
        "notice": "note", "hint": "note", "warn": "warning", "on": "warning", "true": "warning", "fatal": "error",
        "err": "error", "major": "error", "minor": "warning",
    ]

    mutating func readRules(_ pair: YAMLPair?) {
        guard let pair, !pair.value.isNothing else { return }
        guard let pairs = pair.value.pairs else {
            wrongKind(pair, wanted: "a mapping of rules, such as ‘expired_toggle: error’")
            return
        }
        for rule in pairs where !diagnostics.isFull {
            guard let description = rules[rule.name] else {
                let message = unknownRule(rule.name)
                diagnostics.error(at: rule.key.range.firstLine, message)
                continue
            }
            if rule.value.pairs != nil {
                readRule(rule, description)
            } else if let severity = severity(rule) {
                configuration.severities[description.identifier] = .some(severity)
            }
        }
    }

    /// Returns the message for an unknown rule.
    func unknownRule(_ name: String) -> String {
        let question = Suggestion.question(for: name, in: identifiers)
        return "\(name.quoted) is not a rule" + (question.isEmpty ? "; `toggles lint --list` lists them" : question)
    }

    private mutating func readRule(_ rule: YAMLPair, _ description: RuleDescription) {
        let options = description.options.map(\.name)
        for pair in rule.value.pairs ?? [] where !diagnostics.isFull {
            switch RuleField(rawValue: pair.name) {
            case .severity:
                if let severity = severity(pair) {
                    configuration.severities[description.identifier] = .some(severity)
                }
            case .categories:
                readCategories(pair, description)
            case nil:
                guard let option = description.options.first(where: { $0.name == pair.name }) else {
                    let names = RuleField.allCases.map(\.rawValue) + options
                    let question = Suggestion.question(for: pair.name, in: names)
                    diagnostics.error(
                        at: pair.key.range.firstLine,
                        "\(pair.name.quoted) is not an option of \(rule.name.quoted)"
                            + (question.isEmpty ? "; the options are \(names.quotedList("and"))" : question)
                    )
                    continue
                }
                readOption(pair, option, description)
            }
        }
    }

    private mutating func readOption(_ pair: YAMLPair, _ option: RuleOption, _ description: RuleDescription) {
        let wanted = "a whole number, 0 or greater: \(option.meaning), by default \(option.standard)"
        guard let number = wholeNumber(pair, wanted: wanted) else { return }
        guard (0...1_000_000).contains(number) else {
            diagnostics.error(at: pair.value.range, "\(pair.name.quoted) is \(number), but should be \(wanted)")
            return
        }
        configuration.options[description.identifier, default: [:]][option.name] = number
    }

    private mutating func readCategories(_ pair: YAMLPair, _ description: RuleDescription) {
        guard let pairs = pair.value.pairs else {
            wrongKind(pair, wanted: "a mapping of categories, such as ‘{ permission: off }’")
            return
        }
        let names = ToggleCategory.allCases.map(\.rawValue)
        for entry in pairs where !diagnostics.isFull {
            guard let category = ToggleCategory(rawValue: entry.name) else {
                let question = Suggestion.question(for: entry.name, in: names)
                diagnostics.error(
                    at: entry.key.range.firstLine,
                    "\(entry.name.quoted) is not a category"
                        + (question.isEmpty ? "; the categories are \(names.quotedList("and"))" : question)
                )
                continue
            }
            if let severity = severity(entry) {
                configuration.categorySeverities[description.identifier, default: [:]][category] = .some(severity)
            }
        }
    }

    /// Reads a severity: `.some(nil)` for off; `nil` after a diagnostic.
    private mutating func severity(_ pair: YAMLPair) -> Finding.Severity?? {
        guard let scalar = pair.value.scalar, scalar.value != .null else {
            wrongKind(pair, wanted: "\(Self.severities.quotedList()), or a mapping of options")
            return nil
        }
        if scalar.text == "off" { return .some(nil) }
        if let severity = Finding.Severity(rawValue: scalar.text) { return .some(severity) }
        let meant =
            Self.otherSeverities[scalar.text.lowercased()] ?? Suggestion.closest(to: scalar.text, in: Self.severities)
        diagnostics.error(
            at: pair.value.range.firstLine,
            "\(scalar.text.quoted) is not a severity"
                + (meant.map { "; did you mean \($0.quoted)?" } ?? "; write \(Self.severities.quotedList())")
        )
        return nil
    }
}
