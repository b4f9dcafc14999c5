import FeatureToggles
import ToggleDocuments
import ToggleManifest

/// Which value a toggle has when it goes, as far as anybody but its owner can know.
enum FinalValue: Hashable {
    /// Everybody has had it for as long as `settled_parameter` waits.
    case settled(JSONValue)
    /// The feature of a release toggle ships, or it is given up.
    case shipsOrIsGivenUp
    /// Only the owner knows.
    case open

    /// What is known of a toggle.
    init(of toggle: ToggleDeclaration, _ facts: LifecycleFacts) {
        if toggle.category == .release {
            self = .shipsOrIsGivenUp
        } else if let value = Self.settled(toggle, facts), (try? toggle.definition.usable(value)) != nil {
            self = .settled(value)
        } else {
            self = .open
        }
    }

    private static func settled(_ toggle: ToggleDeclaration, _ facts: LifecycleFacts) -> JSONValue? {
        let days = max(1, SettledParameterRule.option("days", in: facts.project.configuration))
        func isOld(_ day: CalendarDate?) -> Bool { day.map { $0.days(until: facts.project.today) >= days } ?? false }
        if let settled = facts.settled(toggle) {
            guard isOld(settled.since) else { return nil }
            // What nobody has had yet is not what lost: `toggles promote` itself begins with the default for everybody.
            if settled.value == toggle.defaultValue, settled.value != .bool(true),
                !facts.history.hasVaried(settled.parameter.key)
            {
                return nil
            }
            return settled.value
        }
        // What is on unless somebody switches it off, and nobody does.
        guard toggle.defaultValue == .bool(true), facts.hasDocument, !facts.isInDocument(toggle),
            isOld(facts.birthday(of: toggle)),
            facts.history.lastChangeOfDefault(of: toggle.key).map({ isOld($0) }) ?? true
        else { return nil }
        return .bool(true)
    }
}
