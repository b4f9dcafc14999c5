import ToggleBase
import ToggleManifest

/// Finds toggles that no code reads.
enum UnusedToggleRule: ToggleRule {
    static let description = RuleDescription(
        identifier: "unused_toggle",
        area: .code,
        severity: .warning,
        summary: "a toggle that no code reads",
        rationale: """
            An unused toggle has no effect, but people still see it in lists, override it, and ask about it. If \
            the toggle's name is also a member of what may be another type, or if it occurs in Objective-C, C, C++, or a \
            resource (`.m`, `.mm`, `.h`, `.pch`, `.c`, `.cc`, `.cpp`, `.hpp`, `.xib`, `.storyboard`, `.plist`, \
            `.strings`, `.xcstrings`), the finding is a note with the places to check. It's also a note if the project \
            builds keys at run time. Tables that name toggles, such as a dictionary of default values, a `switch` that returns \
            titles, mocks, and generated code, don't read them. A toggle that was declared recently isn't reported, unless \
            `toggles init` imported it and its owner is still unknown; a new one is reported as not used yet.
            """,
        options: [
            RuleOption("days", standard: 7, meaning: "days after its declaration during which a toggle may be unused"),
            RuleOption("new", standard: 30, meaning: "days after its declaration during which it is not used yet"),
        ],
        bad: [
            RuleExample(
                "No code reads the toggle.",
                toggles: """
                    new_checkout:
                      created: 2026-11-01
                      expires: 2026-12-15
                    """,
                source: "func checkOut() { showOnePage() }"
            )
        ],
        good: [
            RuleExample(
                "The app reads the toggle.",
                toggles: """
                    new_checkout:
                      created: 2026-11-01
                      expires: 2026-12-15
                    """,
                source: """
                    func checkOut() {
                        if toggles.isEnabled(.newCheckout) { showOnePage() } else { startThreeSteps() }
                    }
                    """
            ),
            RuleExample(
                "The toggle was declared yesterday.",
                toggles: """
                    new_checkout:
                      created: 2026-11-20
                      expires: 2026-12-15
                    """,
                source: "func checkOut() { showOnePage() }"
            ),
        ]
    )

    static func finding(about toggle: ToggleDeclaration, in facts: LintFacts) -> Finding? {
        guard let (usage, usages) = facts.deadUsage(of: toggle), usage.tests.isEmpty, usage.debug.isEmpty else {
            return nil
        }
        let advice = RemovalAdvice(toggle, facts)
        var message = "\(toggle.key.quoted) is declared, and no code reads it"
        var reason: (common: String, step: String)?
        let newDay = dayOfNew(toggle, facts)
        if !usage.possible.isEmpty {
            reason = doubt(usage.possible)
            message = """
                \(toggle.key.quoted) is declared, and no code definitely reads it; it may be read at \
                \(usage.possible.placesText)
                """
        } else if !usages.computed.isEmpty {
            let places = usages.computed.placesText
            message += ", unless through the key that is built at \(places)"
            reason = (
                "no read, unless through the key that is built at \(places)",
                "write the keys out at \(places), or look up which ones are built there; remove the other toggles"
            )
        } else if let unsearched = facts.unsearchedText {
            message += ", unless it is read in \(unsearched)"
            reason = ("no read, unless in \(unsearched)", "look for them in \(unsearched)")
        } else if let newDay {
            message += "; it was declared on \(newDay) and is not used yet"
        }
        var finding = facts.finding(
            description,
            about: toggle,
            message: message,
            nextStep: reason == nil && newDay != nil ? "use it; if nothing will, \(advice.step)" : advice.step,
            related: advice.related
        )
        if reason != nil { finding.severity = .note }
        finding.commonMessage = reason?.common
        finding.commonStep = reason?.step
        return finding
    }

    /// Returns what several toggles with possible reads have in common, and what decides it.
    private static func doubt(_ uses: [ToggleUse]) -> (common: String, step: String)? {
        let calls = Set(uses.map(\.receiver))
        if let call = calls.first ?? nil, calls.count == 1 {
            return (
                "no certain read, but calls of \(call.quoted) take a value with the same name",
                """
                if \(call.quoted) reads toggles, add it to ‘reads’ of the entry below ‘sources’; otherwise, remove the \
                toggles that only it names
                """
            )
        }
        if uses.allSatisfy({ $0.form == .string }) {
            return (
                "no certain read, but strings with their names",
                "add the function that takes these strings to ‘sources’ as ‘string_keys’, or remove the toggles"
            )
        }
        return (
            "no certain read, but code with members of the same name",
            "look at these places, and remove the toggles that they don't read"
        )
    }

    /// Returns the day on which a new toggle was declared; `nil` for an older one, or if the age is unknown.
    private static func dayOfNew(_ toggle: ToggleDeclaration, _ facts: LintFacts) -> CalendarDate? {
        // Without history, `toggles init` writes the day of the import.
        guard let birthday = facts.birthday(of: toggle), facts.knowsAge(of: toggle),
            birthday.days(until: facts.today) < option("new", in: facts.configuration)
        else { return nil }
        return birthday
    }
}

extension LintFacts {
    /// Returns the uses of a toggle that isn't new and that no production code certainly reads; `nil` for other
    /// toggles.
    func deadUsage(of toggle: ToggleDeclaration) -> (usage: ToggleUsage, all: UsageIndex)? {
        // If no file was scanned, the uses are unknown.
        guard let usages, project.sources?.fileCount ?? 0 > 0, !mayBeDeclaredElsewhere(toggle) else { return nil }
        let usage = usages[toggle.key]
        guard usage.reads.isEmpty else { return nil }
        if let age = age(of: toggle), age < UnusedToggleRule.option("days", in: configuration), !isUndecided(toggle) {
            return nil
        }
        return (usage, usages)
    }

    /// Lowers a finding about a toggle without reads in production code to a note if that is uncertain, and adds the
    /// reason.
    func hedged(_ finding: Finding, _ usage: ToggleUsage, _ usages: UsageIndex) -> Finding {
        var finding = finding
        if !usage.possible.isEmpty {
            finding.severity = .note
            finding.message += "; production code may read it at \(usage.possible.placesText)"
            finding.commonMessage = "no certain read in production code, but code with members of the same name"
            finding.commonStep = "look at these places, and remove the toggles that production code doesn't read"
        } else if !usages.computed.isEmpty {
            finding.severity = .note
            finding.message += "; a key that may be this one is built at \(usages.computed.placesText)"
        } else if let unsearchedText {
            finding.severity = .note
            finding.message += ", unless it is read in \(unsearchedText)"
        }
        return finding
    }
}
