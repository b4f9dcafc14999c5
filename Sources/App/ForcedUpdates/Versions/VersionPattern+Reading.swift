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
        // Nearly all of the hundred thousand patterns that a policy can contain are a single version.
        if let term = Self.simpleTerm(text) {
            self.init(description: text, first: [term], others: [])
            return
        }
        var sides: [[Term]] = []
        for part in Self.alternatives(of: text) { sides.append(try Self.terms(of: part, in: text)) }
        self.init(description: text, first: sides[0], others: Array(sides.dropFirst()))
    }

    /// The symbols of comparisons; longer ones first, because they start with shorter ones.
    private static let symbols: [(text: String, comparison: Comparison)] = [
        (">=", .atLeast), ("<=", .atMost), ("=", .equal), (">", .above), ("<", .below),
    ]

    /// Returns the parts between `||`.
    private static func alternatives(of text: String) -> [Substring] {
        guard text.utf8.contains(UInt8(ascii: "|")) else { return [text[...]] }
        var parts: [Substring] = []
        var rest = text.utf8[...]
        while let bar = rest.indices.first(where: { rest[$0...].starts(with: "||".utf8) }) {
            parts.append(Substring(rest[..<bar]))
            rest = rest[bar...].dropFirst(2)
        }
        return parts + [Substring(rest)]
    }

    private static func terms(of part: Substring, in text: String) throws(VersionPatternError) -> [Term] {
        var terms: [Term] = []
        var words = part.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.map { Substring($0) }[...]
        while let word = words.popFirst() {
            if let term = simpleTerm(String(word)) {
                terms.append(term)
                continue
            }
            let symbol = symbols.first { word.utf8.starts(with: $0.text.utf8) }
            var version = word
            if let symbol {
                version = Substring(word.utf8.dropFirst(symbol.text.utf8.count))
                if version.isEmpty { version = words.popFirst() ?? "" }
            }
            terms.append(try term(symbol, version, in: text))
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

    /// Returns the condition of a valid word without a comparison, and without an `x` after a hyphen; `nil` for others.
    private static func simpleTerm(_ word: String) -> Term? {
        var word = word
        let parts = word.withUTF8 { bytes -> (end: Int, wildcards: Int)? in
            if bytes.contains(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }) {
                let hasWildcard = bytes.contains { $0 == UInt8(ascii: "*") || $0 | 0x20 == UInt8(ascii: "x") }
                return hasWildcard ? nil : (bytes.count, 0)
            }
            var (end, wildcards) = (bytes.count, 0)
            while end > 0, bytes[end - 1] == UInt8(ascii: "*") || bytes[end - 1] | 0x20 == UInt8(ascii: "x") {
                wildcards += 1
                if end == 1 { return (0, wildcards) }
                guard bytes[end - 2] == UInt8(ascii: ".") else { return nil }
                end -= 2
            }
            return (end, wildcards)
        }
        guard let (end, wildcards) = parts, wildcards <= AppVersion.maximumCount else { return nil }
        if wildcards > 0, end == 0 { return .any }
        guard let version = AppVersion(strict: wildcards == 0 ? word : String(word.utf8.prefix(end)) ?? ""),
            version.count + wildcards <= AppVersion.maximumCount
        else { return nil }
        return wildcards == 0 ? .compared(.equal, version) : .beginning(version, count: version.count)
    }

    private static func term(
        _ symbol: (text: String, comparison: Comparison)?,
        _ text: Substring,
        in whole: String
    ) throws(VersionPatternError) -> Term {
        if text.isEmpty {
            throw VersionPatternError(
                description: "‘\(whole)’ ends with a comparison; write a version after it, as in ‘>=1.2.0’"
            )
        }
        if let symbol {
            if let version = AppVersion(strict: String(text)) { return .compared(symbol.comparison, version) }
            guard text.first.map({ !"=<>".contains($0) }) == true else {
                throw VersionPatternError(
                    description: "‘\(symbol.text)\(text)’ is not a comparison; use =, <, <=, > or >="
                )
            }
            guard !text.contains(where: { "*xX".contains($0) }) else {
                throw VersionPatternError(
                    description:
                        "‘\(symbol.text)\(text)’ compares with a wildcard; write a whole version, as in ‘\(symbol.text)13.0.0’"
                )
            }
            return .compared(symbol.comparison, try version(text, in: whole))
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
    fileprivate var trimmed: Substring {
        var result = drop { $0 == " " || $0 == "\t" }
        while let last = result.last, last == " " || last == "\t" { result.removeLast() }
        return result
    }
}
