#if OVERRIDES
package import ToggleBase
package import FeatureToggles

/// Data derived from the declarations alone, kept until they change.
package struct Catalog: Sendable {
    /// The reasons why a toggle is stale.
    package struct Staleness: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let expired = Staleness(rawValue: 1)
        package static let expiring = Staleness(rawValue: 2)
        package static let unowned = Staleness(rawValue: 4)
    }

    /// The number of days before its expiry date during which a toggle counts as expiring soon.
    package static let warningDays = 14

    /// The indices of the toggles of each category, in the order of `ToggleCategory.allCases`.
    package let members: [[Int]]
    /// The day for which the staleness was determined.
    package let today: CalendarDate
    /// The staleness of each toggle, by index.
    package let staleness: [Staleness]
    package let staleCount: Int
    /// The number of characters in the longest key.
    package let longestKey: Int
    /// The number of characters in the longest value that the types allow; `Int.max` if a type doesn't limit it.
    package let longestValue: Int
    /// The number of characters in the longest name of a module; 0 for a single module.
    package let longestModule: Int
    package private(set) var search: FilterIndex?

    /// Derives the data.
    ///
    /// - Parameters:
    ///   - toggles: The declared toggles.
    ///   - modules: The names of the modules, any number of times each; empty for a single module.
    ///   - today: The current day.
    /// - Complexity: O(*n*) in the number of toggles and of names.
    package init(_ toggles: [ToggleDefinition], modules: some Sequence<String>, today: CalendarDate) {
        self.today = today
        var members = ToggleCategory.allCases.map { _ in [Int]() }
        var staleness: [Staleness] = []
        staleness.reserveCapacity(toggles.count)
        var staleCount = 0
        var longestKey = 0
        var longestValue = 0
        let day = today.daysSince1970
        // A buffer, because the elements of an array are copied, each with eight references.
        toggles.withUnsafeBufferPointer { toggles in
            for index in toggles.indices {
                members[toggles[index].category.position].append(index)
                longestKey = max(longestKey, toggles[index].key.utf8.count)
                if longestValue < .max { longestValue = max(longestValue, Self.longestValue(of: toggles[index].type)) }
                let found = Self.staleness(of: toggles[index].details, day: day)
                if !found.isEmpty { staleCount += 1 }
                staleness.append(found)
            }
        }
        self.members = members
        self.staleness = staleness
        self.staleCount = staleCount
        self.longestKey = longestKey
        self.longestValue = longestValue
        var longestModule = 0
        // Counting characters takes much longer than counting bytes, of which there are at least as many.
        for name in modules where name.utf8.count > longestModule { longestModule = max(longestModule, name.count) }
        self.longestModule = longestModule
    }

    /// Builds the filter's index, unless it exists.
    package mutating func prepareSearch(_ toggles: [ToggleDefinition]) {
        if search == nil { search = FilterIndex(toggles) }
    }

    private static func longestValue(of type: ToggleType) -> Int {
        switch type {
        case .bool: 3
        case .variants(let names): names.reduce(0) { max($0, $1.utf8.count) }
        // Longer numbers are rare.
        case .int, .double: 14
        case .string, .json: .max
        }
    }

    private static func staleness(of details: ToggleDetails?, day: Int) -> Staleness {
        guard let details else { return [] }
        var found: Staleness = details.owner.isEmpty ? .unowned : []
        if let expires = details.expires?.daysSince1970 {
            if expires <= day {
                found.insert(.expired)
            } else if expires <= day + warningDays {
                found.insert(.expiring)
            }
        }
        return found
    }
}

extension ToggleCategory {
    /// The zero-based position among all categories.
    package var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
#endif
