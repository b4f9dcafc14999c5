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

    /// Whether both have the same major version.
    package func sharesMajor(with other: ComparableVersion) -> Bool {
        Self.read(self, other) { $0.sharesMajor(with: $1) }
    }

    /// Whether both have the same major and minor version.
    package func sharesMinor(with other: ComparableVersion) -> Bool {
        Self.read(self, other) { $0.sharesMinor(with: $1) }
    }

    /// Whether both mean the same version, however they are written.
    package static func == (left: ComparableVersion, right: ComparableVersion) -> Bool {
        read(left, right) { $0.compared(to: $1) == 0 }
    }

    /// Whether the left version comes before the right one.
    package static func < (left: ComparableVersion, right: ComparableVersion) -> Bool {
        read(left, right) { $0.compared(to: $1) < 0 }
    }

    private static func read<Result>(_ text: String, _ body: (SemanticVersion) -> Result) -> Result? {
        var text = text
        return text.withUTF8 { SemanticVersion($0).map(body) }
    }

    private static func read(
        _ left: ComparableVersion,
        _ right: ComparableVersion,
        _ body: (SemanticVersion, SemanticVersion) -> Bool
    ) -> Bool {
        // Both texts were read when the versions were made.
        let answer = read(left.text) { one in read(right.text) { body(one, $0) } ?? false }
        return answer ?? false
    }
}
