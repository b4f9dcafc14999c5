import ToggleBase

/// A range in the order of all versions.
struct VersionRange: Sendable {
    /// The start; `nil` for a range without a lower bound.
    private(set) var lower: VersionCut?
    /// The end; `nil` for a range without an upper bound.
    private(set) var upper: VersionCut?
    /// Whether the range includes invalid and unknown versions.
    private(set) var includesUnknown: Bool

    /// All versions, including invalid and unknown ones.
    static let everything = VersionRange(lower: nil, upper: nil, includesUnknown: true)

    /// Returns the versions between two cuts.
    static func between(_ lower: VersionCut?, _ upper: VersionCut?) -> VersionRange {
        VersionRange(lower: lower, upper: upper, includesUnknown: false)
    }

    /// Returns the versions in both ranges.
    func intersection(_ other: VersionRange) -> VersionRange {
        var result = self
        if let cut = other.lower { result.lower = result.lower.map { max($0, cut) } ?? cut }
        if let cut = other.upper { result.upper = result.upper.map { min($0, cut) } ?? cut }
        result.includesUnknown = includesUnknown && other.includesUnknown
        return result
    }

    /// Returns whether a version is in the range; `nil` is an invalid or unknown one.
    func contains(_ version: AppVersion?) -> Bool {
        guard let version else { return includesUnknown }
        return lower?.isPassed(by: version) ?? true && upper?.isPassed(by: version) != true
    }

    /// Whether the end is not after the start.
    var isEmpty: Bool {
        guard let lower, let upper else { return false }
        return upper <= lower
    }

    /// Returns whether the range contains a version with the given count of numbers.
    func hasVersion(_ count: Int) -> Bool {
        guard let lower, let upper else { return true }
        return lower.nextVersion(count).map { !upper.isPassed(by: $0) } ?? false
    }

    /// Returns whether the range contains a released version with the given count of numbers.
    func hasRelease(_ count: Int) -> Bool {
        guard let upper else { return true }
        // The usual range, which starts with a release.
        if let lower, !lower.isAfter, !lower.version.isPrerelease { return !upper.isPassed(by: lower.version) }
        guard let first = lower.map({ $0.nextRelease(count) }) ?? AppVersion.first else { return false }
        return !upper.isPassed(by: first)
    }
}
