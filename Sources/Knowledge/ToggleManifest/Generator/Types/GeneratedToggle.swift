import ToggleBase

/// A toggle to generate, with the Swift type of its values.
///
/// It is a class because it has many parts and is passed around often.
final class GeneratedToggle {
    /// The type of the values.
    enum ValueType {
        case bool
        case int
        case double
        case string
        case json
        case variants(GeneratedEnum)
        case structure(GeneratedStruct)
        case stage
    }

    /// The declaration in the manifest.
    let declaration: ToggleDeclaration
    /// The type of the values.
    let valueType: ValueType
    /// The type of the key, as written outside the namespace.
    let keyType: String
    /// The name of the key's type without generic arguments, for a call of its initializer.
    let initializer: String
    /// The type whose extension declares the key.
    let extended: String
    /// The name of the key in its declaration.
    let name: String

    /// Creates the toggle for a declaration.
    ///
    /// - Parameters:
    ///   - declaration: The declaration in the manifest.
    ///   - namespace: The name of the generated namespace.
    init(_ declaration: ToggleDeclaration, namespace: String) {
        self.declaration = declaration
        valueType = Self.valueType(of: declaration)
        name = SwiftIdentifier.declared(declaration.swiftName)
        initializer = declaration.category.keyType
        if let parameter = declaration.category.keyParameter {
            let value = Self.spelling(of: valueType, in: namespace)
            keyType = "\(initializer)<\(value)>"
            extended = "\(initializer) where \(parameter) == \(value)"
        } else {
            keyType = initializer
            extended = initializer
        }
    }

    /// The name of the constant in the namespace that holds the default of a JSON toggle.
    var storedDefaultName: String { declaration.swiftName + "Default" }

    /// Whether its values have a generated type.
    var hasOwnType: Bool {
        switch valueType {
        case .variants, .structure: true
        default: false
        }
    }

    /// Whether its default is stored, because creating it takes time.
    var hasStoredDefault: Bool {
        switch valueType {
        case .json, .structure: true
        default: false
        }
    }

    private static func valueType(of declaration: ToggleDeclaration) -> ValueType {
        if declaration.category == .migration {
            return .stage
        }
        switch declaration.type {
        case .bool: return .bool
        case .int: return .int
        case .double: return .double
        case .string: return .string
        case .variants:
            return .variants(GeneratedEnum(name: declaration.typeName, cases: declaration.variantNames))
        case .json:
            guard case .object(let defaults) = declaration.defaultValue,
                case .object(let members) = JSONShape(of: declaration.defaultValue)
            else { return .json }
            return .structure(GeneratedStruct(name: declaration.typeName, members: members, defaults: defaults))
        }
    }

    private static func spelling(of type: ValueType, in namespace: String) -> String {
        switch type {
        case .bool: "Bool"
        case .int: "Int"
        case .double: "Double"
        case .string: "String"
        case .json: "JSONValue"
        case .stage: "MigrationStage"
        case .variants(let type): "\(namespace).\(type.name)"
        case .structure(let type): "\(namespace).\(type.name)"
        }
    }
}
