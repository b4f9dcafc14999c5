#if OVERRIDES
import FeatureToggles

/// Compares the shape of a typed JSON value with that of another one.
enum JSONShape {
    /// Returns the first difference in shape: a missing member, or one of another type.
    ///
    /// - Parameters:
    ///   - value: The typed value.
    ///   - model: The value to compare with, usually the default.
    /// - Returns: A sentence, or `nil` if both have the same members of the same types.
    static func difference(_ value: JSONValue, from model: JSONValue) -> String? {
        // Missing members are taken from the default, unless the toggle is configured otherwise.
        difference(value, from: model, at: "", isComplete: false)
            ?? difference(value, from: model, at: "", isComplete: true)
    }

    /// - Complexity: O(*n*) in the size of the value. The depth is that of the model, which readers limit.
    private static func difference(_ value: JSONValue, from model: JSONValue, at path: String, isComplete: Bool)
        -> String?
    {
        switch (model, value) {
        case (.object(let models), .object(let members)):
            for wanted in models.members {
                let inner = path.isEmpty ? wanted.name : "\(path).\(wanted.name)"
                guard let present = members[wanted.name] else {
                    if isComplete { return "‘\(inner)’ is missing, such as \(ValueText.short(wanted.value))" }
                    continue
                }
                if let found = difference(present, from: wanted.value, at: inner, isComplete: isComplete) {
                    return found
                }
            }
            return nil
        case (.array(let models), .array(let elements)):
            guard let wanted = models.first else { return nil }
            for (index, element) in elements.enumerated() {
                let inner = "\(path)[\(index)]"
                if let found = difference(element, from: wanted, at: inner, isComplete: true) { return found }
            }
            return nil
        case (.null, _), (.number, .integer): return nil
        case (.integer, .number): if ToggleType.int.canonical(value) != nil { return nil }
        case (.object(let models), _) where models.members.isEmpty: return nil
        case (.array(let models), _) where models.isEmpty: return nil
        default: if kind(value) == kind(model) { return nil }
        }
        let place = path.isEmpty ? "the value" : "‘\(path)’"
        return "\(place) is \(kind(value)), and is to be \(kind(model)), such as \(ValueText.short(model))"
    }

    /// Returns the name of a value's type.
    private static func kind(_ value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool: "true or false"
        case .integer: "a whole number"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
#endif
