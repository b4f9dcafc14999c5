#if OVERRIDES
package import ToggleBase

extension JSONValue {
    /// Returns the first difference in shape from another value, usually a toggle's default.
    ///
    /// - Parameter model: The value to compare with.
    /// - Returns: A message about a missing member or a value of another type, or `nil` if both have the same shape.
    package func shapeDifference(from model: JSONValue) -> String? {
        // Report wrong types first, because missing members are usually taken from the default.
        shapeDifference(from: model, at: "", isComplete: false)
            ?? shapeDifference(from: model, at: "", isComplete: true)
    }

    /// - Complexity: O(*n*) in the size of the value. The depth is that of the model, which readers limit.
    private func shapeDifference(from model: JSONValue, at path: String, isComplete: Bool) -> String? {
        switch (model, self) {
        case (.object(let models), .object(let members)):
            for wanted in models.members {
                let inner = path.isEmpty ? wanted.name : "\(path).\(wanted.name)"
                guard let present = members[wanted.name] else {
                    if isComplete { return "‘\(inner)’ is missing, such as \(ValueText.short(wanted.value))" }
                    continue
                }
                if let found = present.shapeDifference(from: wanted.value, at: inner, isComplete: isComplete) {
                    return found
                }
            }
            return nil
        case (.array(let models), .array(let elements)):
            guard let wanted = models.first else { return nil }
            for (index, element) in elements.enumerated() {
                let inner = "\(path)[\(index)]"
                if let found = element.shapeDifference(from: wanted, at: inner, isComplete: true) { return found }
            }
            return nil
        case (.null, _), (.number, .integer): return nil
        case (.integer, .number): if ToggleType.int.canonical(self) != nil { return nil }
        case (.object(let models), _) where models.members.isEmpty: return nil
        case (.array(let models), _) where models.isEmpty: return nil
        default: if typeName == model.typeName { return nil }
        }
        let place = path.isEmpty ? "the value" : "‘\(path)’"
        return "\(place) is \(typeName) but must be \(model.typeName), such as \(ValueText.short(model))"
    }

    private var typeName: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .integer: "a whole number"
        case .number: "a number"
        case .string: "a string"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
#endif
