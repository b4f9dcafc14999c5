/// The version of an app.
///
/// `3.10.0` comes after `3.9.1`.
///
/// It has one to eight numbers, and `1.2` equals `1.2.0`. A leading `v` is ignored. A prerelease, such as
/// `2.0.0-beta.3`, comes before its release and is compared as in Semantic Versioning 2.0.0. Build metadata after a `+`
/// is ignored.
///
/// ```swift
/// AppVersion("3.10") ?? .first > AppVersion("3.9.1") ?? .first   // true
/// ```
public struct AppVersion: Sendable, LosslessStringConvertible {
    /// The lowest version that isn't a prerelease, `0`.
    public static let first = AppVersion(numbers: [0])

    /// The maximum count of numbers.
    package static let maximumCount = 8
    /// The maximum number of digits in a number.
    package static let maximumDigits = 18
    /// The largest number.
    package static let maximumNumber: Int64 = 999_999_999_999_999_999
    /// A version that is higher than all others with three numbers.
    package static let last = AppVersion(numbers: [maximumNumber, maximumNumber, maximumNumber])

    /// A part of a prerelease between dots.
    package enum Identifier: Sendable, Hashable {
        case number(Int64)
        case word(String)
    }

    // Up to three numbers are stored inline, because a policy can contain hundreds of thousands of versions.
    private let major: Int64
    private let minor: Int64
    private let patch: Int64
    /// The other parts; `nil` if the version was written as one to three numbers.
    private let rest: Rest?
    private let writtenCount: UInt8

    private final class Rest: Sendable {
        /// The version as written.
        let text: String
        /// The numbers after the third, without trailing zeros.
        let numbers: [Int64]
        let prerelease: [Identifier]

        init(_ text: String, _ numbers: [Int64], _ prerelease: [Identifier]) {
            (self.text, self.numbers, self.prerelease) = (text, numbers, prerelease)
        }
    }

    /// Parses a version, or returns `nil` if it is invalid.
    ///
    /// - Parameter description: The text, such as the `CFBundleShortVersionString`.
    public init?(_ description: String) {
        self.init(description, allowsLeadingZeros: true)
    }

    /// Parses a version, or returns `nil` if it is invalid or a number has a leading zero, as in `2024.01.3`.
    ///
    /// - Parameter description: The text.
    package init?(strict description: String) {
        self.init(description, allowsLeadingZeros: false)
    }

    private init?(_ description: String, allowsLeadingZeros: Bool) {
        var text = description
        guard let version = text.withUTF8({ Self($0, allowsLeadingZeros: allowsLeadingZeros) }) else { return nil }
        self = version
    }

    /// Parses a version in UTF-8, or returns `nil` if it is invalid or a number has a leading zero.
    package init?(strict text: UnsafeBufferPointer<UInt8>) {
        self.init(text, allowsLeadingZeros: false)
    }

    private init?(_ text: UnsafeBufferPointer<UInt8>, allowsLeadingZeros: Bool) {
        guard let parser = AppVersionParser(text, allowsLeadingZeros: allowsLeadingZeros) else { return nil }
        let description = parser.isPlain ? nil : String(decoding: text, as: UTF8.self)
        self.init(parser.numbers, count: parser.count, parser.others, parser.prerelease, text: description)
    }

    /// Creates a version.
    ///
    /// - Parameters:
    ///   - numbers: At most ``maximumCount`` numbers from 0 to ``maximumNumber``.
    ///   - prerelease: The parts of a prerelease.
    package init(numbers: [Int64], prerelease: [Identifier] = []) {
        func number(_ index: Int) -> Int64 { index < numbers.count ? numbers[index] : 0 }
        let isPlain = (1...3).contains(numbers.count) && prerelease.isEmpty
        self.init(
            (number(0), number(1), number(2)),
            count: numbers.count,
            Array(numbers.dropFirst(3)),
            prerelease,
            text: isPlain ? nil : Self.text(numbers, prerelease)
        )
    }

    private init(
        _ numbers: (Int64, Int64, Int64),
        count: Int,
        _ others: [Int64],
        _ prerelease: [Identifier],
        text: String?
    ) {
        (major, minor, patch) = numbers
        writtenCount = UInt8(clamping: count)
        guard let text else {
            rest = nil
            return
        }
        var others = others
        while others.last == 0 { others.removeLast() }
        rest = Rest(text, others, prerelease)
    }

    private static func text(_ numbers: some Sequence<Int64>, _ prerelease: [Identifier] = []) -> String {
        var text = numbers.map(String.init).joined(separator: ".")
        for (index, identifier) in prerelease.enumerated() {
            text += index == 0 ? "-" : "."
            switch identifier {
            case .number(let number): text += String(number)
            case .word(let word): text += word
            }
        }
        return text
    }

    /// The version as written.
    public var description: String { rest?.text ?? Self.text([major, minor, patch].prefix(count)) }

    /// The count of numbers as written.
    package var count: Int { Int(writtenCount) }

    /// The parts of a prerelease; empty for a release.
    package var prerelease: [Identifier] { rest?.prerelease ?? [] }

    private var others: [Int64] { rest?.numbers ?? [] }

    /// The numbers: three, or more if the version has more, without zeros at their end.
    package var numbers: [Int64] { [major, minor, patch] + others }

    /// Returns whether the first numbers of this version are those of another one.
    package func begins(with other: AppVersion, _ count: Int) -> Bool {
        guard major == other.major, count < 2 || minor == other.minor, count < 3 || patch == other.patch else {
            return false
        }
        return count < 4 || (3..<count).allSatisfy { self[$0] == other[$0] }
    }

    /// Returns a number after the third.
    private subscript(index: Int) -> Int64 { index - 3 < others.count ? others[index - 3] : 0 }

    /// Whether the version is a prerelease, such as 2.0.0-beta.
    package var isPrerelease: Bool { !prerelease.isEmpty }
}

extension AppVersion: Hashable, Comparable {
    /// Whether both versions are the same, like `1.2` and `1.2.0`.
    public static func == (left: AppVersion, right: AppVersion) -> Bool {
        left.compared(to: right) == 0
    }

    /// Adds the compared parts to a hash.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(major)
        hasher.combine(minor)
        hasher.combine(patch)
        hasher.combine(others)
        hasher.combine(prerelease)
    }

    /// Whether the left version is lower.
    public static func < (left: AppVersion, right: AppVersion) -> Bool {
        left.compared(to: right) < 0
    }

    /// Returns a number below, equal to, or above zero if this version is lower than, equal to, or higher than another
    /// one.
    package func compared(to other: AppVersion) -> Int {
        if major != other.major { return major < other.major ? -1 : 1 }
        if minor != other.minor { return minor < other.minor ? -1 : 1 }
        if patch != other.patch { return patch < other.patch ? -1 : 1 }
        if rest == nil, other.rest == nil { return 0 }
        let (others, prerelease) = (self.others, self.prerelease)
        for (left, right) in zip(others, other.others) where left != right { return left < right ? -1 : 1 }
        // There are no trailing zeros, so the longer version is higher if the common numbers are equal.
        if others.count != other.others.count { return others.count < other.others.count ? -1 : 1 }
        if prerelease.isEmpty || other.prerelease.isEmpty {
            return (prerelease.isEmpty ? 1 : 0) - (other.prerelease.isEmpty ? 1 : 0)
        }
        for (left, right) in zip(prerelease, other.prerelease) where left != right { return left < right ? -1 : 1 }
        return prerelease.count - other.prerelease.count
    }
}

extension AppVersion.Identifier: Comparable {
    /// Whether the left identifier is lower: numbers come before words.
    package static func < (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.number(let left), .number(let right)): left < right
        case (.number, .word): true
        case (.word, .number): false
        case (.word(let left), .word(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
        }
    }
}
