package import ToggleBase
package import ToggleLint
import ToggleManifest

/// What a team learns from a first look at its flags: where they are, how they are read, and which ones to remove.
package struct DiscoverySummary {
    /// What was found.
    package var report: FlagDiscovery.Report
    /// The declarations that are imported.
    package var imported: [DiscoveredDeclaration]
    /// The flags that several of them have, and that are one toggle each: `newMenu (LocalFlag and RemoteFlag)`.
    package var joined: [String] = []
    /// The findings of the linter about the imported flags.
    package var findings: [Finding]
    /// The values that flags have in every build, by key.
    package var constants: [String: Bool] = [:]
    /// The days on which flags were declared, by key.
    package var created: [String: CalendarDate]

    package init(
        report: FlagDiscovery.Report,
        imported: [DiscoveredDeclaration],
        findings: [Finding],
        created: [String: CalendarDate] = [:]
    ) {
        self.report = report
        self.imported = imported
        self.findings = findings
        self.created = created
    }

    /// The rules whose findings are shown.
    package static let rules: Set<String> = [
        "unused_toggle", "test_only_toggle", "debug_only_toggle", constantRule,
    ]
    /// The rule about flags that are on, or off, in every build.
    package static let constantRule = "constant_toggle"

    /// The maximum number of names in a list.
    private static let limit = 6

    /// The lines, the first of which is the number of files.
    package var lines: [String] {
        [filesLine, ""] + declarationLines + leftOutLines + [""] + flagLines
    }

    /// The number of files by language, as a sentence.
    private var filesLine: String {
        let counts = report.fileCounts.filter { $0.value > 0 }.sorted {
            $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key
        }
        guard let last = counts.last else { return "Read no files." }
        let texts = counts.map { "\($0.value.grouped) \($0.key)" }
        return "Read \(texts.listed(texts.count)) \(last.value == 1 ? "file" : "files")."
    }

    // MARK: - Declarations

    /// The width of the first column.
    private var width: Int {
        max(19, (imported.map(\.source.type.count).max() ?? 0) + 2)
    }

    private func row(_ label: String, _ text: String) -> String {
        label + String(repeating: " ", count: max(1, width - label.count)) + text
    }

    private var declarationLines: [String] {
        let counts = imported.map { "\($0.flags.count)" }
        let digits = counts.map(\.count).max() ?? 0
        let texts = zip(imported, counts).map { declaration, count in
            let unit = declaration.flags.count == 1 ? declaration.unit : declaration.unit.plural
            return String(repeating: " ", count: digits - count.count) + count + " " + unit
        }
        let textWidth = (texts.map(\.count).max() ?? 0) + 3
        return zip(imported, texts).flatMap { declaration, text in
            let place = declaration.place
            var lines = [
                row(declaration.source.type, text + String(repeating: " ", count: textWidth - text.count) + place)
            ]
            let reads = declaration.reads.prefix(3).map { form in
                "\(form.text), \(form.count == 1 ? "once" : "\(form.count.grouped) times") in \(form.files.counted("file"))"
            }
            if !reads.isEmpty { lines.append(row("  read by", reads.joined(separator: "; "))) }
            if let place = declaration.defaultsPlace { lines.append(row("  default values", place)) }
            return lines
        }
    }

    private var leftOutLines: [String] {
        let types = Set(imported.map(\.source))
        let omitted = report.declarations.filter { !types.contains($0.source) }
        let settings = imported.filter { !$0.settings.isEmpty }.map { declaration in
            "\(declaration.settings.count.counted("setting")) of \(declaration.source.type)"
        }
        let others = imported.filter { !$0.others.isEmpty }.map { declaration in
            "\(declaration.others.listed(2)) of \(declaration.source.type)"
        }
        let texts = settings + others + Self.texts(of: omitted)
        var lines: [String] = []
        if !texts.isEmpty {
            let canTakeMore = !settings.isEmpty || omitted.contains { $0.omission?.isTakenByAll ?? true }
            let hint = canTakeMore ? " `toggles init --all` takes settings, too." : ""
            lines.append(row("Left out", texts.listed(Self.limit) + "." + hint))
        }
        if !joined.isEmpty {
            let toggles = joined.count == 1 ? "one toggle, because the name is the same" : "one toggle for each name"
            lines.append(row("Joined", "\(joined.listed(Self.limit)): \(toggles)."))
        }
        return lines + report.hidden.map { row("Not followed", $0) }
    }

    /// Lines about the best candidates, if no flags were found: each with the reason why it was left out.
    package static func candidateLines(_ report: FlagDiscovery.Report) -> [String] {
        let candidates = report.declarations.filter { !$0.isOfDefaults }.prefix(limit)
        let texts = candidates.map { "\($0.omissionText), \($0.place)" }
        let lines = texts + Self.texts(of: report.declarations.filter(\.isOfDefaults))
        guard !lines.isEmpty else { return [] }
        return ["No flags were found in Swift. The best candidates, and why each is left out:"]
            + lines.map { "  \($0)" }
            + ["`toggles init --from FILE:TYPE` imports one of them, and `toggles init --all` all settings."]
    }

    /// Returns whether some declarations that are left out look so much like flags that people have to decide first.
    package static func hasCandidates(_ report: FlagDiscovery.Report) -> Bool {
        report.declarations.contains { declaration in
            guard case .other? = declaration.omission, declaration.source.kind != .compilationConditions,
                let path = declaration.flags.first?.path
            else { return false }
            return FlagNames.rank(ofType: declaration.source.type) == .strong && !FlagNames.isTest(path)
                && !FlagNames.isDouble(declaration.source.type)
        }
    }

    /// Returns the declarations with the reasons why they are left out; those of `UserDefaults` as one.
    private static func texts(of omitted: [DiscoveredDeclaration]) -> [String] {
        let names = omitted.filter(\.isOfDefaults).flatMap { $0.settings.isEmpty ? $0.flags : $0.settings }.map(\.name)
        let shown = names.uniqued
        let text = "UserDefaults (\(shown.count.counted("setting")): \(shown.listed(3)))"
        return (shown.isEmpty ? [] : [text]) + omitted.filter { !$0.isOfDefaults }.map(\.omissionText)
    }

    // MARK: - Flags

    private var flagLines: [String] {
        let flags = imported.flatMap(\.flags)
        let names = Dictionary(
            imported.flatMap { declaration in
                declaration.flags.map { flag in
                    (flag.key, declaration.source.key == .typeName ? "\(flag.container).\(flag.name)" : flag.name)
                }
            },
            uniquingKeysWith: { first, _ in first }
        )
        var dead: [String: String] = [:]
        var unsure: Set<String> = []
        var constants: [String: Bool] = [:]
        for finding in findings {
            for key in finding.joined + [finding.toggle].compactMap(\.self) where names[key] != nil {
                switch finding.rule {
                case Self.constantRule: constants[key] = self.constants[key]
                case _ where finding.severity == .note && Self.rules.contains(finding.rule): unsure.insert(key)
                case "test_only_toggle": dead[key] = "only in tests"
                case "debug_only_toggle": dead[key] = "only in menus or previews"
                case "unused_toggle": dead[key] = ""
                default: break
                }
            }
        }
        let keys = flags.map(\.key).uniqued
        let count = keys.count
        if count == 0 { return [] }
        let groups: [(label: String, words: String, keys: [String])] = [
            ("never read", "never read", keys.filter { dead[$0] != nil }),
            ("perhaps unread", "perhaps unread", keys.filter { unsure.contains($0) && dead[$0] == nil }),
            ("always on", "on in every build", keys.filter { constants[$0] == true }),
            ("always off", "off in every build", keys.filter { constants[$0] == false }),
        ].filter { !$0.keys.isEmpty }
        let parts = groups.map { "\($0.keys.count) \($0.keys.count == 1 ? "is" : "are") \($0.words)" }
        var lines =
            parts.isEmpty
            ? [count == 1 ? "The flag is read." : count == 2 ? "Both flags are read." : "All \(count) flags are read."]
            : ["Of \(count.counted("flag")), \(parts.listed(parts.count, ", and ")):"]
        lines += groups.map { group in
            row("  " + group.label, sorted(group.keys).map { text(names[$0] ?? $0, $0, dead[$0]) }.listed(Self.limit))
        }
        let newest = created.values.max()
        let oldest = sorted(keys.filter { dead[$0] == nil && created[$0] ?? newest != newest }).prefix(3)
        if !oldest.isEmpty {
            lines.append(row("  oldest", oldest.map { text(names[$0] ?? $0, $0, nil) }.listed(3)))
        }
        return lines
    }

    /// Returns keys with the oldest first; those of unknown age are last, in their order.
    private func sorted(_ keys: [String]) -> [String] {
        keys.enumerated().sorted { left, right in
            switch (created[left.element], created[right.element]) {
            case (let first?, let second?) where first != second: first < second
            case (.some, nil): true
            case (nil, .some): false
            default: left.offset < right.offset
            }
        }.map(\.element)
    }

    private func text(_ name: String, _ key: String, _ reason: String?) -> String {
        let month = created[key].map { "since \($0.description.prefix(7))" }
        let remarks = [reason.flatMap { $0.isEmpty ? nil : $0 }, month].compactMap { $0 }
        return remarks.isEmpty ? name : "\(name) (\(remarks.joined(separator: ", ")))"
    }
}

extension DiscoveredDeclaration {
    /// Whether it consists of settings in `UserDefaults` that code reads by hand.
    fileprivate var isOfDefaults: Bool {
        omission == .settings && (unit == DefaultsKeys.unit || source.type == FlagNames.appStorage)
    }

    /// The place of the first flag, and the number of other files.
    fileprivate var place: String {
        guard let first = (flags + settings).first else { return source.file ?? "" }
        let more = Set((flags + settings).map(\.path)).count - 1
        return "\(first.path):\(first.range.start.line)" + (more > 0 ? " and \(more.counted("other file"))" : "")
    }

    /// The name and the reason why it is left out: `UserSettings (12 settings)`.
    fileprivate var omissionText: String {
        let reason =
            switch omission {
            case .repeats(let other, let role): "\(role.rawValue) of \(other)"
            case .settings: max(flags.count, settings.count).counted("setting")
            case .other(let reason): reason
            case nil: flags.count.counted(unit, plural: unit.plural)
            }
        return "\(source.type) (\(reason))"
    }
}

extension DiscoveredDeclaration.Omission {
    /// Whether `toggles init --all` imports such a declaration.
    package var isTakenByAll: Bool { self == .settings }
}

extension String {
    fileprivate var plural: String { hasSuffix("ty") ? String(dropLast()) + "ies" : self + "s" }
}

extension [String] {
    /// The texts without repetitions, in their order.
    fileprivate var uniqued: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }

    /// Returns the first texts for a sentence: `a, b and 3 more`.
    package func listed(_ limit: Int, _ conjunction: String = " and ") -> String {
        let shown = count > limit + 1 ? Array(prefix(limit)) + ["\(count - limit) more"] : self
        guard let last = shown.last, shown.count > 1 else { return shown.first ?? "" }
        return shown.dropLast().joined(separator: ", ") + conjunction + last
    }
}
