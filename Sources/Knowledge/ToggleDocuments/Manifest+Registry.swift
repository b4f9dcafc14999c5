public import FeatureToggles
public import ToggleManifest

extension Manifest {
    /// The toggles as a registry, for tools that evaluate them without generated code.
    public var registry: ToggleRegistry {
        ToggleRegistry(namespace: namespace, application: application, toggles: toggles.map(\.definition))
    }
}

extension ToggleDeclaration {
    /// The definition of the toggle.
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
}
