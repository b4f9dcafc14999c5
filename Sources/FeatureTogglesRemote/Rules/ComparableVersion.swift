/// A version that is kept: its text, compared as `sem_ver` compares it.
///
/// `1` and `1.2` mean `1.0.0` and `1.2.0`; a leading `v` and build metadata count for nothing.
///
/// - SeeAlso: https://semver.org/spec/v2.0.0.html
package struct ComparableVersion: Sendable, Comparable, CustomStringConvertible {
    /// The version as it was written.
    package let text: String

    /// Reads a version; `nil` for what is none.
    package init?(_ text: String) {
        self.text = text
        guard Self.read(text, { _ in true }) == true else { return nil }
    }

    /// The version as it was written.
    package var description: String { text }

    /// Whether it comes before a release, as 2.0.0-beta does.
    package var isPrerelease: Bool {
        text.utf8.prefix { $0 != UInt8(ascii: "+") }.contains(UInt8(ascii: "-"))
    }

    /// Less than zero, zero, or more, as this version comes before, with or behind another one.
    package func compared(to other: ComparableVersion) -> Int {
        // Both texts were read when the versions were made.
        let answer = Self.read(text) { one in Self.read(other.text) { one.compared(to: $0) } ?? 0 }
        return answer ?? 0
    }

    /// Whether both mean the same version, however they are written.
    package static func == (left: ComparableVersion, right: ComparableVersion) -> Bool {
        left.compared(to: right) == 0
    }

    /// Whether the left version comes before the right one.
    package static func < (left: ComparableVersion, right: ComparableVersion) -> Bool {
        left.compared(to: right) < 0
    }

    private static func read<Result>(_ text: String, _ body: (SemanticVersion) -> Result) -> Result? {
        var text = text
        return text.withUTF8 { SemanticVersion($0).map(body) }
    }
}
