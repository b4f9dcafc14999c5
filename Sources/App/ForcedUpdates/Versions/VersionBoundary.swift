package import ToggleBase

/// A version at which the decision of a policy may change.
package enum VersionBoundary: Sendable, Hashable {
    /// At a version, or after it.
    case version(AppVersion)
    /// Where the versions begin and end that begin with the first numbers of a version.
    case beginning(AppVersion, count: Int)

    /// The named version.
    package var version: AppVersion {
        switch self {
        case .version(let version), .beginning(let version, count: _): version
        }
    }
}
