import FeatureToggles
import ToggleBase

/// A version as compared by `sem_ver` (SemVer 2.0.0), in memory owned by the caller.
///
/// One leading `v` or `V` is skipped. `1` and `1.2` mean `1.0.0` and `1.2.0`. Build metadata is validated and ignored.
/// Numbers have no maximum length.
///
/// This is not `AppVersion`, because a rule must have the same result as in every other evaluator of flagd documents,
/// which accept only three numbers.
package struct SemanticVersion {
    /// The digits of a number; no digits mean 0.
    private typealias Digits = UnsafeBufferPointer<UInt8>

    private var major = Digits(start: nil, count: 0)
    private var minor = Digits(start: nil, count: 0)
    private var patch = Digits(start: nil, count: 0)
    /// The identifiers between `-` and `+`; empty for a release.
    private var prerelease = Digits(start: nil, count: 0)

    /// Parses a version, or returns `nil` if it is invalid.
    @inline(__always)
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        var index = 0
        if let first = text.first, first | 0x20 == UInt8(ascii: "v") { index = 1 }
        for part in 0..<3 {
            let start = index
            while index < text.count, text[index] &- UInt8(ascii: "0") <= 9 { index &+= 1 }
            guard index > start, index &- start == 1 || text[start] != UInt8(ascii: "0") else { return nil }
            let digits = UnsafeBufferPointer(rebasing: text[start..<index])
            switch part {
            case 0: major = digits
            case 1: minor = digits
            default: patch = digits
            }
            guard part < 2, index < text.count, text[index] == UInt8(ascii: ".") else { break }
            index &+= 1
        }
        if index < text.count, text[index] == UInt8(ascii: "-") {
            let start = index &+ 1
            guard let end = Self.end(ofIdentifiersAt: start, in: text, areStrict: true) else { return nil }
            prerelease = UnsafeBufferPointer(rebasing: text[start..<end])
            index = end
        }
        if index < text.count, text[index] == UInt8(ascii: "+") {
            guard let end = Self.end(ofIdentifiersAt: index &+ 1, in: text, areStrict: false) else { return nil }
            index = end
        }
        guard index == text.count else { return nil }
    }

    /// Whether `sem_ver` accepts a text as a version.
    package static func isValid(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { SemanticVersion($0) != nil }
    }

    /// Returns the result of `sem_ver`, or `nil` if a version or the operator is invalid.
    package static func compare(_ left: String, _ symbol: String, _ right: String) -> Bool? {
        var (left, symbol, right) = (left, symbol, right)
        return left.withUTF8 { left in
            right.withUTF8 { right in
                guard let one = SemanticVersion(left), let other = SemanticVersion(right) else { return nil }
                return symbol.withUTF8 { one.satisfies($0, other) }
            }
        }
    }

    /// Returns whether this version is in a relation to another one, or `nil` if the operator is unknown.
    @inline(__always)
    func satisfies(_ symbol: UnsafeBufferPointer<UInt8>, _ other: SemanticVersion) -> Bool? {
        switch (symbol.first, symbol.count) {
        case (UInt8(ascii: "="), 1): compared(to: other) == 0
        case (UInt8(ascii: "<"), 1): compared(to: other) < 0
        case (UInt8(ascii: ">"), 1): compared(to: other) > 0
        case (UInt8(ascii: "^"), 1): sharesMajor(with: other)
        case (UInt8(ascii: "~"), 1): sharesMinor(with: other)
        case (UInt8(ascii: "!"), 2) where symbol[1] == UInt8(ascii: "="): compared(to: other) != 0
        case (UInt8(ascii: "<"), 2) where symbol[1] == UInt8(ascii: "="): compared(to: other) <= 0
        case (UInt8(ascii: ">"), 2) where symbol[1] == UInt8(ascii: "="): compared(to: other) >= 0
        default: nil
        }
    }

    /// Returns the index after identifiers separated by periods, or `nil` if one of them is empty.
    ///
    /// If they are strict, numbers must not begin with a zero.
    private static func end(
        ofIdentifiersAt start: Int,
        in text: UnsafeBufferPointer<UInt8>,
        areStrict: Bool
    ) -> Int? {
        var index = start
        while true {
            let first = index
            var isNumber = true
            while index < text.count {
                let byte = text[index]
                if byte &- UInt8(ascii: "0") > 9 {
                    guard (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "-") else { break }
                    isNumber = false
                }
                index &+= 1
            }
            guard index > first else { return nil }
            if areStrict, isNumber, index &- first > 1, text[first] == UInt8(ascii: "0") { return nil }
            guard index < text.count, text[index] == UInt8(ascii: ".") else { return index }
            index &+= 1
        }
    }

    /// Whether both have the same major version.
    func sharesMajor(with other: SemanticVersion) -> Bool {
        Self.compare(major, other.major) == 0
    }

    /// Whether both have the same major and minor version.
    func sharesMinor(with other: SemanticVersion) -> Bool {
        sharesMajor(with: other) && Self.compare(minor, other.minor) == 0
    }

    /// Returns a number below, equal to, or above zero if this version is lower than, equal to, or higher than another
    /// one.
    @inline(__always)
    func compared(to other: SemanticVersion) -> Int {
        var result = Self.compare(major, other.major)
        if result == 0 { result = Self.compare(minor, other.minor) }
        if result == 0 { result = Self.compare(patch, other.patch) }
        if result != 0 || prerelease.isEmpty && other.prerelease.isEmpty { return result }
        if prerelease.isEmpty || other.prerelease.isEmpty { return prerelease.isEmpty ? 1 : -1 }
        return Self.comparePrereleases(prerelease, other.prerelease)
    }

    /// Compares numbers without leading zeros; no digits mean 0.
    @inline(__always)
    private static func compare(_ left: Digits, _ right: Digits) -> Int {
        let zeros = (left.isEmpty ? 1 : 0, right.isEmpty ? 1 : 0)
        let lengths = (left.count &+ zeros.0, right.count &+ zeros.1)
        if lengths.0 != lengths.1 { return lengths.0 < lengths.1 ? -1 : 1 }
        for index in 0..<lengths.0 {
            let leftDigit = left.isEmpty ? UInt8(ascii: "0") : left[index]
            let rightDigit = right.isEmpty ? UInt8(ascii: "0") : right[index]
            if leftDigit != rightDigit { return leftDigit < rightDigit ? -1 : 1 }
        }
        return 0
    }

    private static func comparePrereleases(_ left: Digits, _ right: Digits) -> Int {
        var (leftStart, rightStart) = (0, 0)
        while leftStart <= left.count, rightStart <= right.count {
            let leftPart = part(of: left, from: leftStart)
            let rightPart = part(of: right, from: rightStart)
            let result: Int
            switch (isNumber(leftPart), isNumber(rightPart)) {
            case (true, true): result = compare(leftPart, rightPart)
            case (true, false): result = -1
            case (false, true): result = 1
            case (false, false):
                result = FlatBytes.order(leftPart, rightPart)
            }
            if result != 0 { return result }
            leftStart += leftPart.count + 1
            rightStart += rightPart.count + 1
        }
        // The longer version is higher.
        return (leftStart <= left.count ? 1 : 0) - (rightStart <= right.count ? 1 : 0)
    }

    private static func part(of text: Digits, from start: Int) -> Digits {
        let end = text[start...].firstIndex(of: UInt8(ascii: ".")) ?? text.count
        return UnsafeBufferPointer(rebasing: text[start..<end])
    }

    private static func isNumber(_ text: Digits) -> Bool {
        text.allSatisfy { $0 &- UInt8(ascii: "0") <= 9 }
    }
}
