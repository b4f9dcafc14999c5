extension ToggleCategory {
    /// Whether all toggles of the category are either on or off.
    package var isAlwaysBool: Bool { self == .release || self == .permission }

    /// Whether toggles of the category usually stay, so that a permanent one needs no reason.
    package var usuallyStays: Bool { self == .permission }

    /// The name of the typed key in Swift.
    package var keyType: String { SwiftName.capitalized(rawValue) + "Toggle" }

    /// The generic parameter of the typed key, if it has one.
    var keyParameter: String? {
        switch self {
        case .ops: "Value"
        case .experiment: "Variant"
        case .release, .permission, .migration: nil
        }
    }
}
