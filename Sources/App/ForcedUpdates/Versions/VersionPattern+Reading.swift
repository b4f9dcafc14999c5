import ToggleBase

/// An error in the text of a version pattern.
public struct VersionPatternError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A clause that says what is wrong, and what to write instead.
    public let description: String
}

extension VersionPattern {
    /// The maximum size of a pattern, in bytes.
    public static let maximumLength = 1_024
    /// The maximum number of digits in a number of a version.
    public static let maximumDigits = 18

    /// Parses a pattern.
    ///
    /// - Parameter text: The text of the pattern.
    /// - Throws: ``VersionPatternError`` if the text is invalid.
    /// - Complexity: O(*n*) in the length of the text.
    public init(_ text: String) throws(VersionPatternError) {
        guard text.utf8.count <= Self.maximumLength else {
            throw VersionPatternError(
                description:
                    "this has \(text.utf8.count) bytes, more than the \(Self.maximumLength) that are read; write a list"
            )
        }
        var ranges: [VersionRange] = []
        var boundaries: [VersionBoundary] = []
        for part in Self.alternatives(of: text) {
            let terms = try Self.terms(of: part, in: text)
            ranges.append(terms.reduce(.everything) { $0.intersection($1.range) })
            boundaries += terms.compactMap(\.boundary)
        }
        description = text
        self.ranges = ranges
        self.boundaries = boundaries
    }

    /// A condition.
    private enum Term {
        case any
        /// The versions that begin with the same numbers.
        case beginning(AppVersion, count: Int)
        case compared(Comparison, AppVersion)

        /// The matching versions.
        var range: VersionRange {
            switch self {
            case .any: return .everything
            case .beginning(let version, let count):
                let numbers = ReleaseNumbers(version)
                // Prereleases of the next version are not in the range.
                return .between(
                    .before(numbers.firstPrerelease),
                    numbers.next(count).map { .before($0.firstPrerelease) }
                )
            case .compared(.atLeast, let version): return .between(.before(version), nil)
            case .compared(.atMost, let version): return .between(nil, .after(version))
            case .compared(.equal, let version): return .between(.before(version), .after(version))
            case .compared(.above, let version): return .between(.after(version), nil)
            case .compared(.below, let version): return .between(nil, .before(version))
            }
        }

        /// Where the result changes.
        var boundary: VersionBoundary? {
            switch self {
            case .any: nil
            case .beginning(let version, let count): .beginning(version, count: count)
            case .compared(_, let version): .version(version)
            }
        }
    }

    /// A comparison of two versions.
    private enum Comparison: String, CaseIterable {
        // Longer ones first, because they start with shorter ones.
        case atLeast = ">="
        case atMost = "<="
        case equal = "="
        case above = ">"
        case below = "<"
    }

    /// Returns the parts between `||`.
    private static func alternatives(of text: String) -> [Substring] {
        var parts: [Substring] = []
        var rest = text[...]
        while let bar = rest.range(ofBars: ()) {
            parts.append(rest[..<bar.lowerBound])
            rest = rest[bar.upperBound...]
        }
        return parts + [rest]
    }

    private static func terms(of part: Substring, in text: String) throws(VersionPatternError) -> [Term] {
        var terms: [Term] = []
        var words = part.split { $0 == " " || $0 == "\t" }[...]
        while let word = words.popFirst() {
            var comparison: Comparison?
            var version = word
            if let found = Comparison.allCases.first(where: { word.hasPrefix($0.rawValue) }) {
                comparison = found
                version = word.dropFirst(found.rawValue.count)
                if version.isEmpty { version = words.popFirst() ?? "" }
            }
            terms.append(try term(comparison, version, in: text))
        }
        if terms.isEmpty {
            throw VersionPatternError(
                description: text.allSatisfy { $0 == " " || $0 == "\t" }
                    ? "this is empty; write a version, as in ‘1.2.0’, or * for every version"
                    : "‘\(text)’ has no version on one side of ||; write one on both"
            )
        }
        let isPlain = terms.map { if case .compared(.equal, _) = $0 { true } else { false } }
        if terms.count > 1, isPlain.contains(true) {
            throw VersionPatternError(
                description:
                    "no version can equal several versions in ‘\(part.trimmed)’; write them as a list, or put || between them"
            )
        }
        return terms
    }

    private static func term(_ comparison: Comparison?, _ text: Substring, in whole: String) throws(VersionPatternError)
        -> Term
    {
        if text.isEmpty {
            throw VersionPatternError(
                description: "‘\(whole)’ ends with a comparison; write a version after it, as in ‘>=1.2.0’"
            )
        }
        if let comparison {
            guard text.first.map({ !"=<>".contains($0) }) == true else {
                throw VersionPatternError(
                    description: "‘\(comparison.rawValue)\(text)’ is not a comparison; use =, <, <=, > or >="
                )
            }
            guard !text.contains(where: { "*xX".contains($0) }) || AppVersion(strict: String(text)) != nil else {
                throw VersionPatternError(
                    description:
                        "‘\(comparison.rawValue)\(text)’ compares with a wildcard; write a whole version, as in ‘\(comparison.rawValue)13.0.0’"
                )
            }
            return .compared(comparison, try version(text, in: whole))
        }
        let numbers = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let wild = numbers.firstIndex(where: { ["*", "x", "X"].contains($0) }) else {
            return .compared(.equal, try version(text, in: whole))
        }
        if let dash = text.firstIndex(of: "-") {
            let release = text[..<dash]
            throw VersionPatternError(
                description:
                    "‘\(text)’ has a wildcard in a prerelease; write a range, as in ‘>=\(release)-0 <\(release)’ for all of \(release)"
            )
        }
        guard numbers[wild...].allSatisfy({ ["*", "x", "X"].contains($0) }) else {
            throw VersionPatternError(
                description: "‘\(text)’ has a wildcard in front of a number; write it last, as in ‘13.*.*’"
            )
        }
        guard numbers.count <= AppVersion.maximumCount else {
            throw VersionPatternError(description: "‘\(text)’ is not a version; \(tooManyNumbers)")
        }
        if wild == 0 { return .any }
        return .beginning(try version(numbers[..<wild].joined(separator: ".")[...], in: whole), count: wild)
    }

    private static func version(_ text: Substring, in whole: String) throws(VersionPatternError) -> AppVersion {
        if let version = AppVersion(strict: String(text)) { return version }
        let numbers = text.drop { $0 == "v" || $0 == "V" }.prefix { $0 != "+" }.split { $0 == "." || $0 == "-" }
        let digits = numbers.filter { $0.utf8.allSatisfy(isDigit) }.map(\.utf8.count).max()
        if let digits, digits > maximumDigits {
            throw VersionPatternError(
                description:
                    "‘\(text.prefix(16))…’ has a number of \(digits) digits, more than the \(maximumDigits) that are read; write a version that exists"
            )
        }
        let remedy =
            if text.contains(",") {
                "put a space between conditions, as in ‘>=1.0.0 <2.0.0’, and write a list for several versions"
            } else if text.hasPrefix("^") || text.hasPrefix("~") {
                "write ‘>=1.2.0 <2.0.0’, or a wildcard as in ‘1.*’"
            } else if text.contains("*") {
                "a wildcard stands for whole numbers, as in ‘13.*’"
            } else if text.split(separator: ".").count > AppVersion.maximumCount {
                tooManyNumbers
            } else if text.split(separator: ".").contains(where: { $0.count > 1 && $0.first == "0" }) {
                "a number has no leading zero: write 1.2.0 for 1.02.0"
            } else {
                "write one to eight numbers, as in ‘1.2.0’, a wildcard as in ‘13.*’, or a range as in ‘>=1.0.0 <2.0.0’"
            }
        throw VersionPatternError(description: "‘\(text)’ is not a version; \(remedy)")
    }

    private static let tooManyNumbers = "a version has one to eight numbers"

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }
}

extension Substring {
    /// Returns the range of the next `||`.
    fileprivate func range(ofBars: ()) -> Range<Index>? {
        var index = startIndex
        while let bar = self[index...].firstIndex(of: "|") {
            let next = self.index(after: bar)
            if next < endIndex, self[next] == "|" { return bar..<self.index(after: next) }
            index = next
        }
        return nil
    }

    fileprivate var trimmed: Substring {
        var result = drop { $0 == " " || $0 == "\t" }
        while let last = result.last, last == " " || last == "\t" { result.removeLast() }
        return result
    }
}
