#if OVERRIDES
import ToggleBase
package import FeatureToggles
import ToggleManifest

/// The toggles that a running app declares in its state file.
///
/// They have no descriptions, owners, or dates.
package struct AppDeclarations: Sendable {
    /// The toggles.
    package let registry: ToggleRegistry
    /// The keys of the toggles that are left out, because this version of the tools can't use their declarations.
    package let skippedKeys: [String]
    /// The sizes in bytes of the defaults of which the state file contains only the beginning, by key.
    package let cutDefaults: [String: Int]

    /// Creates the declarations of an app from untrusted input.
    ///
    /// If several modules of the app declare a key differently, the first declaration counts, as in a client.
    ///
    /// - Parameter state: The state of the app.
    /// - Complexity: O(*n*) in the number of toggles, each of which is decoded.
    package init(_ state: StateFile) {
        var toggles: [ToggleDefinition] = []
        var skipped: [String] = []
        var cut: [String: Int] = [:]
        var known: Set<String> = []
        for toggle in state.toggles where known.insert(toggle.key).inserted {
            guard let definition = ToggleDefinition(toggle) else {
                skipped.append(toggle.key)
                continue
            }
            if case .cut(_, let size) = toggle.defaultValue { cut[toggle.key] = size }
            toggles.append(definition)
        }
        registry = ToggleRegistry(namespace: state.application, application: state.application, toggles: toggles)
        skippedKeys = skipped
        cutDefaults = cut
    }
}

extension ToggleDefinition {
    /// Creates the definition of an app's toggle, or returns `nil` if it isn't a valid declaration.
    fileprivate init?(_ toggle: StateFile.Toggle) {
        guard SwiftName.isKey(toggle.key), let category = ToggleCategory(rawValue: toggle.category),
            let type = toggle.toggleType(in: category), let value = toggle.defaultValue(of: type)
        else { return nil }
        self.init(
            key: toggle.key,
            category: category,
            type: type,
            defaultValue: value,
            remoteParameter: toggle.remoteParameter
        )
    }
}

extension StateFile.Toggle {
    /// The type of the values, or `nil` if it is unknown, or the category doesn't allow it.
    fileprivate func toggleType(in category: ToggleCategory) -> ToggleType? {
        let type: ToggleType
        switch self.type {
        case "bool": type = .bool
        case "int": type = .int
        case "double": type = .double
        case "string": type = .string
        case "json": type = .json
        case "variants" where category == .migration: return .migrationStages
        case "variants":
            let names = variants ?? knownVariants
            var known: Set<String> = []
            type = .variants(names.filter { known.insert($0).inserted })
        default: return nil
        }
        switch (category, type) {
        case (.ops, _), (.experiment, .variants): return type
        case (_, .bool) where category.isAlwaysBool: return type
        default: return nil
        }
    }

    /// The variants that the toggle is known to have, because it has or had them as values.
    private var knownVariants: [String] {
        let values =
            [defaultValue, value]
            + steps.map(\.answer).compactMap { if case .value(let value) = $0 { value } else { nil } }
        return values.compactMap { if case .whole(.string(let name)) = $0 { name } else { nil } }
    }

    /// Returns the default in canonical form, or `nil` if it isn't of the type.
    ///
    /// The end of a default that is cut off is unknown. A text then ends with an ellipsis, and any JSON value is allowed.
    fileprivate func defaultValue(of type: ToggleType) -> JSONValue? {
        switch (defaultValue, type) {
        case (.whole(let value), _): type.canonical(value)
        case (.cut(let start, _), .string): .string(start + "…")
        case (.cut, .json): .null
        case (.cut, _): nil
        }
    }
}
#endif
