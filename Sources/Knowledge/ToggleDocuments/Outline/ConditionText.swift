import ToggleBase

/// A condition of a rule for people, such as `appVersion >= 2.2.0 and country in [DE, FR]`.
///
/// Operators without a short form are shown as JSON, and long texts are cut off.
struct ConditionText: CustomStringConvertible {
    let description: String

    /// The maximum number of characters of the text.
    private static let limit = 160

    /// Describes a rule; the reader limits its depth.
    init(_ rule: JSONValue) {
        let text = Self.text(rule)
        description = text.count <= Self.limit ? text : "\(text.prefix(Self.limit - 1))…"
    }

    private static func text(_ rule: JSONValue) -> String {
        guard case .object(let object) = rule, object.members.count == 1, let member = object.members.first else {
            return value(rule)
        }
        let arguments: [JSONValue] = if case .array(let elements) = member.value { elements } else { [member.value] }
        switch (member.name, arguments.count) {
        case ("var", 1...2):
            if case .string(let name) = arguments[0], !name.isEmpty { return name }
        case ("==", 2), ("===", 2), ("!=", 2), ("!==", 2), ("<", 2), ("<=", 2), (">", 2), (">=", 2):
            let name = member.name == "===" ? "==" : member.name == "!==" ? "!=" : member.name
            return "\(text(arguments[0])) \(name) \(text(arguments[1]))"
        case ("sem_ver", 3):
            if case .string(let name) = arguments[1] { return "\(text(arguments[0])) \(name) \(text(arguments[2]))" }
        case ("in", 2), ("starts_with", 2), ("ends_with", 2):
            return "\(text(arguments[0])) \(member.name) \(text(arguments[1]))"
        case ("and", 1...), ("or", 1...):
            return arguments.map { part in
                let isNested = part.isOperator("and") || part.isOperator("or")
                return isNested && arguments.count > 1 ? "(\(text(part)))" : text(part)
            }
            .joined(separator: " \(member.name) ")
        case ("!", 1): return "not \(arguments[0].isVariable ? text(arguments[0]) : "(\(text(arguments[0])))")"
        case ("$ref", 1): if case .string(let name) = arguments[0] { return "the shared rule \(name)" }
        default: break
        }
        return JSONWriter().text(rule)
    }

    /// Returns a value, with quotation marks only around text that would be ambiguous without.
    private static func value(_ value: JSONValue) -> String {
        switch value {
        case .string(let text):
            let isPlain = !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || "._-@".contains($0) }
            return isPlain ? text : JSONWriter().text(value)
        case .array(let elements): return "[\(elements.map { text($0) }.joined(separator: ", "))]"
        default: return JSONWriter().text(value)
        }
    }
}

extension JSONValue {
    fileprivate func isOperator(_ name: String) -> Bool {
        if case .object(let object) = self { object.members.count == 1 && object[name] != nil } else { false }
    }

    fileprivate var isVariable: Bool { isOperator("var") }
}
