import SwiftSyntax
import ToggleLint

/// Reads comments `// toggles:ignore RULE, RULE - reason`.
///
/// Documentation comments are ignored, because they may explain how to write such a comment.
struct SuppressionReader {
    /// The file.
    private let tree: SourceTree
    private var cursor: TokenCursor
    /// The last comment that was found; comments are read in ascending order, and a file can consist of them.
    private var last: (range: Range<Int>, isBlock: Bool)?

    /// The maximum number of bytes before a suppression in its line, which limits the time for long lines.
    private static let reach = 2_000

    /// The characters other than a space after which a rule may be misplaced: `toggles:ignore: a_rule`,
    /// `toggles:ignore(a_rule)`.
    private static let slips: Set<Character> = [":", "(", "=", "["]

    /// Creates a reader at the beginning of a file.
    init(tree: SourceTree) {
        self.tree = tree
        cursor = TokenCursor(tree.root)
    }

    /// Returns the suppression that begins with a word, if the word is at the start of a comment.
    ///
    /// Words must be passed in ascending order.
    mutating func suppression(beginningWith word: SuppressionWord) -> CodeSuppression? {
        let offset = word.range.lowerBound
        let line = tree.lines.line(of: offset)
        let bytes = tree.lines.bytes(ofLine: line)
        guard offset - bytes.lowerBound <= Self.reach else { return nil }
        // The comment is trivia of the following token, or of the last token in its line.
        guard let token = cursor.token(around: offset), let comment = comment(around: offset, token),
            tree.text((comment.start + 2)..<offset).allSatisfy({ $0 == " " || $0 == "\t" })
        else { return nil }
        var begin = word.range.upperBound
        var rest = Substring(tree.text(begin..<max(begin, bytes.upperBound)))
        let isSlip = rest.first.map(Self.slips.contains) ?? false
        if isSlip {
            rest.removeFirst()
            begin += 1
        }
        guard isSlip || rest.first.map({ $0.isWhitespace || $0 == "-" || $0 == "*" }) ?? true else { return nil }
        let misspelling = word.isExact && !isSlip ? nil : tree.text(offset..<begin)
        var end = bytes.upperBound
        if comment.isBlock, let closing = rest.range(ofFirst: "*/") {
            end = begin + rest[..<closing.upperBound].utf8.count
            rest = rest[..<closing.lowerBound]
        }
        let (rules, reason) = Self.parts(of: rest)
        let isAlone = tree.text(bytes.lowerBound..<comment.start).allSatisfy(\.isWhitespace)
        let start = token.position.utf8Offset + token.leadingTriviaLength.utf8Length
        let isBeforeCode = start > offset && token.tokenKind != .endOfFile
        let subject = isAlone && isBeforeCode ? tree.lines.line(of: start) : line
        return CodeSuppression(
            rules: rules,
            reason: reason,
            misspelling: misspelling,
            path: tree.path,
            range: tree.lines.range(comment.start..<end),
            lines: subject...subject
        )
    }

    /// Returns the start of the ordinary comment that contains an offset.
    ///
    /// It scans the bytes between two tokens, because the lengths of trivia refer to repaired text if the bytes aren't
    /// valid UTF-8.
    private mutating func comment(around offset: Int, _ token: TokenSyntax) -> (start: Int, isBlock: Bool)? {
        let trailing = token.endPosition.utf8Offset - token.trailingTriviaLength.utf8Length
        var place = offset >= trailing ? trailing : token.position.utf8Offset
        let bytes = tree.bytes
        if let last, last.range.lowerBound >= place {
            if last.range.contains(offset) { return ordinary(last) }
            place = last.range.upperBound
        }
        while place + 1 < min(offset, bytes.count) {
            let next = bytes[place + 1]
            guard bytes[place] == UInt8(ascii: "/"), next == UInt8(ascii: "/") || next == UInt8(ascii: "*") else {
                place += 1
                continue
            }
            let start = place
            let isBlock = next == UInt8(ascii: "*")
            place = isBlock ? endOfBlock(from: start) : endOfLine(from: start)
            last = (start..<place, isBlock)
            if place > offset { return ordinary((start..<place, isBlock)) }
        }
        return nil
    }

    /// Returns the start of a comment, unless a third slash or star begins a documentation comment.
    private func ordinary(_ comment: (range: Range<Int>, isBlock: Bool)) -> (start: Int, isBlock: Bool)? {
        let start = comment.range.lowerBound
        guard start + 2 < tree.bytes.count else { return nil }
        return tree.bytes[start + 2] == tree.bytes[start + 1] ? nil : (start, comment.isBlock)
    }

    private func endOfLine(from start: Int) -> Int {
        tree.bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? tree.bytes.count
    }

    /// Returns the end of a block comment, which may contain others.
    private func endOfBlock(from start: Int) -> Int {
        let bytes = tree.bytes
        var depth = 0
        var place = start
        while place + 1 < bytes.count {
            switch (bytes[place], bytes[place + 1]) {
            case (UInt8(ascii: "/"), UInt8(ascii: "*")): depth += 1
            case (UInt8(ascii: "*"), UInt8(ascii: "/")): depth -= 1
            default:
                place += 1
                continue
            }
            place += 2
            if depth == 0 { return place }
        }
        return bytes.count
    }

    /// Returns the rules, and the reason after the first ` - `.
    static func parts(of text: Substring) -> (rules: [String], reason: String?) {
        var names = text
        var reason: String?
        if let hyphen = text.range(ofFirst: " - ") ?? text.range(ofFirst: " – ") ?? text.range(ofFirst: " — ") {
            names = text[..<hyphen.lowerBound]
            let words = text[hyphen.upperBound...].trimmed
            reason = words.isEmpty ? nil : words
        } else if let last = text.trimmed.last, last == "-" {
            names = text[..<(text.lastIndex(of: "-") ?? text.endIndex)]
        }
        let rules = names.split { $0 == "," || $0.isWhitespace }.map(String.init)
        return (rules, reason)
    }
}

extension StringProtocol where SubSequence == Substring {
    /// The text without surrounding blanks.
    var trimmed: String {
        var part = self[...]
        while part.first?.isWhitespace == true { part.removeFirst() }
        while part.last?.isWhitespace == true { part.removeLast() }
        return String(part)
    }

    /// Returns the range of the first occurrence of a text.
    func range(ofFirst text: String) -> Range<Index>? {
        var index = startIndex
        while index < endIndex {
            if self[index...].hasPrefix(text) { return index..<self.index(index, offsetBy: text.count) }
            formIndex(after: &index)
        }
        return nil
    }
}
