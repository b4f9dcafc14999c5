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
    /// A condition.
    enum Term: Sendable {
        case any
        /// The versions that begin with the same numbers.
        case beginning(AppVersion, count: Int)
        case compared(Comparison, AppVersion)
    }

    /// A comparison of two versions.
    enum Comparison: Sendable {
        case equal, below, atMost, above, atLeast
    }

    /// The text of the pattern.
    public let description: String
    /// The first condition, inline, because a policy can contain hundreds of thousands of patterns that have no other.
    private let first: Term
    /// The other conditions; `nil` for a single condition.
    private let rest: Rest?

    private final class Rest: Sendable {
        /// The other conditions of the first side.
        let terms: ArraySlice<Term>
        /// The conditions of the other sides, on each of which all have to hold.
        let sides: ArraySlice<[Term]>

        init(_ terms: ArraySlice<Term>, _ sides: ArraySlice<[Term]>) { (self.terms, self.sides) = (terms, sides) }
    }

    init(description: String, _ first: Term, _ others: ArraySlice<Term>, sides: ArraySlice<[Term]> = []) {
        (self.description, self.first) = (description, first)
        rest = others.isEmpty && sides.isEmpty ? nil : Rest(others, sides)
    }

    /// Returns whether the pattern matches a version.
    ///
    /// - Parameter version: A version with one to eight numbers. Only `*` matches other texts.
    /// - Returns: Whether the version matches.
    public func matches(_ version: String) -> Bool {
        matches(AppVersion(strict: version))
    }

    /// Returns whether the pattern matches a version; `nil` is an invalid or unknown one.
    package func matches(_ version: AppVersion?) -> Bool {
        guard let rest else { return first.matches(version) }
        return first.matches(version) && rest.terms.allSatisfy { $0.matches(version) }
            || rest.sides.contains { $0.allSatisfy { $0.matches(version) } }
    }

    /// The versions in the text, at which the result may change.
    package var boundaries: [VersionBoundary] {
        terms.compactMap { term in
            switch term {
            case .any: nil
            case .beginning(let version, let count): .beginning(version, count: count)
            case .compared(_, let version): .version(version)
            }
        }
    }

    /// The number of conditions.
    package var count: Int { rest == nil ? 1 : terms.count }

    private var terms: [Term] { [first] + (rest.map { $0.terms + $0.sides.joined() } ?? []) }

    /// The conditions of each side of `||`.
    private var sides: [[Term]] { [[first] + (rest?.terms ?? [])] + (rest?.sides ?? []) }

    /// Returns ranges of the released versions that match, if versions have the given count of numbers.
    func releases(count: Int) -> [ReleaseRange] {
        rest == nil
            ? ReleaseRange([first], count: count).map { [$0] } ?? []
            : sides.compactMap { ReleaseRange($0, count: count) }
    }

    /// How many numbers the longest version in the text has.
    var longestCount: Int { boundaries.reduce(0) { max($0, $1.version.count) } }
}

extension VersionPattern.Term {
    func matches(_ version: AppVersion?) -> Bool {
        if case .any = self { return true }
        guard let version else { return false }
        switch self {
        case .any: return true
        // Includes prereleases, but not those of the next version.
        case .beginning(let beginning, let count): return version.begins(with: beginning, count)
        case .compared(.equal, let other): return version.compared(to: other) == 0
        case .compared(.below, let other): return version.compared(to: other) < 0
        case .compared(.atMost, let other): return version.compared(to: other) <= 0
        case .compared(.above, let other): return version.compared(to: other) > 0
        case .compared(.atLeast, let other): return version.compared(to: other) >= 0
        }
    }
}

/// Properties that `toggles check` reports.
extension VersionPattern {
    /// Whether the conditions exclude each other, so that no version matches.
    var isEmpty: Bool {
        let count = max(longestCount, ReleaseNumbers.usualCount)
        return !sides.contains { Term.lowest($0, count: count) != nil }
    }

    /// Whether the pattern matches only prereleases, although it names none.
    var matchesOnlyUnnamedPrereleases: Bool { !hasRelease && !namesPrerelease && !isEmpty }

    /// Whether the pattern matches a released version.
    var hasRelease: Bool {
        let count = max(longestCount, ReleaseNumbers.usualCount)
        return sides.contains { Term.lowestRelease($0, count: count) != nil }
    }

    /// Whether the pattern names a prerelease.
    var namesPrerelease: Bool { boundaries.contains(where: \.version.isPrerelease) }

    /// The version in the text that begins with `v`, or `nil` if no version does.
    var versionWithLetter: String? {
        guard description.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "v") }) else { return nil }
        return boundaries.lazy.map(\.version.description).first { ($0.utf8.first ?? 0) | 0x20 == UInt8(ascii: "v") }
    }

    /// The build metadata in the text, with its `+`; `nil` if the text contains none.
    var buildMetadata: String? {
        guard description.utf8.contains(UInt8(ascii: "+")) else { return nil }
        for text in boundaries.lazy.map(\.version.description) {
            if let mark = text.utf8.firstIndex(of: UInt8(ascii: "+")) { return String(text[mark...]) }
        }
        return nil
    }
}
