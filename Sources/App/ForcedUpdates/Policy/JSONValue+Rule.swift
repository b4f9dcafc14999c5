package import FeatureToggles

/// The parts of a targeting rule.
extension JSONValue {
    /// The operator of a rule and its operands; `nil` for a value.
    package var operation: JSONObject.Member? {
        guard case .object(let object) = self, let last = object.members.last,
            object.members.allSatisfy({ $0.name == last.name })
        else { return nil }
        return last
    }

    /// The operands of an operator, which needs no array for a single one.
    package var operands: [JSONValue] { if case .array(let elements) = self { elements } else { [self] } }

    /// The name of the shared rule that a `$ref` refers to.
    package var reference: String? {
        guard let operation, operation.name == "$ref", case .string(let name) = operation.value else { return nil }
        return name
    }

    /// The shared rule that a `$ref` refers to; otherwise the value itself.
    package func resolved(_ evaluators: [String: JSONValue]) -> JSONValue {
        reference.flatMap { evaluators[$0] } ?? self
    }

    /// The attribute that a `var` reads; `nil` for other operations and computed names.
    package func variable(_ evaluators: [String: JSONValue]) -> String? {
        guard let operation = resolved(evaluators).operation, operation.name == "var",
            case .string(let name)? = operation.value.resolved(evaluators).operands.first?.resolved(evaluators)
        else { return nil }
        return name
    }
}
