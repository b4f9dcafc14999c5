#if !RELEASE || InternalBuild
import FeatureToggles

/// What is meant by the shape of a JSON value, for people who type one.
enum JSONShape {
    /// The first way in which a value is not like another one: a member that is missing or of another type.
    ///
    /// - Parameters:
    ///   - value: What was typed.
    ///   - model: What it is to be like, usually the default.
    /// - Returns: A sentence, or `nil` when both have the same members of the same types.
    static func difference(_ value: JSONValue, from model: JSONValue) -> String? {
        // Members that are left out take those of the default, unless the toggle wants otherwise.
        difference(value, from: model, at: "", isComplete: false)
            ?? difference(value, from: model, at: "", isComplete: true)
    }

    /// - Complexity: O(*n*) in the size of the value; the depth is that of the model, which readers limit.
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

    /// What a value is called by its type.
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
