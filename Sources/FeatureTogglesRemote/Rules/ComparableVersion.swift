/// A version that owns its text and is compared as by `sem_ver`.
///
/// `1` and `1.2` mean `1.0.0` and `1.2.0`. A leading `v` and build metadata are ignored.
///
/// - SeeAlso: https://semver.org/spec/v2.0.0.html
package struct ComparableVersion: Sendable, Comparable, CustomStringConvertible {
    /// The version as written.
    package let text: String

    /// Parses a version, or returns `nil` if it is invalid.
    package init?(_ text: String) {
        self.text = text
        guard Self.read(text, { _ in true }) == true else { return nil }
    }

    /// The version as written.
    package var description: String { text }

    /// Whether the version is a prerelease, such as 2.0.0-beta.
    package var isPrerelease: Bool {
        text.utf8.prefix { $0 != UInt8(ascii: "+") }.contains(UInt8(ascii: "-"))
    }

    /// Returns a number below, equal to, or above zero if this version is lower than, equal to, or higher than another
    /// one.
    package func compared(to other: ComparableVersion) -> Int {
        // Both texts were validated when the versions were created.
        let answer = Self.read(text) { one in Self.read(other.text) { one.compared(to: $0) } ?? 0 }
        return answer ?? 0
    }

    /// Whether both texts mean the same version.
    package static func == (left: ComparableVersion, right: ComparableVersion) -> Bool {
        left.compared(to: right) == 0
    }

    /// Whether the left version is lower than the right one.
    package static func < (left: ComparableVersion, right: ComparableVersion) -> Bool {
        left.compared(to: right) < 0
    }

    private static func read<Result>(_ text: String, _ body: (SemanticVersion) -> Result) -> Result? {
        var text = text
        return text.withUTF8 { SemanticVersion($0).map(body) }
    }
}
