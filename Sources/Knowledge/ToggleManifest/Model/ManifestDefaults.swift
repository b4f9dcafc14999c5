import ToggleBase

/// The section `defaults` of a `toggles.yaml`: the owner and the lifetime of toggles that don't state their own.
package struct ManifestDefaults: Sendable, Hashable {
    /// How long a toggle lives.
    package enum Lifetime: Sendable, Hashable {
        case until(CalendarDate)
        /// The number of days after the toggle was declared.
        case days(Int)
        case permanent

        /// Reads a lifetime as it's written: `2026-12-15`, or `90 days`.
        init?(_ text: String) {
            if let date = CalendarDate(text) {
                self = .until(date)
                return
            }
            let words = text.split(separator: " ")
            guard words.count == 2, words[0].utf8.count <= 5, let days = Int(words[0]), days > 0,
                words[1] == "days" || words[1] == "day"
            else { return nil }
            self = .days(days)
        }
    }

    /// The defaults of some toggles.
    struct Values: Sendable, Hashable {
        var owner: String?
        var lifetime: Lifetime?
    }

    /// The defaults of all toggles.
    var general = Values()
    /// The defaults of the toggles of a category, which take precedence.
    var byCategory: [ToggleCategory: Values] = [:]

    /// Returns the owner of toggles of a category that don't have their own.
    package func owner(of category: ToggleCategory) -> String? { byCategory[category]?.owner ?? general.owner }

    /// Returns the lifetime of toggles of a category that state neither an expiry date nor that they're permanent.
    package func lifetime(of category: ToggleCategory) -> Lifetime? {
        byCategory[category]?.lifetime ?? general.lifetime
    }
}

extension Manifest {
    /// Sets the expiry dates of toggles that live for a number of days and whose declarations don't say when they begin.
    ///
    /// - Parameter birthday: Returns the day on which a toggle was declared, if it's known.
    package mutating func completeExpiryDates(_ birthday: (_ key: String) -> CalendarDate?) {
        for index in toggles.indices {
            guard let days = toggles[index].lifetime else { continue }
            toggles[index].details.expires = birthday(toggles[index].key)?.adding(days: days)
        }
    }
}
