/// A field of a toggle in `toggles.yaml`, in the order in which fields are written.
public enum ManifestField: String, Sendable, Hashable, CaseIterable {
    /// What the toggle is for.
    case category
    /// The type of the values, without ``values``.
    case type
    /// The closed set of its values.
    case values
    /// The value when no source has one.
    case `default`
    /// The remote parameter, when it is not the key.
    case remote
    /// Former remote parameters.
    case retired
    /// What the toggle does.
    case description
    /// Who looks after it.
    case owner
    /// The day on which it was declared.
    case created
    /// The day from which on it should be gone.
    case expires
    /// Whether it is meant to stay.
    case permanent
    /// The ticket it belongs to.
    case issue

    /// The name in the file.
    public var name: String { rawValue }
}

/// A field at the top of `toggles.yaml`.
enum RootField: String, CaseIterable {
    case schema
    case namespace
    case application
    case access
    case toggles
    case lint
}
