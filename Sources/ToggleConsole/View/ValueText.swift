#if !RELEASE || InternalBuild
import FeatureToggles

/// Values and types in the words of the screen.
enum ValueText {
    /// A value on one line: Booleans are `on` and `off`.
    static func short(_ value: JSONValue) -> String {
        switch value {
        case .bool(let flag): flag ? "on" : "off"
        default: value.tableText
        }
    }

    /// As much of a value on one line as any screen has room for.
    static func beginning(of value: JSONValue) -> String {
        if case .string(let text) = value { return short(.string(beginning(of: text))) }
        return beginning(of: short(value))
    }

    /// As much of a text as any line has room for.
    static func beginning(of text: String) -> String {
        text.utf8.count > longest ? String(text.unicodeScalars.prefix(longest)) : text
    }

    /// How many scalars that are.
    static let longest = 2000

    /// What may be written for a type.
    static func limits(of type: ToggleType) -> String {
        switch type {
        case .bool: "on or off"
        case .int: "a whole number from \(Int.min) to \(Int.max)"
        case .double: "a number, such as 0.25 or 1e6"
        case .string: "text, also none"
        case .variants(let names): "one of \(names.joined(separator: ", "))"
        case .json: "JSON of the default’s shape"
        }
    }
}
#endif
