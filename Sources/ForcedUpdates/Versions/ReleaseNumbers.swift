import FeatureToggles
import FeatureTogglesRemote

/// The three numbers of a released version, each as long as it likes.
struct ReleaseNumbers: Hashable, Comparable {
    let major: DecimalDigits
    let minor: DecimalDigits
    let patch: DecimalDigits

    static let first = ReleaseNumbers(.zero, .zero, .zero)

    init(_ major: DecimalDigits, _ minor: DecimalDigits, _ patch: DecimalDigits) {
        (self.major, self.minor, self.patch) = (major, minor, patch)
    }

    /// The numbers of a version, without what makes it a prerelease.
    init(_ version: ComparableVersion) {
        let body = version.text.drop { $0 == "v" || $0 == "V" }.prefix { $0 != "-" && $0 != "+" }
        let numbers = body.split(separator: ".").map { DecimalDigits(String($0)) }
        self.init(
            numbers.first ?? .zero,
            numbers.count > 1 ? numbers[1] : .zero,
            numbers.count > 2 ? numbers[2] : .zero
        )
    }

    /// A version that nothing is newer than, where no number is above another one.
    static func newest(above largest: DecimalDigits) -> ReleaseNumbers {
        ReleaseNumbers(max(DecimalDigits("99999"), largest.next), .zero, .zero)
    }

    var largest: DecimalDigits { max(major, minor, patch) }
    var text: String { "\(major.text).\(minor.text).\(patch.text)" }
    var next: ReleaseNumbers { ReleaseNumbers(major, minor, patch.next) }
    var nextMinor: ReleaseNumbers { ReleaseNumbers(major, minor.next, .zero) }
    var nextMajor: ReleaseNumbers { ReleaseNumbers(major.next, .zero, .zero) }

    /// The release as a version.
    var version: ComparableVersion? { ComparableVersion(text) }
    /// The first of its prereleases, before which there is nothing but earlier versions.
    var firstPrerelease: ComparableVersion? { ComparableVersion(text + "-0") }

    /// The one before, where no number is above the last; none before the first.
    func previous(last: DecimalDigits) -> ReleaseNumbers? {
        if let patch = patch.previous { return ReleaseNumbers(major, minor, patch) }
        if let minor = minor.previous { return ReleaseNumbers(major, minor, last) }
        return major.previous.map { ReleaseNumbers($0, last, last) }
    }

    static func < (left: ReleaseNumbers, right: ReleaseNumbers) -> Bool {
        (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }
}

/// A whole number as its digits, so that none is too long.
struct DecimalDigits: Hashable, Comparable {
    /// The digits, without a zero in front.
    let text: String

    static let zero = DecimalDigits("0")

    init(_ text: String) {
        self.text = text
    }

    /// The number that is one more.
    var next: DecimalDigits {
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

    /// The number that is one less; none for zero.
    var previous: DecimalDigits? {
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

    static func < (left: DecimalDigits, right: DecimalDigits) -> Bool {
        (left.text.utf8.count, left.text) < (right.text.utf8.count, right.text)
    }
}
