#if OVERRIDES
package import ToggleBase
package import FeatureToggles

/// A structured filter condition, such as `cat:ops` or `is:overridden`.
package struct FilterTerm: Hashable, Sendable {
    /// The condition that a toggle must meet.
    package enum Condition: Hashable, Sendable {
        case category(Set<ToggleCategory>)
        case source(Set<ToggleSource>)
        case type(Set<String>)
        case owner(String)
        case module(String)
        case key(String)
        case state(Set<ToggleTrait>)
    }

    package var condition: Condition
    package var isNegated: Bool

    /// The names before the colon, and the values allowed after it, for help and completion.
    package static let names: [(name: String, values: [String])] = [
        ("cat", ToggleCategory.allCases.map(\.rawValue)),
        ("src", sources.map(\.name) + ["override"]),
        ("type", ["bool", "int", "double", "string", "variants", "json"]),
        ("owner", []),
        ("module", []),
        ("key", []),
        ("is", ToggleTrait.allCases.map(\.rawValue)),
    ]

    /// The one-word names of sources.
    package static let sources: [(name: String, source: ToggleSource)] = [
        ("launch", .launchArgument), ("environment", .environment), ("local", .localDefaults), ("remote", .remote),
        ("default", .default),
    ]

    /// Returns whether a text contains another one, ignoring case and Unicode composition.
    ///
    /// - Complexity: O(*n* + *m*) in the lengths of both.
    package static func finds(_ wanted: String, in text: String) -> Bool {
        let text = text.lowercased()
        guard !text.contains(bytesOf: wanted) else { return true }
        if wanted.utf8.allSatisfy({ $0 < 0x80 }) { return false }
        return Array(text).firstIndex(of: Array(wanted)) != nil
    }

    /// Parses a term.
    ///
    /// Commas separate several values, each of which may be abbreviated: `cat:ops,exp`.
    ///
    /// - Returns: The term.
    /// - Throws: ``InputError`` with the message to show, including when no value follows the colon yet.
    package static func parse(name: String, value: String, isNegated: Bool) throws(InputError) -> FilterTerm {
        guard !value.isEmpty else {
            let known = names.first { $0.name == name }?.values ?? []
            throw InputError("\(name): takes \(known.isEmpty ? "any text" : known.joined(separator: ", "))")
        }
        let condition: Condition
        switch name {
        case "owner": condition = .owner(value.lowercased())
        case "module": condition = .module(value.lowercased())
        case "key": condition = .key(value.lowercased())
        case "cat":
            let names = try values(abbreviatedAs: value, of: name)
            condition = .category(Set(ToggleCategory.allCases.filter { names.contains($0.rawValue) }))
        case "src":
            let names = try values(abbreviatedAs: value, of: name)
            var found = Set(sources.filter { names.contains($0.name) }.map(\.source))
            if names.contains("override") { found.formUnion(ToggleSource.allCases.filter(\.isOverride)) }
            condition = .source(found)
        case "type": condition = .type(try values(abbreviatedAs: value, of: name))
        default:
            let names = try values(abbreviatedAs: value, of: name)
            condition = .state(Set(ToggleTrait.allCases.filter { names.contains($0.rawValue) }))
        }
        return FilterTerm(condition: condition, isNegated: isNegated)
    }

    private static func values(abbreviatedAs value: String, of name: String) throws(InputError) -> Set<String> {
        let known = names.first { $0.name == name }?.values ?? []
        var found: Set<String> = []
        for part in value.lowercased().split(separator: ",") {
            let word = String(part)
            let matches = known.contains(word) ? [word] : known.filter { $0.hasPrefix(word) }
            guard !matches.isEmpty else {
                throw InputError("‘\(name):\(word)’ is not one of \(known.joined(separator: ", "))")
            }
            found.formUnion(matches)
        }
        return found
    }
}

/// A trait that can follow `is:`.
package enum ToggleTrait: String, CaseIterable, Sendable {
    /// A launch argument, the environment, or the local defaults file has a value for the toggle.
    case overridden
    /// Expired, expiring soon, or without an owner.
    case stale
    case expired
    /// Expires within two weeks.
    case expiring
    /// Has no owner.
    case unowned
    /// Declared as permanent.
    case permanent
    case pinned
    case marked
    /// A value of a source is skipped, or another override takes precedence over it.
    case conflict
    /// Has a different value in the what-if context.
    case changed
    case on
    case off
}
#endif
