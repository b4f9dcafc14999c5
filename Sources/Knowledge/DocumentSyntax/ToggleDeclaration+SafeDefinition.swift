package import ToggleBase
package import ToggleManifest

extension ToggleDeclaration {
    /// A definition for a remote document that gives all users the default in the code.
    package var safeDefinition: JSONValue {
        var variants = JSONObject()
        var chosen = "default"
        switch type {
        case .bool:
            variants["on"] = true
            variants["off"] = false
            chosen = defaultValue == true ? "on" : "off"
        case .variants(let names):
            for name in names { variants[name] = .string(name) }
            if case .string(let name) = defaultValue { chosen = name }
        case .int, .double, .string, .json:
            variants["default"] = defaultValue
        }
        return ["state": "ENABLED", "variants": .object(variants), "defaultVariant": .string(chosen)]
    }
}
