import SwiftSyntax
import ToggleLint

/// Reads comments `// toggles:ignore RULE, RULE - reason`.
struct SuppressionReader {
    /// The file.
    let tree: SourceTree

    /// The most bytes before a suppression on its line, so that a line of nothing else takes no longer than others.
    private static let reach = 2_000

    /// The suppression whose word `toggles` stands at an offset, if it begins a comment.
    func suppression(at offset: Int) -> CodeSuppression? {
        let line = tree.lines.line(of: offset)
        let bytes = tree.lines.bytes(ofLine: line)
        guard offset - bytes.lowerBound <= Self.reach else { return nil }
        let before = tree.text(bytes.lowerBound..<offset)
        guard let opening = before.range(ofLast: "//", or: "/*"),
            before[opening.upperBound...].allSatisfy({ $0 == " " || $0 == "\t" || $0 == "/" || $0 == "*" })
        else { return nil }
        var rest = Substring(tree.text(offset..<bytes.upperBound)).dropFirst("toggles:ignore".count)
        guard rest.first.map({ $0.isWhitespace || $0 == "-" || $0 == "*" }) ?? true else { return nil }
        let isBlock = before[opening] == "/*"
        var end = bytes.upperBound
        if isBlock, let closing = rest.range(ofFirst: "*/") {
            end = offset + "toggles:ignore".count + rest[..<closing.upperBound].utf8.count
            rest = rest[..<closing.lowerBound]
        }
        let (rules, reason) = Self.parts(of: rest)
        // `///` and `//` alike.
        var code = before[..<opening.lowerBound]
        while !isBlock, code.last == "/" { code.removeLast() }
        let start = bytes.lowerBound + code.utf8.count
        let isAlone = code.allSatisfy(\.isWhitespace)
        let subject = isAlone ? nextLineWithCode(after: offset) ?? line : line
        return CodeSuppression(
            rules: rules,
            reason: reason,
            path: tree.path,
            range: tree.lines.range(start..<end),
            lines: subject...subject
        )
    }

    private func nextLineWithCode(after offset: Int) -> Int? {
        // The comment is trivia of the token that follows, or of the last one of its line.
        guard let token = TokenCursor.token(around: offset, in: tree.root) else { return nil }
        let start = token.position.utf8Offset + token.leadingTriviaLength.utf8Length
        guard start > offset, token.tokenKind != .endOfFile else { return nil }
        return tree.lines.line(of: start)
    }

    /// The rules and the reason behind the first ` - `.
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
    /// The text without blanks around it.
    var trimmed: String {
        var part = self[...]
        while part.first?.isWhitespace == true { part.removeFirst() }
        while part.last?.isWhitespace == true { part.removeLast() }
        return String(part)
    }

    /// Where a text stands first.
    func range(ofFirst text: String) -> Range<Index>? {
        var index = startIndex
        while index < endIndex {
            if self[index...].hasPrefix(text) { return index..<self.index(index, offsetBy: text.count) }
            formIndex(after: &index)
        }
        return nil
    }

    /// Where one of two texts stands last.
    func range(ofLast first: String, or second: String) -> Range<Index>? {
        var index = endIndex
        while index > startIndex {
            formIndex(before: &index)
            for text in [first, second] where self[index...].hasPrefix(text) {
                return index..<self.index(index, offsetBy: text.count)
            }
        }
        return nil
    }
}
