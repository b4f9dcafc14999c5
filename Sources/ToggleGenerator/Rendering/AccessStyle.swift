import ToggleManifest

/// How declarations are written for an access level.
struct AccessStyle {
    /// What stands before a declaration, with a space behind it; nothing for internal ones.
    let access: String
    /// Whether clients may inline bodies.
    let isInlinable: Bool

    /// The style of a manifest's access level.
    init(_ access: Manifest.Access) {
        isInlinable = access == .public
        self.access =
            switch access {
            case .internal: ""
            case .package: "package "
            case .public: "public "
            }
    }
}
