/// The type of a toggle's values.
public enum ToggleType: Sendable, Hashable {
    /// `true` or `false`.
    case bool
    /// A whole number that fits `Int`.
    case int
    /// A finite number.
    case double
    /// Text.
    case string
    /// One of a closed set of names, in the order of the declaration. Never empty.
    case variants([String])
    /// Any JSON value.
    case json

    /// The name that `toggles.yaml` and the command line use: `bool`, `int`, `double`, `string`, `variants`, `json`.
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

    /// The type of every migration toggle: the stages in their order.
    public static let migrationStages = ToggleType.variants(MigrationStage.allCases.map(\.rawValue))
}
