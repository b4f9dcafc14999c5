/// Gives names to the types that a manifest's toggles need, inside the generated namespace.
struct TypeNames {
    /// Names that the generated code uses for something else, and those that Swift does not allow for a nested type.
    static let reserved: Set<String> = [
        "Any", "Bool", "CalendarDate", "CodingKey", "CodingKeys", "Decoder", "Defaults", "Double",
        "Encoder", "ExperimentToggle", "Hashable", "Int", "JSONValue", "MigrationToggle", "OpsToggle", "Optional",
        "PermissionToggle", "Protocol", "ReleaseToggle", "Self", "Sendable", "String", "ToggleDetails", "ToggleModel",
        "ToggleNamespace", "ToggleRegistry", "ToggleVariant", "Type", "UInt64",
    ]

    private var taken: Set<String>

    /// Prepares names for the toggles with these Swift names.
    ///
    /// What a toggle's type is called does not depend on the toggles before it, so that a new toggle renames nothing.
    init(swiftNames: [String]) {
        taken = Self.reserved.union(swiftNames.map(Self.typeName))
    }

    /// The name of the type of one toggle: its Swift name with a capital, with `Value` behind it when that is taken by
    /// something else.
    mutating func name(for swiftName: String) -> String {
        let name = Self.typeName(for: swiftName)
        guard Self.reserved.contains(name) else { return name }
        let free = SwiftName.free(name) { taken.contains($0) }
        taken.insert(free)
        return free
    }

    private static func typeName(for swiftName: String) -> String {
        guard let first = swiftName.first else { return "Value" }
        return first.uppercased() + swiftName.dropFirst()
    }
}
