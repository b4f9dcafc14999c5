package import ToggleBase

/// A pattern of the versions that an entry of a policy matches.
///
/// | text | versions |
/// |---|---|
/// | `1.1.0`, `1.1` | this one; missing numbers are 0 |
/// | `13.*.*`, `13.*`, `13.x` | every version that starts with 13 |
/// | `1.2.3.*` | every version that starts with 1.2.3, such as 1.2.3 and 1.2.3.4 |
/// | `*` | every version |
/// | `>=1.0.0 <2.0.0` | all that satisfy each comparison: `=`, `<`, `<=`, `>`, `>=` |
/// | `<1.4.2 \|\| 2.*` | all that satisfy one side |
///
/// Versions are ordered as in Semantic Versioning, including prereleases: 1.10 comes after 1.9, and 2.0.0-beta comes
/// after 1.99.99 and before 2.0.0. So `<2.0.0` matches 2.0.0-beta, and `>=2.0.0` and `2.0.0` don't. A wildcard matches
/// the prereleases of its versions: `13.*` matches 13.0.0-beta, but not 14.0.0-beta. Build metadata is ignored in
/// patterns and versions: `1.1.0` matches 1.1.0+42.
///
/// - SeeAlso: https://semver.org/spec/v2.0.0.html
public struct VersionPattern: Sendable, CustomStringConvertible {
    /// The text of the pattern.
    public let description: String
    /// The ranges of matching versions.
    let ranges: [VersionRange]
    /// The versions in the text, at which the result may change.
    package let boundaries: [VersionBoundary]

    /// Returns whether the pattern matches a version.
    ///
    /// - Parameter version: A version with one to eight numbers. Only `*` matches other texts.
    /// - Returns: Whether the version matches.
    public func matches(_ version: String) -> Bool {
        matches(AppVersion(strict: version))
    }

    /// Returns whether the pattern matches a version; `nil` is an invalid or unknown one.
    package func matches(_ version: AppVersion?) -> Bool {
        ranges.contains { $0.contains(version) }
    }

    /// Whether the conditions exclude each other, so that no version matches.
    ///
    /// A single condition always matches some versions.
    var isEmpty: Bool {
        guard boundaries.count > 1 else { return false }
        let count = count
        return !ranges.contains { $0.hasVersion(count) }
    }

    /// Whether the pattern matches only prereleases, although it names none.
    var matchesOnlyUnnamedPrereleases: Bool {
        !hasRelease && !namesPrerelease && !isEmpty
    }

    /// Whether the pattern matches a released version.
    var hasRelease: Bool {
        let count = count
        return ranges.contains { $0.hasRelease(count) }
    }

    /// The count of numbers of the versions that the pattern is checked for.
    private var count: Int { ReleaseNumbers.count(of: boundaries.lazy.map(\.version)) }

    /// Whether the pattern names a prerelease.
    var namesPrerelease: Bool { boundaries.contains(where: \.version.isPrerelease) }

    /// The version in the text that begins with `v`, or `nil` if no version does.
    var versionWithLetter: String? {
        boundaries.lazy.map(\.version.description).first { $0.hasPrefix("v") || $0.hasPrefix("V") }
    }

    /// The build metadata in the text, with its `+`; `nil` if there is none.
    var buildMetadata: String? {
        for boundary in boundaries {
            let text = boundary.version.description
            if let mark = text.firstIndex(of: "+") { return String(text[mark...]) }
        }
        return nil
    }
}
