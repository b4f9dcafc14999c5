import ToggleBase
import ToggleManifest

/// The steps to remove a toggle, as precise as the facts allow.
struct RemovalAdvice {
    /// One or more imperatives without a full stop at the end: `remove the off branch ‘old()’ at Sources/App.swift:3,
    /// then remove the toggle from toggles.yaml`.
    let step: String
    /// The places to change, including those in tests and scripts.
    let related: [RelatedPlace]

    init(_ toggle: ToggleDeclaration, _ facts: LintFacts) {
        // The existing declaration goes first; otherwise it would be a flag that is missing in the manifest.
        let declaration = facts.declaration(of: toggle)
        let declared = declaration.map { "\($0.name.quoted) at \($0.path):\($0.range.start.line) and " } ?? ""
        let kind = toggle.category == .migration ? "the migration toggle" : "the toggle"
        let command =
            toggle.removalCommand(keeping: FinalValue(of: toggle, facts)).map { "; \($0) prints this as a diff" } ?? ""
        let entry = "\(declared)\(kind) from \(facts.project.manifestPath(of: toggle))\(command)"
        guard let usages = facts.usages else {
            step = "remove the code that reads it, then remove \(entry)"
            related = []
            return
        }
        let usage = usages[toggle.key]
        let others =
            usage.tests.relatedPlaces("used in a test") + usage.debug.relatedPlaces("also used here")
            + usage.mentions.relatedPlaces("named here") + usage.possibleMentions.relatedPlaces("may be named here")
            + usage.scripts.relatedPlaces("named in a script")
        guard !usage.reads.isEmpty else {
            related = usage.possible.relatedPlaces("the toggle may be read here") + others
            if !usage.possible.isEmpty {
                step = """
                    look at \(usage.possible.placesText), where it may be read; if it is not, remove \(entry)
                    """
            } else if let unsearched = facts.unsearchedText {
                step = "look for it in \(unsearched); if it is not there, remove \(entry)"
            } else {
                var parts: [String] = []
                if !usage.places.isEmpty { parts.append("remove it from \(usage.places.placesText)") }
                if !usage.possibleMentions.isEmpty {
                    parts.append("look at \(usage.possibleMentions.placesText), where it may be named")
                }
                step = (parts.isEmpty ? "" : parts.joined(separator: "; ") + ", then ") + "remove \(entry)"
            }
            return
        }
        related =
            usage.reads.relatedPlaces("the toggle is read here")
            + usage.possible.relatedPlaces("the toggle may be read here") + others
        let named = (usage.debug + usage.mentions.filter { $0.form != .string } + usage.scripts).placesText
        let cleanUp = named.isEmpty ? "" : "remove the mentions at \(named), then "
        let last = cleanUp + "remove \(entry)"
        switch FinalValue(of: toggle, facts) {
        case .settled(.bool(let isOn)):
            step = "remove \(Self.losers(of: usage.reads, whenOn: isOn)), then \(last)"
        case .settled(.string(let name)):
            step = "keep the code for \(name.quoted) at \(usage.reads.placesText), remove the rest, then \(last)"
        case .shipsOrIsAbandoned:
            let (shipped, abandoned) = (
                Self.losers(of: usage.reads, whenOn: true), Self.losers(of: usage.reads, whenOn: false)
            )
            step =
                shipped == abandoned
                ? "remove \(shipped), then \(last)"
                : """
                if the feature ships, remove \(shipped). If the feature is abandoned, remove \(abandoned). After that, \
                \(last)
                """
        case .settled, .open:
            step = "decide which code stays at \(usage.reads.placesText), remove the rest, then \(last)"
        }
    }

    private static func losers(of reads: [ToggleUse], whenOn isOn: Bool) -> String {
        let shown = reads.count > 4 ? 3 : reads.count
        var parts = reads.prefix(shown).map { loser(of: $0, whenOn: isOn) }
        if reads.count > shown { parts.append("the losing code at \((reads.count - shown).counted("more place"))") }
        guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
        return parts.dropLast().joined(separator: ", ") + " and " + last
    }

    private static func loser(of use: ToggleUse, whenOn isOn: Bool) -> String {
        guard let condition = use.condition else { return "the read at \(use.placeText)" }
        if let branch = isOn ? condition.whenOff : condition.whenOn {
            let place = "\(branch.text.quoted) at \(use.path):\(branch.range.start.line)"
            if condition.whenOn == condition.whenOff { return "\(place), which never runs" }
            return "the \(isOn ? "off" : "on") branch \(place)"
        }
        return condition.isPartial
            ? "only the toggle's part of the condition at \(use.placeText)" : "the condition at \(use.placeText)"
    }
}

extension ToggleDeclaration {
    /// The command that extends the toggle's expiry date.
    var extensionCommand: String { "`toggles extend \(key) --until DATE --reason …`" }

    /// Returns the command that removes the toggle; `nil` if its values aren't a closed set.
    func removalCommand(keeping value: FinalValue) -> String? {
        switch type {
        case .bool, .variants: break
        case .int, .double, .string, .json: return nil
        }
        let word =
            switch value {
            case .settled(.bool(let isOn)): isOn ? "on" : "off"
            case .settled(.string(let name)): name
            default: "VALUE"
            }
        return "`toggles remove \(key) --keep \(word)`"
    }
}
