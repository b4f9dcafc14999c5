package import ToggleBase

extension ToggleDeclaration {
    /// Returns why the toggle can't have a value of a source, for messages; `nil` if it can.
    package func refusal(of value: JSONValue) -> String? {
        type.refusal(of: value, toggle: key, default: defaultValue)
    }
}
