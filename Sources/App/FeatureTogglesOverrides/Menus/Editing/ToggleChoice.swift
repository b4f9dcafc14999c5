#if OVERRIDES
package import ToggleBase
import FeatureToggles

/// A value of a toggle with a closed set of values.
package struct ToggleChoice: Hashable, Sendable {
    package let label: String
    package let value: JSONValue
    /// Whether it's the value without the override.
    package let isInherited: Bool
    /// Whether it's the declared default.
    package let isDefault: Bool
}

extension InspectedToggles {
    /// Returns the values that a Boolean or a toggle with variants can have; none for other types.
    package func choices(of index: Int) -> [ToggleChoice] {
        let toggle = self[index]
        let values: [(label: String, value: JSONValue)]
        switch toggle.type {
        case .bool: values = [("on", true), ("off", false)]
        case .variants(let names): values = names.map { ($0, .string($0)) }
        case .int, .double, .string, .json: return []
        }
        let inherited = inheritedValue(index)
        return values.map { label, value in
            ToggleChoice(
                label: label,
                value: value,
                isInherited: value == inherited,
                isDefault: value == toggle.defaultValue
            )
        }
    }
}
#endif
