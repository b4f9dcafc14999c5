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
        var copy = text
        if let (first, others) = copy.withUTF8({ Self.simpleTerms($0) }) {
            self.init(description: text, first, others[...])
            return
        }
        var sides: [[Term]] = []
        for part in Self.alternatives(of: text) { sides.append(try Self.terms(of: part, in: text)) }
        self.init(description: text, sides[0][0], sides[0].dropFirst(), sides: sides.dropFirst())
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
        if terms.count > 1, terms.contains(where: { if case .compared(.equal, _) = $0 { true } else { false } }) {
            throw VersionPatternError(
                description:
                    "no version can equal several versions in ‘\(part.trimmed)’; write them as a list, or put || between them"
            )
        }
        return terms
    }

    // Nearly all of the hundred thousand patterns that a policy can contain are simple.

    private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    /// Returns the conditions of a valid text without `||`, spaces after comparisons, and other unusual parts; `nil` for
    /// others.
    private static func simpleTerms(_ text: UnsafeBufferPointer<UInt8>) -> (first: Term, others: [Term])? {
        func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var first: Term?
        var others: [Term] = []
        var rest = text.drop(while: isSpace)
        while !rest.isEmpty {
            let word = rest.prefix { !isSpace($0) }
            rest = rest[word.endIndex...].drop(while: isSpace)
            guard let term = simpleTerm(word) else { return nil }
            if first == nil {
                first = term
                continue
            }
            if case .compared(.equal, _)? = first { return nil }
            if case .compared(.equal, _) = term { return nil }
            others.append(term)
        }
        return first.map { ($0, others) }
    }

    private static func simpleTerm(_ word: Bytes) -> Term? {
        func version(_ bytes: Bytes) -> AppVersion? { AppVersion(strict: UnsafeBufferPointer(rebasing: bytes)) }
        let isWithEqual = word.dropFirst().first == UInt8(ascii: "=")
        let comparison: Comparison
        switch word.first {
        case UInt8(ascii: "="): comparison = .equal
        case UInt8(ascii: "<"): comparison = isWithEqual ? .atMost : .below
        case UInt8(ascii: ">"): comparison = isWithEqual ? .atLeast : .above
        default:
            var (begin, wildcards) = (word, 0)
            while let last = begin.last, last == UInt8(ascii: "*") || last | 0x20 == UInt8(ascii: "x") {
                begin.removeLast()
                wildcards += 1
                guard !begin.isEmpty else { return wildcards <= AppVersion.maximumCount ? .any : nil }
                guard begin.last == UInt8(ascii: ".") else { return nil }
                begin.removeLast()
            }
            guard let version = version(begin) else { return nil }
            if wildcards == 0 { return .compared(.equal, version) }
            let isNumeric = !begin.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
            guard isNumeric, version.count + wildcards <= AppVersion.maximumCount else { return nil }
            return .beginning(version, count: version.count)
        }
        let isLong = isWithEqual && comparison != .equal
        return version(word.dropFirst(isLong ? 2 : 1)).map { .compared(comparison, $0) }
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
