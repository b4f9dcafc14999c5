public import FeatureToggles

extension Manifest {
    /// The toggles as the core's registry, for tools that evaluate them without generated code.
    public var registry: ToggleRegistry {
        ToggleRegistry(namespace: namespace, application: application, toggles: toggles.map(\.definition))
    }
}

extension ToggleDeclaration {
    /// The toggle as the core's definition.
    public var definition: ToggleDefinition {
        ToggleDefinition(
            key: key,
            category: category,
            type: type,
            defaultValue: defaultValue,
            remoteParameter: remote,
            retiredParameters: retired,
            details: details
        )
    }

    /// The identifier of the toggle.
    package var id: UInt64 {
        ToggleIdentifier.make(category: category, type: type, key: key)
    }

    /// The remote parameter that the toggle reads: ``remote``, else its key; `nil` for a release toggle, which reads none.
    public var remoteParameter: String? {
        category == .release ? nil : remote ?? key
    }
}
