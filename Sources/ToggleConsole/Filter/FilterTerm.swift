#if !RELEASE || InternalBuild
import FeatureToggles

/// A condition of a filter that is no word: `cat:ops`, `is:overridden`.
struct FilterTerm: Hashable, Sendable {
    /// What a toggle has to be.
    enum Condition: Hashable, Sendable {
        case category(Set<ToggleCategory>)
        case source(Set<ToggleSource>)
        case type(Set<String>)
        case owner(String)
        case key(String)
        case state(Set<ToggleTrait>)
    }

    var condition: Condition
    var isNegated: Bool

    /// The names before the colon, with what may follow, for help and completion.
    static let names: [(name: String, values: [String])] = [
        ("cat", ToggleCategory.allCases.map(\.rawValue)),
        ("src", sources.map(\.name) + ["override"]),
        ("type", ["bool", "int", "double", "string", "variants", "json"]),
        ("owner", []),
        ("key", []),
        ("is", ToggleTrait.allCases.map(\.rawValue)),
    ]

    /// Sources by one word.
    static let sources: [(name: String, source: ToggleSource)] = [
        ("launch", .launchArgument), ("environment", .environment), ("local", .localDefaults), ("remote", .remote),
        ("default", .default),
    ]

    /// Whether a text occurs in another one, whatever the case of its letters and however they are composed.
    ///
    /// - Complexity: O(*n* · *m*) in the lengths of both.
    static func finds(_ wanted: String, in text: String) -> Bool {
        let text = text.lowercased()
        guard !text.contains(bytesOf: wanted) else { return true }
        if TextWidth.asciiCount(wanted) != nil { return false }
        let (letters, wantedLetters) = (Array(text), Array(wanted))
        return (0..<max(0, letters.count - wantedLetters.count + 1)).contains {
            letters[$0..<$0 + wantedLetters.count].elementsEqual(wantedLetters)
        }
    }

    /// Reads a term.
    ///
    /// Several values are separated by commas, and each may be shortened: `cat:ops,exp`.
    ///
    /// - Returns: The term.
    /// - Throws: The sentence to show, when nothing follows the colon yet, too.
    static func parse(name: String, value: String, isNegated: Bool) throws(ConsoleFailure) -> FilterTerm {
        guard !value.isEmpty else {
            let known = names.first { $0.name == name }?.values ?? []
            throw ConsoleFailure("\(name): takes \(known.isEmpty ? "a text" : known.joined(separator: ", "))")
        }
        let condition: Condition
        switch name {
        case "owner": condition = .owner(value.lowercased())
        case "key": condition = .key(value.lowercased())
        case "cat":
            let names = try meant(value, by: name)
            condition = .category(Set(ToggleCategory.allCases.filter { names.contains($0.rawValue) }))
        case "src":
            let names = try meant(value, by: name)
            var found = Set(sources.filter { names.contains($0.name) }.map(\.source))
            if names.contains("override") { found.formUnion(ToggleSource.allCases.filter(\.isOverride)) }
            condition = .source(found)
        case "type": condition = .type(try meant(value, by: name))
        default:
            let names = try meant(value, by: name)
            condition = .state(Set(ToggleTrait.allCases.filter { names.contains($0.rawValue) }))
        }
        return FilterTerm(condition: condition, isNegated: isNegated)
    }

    private static func meant(_ value: String, by name: String) throws(ConsoleFailure) -> Set<String> {
        let known = names.first { $0.name == name }?.values ?? []
        var found: Set<String> = []
        for part in value.lowercased().split(separator: ",") {
            let word = String(part)
            let meant = known.contains(word) ? [word] : known.filter { $0.hasPrefix(word) }
            guard !meant.isEmpty else {
                throw ConsoleFailure("‘\(name):\(word)’ is none of \(known.joined(separator: ", "))")
            }
            found.formUnion(meant)
        }
        return found
    }
}

/// What can be said of a toggle behind `is:`.
enum ToggleTrait: String, CaseIterable, Sendable {
    /// A launch argument, the environment or the local defaults file has a value for it.
    case overridden
    /// Expired, expiring soon or without an owner.
    case stale
    case expired
    /// Expires within two weeks.
    case expiring
    /// Has no owner.
    case unowned
    /// Meant to stay.
    case permanent
    case pinned
    case marked
    /// Something that a source says is skipped or outdone by another override.
    case conflict
    /// Has another value in the what-if context.
    case changed
    case on
    case off
}
#endif
