import ToggleBase
import ToggleManifest

extension HTMLReport {
    /// The number of toggles per owner and category.
    var owners: String {
        let groups = Dictionary(grouping: toggles, by: \.details.owner)
            .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
        guard let most = groups.first?.value.count else { return "" }
        let shown = categories()
        let rows = groups.map { owner, toggles in
            let parts = shown.map { category in toggles.count { $0.category == category } }
            let bar = zip(shown, parts).filter { $0.1 > 0 }.map { category, count in
                "<span class=\"\(category.rawValue)\" style=\"width:\(HTML.percent(Double(count) / Double(most)))\"></span>"
            }
            let expired = toggles.count(where: facts.isExpired)
            return [owner.escapedForMarkup] + ["<div class=\"bar\" aria-hidden=\"true\">\(bar.joined())</div>"]
                + ["\(toggles.count)", expired > 0 ? "<span class=\"bad\">\(expired)</span>" : "0"]
                + parts.map { "\($0)" }
        }
        let text = table(
            rows,
            head: ["Owner", "", "All", "Expired"] + shown.map(\.rawValue),
            caption: "Toggles by owner and category",
            numbers: Set(2...(shown.count + 3))
        )
        return section("owners", "Owners", legend(shown) + text)
    }

    /// The linter's findings.
    var lint: String {
        guard listsFindings else { return "" }
        guard !findings.isEmpty else {
            return section("findings", "Findings", "<p class=\"fine\">No findings.</p>")
        }
        let rules = Dictionary(grouping: findings, by: \.rule).sorted {
            ($1.value.count, $0.key) < ($0.value.count, $1.key)
        }
        let counts = table(
            rules.map { ["<code>\($0.key.escapedForMarkup)</code>", "\($0.value.count)"] },
            head: ["Rule", "Findings"],
            caption: "Findings by rule",
            numbers: [1]
        )
        let worst = Finding.Severity.allCases.flatMap { severity in findings.filter { $0.severity == severity } }
        let rows = worst.prefix(500).map { finding in
            let place = finding.path + (finding.range.map { ":\($0.start.line)" } ?? "")
            let style = finding.severity == .error ? "bad" : finding.severity == .warning ? "soon" : ""
            return [
                "<span class=\"\(style)\">\(finding.severity.rawValue)</span> " + finding.message.escapedForMarkup
                    + "<br><span class=\"faint\">\(finding.nextStep.escapedForMarkup)</span>",
                (finding.ownerText ?? "—").escapedForMarkup, "<code>\(place.escapedForMarkup)</code>",
            ]
        }
        let head = ["Problem and next step", "Owner", "Where"]
        var list = table(rows, head: head, caption: "Findings, most severe first")
        if worst.count > 500 { list += "<p>And \(worst.count - 500) more; <code>toggles lint</code> lists them.</p>" }
        return section(
            "findings",
            "Findings",
            counts + "<details><summary>\(findings.count.counted("finding"))</summary>\n\(list)\n</details>"
        )
    }
}
