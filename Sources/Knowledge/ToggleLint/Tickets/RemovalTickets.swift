import ToggleBase
package import ToggleManifest

/// The removal tickets of a project.
package struct RemovalTickets {
    private let project: LintProject
    private let facts: LintFacts
    /// The uses to list in tickets, by toggle.
    private let uses: [String: [ToggleUse]]
    /// The toggles that certainly no production code reads.
    private let dead: Set<String>

    /// Creates the tickets of a project.
    ///
    /// - Parameter project: The present project. Tickets leave out the facts that were not read.
    package init(_ project: LintProject) {
        self.project = project
        let facts = LintFacts(project)
        self.facts = facts
        uses = Dictionary(grouping: project.sources?.uses ?? []) { $0.key ?? "" }
        let severities = ConfiguredSeverities(facts, Linter.Options())
        let rules: [any ToggleRule.Type] = [UnusedToggleRule.self, TestOnlyToggleRule.self, DebugOnlyToggleRule.self]
        dead = Set(
            rules.flatMap { rule in
                rule.findingsAboutToggles(in: facts).filter { finding in
                    finding.severity == rule.description.severity && severities.isEffective(finding, rule.description)
                }
            }
            .compactMap(\.toggle)
        )
    }

    /// Returns the tickets in the order of the manifest, at most one for a toggle.
    ///
    /// - Parameters:
    ///   - earlier: The earlier manifest; `nil` if it is unknown, and only expired and unused toggles count.
    ///   - occasions: The occasions for tickets.
    /// - Returns: The tickets.
    package func tickets(
        since earlier: Manifest?,
        for occasions: Set<RemovalTicket.Occasion> = Set(RemovalTicket.Occasion.allCases)
    ) -> [RemovalTicket] {
        let before = earlier.map { LintFacts.byKey($0.toggles) }
        let repeated = Dictionary(grouping: project.repeatedToggles, by: \.key)
        return project.manifest.toggles.compactMap { toggle in
            if let occasion = occasion(of: toggle, before: before, occasions) { return ticket(toggle, occasion) }
            // Another module can have an earlier expiry date.
            for other in repeated[toggle.key] ?? [] {
                if let occasion = occasion(of: other, before: nil, occasions) { return ticket(other, occasion) }
            }
            return nil
        }
    }

    private func occasion(
        of toggle: ToggleDeclaration,
        before: [String: ToggleDeclaration]?,
        _ wanted: Set<RemovalTicket.Occasion>
    ) -> RemovalTicket.Occasion? {
        // Permanent toggles are not removed.
        if toggle.details.isPermanent { return nil }
        if wanted.contains(.expired), let expires = toggle.details.expires, expires <= project.today { return .expired }
        if wanted.contains(.unused), dead.contains(toggle.key) { return .unused }
        guard let before else { return nil }
        if before[toggle.key] == nil { return wanted.contains(.born) ? .born : nil }
        let isPromoted = before[toggle.key]?.category == .release && toggle.category == .ops
        return isPromoted && wanted.contains(.promoted) ? .promoted : nil
    }

    private func ticket(_ toggle: ToggleDeclaration, _ occasion: RemovalTicket.Occasion) -> RemovalTicket {
        RemovalTicket(
            key: toggle.key,
            occasion: occasion,
            owner: toggle.details.owner,
            due: toggle.details.expires,
            // Trackers limit titles to 255 characters; the body contains the whole key.
            title: "Remove the toggle \(toggle.key.count <= 200 ? toggle.key : toggle.key.prefix(199) + "…")",
            body: body(toggle, occasion)
        )
    }

    // MARK: - Body

    private func body(_ toggle: ToggleDeclaration, _ occasion: RemovalTicket.Occasion) -> String {
        let details = toggle.details
        let expiry = details.expires?.description
        let why =
            switch occasion {
            case .promoted:
                "`\(toggle.key)` was promoted from release to ops: the feature ships. Once all users have it, remove the toggle."
            case .born: "`\(toggle.key)` was declared. This ticket is for its removal."
            case .expired: "`\(toggle.key)` expired\(expiry.map { " on \($0)" } ?? ""). It should be removed."
            case .unused: "No code of the app reads `\(toggle.key)`. It should be removed."
            }
        let rows: [(String, String?)] = [
            ("Description", Self.inline(details.description)),
            ("Owner", Self.inline(details.owner)),
            ("Category", toggle.category.rawValue),
            (
                "Declared",
                Self.code("\(project.manifestPath(of: toggle)):\(toggle.location.start.line)")
                    + (details.created.map { ", on \($0)" } ?? "")
            ),
            ("Due", expiry),
            ("Related issue", details.issue.map(Self.inline)),
        ]
        var lines = [RemovalTicket.marker(of: toggle.key), why, "", "| | |", "|---|---|"]
        lines += rows.compactMap { name, text in text.map { "| \(name) | \($0) |" } }
        lines += uses(of: toggle)
        lines += ["", "## Steps", ""]
        lines += steps(toggle, occasion).enumerated().map { "\($0.offset + 1). \($0.element)" }
        return lines.joined(separator: "\n") + "\n"
    }

    private func uses(of toggle: ToggleDeclaration) -> [String] {
        guard project.sources != nil else { return [] }
        let uses = uses[toggle.key] ?? []
        let title = dead.contains(toggle.key) ? "## Where it is named" : "## Where it is read"
        let declared = project.sources?.declared.filter { $0.key == toggle.key } ?? []
        let declarations = declared.map { flag in
            "- [ ] \(Self.code("\(flag.path):\(flag.range.start.line)")) (declaration): \(Self.code(flag.name))"
        }
        guard !uses.isEmpty || !declarations.isEmpty else { return ["", title, "", "No uses were found."] }
        let shown = uses.prefix(50).map { use in
            let doubt = use.certainty == .possible ? " (possibly)" : ""
            let place = Self.name(of: use.place).map { " (\($0))" } ?? ""
            return "- [ ] \(Self.code("\(use.path):\(use.range.start.line)"))\(place)\(doubt): \(Self.code(use.line))"
        }
        let more = uses.count > 50 ? ["- and \(uses.count - 50) more; `toggles lint` lists them"] : []
        return ["", title, ""] + declarations + shown + more
    }

    /// Returns the name of a kind of code; `nil` for the code of the app.
    private static func name(of place: ToggleUse.Place) -> String? {
        switch place {
        case .production: nil
        case .test: "test"
        case .preview: "preview"
        case .debugMenu: "debug menu"
        // A `switch` over all flags, or a table.
        case .declaration: "named, not read"
        case .script: "script"
        }
    }

    private func steps(_ toggle: ToggleDeclaration, _ occasion: RemovalTicket.Occasion) -> [String] {
        let parameter = toggle.remote ?? toggle.key
        var steps: [String] = []
        let final = FinalValue(of: toggle, facts)
        if dead.contains(toggle.key) {
            steps.append("No code reads it, so either value can stay.")
        } else {
            steps.append(decision(on: toggle, final, occasion))
        }
        let manifest = Self.code(project.manifestPath(of: toggle))
        if let command = toggle.removalCommand(keeping: final) {
            steps.append(
                """
                Run \(command). It shows what to change in the code and in \(manifest), and what to look at yourself. With \
                `--write`, it makes the changes; with `--deep`, it also removes tests and code that only the other branch \
                needs.
                """
            )
        } else {
            steps.append(
                "Remove the other branch wherever the toggle is read, with its tests and the code that only it needs."
            )
            steps.append("Delete `\(toggle.key)` from \(manifest).")
        }
        if toggle.category != .release {
            steps.append(
                """
                Delete the parameter \(Self.code(parameter)) from the remote document when no released version reads it \
                anymore, with `toggles remove \(parameter.quotedForShell) --parameter --write`.
                """
            )
        }
        if !toggle.retired.isEmpty {
            let names = toggle.retired.map { Self.code($0) }.joined(separator: ", ")
            steps.append("Then delete the retired ones, too: \(names).")
        }
        steps.append("Run `toggles lint` to find leftovers.")
        return steps
    }

    /// Returns the step that decides which branch of a toggle stays.
    private func decision(
        on toggle: ToggleDeclaration,
        _ final: FinalValue,
        _ occasion: RemovalTicket.Occasion
    ) -> String {
        switch final {
        case .settled(let value):
            let text = Self.code(JSONWriter().text(value))
            return facts.constant(toggle) != nil
                ? "It is \(text) in every build: keep that branch, unless there is a reason not to."
                : "All users have had \(text) for a while: keep its branch, unless there is a reason not to."
        case .shipsOrIsAbandoned:
            return "Decide whether the feature ships (`toggles promote \(toggle.key)` first) or is abandoned."
        case .open where occasion == .promoted:
            return "Roll the feature out to all users. Its branch then stays, unless the feature is abandoned."
        case .open:
            return "Decide which value stays, and roll it out to all users."
        }
    }

    // MARK: - Markdown

    /// Escapes untrusted text for Markdown, as one line.
    static func inline(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars { line.unicodeScalars.append(scalar.isUnprintable ? " " : scalar) }
        // A description must not mention, and thereby notify, a user.
        return line.escapedForMarkdown.replacing("`", with: "\\`").replacing("@", with: "@\u{2060}")
    }

    /// Returns printable text as a code span on one line, with any back-ticks it contains.
    static func code(_ text: String) -> String {
        let words = text.printableLine.split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(160)
        var fence = "`"
        while words.contains(fence) { fence += "`" }
        return fence.count == 1 ? "`\(words)`" : "\(fence) \(words) \(fence)"
    }
}
