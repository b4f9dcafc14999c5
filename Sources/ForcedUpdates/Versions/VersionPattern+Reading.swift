import FeatureToggles
import FeatureTogglesRemote

extension VersionPattern {
    /// Why a text means no versions.
    public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// A clause that says what is wrong and what to write instead.
        public let description: String
    }

    /// The longest text that is read, in bytes.
    public static let maximumLength = 1_024
    /// The longest number of a version that is read, in digits.
    public static let maximumDigits = 32

    /// Reads a pattern.
    ///
    /// - Parameter text: What the policy says.
    /// - Throws: ``Failure`` when it means no versions.
    /// - Complexity: O(*n*) in the length of the text.
    public init(_ text: String) throws(Failure) {
        guard text.utf8.count <= Self.maximumLength else {
            throw Failure(
                description:
                    "this has \(text.utf8.count) bytes, more than the \(Self.maximumLength) that are read; write a list"
            )
        }
        var ranges: [VersionRange] = []
        var boundaries: [VersionGrid.Boundary] = []
        for part in Self.alternatives(of: text) {
            let terms = try Self.terms(of: part, in: text)
            ranges.append(terms.reduce(.everything) { $0.intersection($1.range) })
            boundaries += terms.compactMap(\.boundary)
        }
        description = text
        self.ranges = ranges
        self.boundaries = boundaries
    }

    /// One condition.
    private enum Term {
        case any
        case sameMajor(ComparableVersion)
        case sameMinor(ComparableVersion)
        case compared(Comparison, ComparableVersion)

        /// The versions for which it holds.
        var range: VersionRange {
            switch self {
            case .any: return .everything
            case .sameMajor(let version):
                let numbers = ReleaseNumbers(version)
                return .between(numbers.firstPrerelease.map { .before($0) }, Self.end(numbers.nextMajor))
            case .sameMinor(let version):
                let numbers = ReleaseNumbers(version)
                return .between(numbers.firstPrerelease.map { .before($0) }, Self.end(numbers.nextMinor))
            case .compared(.atLeast, let version): return .between(.before(version), nil)
            case .compared(.atMost, let version): return .between(nil, .behind(version))
            case .compared(.equal, let version): return .between(.before(version), .behind(version))
            case .compared(.above, let version): return .between(.behind(version), nil)
            case .compared(.below, let version): return .between(nil, .before(version))
            }
        }

        /// Prereleases of what comes next belong to that.
        private static func end(_ next: ReleaseNumbers) -> VersionCut? { next.firstPrerelease.map { .before($0) } }

        /// Where the answer changes.
        var boundary: VersionGrid.Boundary? {
            switch self {
            case .any: nil
            case .sameMajor(let version): .major(version)
            case .sameMinor(let version): .minor(version)
            case .compared(_, let version): .version(version)
            }
        }
    }

    /// How two versions are compared.
    private enum Comparison: String, CaseIterable {
        // Longer ones first: they begin with the shorter ones.
        case atLeast = ">="
        case atMost = "<="
        case equal = "="
        case above = ">"
        case below = "<"
    }

    /// The parts between `||`, each without the white space around it.
    private static func alternatives(of text: String) -> [Substring] {
        var parts: [Substring] = []
        var rest = text[...]
        while let bar = rest.range(ofBars: ()) {
            parts.append(rest[..<bar.lowerBound])
            rest = rest[bar.upperBound...]
        }
        return parts + [rest]
    }

    private static func terms(of part: Substring, in text: String) throws(Failure) -> [Term] {
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
            throw Failure(
                description: text.allSatisfy { $0 == " " || $0 == "\t" }
                    ? "this is empty; write a version, as in ‘1.2.0’, or * for every version"
                    : "‘\(text)’ says nothing at one side of ||; write a version on both"
            )
        }
        let isPlain = terms.map { if case .compared(.equal, _) = $0 { true } else { false } }
        if terms.count > 1, isPlain.contains(true) {
            throw Failure(
                description:
                    "no version is both of several in ‘\(part.trimmed)’; write them as a list, or put || between them"
            )
        }
        return terms
    }

    private static func term(_ comparison: Comparison?, _ text: Substring, in whole: String) throws(Failure) -> Term {
        if text.isEmpty {
            throw Failure(description: "‘\(whole)’ ends with a comparison; write a version behind it, as in ‘>=1.2.0’")
        }
        if let comparison {
            guard text.first.map({ !"=<>".contains($0) }) == true else {
                throw Failure(
                    description: "‘\(comparison.rawValue)\(text)’ has no meaning; comparisons are =, <, <=, > and >="
                )
            }
            guard !text.contains(where: { "*xX".contains($0) }) || ComparableVersion(String(text)) != nil else {
                throw Failure(
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
            throw Failure(
                description:
                    "‘\(text)’ has a wildcard in a prerelease; write a range, as in ‘>=\(release)-0 <\(release)’ for all of \(release)"
            )
        }
        guard numbers.count <= 3, numbers[wild...].allSatisfy({ ["*", "x", "X"].contains($0) }) else {
            throw Failure(description: "‘\(text)’ has a wildcard in front of a number; write it last, as in ‘13.*.*’")
        }
        if wild == 0 { return .any }
        let prefix = try version(numbers[..<wild].joined(separator: ".")[...], in: whole)
        return wild == 1 ? .sameMajor(prefix) : .sameMinor(prefix)
    }

    private static func version(_ text: Substring, in whole: String) throws(Failure) -> ComparableVersion {
        if let version = ComparableVersion(String(text)) {
            let digits = ReleaseNumbers(version).largest.text.utf8.count
            guard digits <= maximumDigits else {
                throw Failure(
                    description:
                        "‘\(text.prefix(16))…’ has a number of \(digits) digits, more than the \(maximumDigits) that are read; write a version that people have"
                )
            }
            return version
        }
        let remedy =
            if text.contains(",") {
                "put a space between conditions, as in ‘>=1.0.0 <2.0.0’, and write a list for several versions"
            } else if text.hasPrefix("^") || text.hasPrefix("~") {
                "write ‘>=1.2.0 <2.0.0’, or a wildcard as in ‘1.*’"
            } else if text.contains("*") {
                "a wildcard stands for whole numbers, as in ‘13.*’"
            } else if text.split(separator: ".").count > 3 {
                "a version has one to three numbers"
            } else if text.split(separator: ".").contains(where: { $0.count > 1 && $0.first == "0" }) {
                "a number has no leading zero: write 1.2.0 for 1.02.0"
            } else {
                "write one to three numbers, as in ‘1.2.0’, a wildcard as in ‘13.*’, or a range as in ‘>=1.0.0 <2.0.0’"
            }
        throw Failure(description: "‘\(text)’ is no version; \(remedy)")
    }
}

extension Substring {
    /// Where the next `||` is.
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
