import FeatureToggles
import FeatureTogglesRemote

/// Versions that stand together in the order of all versions.
struct VersionRange: Sendable {
    /// Where it begins; `nil` for in front of all versions.
    private(set) var lower: VersionCut?
    /// Where it ends; `nil` for behind all versions.
    private(set) var upper: VersionCut?
    /// Whether what is no version, or is not known, is meant as well.
    private(set) var includesUnknown: Bool

    /// Every version, and what is none.
    static let everything = VersionRange(lower: nil, upper: nil, includesUnknown: true)

    /// The versions between two cuts.
    static func between(_ lower: VersionCut?, _ upper: VersionCut?) -> VersionRange {
        VersionRange(lower: lower, upper: upper, includesUnknown: false)
    }

    /// What is in both.
    func intersection(_ other: VersionRange) -> VersionRange {
        var result = self
        if let cut = other.lower { result.lower = result.lower.map { max($0, cut) } ?? cut }
        if let cut = other.upper { result.upper = result.upper.map { min($0, cut) } ?? cut }
        result.includesUnknown = includesUnknown && other.includesUnknown
        return result
    }

    /// Whether a version, or whoever has none that can be read, is in it.
    func contains(_ version: ComparableVersion?) -> Bool {
        guard let version else { return includesUnknown }
        return lower?.isPassed(by: version) ?? true && upper?.isPassed(by: version) != true
    }

    /// Whether no version is in it.
    var isEmpty: Bool {
        guard let lower, let upper else { return false }
        return lower.nextVersion.map { upper.isPassed(by: $0) } ?? false
    }

    /// Whether a released version is in it, rather than none at all or prereleases alone.
    var hasRelease: Bool {
        guard let upper else { return true }
        // The usual one: it begins with a release.
        if let lower, !lower.isBehind, !lower.version.isPrerelease { return !upper.isPassed(by: lower.version) }
        guard let first = (lower?.nextRelease ?? .first).version else { return false }
        return !upper.isPassed(by: first)
    }
}
