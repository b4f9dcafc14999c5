/// A field of a toggle in `toggles.yaml`, in the order in which fields are written.
public enum ManifestField: String, Sendable, Hashable, CaseIterable {
    /// The category of the toggle.
    case category
    /// The type of the values, if there are no ``values``.
    case type
    /// The closed set of values.
    case values
    /// The value used when no source provides one.
    case `default`
    /// The remote parameter, if it differs from the key.
    case remote
    /// Former remote parameters.
    case retired
    /// A sentence about what the toggle does.
    case description
    /// The person or team that is responsible for the toggle.
    case owner
    /// The day on which the toggle was declared.
    case created
    /// The day by which the toggle should have been removed.
    case expires
    /// Whether the toggle is meant to stay.
    case permanent
    /// The ticket that the toggle belongs to.
    case issue

    /// The name in the file.
    public var name: String { rawValue }
}

/// A field at the top level of `toggles.yaml`.
enum RootField: String, CaseIterable {
    case schema
    case namespace
    case application
    case access
    case toggles
    case lint
}
