import FeatureToggles
package import FeatureTogglesRemote

/// The three numbers of a released version, of any length.
package struct ReleaseNumbers: Hashable, Comparable {
    package let major: DecimalDigits
    package let minor: DecimalDigits
    package let patch: DecimalDigits

    package static let first = ReleaseNumbers(.zero, .zero, .zero)

    package init(_ major: DecimalDigits, _ minor: DecimalDigits, _ patch: DecimalDigits) {
        (self.major, self.minor, self.patch) = (major, minor, patch)
    }

    /// Creates the numbers of a version, without its prerelease identifiers.
    package init(_ version: ComparableVersion) {
        let body = version.text.drop { $0 == "v" || $0 == "V" }.prefix { $0 != "-" && $0 != "+" }
        let numbers = body.split(separator: ".").map { DecimalDigits(String($0)) }
        self.init(
            numbers.first ?? .zero,
            numbers.count > 1 ? numbers[1] : .zero,
            numbers.count > 2 ? numbers[2] : .zero
        )
    }

    /// Returns a version that is newer than all versions whose numbers are at most the given one.
    package static func newest(above largest: DecimalDigits) -> ReleaseNumbers {
        ReleaseNumbers(max(DecimalDigits("99999"), largest.next), .zero, .zero)
    }

    package var largest: DecimalDigits { max(major, minor, patch) }
    package var text: String { "\(major.text).\(minor.text).\(patch.text)" }
    package var next: ReleaseNumbers { ReleaseNumbers(major, minor, patch.next) }
    package var nextMinor: ReleaseNumbers { ReleaseNumbers(major, minor.next, .zero) }
    package var nextMajor: ReleaseNumbers { ReleaseNumbers(major.next, .zero, .zero) }

    /// The release as a version.
    package var version: ComparableVersion? { ComparableVersion(text) }
    /// The first prerelease of this version.
    var firstPrerelease: ComparableVersion? { ComparableVersion(text + "-0") }

    /// Returns the previous version, if the given number is the highest one; `nil` before the first version.
    package func previous(last: DecimalDigits) -> ReleaseNumbers? {
        if let patch = patch.previous { return ReleaseNumbers(major, minor, patch) }
        if let minor = minor.previous { return ReleaseNumbers(major, minor, last) }
        return major.previous.map { ReleaseNumbers($0, last, last) }
    }

    package static func < (left: ReleaseNumbers, right: ReleaseNumbers) -> Bool {
        (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }
}

/// A whole number of any length.
package struct DecimalDigits: Hashable, Comparable {
    /// The digits, without leading zeros.
    package let text: String

    package static let zero = DecimalDigits("0")

    package init(_ text: String) {
        self.text = text
    }

    /// The next number.
    package var next: DecimalDigits {
        var digits = Array(text.utf8)
        for index in digits.indices.reversed() {
            guard digits[index] == UInt8(ascii: "9") else {
                digits[index] += 1
                return DecimalDigits(String(decoding: digits, as: UTF8.self))
            }
            digits[index] = UInt8(ascii: "0")
        }
        return DecimalDigits("1" + String(decoding: digits, as: UTF8.self))
    }

    /// The previous number; `nil` for zero.
    package var previous: DecimalDigits? {
        guard self != .zero else { return nil }
        var digits = Array(text.utf8)
        for index in digits.indices.reversed() {
            guard digits[index] == UInt8(ascii: "0") else {
                digits[index] -= 1
                break
            }
            digits[index] = UInt8(ascii: "9")
        }
        if digits.count > 1, digits.first == UInt8(ascii: "0") { digits.removeFirst() }
        return DecimalDigits(String(decoding: digits, as: UTF8.self))
    }

    package static func < (left: DecimalDigits, right: DecimalDigits) -> Bool {
        (left.text.utf8.count, left.text) < (right.text.utf8.count, right.text)
    }
}
