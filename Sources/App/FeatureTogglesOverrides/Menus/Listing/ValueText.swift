#if OVERRIDES
package import FeatureToggles

/// Formats values and types for the screen.
package enum ValueText {
    /// Returns a value on one line, with `on` and `off` for Booleans.
    package static func short(_ value: JSONValue) -> String {
        switch value {
        case .bool(let flag): flag ? "on" : "off"
        default: value.tableText
        }
    }

    /// Returns an override on one line, or `unset` without one.
    package static func short(_ override: JSONValue?) -> String {
        guard let override else { return "unset" }
        return short(override)
    }

    /// Returns the beginning of a value on one line, long enough to fill any line of a screen.
    package static func beginning(of value: JSONValue) -> String {
        if case .string(let text) = value { return short(.string(beginning(of: text))) }
        return beginning(of: short(value))
    }

    /// Returns the beginning of a text, long enough to fill any line of a screen.
    package static func beginning(of text: String) -> String {
        text.utf8.count > maximumLength ? String(text.unicodeScalars.prefix(maximumLength)) : text
    }

    /// The maximum length of a shortened text in Unicode scalars.
    package static let maximumLength = 2000

    /// Describes the valid values of a type.
    package static func limits(of type: ToggleType) -> String {
        switch type {
        case .bool: "on or off"
        case .int: "a whole number from \(Int.min) to \(Int.max)"
        case .double: "a number, such as 0.25 or 1e6"
        case .string: "text, possibly empty"
        case .variants(let names): "one of \(names.joined(separator: ", "))"
        case .json: "JSON of the default's shape"
        }
    }
}
#endif
