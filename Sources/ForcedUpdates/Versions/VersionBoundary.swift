package import FeatureTogglesRemote

/// A version at which the decision of a policy may change.
package enum VersionBoundary: Sendable {
    /// At a version, or after it.
    case version(ComparableVersion)
    /// Where a major version begins and ends.
    case major(ComparableVersion)
    /// Where a minor version begins and ends.
    case minor(ComparableVersion)

    /// The named version.
    package var version: ComparableVersion {
        switch self {
        case .version(let version), .major(let version), .minor(let version): version
        }
    }
}
