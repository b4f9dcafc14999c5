import SwiftSyntax

/// The lines that a node fills.
struct LineExtent {
    let tree: SourceTree

    private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Returns the beginning of the line of an offset.
    func lineStart(_ offset: Int) -> Int {
        // The first line begins after a byte order mark.
        min(offset, tree.lines.bytes(ofLine: tree.lines.line(of: offset)).lowerBound)
    }

    /// Returns the indentation of the line of an offset.
    func indentation(at offset: Int) -> String {
        let start = lineStart(offset)
        var end = start
        while end < tree.bytes.count, isBlank(tree.bytes[end]) { end += 1 }
        return tree.text(start..<end)
    }

    /// Returns whether only blanks precede an offset on its line.
    func isFirstOnLine(_ offset: Int) -> Bool {
        tree.bytes[lineStart(offset)..<offset].allSatisfy(isBlank)
    }

    /// Returns the offset after a node and the comments after it on its line, if nothing else is on the line; the line
    /// break is included.
    func lineEnd(after node: some SyntaxProtocol) -> Int? {
        var end = node.lastToken(viewMode: .sourceAccurate)?.endPosition.utf8Offset ?? node.endOffset
        while end < tree.bytes.count, isBlank(tree.bytes[end]) { end += 1 }
        guard end < tree.bytes.count else { return end }
        if tree.bytes[end] == 0x0D, end + 1 < tree.bytes.count, tree.bytes[end + 1] == 0x0A { return end + 2 }
        return tree.bytes[end] == 0x0A ? end + 1 : nil
    }

    /// Returns the beginning of the lines of a node together with the comments directly before it.
    func start(of node: some SyntaxProtocol) -> Int {
        let offset = node.startOffset
        guard let token = node.firstToken(viewMode: .sourceAccurate) else { return lineStart(offset) }
        var position = offset
        var result = lineStart(offset)
        var newlines = 0
        for piece in token.leadingTrivia.reversed() {
            position -= piece.sourceLength.utf8Length
            switch piece {
            case .spaces, .tabs: continue
            case .newlines(let count), .carriageReturns(let count), .carriageReturnLineFeeds(let count):
                newlines += count
            case .lineComment(let text), .docLineComment(let text), .blockComment(let text), .docBlockComment(let text):
                let isKept = Self.isKept(text) && !(text.contains("MARK:") && Self.isAlone(node))
                guard !isKept, isFirstOnLine(position) else { return result }
                if newlines > 1, !Self.isName(text, of: node), !text.contains("MARK:") { return result }
                newlines = 0
                result = lineStart(position)
            default: return result
            }
        }
        return result
    }

    /// Returns whether a comment consists of the name of an enum case, `// New cart`, even if a blank line follows it.
    private static func isName(_ comment: String, of node: some SyntaxProtocol) -> Bool {
        guard let declaration = node.as(MemberBlockItemSyntax.self)?.decl.as(EnumCaseDeclSyntax.self),
            let name = declaration.elements.only?.name.name
        else { return false }
        return comment.lazy.filter { $0.isLetter || $0.isNumber }.map { $0.lowercased() }.joined() == name.lowercased()
    }

    /// Whether another mark or the end of the type follows a member, so that nothing is left between the marks.
    private static func isAlone(_ node: some SyntaxProtocol) -> Bool {
        guard node.is(MemberBlockItemSyntax.self),
            let next = node.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate)
        else { return false }
        return next.tokenKind == .rightBrace
            || next.leadingTrivia.contains { piece in
                if case .lineComment(let text) = piece { text.contains("MARK:") } else { false }
            }
    }

    /// Whether a comment is about more than the next statement.
    static func isKept(_ comment: String) -> Bool {
        if comment.contains("MARK:") || comment.contains("swift-format-ignore-file") { return true }
        guard comment.contains("swiftlint:") else { return false }
        return ![":next", ":this", ":previous"].contains { comment.contains($0) }
    }

    /// Returns the range of a node with its comments and lines; without its lines if other code is on them.
    func range(of node: some SyntaxProtocol) -> (range: Range<Int>, isWhole: Bool) {
        let offsets = node.offsets
        if isFirstOnLine(offsets.lowerBound), let end = lineEnd(after: node) {
            return (start(of: node)..<end, true)
        }
        var start = offsets.lowerBound
        var end = offsets.upperBound
        while end < tree.bytes.count, isBlank(tree.bytes[end]) { end += 1 }
        if end == tree.bytes.count || [0x0A, 0x0D, UInt8(ascii: "}"), UInt8(ascii: ")")].contains(tree.bytes[end]) {
            end = offsets.upperBound
            while start > 0, isBlank(tree.bytes[start - 1]) { start -= 1 }
            // `{ a(); b() }` ends with `a()`.
            if start > 0, tree.bytes[start - 1] == UInt8(ascii: ";") { start -= 1 }
        }
        return (start..<end, false)
    }
}
