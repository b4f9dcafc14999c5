import FeatureToggles
import ToggleBase
import ToggleManifest

/// Checks of the operator `sem_ver`.
extension DocumentChecker {
    private static let comparisons = ["=", "!=", "<", "<=", ">", ">=", "~", "^"]
    /// Spellings of operators in other languages.
    private static let otherSpellings = [
        "==": "=", "===": "=", "<>": "!=", "!==": "!=", "=>": ">=", "=<": "<=", "~>": "~",
    ]

    mutating func checkVersions(_ value: LocatedValue) {
        guard let elements = value.elements, elements.count == 3 else {
            let found = value.elements.map { "this has \($0.count)" } ?? "this is \(value.kind)"
            findings.error(
                value.range,
                "‘sem_ver’ takes a version, an operator and a version, as in [{\"var\": \"appVersion\"}, \">=\", \"1.2.0\"]; \(found)"
            )
            for element in value.elements ?? [] { checkRule(element) }
            return
        }
        checkVersion(elements[0])
        checkComparison(elements[1])
        checkVersion(elements[2])
    }

    private mutating func checkComparison(_ value: LocatedValue) {
        guard let text = value.string else {
            findings.error(value.range, "the operator of ‘sem_ver’ must be a string, not \(value.kind)")
            return
        }
        guard !Self.comparisons.contains(text) else { return }
        let hint = Self.otherSpellings[text].map { "; did you mean \($0.quoted)?" } ?? ""
        findings.error(
            value.range,
            "‘sem_ver’ has no operator \(text.quoted)\(hint.isEmpty ? "; there are \(Self.comparisons.quotedList("and"))" : hint)"
        )
    }

    private mutating func checkVersion(_ value: LocatedValue) {
        switch value.content {
        case .object(let members):
            checkRule(value)
            if let member = members.first, member.name != "var", member.name != "$ref" {
                findings.warning(value.range, "other readers require a version or {\"var\": …} here")
            }
        case .string(let text): checkVersion(text, value.range)
        case .integer, .number:
            findings.warning(
                value.range,
                "a version must be a string: as a number 1.10 is 1.1, and other readers require a string"
            )
        default: findings.error(value.range, "a version must be a string, not \(value.kind)")
        }
    }

    /// Returns whether a text that is compared with an attribute is a version: it has three numbers, or the attribute
    /// is a version.
    func isVersion(_ text: String, of attribute: String) -> Bool {
        if case .invalid = VersionText(text) { return false }
        typealias Attribute = EvaluationContext.Attribute
        return [Attribute.appVersion, Attribute.osVersion].contains(attribute) || text.split(separator: ".").count > 2
    }

    private mutating func checkVersion(_ text: String, _ range: Range<Int>) {
        switch VersionText(text) {
        case .complete: break
        case .short(let complete):
            findings.warning(
                range,
                "other readers require a complete version; write \(complete.quoted) for \(text.quoted)"
            )
        case .invalid(let reason):
            findings.error(
                range,
                "\(text.quoted) is not a valid version (\(reason)); write three numbers, as in ‘1.2.0’"
            )
        }
    }
}

/// The form of a version.
enum VersionText {
    /// Valid according to the specification of semantic versions.
    case complete
    /// Shorter, or with a `v`; the value is the complete version.
    case short(String)
    case invalid(String)

    init(_ text: String) {
        let body = text.first == "v" || text.first == "V" ? text.dropFirst() : text[...]
        let parts = body.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
        let main = parts[0].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let numbers = main[0].split(separator: ".", omittingEmptySubsequences: false)
        guard !main[0].isEmpty else {
            self = .invalid("it has no number")
            return
        }
        guard numbers.count <= 3 else {
            self = .invalid("it has \(numbers.count) numbers")
            return
        }
        guard numbers.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Self.isDigit) }) else {
            self = .invalid("its parts are not all numbers")
            return
        }
        guard numbers.allSatisfy({ $0.count == 1 || $0.first != "0" }) else {
            self = .invalid("a number has a leading zero")
            return
        }
        let suffixes = (main.count == 2 ? [(main[1], true)] : []) + (parts.count == 2 ? [(parts[1], false)] : [])
        for (suffix, isPrerelease) in suffixes {
            for identifier in suffix.split(separator: ".", omittingEmptySubsequences: false) {
                let isWord = !identifier.isEmpty && identifier.utf8.allSatisfy(Self.isIdentifierByte)
                let isPadded =
                    isPrerelease && identifier.count > 1 && identifier.first == "0"
                    && identifier.utf8.allSatisfy(Self.isDigit)
                guard isWord, !isPadded else {
                    self = .invalid("the part after the numbers is malformed")
                    return
                }
            }
        }
        guard numbers.count < 3 || body.count < text.count else {
            self = .complete
            return
        }
        let padding = String(repeating: ".0", count: 3 - numbers.count)
        self = .short(main[0] + padding + body.dropFirst(main[0].count))
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isIdentifierByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"): true
        default: isDigit(byte)
        }
    }
}
