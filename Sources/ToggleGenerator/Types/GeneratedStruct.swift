import ToggleManifest

/// A structure to generate: the typed form of a JSON object.
struct GeneratedStruct {
    /// One stored property.
    struct Field {
        /// The name of the member in JSON.
        var member: String
        /// The name of the property, without backticks.
        var name: String
        /// Its type.
        var type: FieldType
        /// Its value by default; `nil` in the elements of an array, which have none.
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

    /// Whether every property has a value by default.
    var hasDefaults: Bool { fields.allSatisfy { $0.defaultValue != nil } }
    /// Whether a property is named differently from its member.
    var needsCodingKeys: Bool { fields.contains { $0.name != $0.member } }

    /// Plans the structure for an object.
    ///
    /// Names that collide in Swift are told apart by `Value` after the later one. Types get theirs after all properties: in
    /// a script without case, and after a digit, the two begin alike.
    ///
    /// - Parameters:
    ///   - name: The name of the type.
    ///   - members: The shapes of the members.
    ///   - defaults: The object that holds the default values; `nil` for the elements of an array.
    init(name: String, members: [JSONShape.Member], defaults: JSONObject?) {
        self.name = name
        var taken = Self.reservedNames
        let names = members.map { member in
            let name = SwiftName.free(SwiftName.lowerCamel(member.name)) { taken.contains($0) }
            taken.insert(name)
            return name
        }
        var types = Self.reservedTypes.union(names)
        fields = zip(members, names).map { member, name in
            let value = defaults.map { $0[member.name] ?? .null }
            let type = FieldType(member.shape, member: member.name, default: value) { wanted in
                let free = SwiftName.free(wanted) { types.contains($0) }
                types.insert(free)
                return free
            }
            return Field(member: member.name, name: name, type: type, defaultValue: value)
        }
    }

    /// Members that every such structure has, names that mean something else behind a dot, and the parameter and the
    /// variable of the generated initializer.
    private static let reservedNames: Set<String> = [
        "decoder", "fallbackBits", "fields", "hashValue", "init", "json", "self",
    ]

    /// What generated code inside a structure refers to, and names that Swift does not allow for a nested type.
    private static let reservedTypes: Set<String> = [
        "Any", "Bool", "Codable", "CodingKey", "CodingKeys", "Decoder", "Double", "Encoder", "Hashable", "Hasher",
        "Int",
        "JSONValue", "Protocol", "Self", "Sendable", "String", "ToggleModel", "Type", "UInt64",
    ]
}

extension GeneratedStruct.FieldType {
    /// Plans the type for a shape.
    ///
    /// - Parameters:
    ///   - shape: The shape.
    ///   - member: The name of the member that has it.
    ///   - defaultValue: The default value, or `nil` where there is none.
    ///   - reserve: Takes a name for a nested type, and answers the one that is free.
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
            let name = reserve(SwiftName.upperCamel(member))
            self = .structure(GeneratedStruct(name: name, members: members, defaults: defaults))
        }
    }

    /// The structure in it.
    var structure: GeneratedStruct? {
        switch self {
        case .structure(let structure): structure
        case .array(let element): element.structure
        default: nil
        }
    }

    /// How Swift spells it.
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

    /// Whether it is any JSON value.
    var isJSON: Bool {
        if case .json = self { true } else { false }
    }

    /// A value of the type as an expression.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - scope: The structure that the type is nested in, with a full stop at the end; empty when the expression is
    ///     written inside that structure.
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
            .call(
                scope + structure.name,
                structure.fields.map { field in
                    let value = object[field.member] ?? .null
                    return (SwiftName.label(field.name), field.type.expression(value, in: "\(scope)\(structure.name)."))
                }
            )
        default: SwiftLiteral.json(value)
        }
    }
}
