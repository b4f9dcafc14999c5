/// The source of a value; the cases are in evaluation order.
public enum ToggleSource: String, Sendable, Hashable, CaseIterable {
    /// A launch argument, such as `--enable-toggle new_checkout` or `--toggle search_ranking=neural`.
    case launchArgument = "launch argument"
    /// An environment variable, such as `TOGGLE_NEW_CHECKOUT=1`.
    case environment
    /// The local defaults file, which the console and the command line write.
    case localDefaults = "local defaults"
    /// The remote document.
    case remote
    /// The default in the toggle's declaration.
    case `default`

    /// Whether the source is an override: a launch argument, the environment, or the local defaults file.
    package var isOverride: Bool {
        switch self {
        case .launchArgument, .environment, .localDefaults: true
        case .remote, .default: false
        }
    }
}
