package import ToggleBase
package import ToggleManifest

/// The value that remains when a toggle is removed, as far as it can be determined without its owner.
package enum FinalValue: Hashable {
    /// All users have had it for as many days as `settled_parameter` requires, or it is a constant in the code.
    case settled(JSONValue)
    /// The feature of a release toggle either ships or is abandoned.
    case shipsOrIsAbandoned
    /// Only the owner can decide.
    case open

    /// Determines the final value of a toggle.
    package init(of toggle: ToggleDeclaration, _ facts: LintFacts) {
        if let constant = facts.constant(toggle) {
            self = .settled(.bool(constant.value))
        } else if toggle.category == .release {
            self = .shipsOrIsAbandoned
        } else if let value = Self.settled(toggle, facts), toggle.refusal(of: value) == nil {
            self = .settled(value)
        } else {
            self = .open
        }
    }

    private static func settled(_ toggle: ToggleDeclaration, _ facts: LintFacts) -> JSONValue? {
        let days = max(1, SettledParameterRule.option("days", in: facts.configuration))
        func isOld(_ day: CalendarDate?) -> Bool { day.map { $0.days(until: facts.today) >= days } ?? false }
        if let settled = facts.settled(toggle) {
            guard isOld(settled.since) else { return nil }
            // A default that never changed for any user isn't a decision; `toggles promote` itself begins with the
            // default for all users.
            if settled.value == toggle.defaultValue, settled.value != .bool(true),
                !facts.history.hasVaried(settled.parameter.key)
            {
                return nil
            }
            return settled.value
        }
        // The toggle is on unless it is switched off, and nothing switches it off.
        guard toggle.defaultValue == .bool(true), facts.document != nil, facts.parameter(of: toggle) == nil,
            isOld(facts.birthday(of: toggle)),
            facts.history.lastChangeOfDefault(of: toggle.key).map({ isOld($0) }) ?? true
        else { return nil }
        return .bool(true)
    }
}
