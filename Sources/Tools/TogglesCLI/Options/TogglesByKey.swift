import FeatureToggles
import ToggleManifest
import ToggleTool

/// The toggles of an application, for commands that look up many keys.
struct TogglesByKey {
    /// The maximum number of errors that suggest another key, because each compares all keys.
    private static let suggestionLimit = 20

    private let modules: ApplicationModules
    private let toggles: [String: ToggleDefinition]
    /// The keys in the order of the manifests.
    private let keys: [String]
    private var suggestionCount = 0
    /// The keys by the toggles' names in code, once one was looked up.
    private var keysByName: [String: String]?

    init(_ modules: ApplicationModules) {
        self.modules = modules
        let all = modules.toggles
        keys = all.map(\.key)
        toggles = Dictionary(all.map { ($0.key, $0) }) { first, _ in first }
    }

    /// Returns whether there is a toggle with a key.
    func contains(_ key: String) -> Bool { toggles[key] != nil }

    /// Returns the toggle with a key, or with a name in code.
    ///
    /// - Throws: ``ToolError`` if there is none; the first errors suggest another key.
    mutating func toggle(_ key: String) throws -> ToggleDefinition {
        if let toggle = find(key) { return toggle }
        suggestionCount += 1
        throw modules.unknownToggle(key, suggests: suggestionCount <= Self.suggestionLimit)
    }

    /// Returns the toggle with a key or a name in code, or `nil` if no toggle has it.
    mutating func find(_ key: String) -> ToggleDefinition? { toggles[key] ?? toggle(named: key) }

    /// Returns the toggle with a name in code, which can begin with a dot.
    private mutating func toggle(named name: String) -> ToggleDefinition? {
        let name = name.hasPrefix(".") ? String(name.dropFirst()) : name
        if let toggle = SwiftName.key(from: name).flatMap({ toggles[$0] }) { return toggle }
        let names = keysByName ?? Dictionary(keys.map { (SwiftName.member(ofKey: $0), $0) }) { first, _ in first }
        keysByName = names
        return names[name].flatMap { toggles[$0] }
    }
}
