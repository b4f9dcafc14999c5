import FeatureToggles
import FeatureTogglesRemote

/// A place in the order of all versions where an answer may change: right before a version, or right behind it.
struct VersionCut: Sendable, Comparable {
    let version: ComparableVersion
    let isBehind: Bool

    static func before(_ version: ComparableVersion) -> VersionCut { VersionCut(version: version, isBehind: false) }
    static func behind(_ version: ComparableVersion) -> VersionCut { VersionCut(version: version, isBehind: true) }

    /// Whether a version comes behind the cut.
    func isPassed(by other: ComparableVersion) -> Bool {
        let order = other.compared(to: version)
        return order > 0 || order == 0 && !isBehind
    }

    /// The first released version behind the cut.
    var nextRelease: ReleaseNumbers {
        let numbers = ReleaseNumbers(version)
        return isBehind && !version.isPrerelease ? numbers.next : numbers
    }

    /// The first version of all behind the cut: what comes next behind 1.0.0 is 1.0.1-0, and behind 1.0.0-a it is 1.0.0-a.0.
    var nextVersion: ComparableVersion? {
        guard isBehind else { return version }
        if version.isPrerelease { return ComparableVersion(version.withoutBuild + ".0") }
        return ReleaseNumbers(version).next.firstPrerelease
    }

    static func == (left: VersionCut, right: VersionCut) -> Bool {
        left.isBehind == right.isBehind && left.version == right.version
    }

    static func < (left: VersionCut, right: VersionCut) -> Bool {
        let order = left.version.compared(to: right.version)
        return order < 0 || order == 0 && !left.isBehind && right.isBehind
    }
}

extension ComparableVersion {
    /// The version as it was written, without build metadata.
    var withoutBuild: String { String(text.prefix { $0 != "+" }) }
}
