package import FeatureToggles
package import ToggleBase

extension EvaluationContext {
    /// Sets attributes as people write them, in commands, the console, and the debug menu.
    ///
    /// | written | value |
    /// |---|---|
    /// | `plan=pro` | text |
    /// | `age=41`, `beta=true`, `tags=["a","b"]` | JSON |
    /// | `name="41"` | text, in JSON |
    /// | `version=2.10`, `id=007`, `id=12345678901234567890` | text, because the number would be printed in another way |
    /// | `appVersion=2.1`, `targetingKey=5` | text: the targeting key and what the device sets are never numbers |
    /// | `targetingKey=null` | no targeting key |
    /// | `version:=2.10` | JSON, whatever the name |
    /// | `{"age": 41, "plan": "pro"}` | any number of attributes, as JSON |
    ///
    /// - Parameter word: The attributes.
    /// - Throws: ``InputError`` with what to write instead.
    package mutating func set(_ word: String) throws(InputError) {
        guard !word.hasPrefix("{") else {
            guard case .object(let object) = try Self.json(word, of: "it begins like a JSON object, but") else {
                return
            }
            // Each change of a context copies all of its attributes.
            var attributes = attributes
            for member in object.members {
                if member.name == Self.keyName {
                    try set(member.name, member.value)
                } else {
                    attributes[member.name] = member.value
                }
            }
            self.attributes = attributes
            return
        }
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let isJSON = parts[0].hasSuffix(":")
        let name = isJSON ? String(parts[0].dropLast()) : parts[0]
        guard parts.count == 2, !name.isEmpty else {
            throw InputError("‘\(word)’ has no name or no value; write NAME=VALUE, such as targetingKey=ada")
        }
        try set(
            name,
            isJSON ? try Self.json(parts[1], of: "after ‘\(name):=’, the value") : Self.value(parts[1], of: name)
        )
    }

    private mutating func set(_ name: String, _ value: JSONValue) throws(InputError) {
        switch value {
        case _ where name != Self.keyName: self[name] = value
        case .string(let key): targetingKey = key
        case .null: targetingKey = nil
        default: throw InputError(#"targetingKey must be text, as in {"targetingKey": "5"}"#)
        }
    }

    /// The name under which rules see the targeting key.
    private static let keyName = "targetingKey"

    private static func json(_ text: String, of subject: String) throws(InputError) -> JSONValue {
        do {
            return try JSONReader(maximumDepth: maximumDepth).value(from: text)
        } catch {
            throw InputError("\(subject) is not valid: \(error)")
        }
    }

    private static func value(_ text: String, of name: String) -> JSONValue {
        let value = try? JSONReader(maximumDepth: maximumDepth).value(from: text)
        switch value {
        case .string(let text)?: return .string(text)
        case .null?: return .null
        case let value? where name != keyName && !Attribute.all.contains(name):
            switch value {
            case .integer, .number: return JSONWriter().text(value) == text ? value : .string(text)
            default: return value
            }
        default: return .string(text)
        }
    }

    /// Returns an attribute in the shortest form that ``set(_:)`` and a line of attributes accept.
    package static func written(_ name: String, _ value: JSONValue) -> String {
        let json = JSONWriter().text(value)
        var forms = ["\(name)=\(json)"]
        if case .string(let text) = value, !text.isEmpty, !text.contains(where: \.separatesAttributes) {
            forms.insert("\(name)=\(text)", at: 0)
        }
        var expected = EvaluationContext()
        try? expected.set(name, value)
        return forms.first { form in
            var context = EvaluationContext()
            return (try? context.set(form)) != nil && context == expected
        } ?? "\(name):=\(json)"
    }
}

extension Character {
    /// Whether the character has a meaning between attributes on a line.
    fileprivate var separatesAttributes: Bool {
        isWhitespace || "\"\\{}[]".contains(self) || String.curlyQuotes.contains(self)
    }
}
