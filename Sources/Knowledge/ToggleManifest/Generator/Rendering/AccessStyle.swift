/// The form of declarations with an access level.
struct AccessStyle {
    /// The access modifier of a declaration, with a trailing space; empty for internal declarations.
    let access: String
    /// Whether clients may inline bodies.
    let isInlinable: Bool

    /// Creates the style for a manifest's access level.
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
