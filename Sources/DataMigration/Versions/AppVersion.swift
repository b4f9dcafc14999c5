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
    /// The lowest version, `0`.
    public static let first = AppVersion(description: "0", numbers: [], prerelease: [])

    private static let maximumNumbers = 8
    private static let maximumDigits = 18

    /// A part of a prerelease between dots.
    enum Identifier: Hashable {
        case number(Int64)
        case word(String)
    }

    /// The version as written.
    public let description: String
    /// The numbers without trailing zeros.
    private let numbers: [Int64]
    private let prerelease: [Identifier]

    private init(description: String, numbers: [Int64], prerelease: [Identifier]) {
        self.description = description
        self.numbers = numbers
        self.prerelease = prerelease
    }

    /// Parses a version, or returns `nil` if it is invalid.
    ///
    /// - Parameter description: The text, such as the `CFBundleShortVersionString`.
    public init?(_ description: String) {
        var rest = Substring(description)
        if let first = rest.first, first == "v" || first == "V" { rest.removeFirst() }
        if let plus = rest.firstIndex(of: "+") {
            guard Self.areIdentifiers(rest[rest.index(after: plus)...]) else { return nil }
            rest = rest[..<plus]
        }
        var prerelease: [Identifier] = []
        if let hyphen = rest.firstIndex(of: "-") {
            let text = rest[rest.index(after: hyphen)...]
            guard Self.areIdentifiers(text) else { return nil }
            for part in text.split(separator: ".") {
                if part.utf8.allSatisfy(Self.isDigit) {
                    guard part.utf8.count <= Self.maximumDigits, let number = Int64(part) else { return nil }
                    prerelease.append(.number(number))
                } else {
                    prerelease.append(.word(String(part)))
                }
            }
            rest = rest[..<hyphen]
        }
        let parts = rest.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= Self.maximumNumbers else { return nil }
        var numbers: [Int64] = []
        for part in parts {
            guard !part.isEmpty, part.utf8.count <= Self.maximumDigits, part.utf8.allSatisfy(Self.isDigit),
                let number = Int64(part)
            else { return nil }
            numbers.append(number)
        }
        while numbers.last == 0 { numbers.removeLast() }
        self.init(description: description, numbers: numbers, prerelease: prerelease)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    /// Returns whether a text consists of identifiers of letters, digits, and hyphens, separated by dots.
    private static func areIdentifiers(_ text: Substring) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty
                && part.utf8.allSatisfy { byte in
                    let lowercase = byte | 0x20
                    return isDigit(byte) || byte == UInt8(ascii: "-")
                        || lowercase >= UInt8(ascii: "a") && lowercase <= UInt8(ascii: "z")
                }
        }
    }
}

extension AppVersion: Hashable, Comparable {
    /// Whether both versions are the same, like `1.2` and `1.2.0`.
    public static func == (left: AppVersion, right: AppVersion) -> Bool {
        left.numbers == right.numbers && left.prerelease == right.prerelease
    }

    /// Adds the compared parts to a hash.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(numbers)
        hasher.combine(prerelease)
    }

    /// Whether the left version is lower.
    public static func < (left: AppVersion, right: AppVersion) -> Bool {
        if left.numbers != right.numbers {
            // There are no trailing zeros, so the longer version is higher if the common numbers are equal.
            return left.numbers.lexicographicallyPrecedes(right.numbers)
        }
        if left.prerelease.isEmpty || right.prerelease.isEmpty {
            return !left.prerelease.isEmpty && right.prerelease.isEmpty
        }
        return left.prerelease.lexicographicallyPrecedes(right.prerelease) { left, right in
            switch (left, right) {
            case (.number(let left), .number(let right)): left < right
            case (.number, .word): true
            case (.word, .number): false
            case (.word(let left), .word(let right)):
                left.utf8.lexicographicallyPrecedes(right.utf8)
            }
        }
    }
}
