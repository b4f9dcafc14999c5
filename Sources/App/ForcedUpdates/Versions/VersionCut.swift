import ToggleBase

/// A place in the order of all versions: immediately before or after a version.
struct VersionCut: Sendable, Comparable {
    let version: AppVersion
    let isAfter: Bool

    static func before(_ version: AppVersion) -> VersionCut { VersionCut(version: version, isAfter: false) }
    static func after(_ version: AppVersion) -> VersionCut { VersionCut(version: version, isAfter: true) }

    /// Returns whether a version is after the cut.
    func isPassed(by other: AppVersion) -> Bool {
        let order = other.compared(to: version)
        return order > 0 || order == 0 && !isAfter
    }

    /// Returns the first released version after the cut with the given count of numbers, or `nil` if there is none.
    func nextRelease(_ count: Int) -> AppVersion? {
        let numbers = ReleaseNumbers(version)
        return isAfter && !version.isPrerelease ? numbers.next(count)?.version : numbers.version
    }

    /// Returns the first version after the cut with the given count of numbers, or `nil` if there is none: 1.0.1-0 after
    /// 1.0.0, and 1.0.0-a.0 after 1.0.0-a.
    func nextVersion(_ count: Int) -> AppVersion? {
        guard isAfter else { return version }
        let numbers = ReleaseNumbers(version)
        if version.isPrerelease { return numbers.prerelease(version.prerelease + [.number(0)]) }
        return numbers.next(count)?.firstPrerelease
    }

    static func == (left: VersionCut, right: VersionCut) -> Bool {
        left.isAfter == right.isAfter && left.version == right.version
    }

    static func < (left: VersionCut, right: VersionCut) -> Bool {
        let order = left.version.compared(to: right.version)
        return order < 0 || order == 0 && !left.isAfter && right.isAfter
    }
}
