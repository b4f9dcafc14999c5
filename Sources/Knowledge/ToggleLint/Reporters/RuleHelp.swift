import ToggleManifest

/// Descriptions of rules as text.
package enum RuleHelp {
    /// Returns a line for each option with its name, default value, and meaning.
    static func options(of rule: RuleDescription) -> [String] {
        rule.options.map { "Option \($0.name): \($0.meaning), by default \($0.standard)." }
    }

    /// Returns the rule in Markdown, without examples and heading.
    package static func markdown(of rule: RuleDescription) -> String {
        var text = rule.rationale
        if !rule.options.isEmpty {
            text += "\n\n"
            text += rule.options.map { "- `\($0.name)`: \($0.meaning) (\($0.standard))" }.joined(separator: "\n")
        }
        return text + "\n\n`toggles lint --explain \(rule.identifier)` shows examples."
    }

    /// Returns the rules as a table for `--list`.
    ///
    /// - Parameters:
    ///   - rules: The rules.
    ///   - configuration: The project's configuration; severities that differ from the rule's default are marked with a
    ///     star.
    /// - Returns: A line for each rule.
    package static func list(
        _ rules: [RuleDescription],
        configuration: LintConfiguration = LintConfiguration()
    ) -> String {
        let width = rules.map(\.identifier.count).max() ?? 0
        return rules.map { rule in
            let standard = rule.isOn ? rule.severity.rawValue : "off"
            let set = configuration.severities[rule.identifier].map { $0?.rawValue ?? "off" }
            let severity = set.map { $0 == standard ? $0 : $0 + "*" } ?? standard
            let columns = [(rule.identifier, width), (rule.area.rawValue, 11), (severity, 8)].map { text, width in
                text + String(repeating: " ", count: max(0, width - text.count))
            }
            return columns.joined(separator: "  ") + "  \(rule.summary)\n"
        }.joined()
    }

    /// Returns the complete description of a rule for `--explain`.
    package static func explanation(of rule: RuleDescription) -> String {
        let standard = rule.isOn ? rule.severity.rawValue : "off (\(rule.severity.rawValue) when it is on)"
        var text = """
            \(rule.identifier): \(rule.summary)
              area: \(rule.area.rawValue)
              severity: \(standard)

            \(rule.rationale)

            """
        if !rule.options.isEmpty {
            text += "\nOptions, in toggles.yaml:\n\n  lint:\n    rules:\n      \(rule.identifier):\n"
            for option in rule.options { text += "        \(option.name): \(option.standard)    # \(option.meaning)\n" }
        }
        for (title, examples) in [("Reported:", rule.bad), ("Not reported:", rule.good)] {
            for example in examples { text += "\n\(title) \(example.title)\n\n\(indented(RuleHelp.text(of: example)))" }
        }
        return text
    }

    /// Returns the files of an example, each after a line with its path.
    private static func text(of example: RuleExample) -> String {
        var files: [(String, String)] = []
        var manifest = example.toggles.isEmpty ? "" : "toggles:\n\(indented(example.toggles))"
        if !example.lint.isEmpty { manifest += "lint:\n\(indented(example.lint))" }
        if !manifest.isEmpty { files.append(("toggles.yaml", manifest)) }
        if !example.otherToggles.isEmpty {
            files.append(("Sources/Other/toggles.yaml", "toggles:\n\(indented(example.otherToggles))"))
        }
        files += example.sources.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        if let text = example.document { files.append(("flags.json", text)) }
        if let text = example.localDefaults { files.append(("local defaults", text)) }
        if let text = example.usage { files.append(("usage.json", text)) }
        if let text = example.codeOwners { files.append(("CODEOWNERS", text)) }
        var text = files.map { "# \($0.0)\n" + lines($0.1) }.joined()
        let history = example.historyLines
        if !history.isEmpty { text += "# \(example.historyTitle)\n" + history.map { "\($0)\n" }.joined() }
        let releases = example.releaseLines
        if !releases.isEmpty { text += "# \(example.releaseTitle)\n" + releases.map { "\($0)\n" }.joined() }
        return text + "# on \(example.today)\n"
    }

    private static func lines(_ text: String) -> String { text.hasSuffix("\n") ? text : text + "\n" }

    private static func indented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "  \($0)" }
            .joined(separator: "\n")
            .appendingLineBreak
    }
}

extension String {
    /// The text with a line break at its end.
    fileprivate var appendingLineBreak: String { hasSuffix("\n") ? self : self + "\n" }
}
