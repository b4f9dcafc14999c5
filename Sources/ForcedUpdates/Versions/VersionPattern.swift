package import FeatureToggles

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
/// Versions are compared as Semantic Versioning does, so that 1.10 comes behind 1.9, and 2.0.0-beta before 2.0.0. A wildcard
/// takes in pre-releases of what it stands for.
///
/// - SeeAlso: https://semver.org/spec/v2.0.0.html
public struct VersionPattern: Sendable, CustomStringConvertible {
    /// One condition.
    enum Term: Sendable {
        case any
        case sameMajor(ComparableVersion)
        case sameMinor(ComparableVersion)
        case compared(Comparison, ComparableVersion)
    }

    /// How two versions are compared.
    enum Comparison: String, Sendable, CaseIterable {
        // Longer ones first: they begin with the shorter ones.
        case atLeast = ">="
        case atMost = "<="
        case equal = "="
        case above = ">"
        case below = "<"
    }

    /// The text that it was read from.
    public let description: String
    /// Alternatives, of whose conditions all hold.
    let alternatives: [[Term]]

    /// Whether a version is among those meant.
    ///
    /// - Parameter version: A version of one to three numbers; what is no version is only meant by `*`.
    /// - Returns: Whether it is meant.
    public func matches(_ version: String) -> Bool {
        matches(ComparableVersion(version))
    }

    /// Whether a version, or whoever has none that can be read, is among those meant.
    package func matches(_ version: ComparableVersion?) -> Bool {
        alternatives.contains { terms in terms.allSatisfy { $0.matches(version) } }
    }

    /// Whether its conditions exclude each other, so that it means no released version.
    var isEmpty: Bool {
        // A single condition always means some.
        guard alternatives.allSatisfy({ $0.count > 1 }) else { return false }
        return !VersionGrid(app: boundaries, os: []).app.contains { matches($0) }
    }

    /// The versions at which the answer may change.
    var boundaries: [VersionGrid.Boundary] {
        alternatives.joined().compactMap { term in
            switch term {
            case .any: nil
            case .sameMajor(let version): .major(version)
            case .sameMinor(let version): .minor(version)
            case .compared(_, let version): .version(version)
            }
        }
    }
}

extension VersionPattern.Term {
    func matches(_ version: ComparableVersion?) -> Bool {
        if case .any = self { return true }
        guard let version else { return false }
        return switch self {
        case .any: true
        case .sameMajor(let other): version.sharesMajor(with: other)
        case .sameMinor(let other): version.sharesMinor(with: other)
        case .compared(.atLeast, let other): version >= other
        case .compared(.atMost, let other): version <= other
        case .compared(.equal, let other): version == other
        case .compared(.above, let other): version > other
        case .compared(.below, let other): version < other
        }
    }
}
