#if OVERRIDES
import ToggleBase
import FeatureToggles

/// A fact about a toggle's declaration.
package struct ToggleFact: Hashable, Sendable {
    package let name: String
    package let text: String
    /// Whether the fact needs attention, such as an expiry date in the past.
    package let isConcern: Bool

    package init(_ name: String, _ text: String, isConcern: Bool = false) {
        self.name = name
        self.text = text
        self.isConcern = isConcern
    }
}

extension InspectedToggles {
    /// Returns the facts about a toggle's declaration.
    package func facts(of index: Int) -> [ToggleFact] {
        let toggle = self[index]
        var facts = [
            ToggleFact("default", ValueText.short(toggle.defaultValue)),
            ToggleFact("type", "\(toggle.type.name), \(ValueText.limits(of: toggle.type))"),
            ToggleFact("category", toggle.category.rawValue),
        ]
        if let module = model.modules[toggle.id] { facts.append(ToggleFact("module", module)) }
        let staleness = catalog.staleness[index]
        if let details = toggle.details {
            let hasNoOwner = staleness.contains(.unowned)
            facts.append(ToggleFact("owner", hasNoOwner ? "! none" : details.owner, isConcern: hasNoOwner))
            if let created = details.created { facts.append(ToggleFact("created", created.description)) }
            if let expires = details.expires {
                let days = expires.daysSince1970 - model.today.daysSince1970
                let note =
                    staleness.contains(.expired)
                    ? "  ! expired" : staleness.contains(.expiring) ? "  ! in \(days.counted("day"))" : ""
                facts.append(ToggleFact("expires", expires.description + note, isConcern: !note.isEmpty))
            } else if details.isPermanent {
                facts.append(ToggleFact("expires", "never, it is permanent"))
            }
            if let issue = details.issue { facts.append(ToggleFact("ticket", issue)) }
        }
        if let parameter = toggle.remoteParameter { facts.append(ToggleFact("remote", "parameter \(parameter)")) }
        let retired = toggle.retiredParameters
        if !retired.isEmpty { facts.append(ToggleFact("retired", retired.joined(separator: ", "))) }
        if pins.contains(toggle.key) { facts.append(ToggleFact("pinned", "yes")) }
        return facts
    }

    /// Returns what is unusual about a toggle, one or two words each.
    package func remarks(on index: Int) -> [String] {
        let toggle = self[index]
        let answer = resolution(index)
        var remarks: [String] = []
        if answer.source.isOverride || isOverridden(toggle.key) { remarks.append("overridden") }
        let staleness = catalog.staleness[index]
        if staleness.contains(.expired) { remarks.append("expired") }
        if staleness.contains(.expiring) { remarks.append("expires soon") }
        if staleness.contains(.unowned) { remarks.append("no owner") }
        if pins.contains(toggle.key) { remarks.append("pinned") }
        if answer.isConflict { remarks.append("conflict") }
        return remarks
    }

    /// Returns a line with a toggle's key, value, source, and remarks.
    package func line(_ index: Int) -> String {
        let answer = resolution(index)
        let facts = [answer.source.rawValue] + remarks(on: index)
        return "\(self[index].key) = \(ValueText.short(answer.value)) (\(facts.joined(separator: ", ")))"
    }
}
#endif
