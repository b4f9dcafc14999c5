import ToggleBase

extension ToggleDeclaration {
    /// The name of the type that is generated for the toggle's values: the name in Swift with a capital letter.
    ///
    /// Only toggles with variants and JSON toggles have such a type; a migration toggle uses `MigrationStage`.
    public var typeName: String { SwiftName.capitalized(swiftName) }

    /// The values of a toggle with variants and the names of their enum cases, in the order of the declaration.
    ///
    /// A name is the value in `lowerCamelCase`, with `_` before a leading digit. It can be a Swift keyword, which needs
    /// back-ticks. The list is empty for other types.
    public var variantNames: [(name: String, swiftName: String)] {
        guard case .variants(let names) = type else { return [] }
        var result: [(name: String, swiftName: String)] = []
        result.reserveCapacity(names.count)
        for name in names {
            result.append((name: name, swiftName: SwiftName.enumCase(of: name) ?? name))
        }
        return result
    }

    /// The identifier of the toggle.
    package var id: UInt64 {
        ToggleIdentifier.make(category: category, type: type, key: key)
    }

    /// The remote parameter that the toggle reads: ``remote``, or its key; `nil` for a release toggle, which reads
    /// none.
    public var remoteParameter: String? {
        category == .release ? nil : remote ?? key
    }
}
