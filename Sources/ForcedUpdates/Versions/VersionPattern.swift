import FeatureToggles
package import FeatureTogglesRemote

/// Which versions an entry of a policy is about, as one text says it.
///
/// | text | versions |
/// |---|---|
/// | `1.1.0`, `1.1` | this one; missing numbers are 0 |
/// | `13.*.*`, `13.*`, `13.x` | every one that begins with 13 |
/// | `*` | every one |
/// | `>=1.0.0 <2.0.0` | all that every comparison holds for: `=`, `<`, `<=`, `>`, `>=` |
/// | `<1.4.2 \|\| 2.*` | all that one of the sides holds for |
///
/// Versions are in the one order of Semantic Versioning, prereleases among them: 1.10 comes behind 1.9, and 2.0.0-beta behind
/// 1.99.99 and before 2.0.0. So `<2.0.0` means 2.0.0-beta, `>=2.0.0` does not, and `2.0.0` alone does not either. A wildcard
/// takes in the prereleases of what it stands for: `13.*` means 13.0.0-beta, and not 14.0.0-beta. Build metadata counts for
/// nothing, in the text and in what is asked: `1.1.0` means 1.1.0+42.
///
/// - SeeAlso: https://semver.org/spec/v2.0.0.html
public struct VersionPattern: Sendable, CustomStringConvertible {
    /// The text that it was read from.
    public let description: String
    /// What is meant: a version in one of these.
    let ranges: [VersionRange]
    /// The versions that the text names, at which the answer may change.
    let boundaries: [VersionGrid.Boundary]

    /// Whether a version is among those meant.
    ///
    /// - Parameter version: A version of one to three numbers; what is no version is only meant by `*`.
    /// - Returns: Whether it is meant.
    public func matches(_ version: String) -> Bool {
        matches(ComparableVersion(version))
    }

    /// Whether a version, or whoever has none that can be read, is among those meant.
    package func matches(_ version: ComparableVersion?) -> Bool {
        ranges.contains { $0.contains(version) }
    }

    /// Whether its conditions exclude each other, so that it means no version at all.
    ///
    /// A single condition always means some.
    var isEmpty: Bool { boundaries.count > 1 && ranges.allSatisfy(\.isEmpty) }

    /// Whether it means no released version, though no prerelease is named in it.
    var meansPrereleasesBySurprise: Bool {
        !ranges.contains(where: \.hasRelease) && !namesPrerelease && !isEmpty
    }

    /// Whether it names a prerelease.
    var namesPrerelease: Bool { boundaries.contains(where: \.version.isPrerelease) }

    /// Build metadata in the text, with its mark; `nil` where there is none.
    var buildMetadata: String? {
        for boundary in boundaries {
            if let mark = boundary.version.text.firstIndex(of: "+") { return String(boundary.version.text[mark...]) }
        }
        return nil
    }
}
