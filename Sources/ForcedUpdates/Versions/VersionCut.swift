import FeatureToggles
package import FeatureTogglesRemote

/// A place in the order of all versions: immediately before or after a version.
struct VersionCut: Sendable, Comparable {
    let version: ComparableVersion
    let isAfter: Bool

    static func before(_ version: ComparableVersion) -> VersionCut { VersionCut(version: version, isAfter: false) }
    static func after(_ version: ComparableVersion) -> VersionCut { VersionCut(version: version, isAfter: true) }

    /// Returns whether a version is after the cut.
    func isPassed(by other: ComparableVersion) -> Bool {
        let order = other.compared(to: version)
        return order > 0 || order == 0 && !isAfter
    }

    /// The first released version after the cut.
    var nextRelease: ReleaseNumbers {
        let numbers = ReleaseNumbers(version)
        return isAfter && !version.isPrerelease ? numbers.next : numbers
    }

    /// The first version after the cut: 1.0.1-0 after 1.0.0, and 1.0.0-a.0 after 1.0.0-a.
    var nextVersion: ComparableVersion? {
        guard isAfter else { return version }
        if version.isPrerelease { return ComparableVersion(version.withoutBuild + ".0") }
        return ReleaseNumbers(version).next.firstPrerelease
    }

    static func == (left: VersionCut, right: VersionCut) -> Bool {
        left.isAfter == right.isAfter && left.version == right.version
    }

    static func < (left: VersionCut, right: VersionCut) -> Bool {
        let order = left.version.compared(to: right.version)
        return order < 0 || order == 0 && !left.isAfter && right.isAfter
    }
}

extension ComparableVersion {
    /// The version as it was written, without build metadata.
    package var withoutBuild: String { String(text.prefix { $0 != "+" }) }
}
