import ToggleManifest

/// The documentation of the rules, generated from their descriptions.
package enum RuleDocumentation {
    /// The content of `Documentation/LintRules.md`.
    package static var markdown: String {
        var text = """
            # Lint rules

            This page describes the rules of [`toggles lint`](Lint.md). To keep the examples short, they are excerpts \
            that leave out fields the rule doesn't look at, including [required ones](Manifest.md). To list the rules \
            in a terminal, run `toggles lint --list`, and to read about one of them, run `toggles lint --explain RULE`. \
            The page is generated from the code: `UPDATE_REFERENCES=1 swift test --filter RuleDocumentationTests` \
            updates it.

            You set severities and options in `toggles.yaml`:

            ```yaml
            # Excerpt of toggles.yaml
            lint:
              rules:
                expired_toggle: error                # off, note, warning, error
                aged_toggle: { release: 30 }         # an option
                negated_only: { severity: warning, reads: 1 }
            ```

            Every finding names the toggle's owner and the next step. If a rule isn't certain, for example because a \
            name in the code might refer to a member of another type instead of the toggle, its finding is a note.

            The following rules are about a toggle as a whole, so only one of them reports each toggle. If several of \
            them find something, the first one in this list reports it: \
            \(Rules.lifecycle.map { "`\($0.description.identifier)`" }.joined(separator: ", ")). However, a certain \
            finding always takes precedence over an uncertain one. A rule is skipped if it's off, or if `allow` \
            excludes the toggle.

            The first \(Rules.removing.count) of them ask you to remove the toggle. If one of these reports a toggle, \
            the following rules, which are about the toggle's upkeep, don't: \
            \(Rules.upkeep.map { "`\($0.description.identifier)`" }.joined(separator: ", ")).

            """
        for area in RuleDescription.Area.allCases {
            let rules = RuleCatalog.descriptions.filter { $0.area == area }
            guard !rules.isEmpty else { continue }
            text += "\n## \(title(of: area))\n\n| rule | severity | finds |\n|---|---|---|\n"
            for rule in rules {
                text += "| [`\(rule.identifier)`](#\(rule.identifier)) | \(severity(of: rule)) | \(rule.summary) |\n"
            }
            for rule in rules { text += section(about: rule) }
        }
        return text
    }

    private static func title(of area: RuleDescription.Area) -> String {
        switch area {
        case .time: "Time"
        case .code: "Code"
        case .remote: "Remote document"
        case .local: "Local defaults"
        case .hygiene: "Hygiene"
        case .usage: "Usage in running apps"
        case .suppression: "The linter's own settings"
        }
    }

    private static func severity(of rule: RuleDescription) -> String {
        rule.isOn ? rule.severity.rawValue : "off (\(rule.severity.rawValue) when on)"
    }

    private static func section(about rule: RuleDescription) -> String {
        var text =
            "\n### \(rule.identifier)\n\nFinds \(rule.summary). Severity: \(severity(of: rule)).\n\n\(rule.rationale)\n"
        if !rule.options.isEmpty {
            text += "\n| option | default | meaning |\n|---|---|---|\n"
            for option in rule.options { text += "| `\(option.name)` | \(option.standard) | \(option.meaning) |\n" }
        }
        for example in rule.bad { text += "\nReported: \(example.title)\n\n\(files(of: example))" }
        for example in rule.good { text += "\nNot reported: \(example.title)\n\n\(files(of: example))" }
        return text
    }

    private static func files(of example: RuleExample) -> String {
        var manifest = ""
        if !example.toggles.isEmpty { manifest += "toggles:\n" + indented(example.toggles) }
        if !example.lint.isEmpty { manifest += "lint:\n" + indented(example.lint) }
        let title = "Excerpt of toggles.yaml on \(example.today)"
        var text = manifest.isEmpty ? "" : fence("yaml", title, comment: "#", manifest)
        for (path, source) in example.sources.sorted(by: { $0.key < $1.key }) {
            text += fence("swift", path, comment: "//", source)
        }
        if let document = example.document {
            text += "The remote document:\n" + fence("json", nil, comment: "", document)
        }
        if let local = example.localDefaults {
            text += "The local defaults file\(example.tracksLocalDefaults ? ", which git tracks" : ""):\n"
            text += fence("json", nil, comment: "", local)
        }
        if let owners = example.codeOwners { text += fence("text", "CODEOWNERS", comment: "#", owners) }
        let history = example.historyLines
        if !history.isEmpty {
            text += fence("text", example.historyTitle, comment: "#", history.joined(separator: "\n"))
        }
        if let usage = example.usage {
            text += "The counts of `toggles usage merge`:\n" + fence("json", nil, comment: "", usage)
        }
        let releases = example.releaseLines
        if !releases.isEmpty {
            text += fence("text", example.releaseTitle, comment: "#", releases.joined(separator: "\n"))
        }
        return text
    }

    private static func fence(_ language: String, _ title: String?, comment: String, _ text: String) -> String {
        let head = title.map { "\(comment) \($0)\n" } ?? ""
        return "```\(language)\n\(head)\(text)\(text.hasSuffix("\n") ? "" : "\n")```\n"
    }

    private static func indented(_ text: String) -> String {
        text.split(separator: "\n").map { "  \($0)\n" }.joined()
    }
}
