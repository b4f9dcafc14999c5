import ToggleBase
import ToggleLint

/// The beginning of a comment that suppresses a rule: `toggles:ignore`, or a misspelling of it.
///
/// Prose may begin similarly, as in `toggles: more of them`. Text that isn't close to `toggles:ignore` counts only if
/// the name of a rule follows.
struct SuppressionWord {
    /// The range of its bytes.
    let range: Range<Int>
    /// Whether it is spelled correctly.
    let isExact: Bool

    private typealias Bytes = UnsafeBufferPointer<UInt8>

    private static let program = "toggles"
    private static let verb = "ignore"
    /// The words that other linters use.
    private static let verbs: Set<String> = ["ignore", "ignored", "disable", "suppress", "allow"]
    /// Words that locate a suppression with a misspelled `toggles`.
    static let anchors = [
        "ignore", "Ignore", "IGNORE", "ignored", "ignores", "ignor", "ingore", "igonre", "ignroe", "ignoer", "igore",
    ]
    /// The maximum length of a misspelling of these words.
    private static let longest = 16

    /// Reads the text after the word `toggles`.
    ///
    /// - Returns: `nil` if it isn't a suppression.
    init?(program: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) {
        let start = Self.gap(in: bytes, from: program.upperBound, by: 1)
        let word = bytes.dropFirst(start).prefix(Self.longest + 1).prefix(while: Self.isLetter)
        self.init(program, word.startIndex..<word.endIndex, bytes)
    }

    /// Reads the text before one of the anchors.
    ///
    /// - Returns: `nil` if it isn't a suppression, or isn't misspelled.
    init?(anchor: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) {
        let end = Self.gap(in: bytes, from: anchor.lowerBound - 1, by: -1) + 1
        guard end > 0, end < anchor.lowerBound else { return nil }
        let word = bytes.prefix(end).suffix(Self.longest + 1).reversed().prefix(while: Self.isLetter)
        let program = (end - word.count)..<end
        guard !bytes[program].elementsEqual(Self.program.utf8) else { return nil }
        self.init(program, anchor, bytes)
    }

    private init?(_ program: Range<Int>, _ verb: Range<Int>, _ bytes: Bytes) {
        guard !program.isEmpty, !verb.isEmpty, verb.count <= Self.longest, program.count <= Self.longest else {
            return nil
        }
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        let (name, word) = (text(program), text(verb))
        let isProgram = name == Self.program
        let isVerb = Self.verbs.contains(word.lowercased())
        guard isProgram || Suggestion.closest(to: name, in: [Self.program]) != nil,
            isVerb || Suggestion.closest(to: word, in: [Self.verb]) != nil
        else { return nil }
        let gap = text(program.upperBound..<verb.lowerBound)
        switch gap.filter({ $0 != " " }) {
        case ":":
            guard gap == ":" || isProgram && isVerb || Self.namesRule(bytes, after: verb.upperBound) else {
                return nil
            }
        case "-", ".": guard gap.count == 1, Self.namesRule(bytes, after: verb.upperBound) else { return nil }
        case "": guard Self.namesRule(bytes, after: verb.upperBound) else { return nil }
        default: return nil
        }
        range = program.lowerBound..<verb.upperBound
        isExact = isProgram && gap == ":" && word == Self.verb
    }

    /// Returns the end of the gap between the two words: spaces, and at most one punctuation mark.
    private static func gap(in bytes: Bytes, from start: Int, by step: Int) -> Int {
        var place = start
        var hasSign = false
        while bytes.indices.contains(place), abs(place - start) < longest {
            switch bytes[place] {
            case UInt8(ascii: " "): break
            case UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "."):
                if hasSign { return place }
                hasSign = true
            default: return place
            }
            place += step
        }
        return place
    }

    /// Returns whether the next word is the name of a rule.
    private static func namesRule(_ bytes: Bytes, after place: Int) -> Bool {
        let rest = bytes.dropFirst(place).prefix(80).drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ":") }
        let name = rest.prefix { isLetter($0) || $0 == UInt8(ascii: "_") }
        return RuleCatalog.description(of: String(decoding: name, as: UTF8.self)) != nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }
}
