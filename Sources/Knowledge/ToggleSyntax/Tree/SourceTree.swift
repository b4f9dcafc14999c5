import SwiftParser
import SwiftSyntax
import ToggleBase
import ToggleLint
import ToggleManifest

/// A parsed Swift file.
struct SourceTree {
    /// The size in bytes of the largest file that is parsed.
    static let maximumSize = 8 << 20

    /// The maximum depth of brackets.
    ///
    /// The parser treats deeper nesting as an error, and recovers from it.
    static let maximumNesting = 256

    /// The path, relative to the root of the project.
    let path: String
    /// The content.
    let bytes: [UInt8]
    /// The lines and columns.
    let lines: LineTable
    /// The root of the tree.
    let root: SourceFileSyntax

    /// Parses a file.
    init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
        lines = LineTable(bytes)
        root = bytes.withUnsafeBufferPointer { Parser.parse(source: $0, maximumNestingLevel: Self.maximumNesting) }
    }

    /// Returns the text between two offsets.
    func text(_ offsets: Range<Int>) -> String {
        String(decoding: bytes[offsets.clamped(to: 0..<bytes.count)], as: UTF8.self)
    }

    /// Returns code as one line, truncated if it is long.
    func excerpt(_ offsets: Range<Int>) -> CodeExcerpt {
        let range = offsets.clamped(to: 0..<bytes.count)
        var text = ""
        var isCut = false
        for character in self.text(range.lowerBound..<min(range.upperBound, range.lowerBound + 400)) {
            if character.isNewline || text.count == 60 {
                isCut = true
                break
            }
            text.append(character.unicodeScalars.contains(where: \.isUnprintable) ? " " : character)
        }
        while text.last == " " { text.removeLast() }
        return CodeExcerpt(range: lines.range(range), text: isCut ? text + "…" : text)
    }

    /// The first syntax error of the file, if there is one.
    var problem: Diagnostic? {
        guard root.hasError else { return nil }
        var node = Syntax(root)
        descent: while true {
            for child in node.children(viewMode: .all) {
                if let token = child.as(TokenSyntax.self) {
                    guard token.presence == .missing || token.hasError else { continue }
                    // A missing token is located after the previous token.
                    let offset = max(0, precedingEnd(of: token))
                    let isPlaceholder = token.text.isEmpty || token.text.hasPrefix("<#")
                    let expected = isPlaceholder ? "something" : token.text.quoted
                    let reason = token.presence == .missing ? "\(expected) is missing" : "\(expected) is malformed"
                    return diagnostic(offset..<offset, reason)
                }
                if let unexpected = child.as(UnexpectedNodesSyntax.self), unexpected.totalLength.utf8Length > 0 {
                    let offsets = unexpected.offsets
                    let end = min(
                        offsets.upperBound,
                        lines.bytes(ofLine: lines.line(of: offsets.lowerBound)).upperBound
                    )
                    let range = offsets.lowerBound..<max(offsets.lowerBound, end)
                    return diagnostic(range, "\(excerpt(range).text.quoted) is not expected here")
                }
                if child.hasError {
                    node = child
                    continue descent
                }
            }
            let offset = node.startOffset
            return diagnostic(offset..<offset, "something is missing")
        }
    }

    /// Returns the end of the token before a missing one.
    private func precedingEnd(of token: TokenSyntax) -> Int {
        var offset = token.position.utf8Offset
        while offset > 0, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[min(offset, bytes.count) - 1]) { offset -= 1 }
        return offset
    }

    private func diagnostic(_ offsets: Range<Int>, _ reason: String) -> Diagnostic {
        Diagnostic(
            .note,
            path: path,
            range: lines.range(offsets),
            message: "this file does not parse: \(reason); the names in the rest were searched as text"
        )
    }
}
