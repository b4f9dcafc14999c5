/// The type of a toggle's values.
public enum ToggleType: Sendable, Hashable {
    /// `true` or `false`.
    case bool
    /// A whole number.
    case int
    /// A finite number.
    case double
    /// A string.
    case string
    /// One of a closed set of names, in declaration order; never empty.
    case variants([String])
    /// Any JSON value.
    case json

    /// The name in `toggles.yaml` and on the command line: `bool`, `int`, `double`, `string`, `variants`, `json`.
    public var name: String {
        switch self {
        case .bool: "bool"
        case .int: "int"
        case .double: "double"
        case .string: "string"
        case .variants: "variants"
        case .json: "json"
        }
    }

    /// The name, with the names of variants, to tell a type from another one in a sentence: `variants (classic, neural)`.
    package var summary: String {
        if case .variants(let names) = self { "\(name) (\(names.joined(separator: ", ")))" } else { name }
    }

    /// The type of every migration toggle: the stages in their order.
    package static let migrationStages = ToggleType.variants(MigrationStage.allCases.map(\.rawValue))
}
