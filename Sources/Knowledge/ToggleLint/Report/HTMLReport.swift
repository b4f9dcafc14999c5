import ToggleBase
import ToggleManifest

/// A page about a project's toggles: one file without scripts and external resources.
///
/// Plots are SVG with positions in percent, so that they fill the width of the page while their text keeps its size.
/// Each has a title, a description, and a table with its numbers.
package struct HTMLReport {
    let facts: LintFacts
    /// The toggles of all manifests, including toggles with the same key that are declared differently.
    let toggles: [ToggleDeclaration]
    let findings: [Finding]
    let findingsByToggle: FindingsByToggle
    /// Whether the page lists the findings.
    let listsFindings: Bool
    let title: String
    let notes: [String]
    /// The names of the toggles' modules; empty for a single module.
    private let modules: [ToggleIdentity: String]

    /// What makes two declarations the same toggle.
    private struct ToggleIdentity: Hashable {
        let key: String
        let category: ToggleCategory
        let type: ToggleType
        let owner: String
        let expires: CalendarDate?

        init(_ toggle: ToggleDeclaration) {
            key = toggle.key
            category = toggle.category
            type = toggle.type
            owner = toggle.details.owner
            expires = toggle.details.expires
        }
    }

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - project: The project.
    ///   - modules: The names of the modules, in the order of their manifests; empty for a single one.
    ///   - findings: The linter's findings.
    ///   - listsFindings: Whether the page lists them.
    ///   - title: The name of the project.
    ///   - notes: The inputs that couldn't be checked, as sentences without a full stop.
    package init(
        _ project: LintProject,
        modules: [String] = [],
        findings: [Finding],
        listsFindings: Bool = true,
        title: String,
        notes: [String] = []
    ) {
        facts = LintFacts(project)
        var toggles: [ToggleDeclaration] = []
        var known: Set<ToggleIdentity> = []
        var names: [ToggleIdentity: String] = [:]
        for (index, file) in project.manifestFiles.enumerated() {
            for toggle in file.manifest.toggles where known.insert(ToggleIdentity(toggle)).inserted {
                toggles.append(toggle)
                if modules.count > 1, index < modules.count { names[ToggleIdentity(toggle)] = modules[index] }
            }
        }
        self.toggles = toggles
        self.modules = names
        self.findings = findings
        findingsByToggle = FindingsByToggle(findings, toggles, facts)
        self.listsFindings = listsFindings
        self.title = title
        self.notes = notes
    }

    var project: LintProject { facts.project }

    /// The heading of the column for modules, if there are several.
    var moduleHead: [String] { modules.isEmpty ? [] : ["Module"] }

    /// Returns the cell for a toggle's module, if there are several modules.
    func moduleCell(_ toggle: ToggleDeclaration) -> [String] {
        modules.isEmpty ? [] : [(modules[ToggleIdentity(toggle)] ?? "").escapedForMarkup]
    }

    /// Returns the number of days since a toggle was declared; `nil` if it is unknown.
    func age(of toggle: ToggleDeclaration) -> Int? { facts.age(of: toggle).map { max(0, $0) } }

    /// Returns the categories of the toggles, and the others, in their usual order.
    func categories(besides others: Set<ToggleCategory> = []) -> [ToggleCategory] {
        let present = Set(toggles.map(\.category)).union(others)
        return ToggleCategory.allCases.filter { present.contains($0) }
    }

    /// The whole page.
    package var text: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <title>Toggles of \(title.escapedForMarkup)</title>
        <style>
        \(Self.style)
        </style>
        </head>
        <body>
        <header>
        <h1>Toggles of \(title.escapedForMarkup)</h1>
        <p class="faint">As of \(project.today), from <code>\(project.manifestsText.escapedForMarkup)</code></p>
        </header>
        <main>
        \([summary, removals, ages, timeline, owners, lint, everything].filter { !$0.isEmpty }.joined(separator: "\n"))
        </main>
        <footer class="faint">\(remarks)</footer>
        </body>
        </html>

        """
    }

    // MARK: - Summary

    private var summary: String {
        let today = project.today
        let expired = toggles.count(where: facts.isExpired)
        let soon = toggles.count { $0.details.expires.map { $0 > today && $0 <= today.adding(days: 30) } ?? false }
        let old = toggles.count { toggle in findingsByToggle[toggle].contains { $0.rule == "aged_toggle" } }
        var tiles = [
            (toggles.count, "declared", ""), (expired, "expired", expired > 0 ? "bad" : "good"),
            (soon, "expire within 30 days", soon > 0 ? "soon" : ""), (old, "too old", old > 0 ? "soon" : ""),
            (toggles.count { $0.details.isPermanent }, "permanent", ""),
        ]
        if listsFindings { tiles.append((findings.count, findings.count == 1 ? "finding" : "findings", "")) }
        let items = tiles.map { "<li class=\"\($0.2)\"><b>\($0.0)</b> \($0.1)</li>" }
        return "<ul class=\"tiles\">\n\(items.joined(separator: "\n"))\n</ul>"
    }

    private var remarks: String {
        var lines = notes.map { ($0.prefix(1).uppercased() + $0.dropFirst()).escapedForMarkup + "." }
        if project.history?.isShallow == true {
            lines.append(
                "This clone of the repository is shallow: changes before its oldest commit are not shown."
            )
        }
        return lines.map { "<p>\($0)</p>" }.joined(separator: "\n")
    }

    // MARK: - What to remove first

    private var removals: String {
        let all = RemovalPriority.all(of: toggles, in: facts, findings: findings)
        guard !all.isEmpty else {
            return section("first", "What to remove first", "<p class=\"fine\">No toggle is due for removal.</p>")
        }
        let first = table(
            removalRows(all.prefix(10)),
            head: removalHead,
            caption: "Toggles to remove, most urgent first"
        )
        var rest = ""
        if all.count > 10 {
            let others = table(
                removalRows(all.dropFirst(10)),
                head: removalHead,
                caption: "Toggles to remove next"
            )
            rest = "<details><summary>\(all.count - 10) more</summary>\n\(others)\n</details>"
        }
        return section("first", "What to remove first", first + rest)
    }

    private var removalHead: [String] { ["Toggle and owner"] + moduleHead + ["Why"] }

    private func removalRows(_ priorities: ArraySlice<RemovalPriority>) -> [[String]] {
        priorities.map { priority in
            var reasons = priority.reasons.prefix(4).map { $0.escapedForMarkup }
            if priority.reasons.count > 4 { reasons.append("\(priority.reasons.count - 4) more") }
            let list = reasons.map { "<li>\($0)</li>" }.joined()
            let owner = "<br><span class=\"faint\">\(priority.toggle.details.owner.escapedForMarkup)</span>"
            return [name(priority.toggle) + owner] + moduleCell(priority.toggle) + ["<ul>\(list)</ul>"]
        }
    }

    // MARK: - Everything

    private var everything: String {
        let rows = toggles.map { toggle in
            let details = toggle.details
            let expires = details.isPermanent ? "permanent" : details.expires?.description ?? "—"
            return [name(toggle)] + moduleCell(toggle) + [
                details.owner.escapedForMarkup, details.created?.description ?? "—",
                facts.isExpired(toggle) ? "<span class=\"bad\">\(expires), expired</span>" : expires,
                age(of: toggle).map { "\($0)" } ?? "—", details.description.escapedForMarkup,
            ]
        }
        let head = ["Toggle"] + moduleHead + ["Owner", "Created", "Expires", "Age in days", "Description"]
        let text = table(
            rows,
            head: head,
            caption: modules.isEmpty
                ? "All toggles in the order of the manifest" : "All toggles in the order of the manifests",
            numbers: [4 + moduleHead.count]
        )
        return section(
            "all",
            "All toggles",
            "<details><summary>\(toggles.count.counted("toggle"))</summary>\n\(text)\n</details>"
        )
    }

    // MARK: - Parts

    /// Returns a section with a heading.
    func section(_ identifier: String, _ heading: String, _ content: String) -> String {
        "<section aria-labelledby=\"\(identifier)\">\n<h2 id=\"\(identifier)\">\(heading)</h2>\n\(content)\n</section>"
    }

    /// Returns a toggle's key with a mark for its category.
    func name(_ toggle: ToggleDeclaration) -> String {
        let key = "<code>\(toggle.key.escapedForMarkup.replacingUnderscores)</code>"
        var link = key
        if let issue = toggle.details.issue, issue.hasPrefix("https://") || issue.hasPrefix("http://") {
            link = "<a href=\"\(issue.escapedForMarkup)\" rel=\"noreferrer\">\(key)</a>"
        }
        return "\(link) <span class=\"mark \(toggle.category.rawValue)\">\(toggle.category.rawValue)</span>"
    }

    /// Returns a table that scrolls separately if it is wider than the page.
    func table(_ rows: [[String]], head: [String], caption: String, numbers: Set<Int> = []) -> String {
        func cells(_ row: [String], _ tag: String) -> String {
            row.enumerated().map { index, cell in
                let name = index == 0 && tag == "td" ? "th scope=\"row\"" : tag == "th" ? "th scope=\"col\"" : tag
                let style = numbers.contains(index) ? " class=\"number\"" : ""
                return "<\(name)\(style)>\(cell)</\(name.prefix(2))>"
            }
            .joined()
        }
        let body = rows.map { "<tr>\(cells($0, "td"))</tr>" }.joined(separator: "\n")
        return """
            <div class="scroll" tabindex="0" role="region" aria-label="\(caption)">
            <table>
            <caption>\(caption)</caption>
            <thead><tr>\(cells(head, "th"))</tr></thead>
            <tbody>
            \(body)
            </tbody>
            </table>
            </div>
            """
    }

    /// Returns the legend for the colors of categories.
    func legend(_ categories: [ToggleCategory]) -> String {
        let items = categories.map { "<li><span class=\"swatch \($0.rawValue)\"></span>\($0.rawValue)</li>" }
        return "<ul class=\"legend\" aria-hidden=\"true\">\(items.joined())</ul>"
    }
}

extension String {
    /// The text with optional line breaks after underscores, for keys.
    fileprivate var replacingUnderscores: String {
        split(separator: "_", omittingEmptySubsequences: false).joined(separator: "_<wbr>")
    }
}
