import ToggleBase

/// A structure to generate, the typed form of a JSON object.
struct GeneratedStruct {
    /// A stored property.
    struct Field {
        /// The name of the member in JSON.
        var member: String
        /// The name of the property, without backticks.
        var name: String
        /// Its type.
        var type: FieldType
        /// The default value; `nil` in the elements of an array, which have none.
        var defaultValue: JSONValue?
    }

    /// The type of a field.
    indirect enum FieldType {
        case bool
        case int
        case double
        case string
        case json
        case array(FieldType)
        case structure(GeneratedStruct)
    }

    /// The name of the type.
    var name: String
    /// The properties in the order of the JSON object.
    var fields: [Field]

    /// Whether every property has a default value.
    var hasDefaults: Bool { fields.allSatisfy { $0.defaultValue != nil } }
    /// Whether the name of a property differs from its member.
    var needsCodingKeys: Bool { fields.contains { $0.name != $0.member } }

    /// Creates the structure for an object.
    ///
    /// If names collide in Swift, the later one gets the suffix `Value`. Types are named after all properties, because
    /// in a script without case, and after a digit, the names of a type and a property can begin the same.
    ///
    /// - Parameters:
    ///   - name: The name of the type.
    ///   - members: The shapes of the members.
    ///   - defaults: The object with the default values; `nil` for the elements of an array.
    init(name: String, members: [JSONShape.Member], defaults: JSONObject?) {
        self.name = name
        var taken = Self.reservedNames
        let names = members.map { member in
            let name = SwiftIdentifier.free(SwiftIdentifier.lowerCamel(member.name)) { taken.contains($0) }
            taken.insert(name)
            return name
        }
        var types = Self.reservedTypes.union(names)
        let values = defaults?.valuesByName
        fields = zip(members, names).map { member, name in
            let value = values.map { $0[member.name] ?? .null }
            let type = FieldType(member.shape, member: member.name, default: value) { wanted in
                let free = SwiftIdentifier.free(wanted) { types.contains($0) }
                types.insert(free)
                return free
            }
            return Field(member: member.name, name: name, type: type, defaultValue: value)
        }
    }

    /// The members of every such structure, names with another meaning after a dot, and the names of the parameter and
    /// the variable in the generated initializer.
    private static let reservedNames: Set<String> = [
        "decoder", "fallbackBits", "fields", "hashValue", "init", "json", "self",
    ]

    /// The names that generated code inside a structure refers to, and those that Swift doesn't allow for a nested
    /// type.
    private static let reservedTypes: Set<String> = [
        "Any", "Bool", "Codable", "CodingKey", "CodingKeys", "Decoder", "Double", "Encoder", "Hashable", "Hasher",
        "Int",
        "JSONValue", "Protocol", "Self", "Sendable", "String", "ToggleModel", "Type", "UInt64",
    ]
}

extension GeneratedStruct.FieldType {
    /// Creates the type for a shape.
    ///
    /// - Parameters:
    ///   - shape: The shape.
    ///   - member: The name of the member with this shape.
    ///   - defaultValue: The default value, or `nil` if there is none.
    ///   - reserve: Reserves a name for a nested type, and returns one that is free.
    init(_ shape: JSONShape, member: String, default defaultValue: JSONValue?, reserve: (String) -> String) {
        switch shape {
        case .bool: self = .bool
        case .int: self = .int
        case .double: self = .double
        case .string: self = .string
        case .any: self = .json
        case .array(let element):
            self = .array(Self(element, member: member + "_element", default: nil, reserve: reserve))
        case .object(let members):
            var defaults: JSONObject?
            if case .object(let object)? = defaultValue {
                defaults = object
            }
            let name = reserve(SwiftIdentifier.upperCamel(member))
            self = .structure(GeneratedStruct(name: name, members: members, defaults: defaults))
        }
    }

    /// The structure that it contains, if any.
    var structure: GeneratedStruct? {
        switch self {
        case .structure(let structure): structure
        case .array(let element): element.structure
        default: nil
        }
    }

    /// The type in Swift source.
    var spelling: String {
        switch self {
        case .bool: "Bool"
        case .int: "Int"
        case .double: "Double"
        case .string: "String"
        case .json: "JSONValue"
        case .array(let element): "[\(element.spelling)]"
        case .structure(let structure): structure.name
        }
    }

    /// Whether it is an arbitrary JSON value.
    var isJSON: Bool {
        if case .json = self { true } else { false }
    }

    /// Returns the expression for a value of the type.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - scope: The structure that contains the type, with a full stop at the end; empty for an expression inside
    ///     that structure.
    /// - Returns: The expression.
    func expression(_ value: JSONValue, in scope: String = "") -> SwiftExpression {
        switch (self, value) {
        case (.bool, .bool(let value)): .code("\(value)")
        case (.int, .integer(let value)): .code(SwiftLiteral.integer(value))
        case (.double, .number(let value)): .code(SwiftLiteral.double(value))
        case (.double, .integer(let value)): .code(SwiftLiteral.double(Double(value)))
        case (.string, .string(let value)): .text(value)
        case (.array(let element), .array(let values)): .array(values.map { element.expression($0, in: scope) })
        case (.structure(let structure), _) where structure.hasDefaults: .code("\(scope)\(structure.name)()")
        case (.structure(let structure), .object(let object)):
            structure.call(with: object.valuesByName, in: scope)
        default: SwiftLiteral.json(value)
        }
    }
}

extension GeneratedStruct {
    /// Returns the call of the initializer with the values of an object.
    fileprivate func call(with values: [String: JSONValue], in scope: String) -> SwiftExpression {
        .call(
            scope + name,
            fields.map { field in
                let value = values[field.member] ?? .null
                return (SwiftIdentifier.label(field.name), field.type.expression(value, in: "\(scope)\(name)."))
            }
        )
    }
}
