import SwiftSyntax

// The equivalents in swift-syntax recurse for every level of a tree, and a chain of a million calls is a million levels
// deep.
extension SyntaxProtocol {
    /// The offset of the first token, without leading trivia.
    var startOffset: Int {
        var node = Syntax(self)
        while true {
            if let token = node.as(TokenSyntax.self) {
                return token.position.utf8Offset + token.leadingTriviaLength.utf8Length
            }
            guard let child = node.children(viewMode: .sourceAccurate).first(where: { $0.totalLength.utf8Length > 0 })
            else { return node.position.utf8Offset }
            node = child
        }
    }

    /// The offset after the last token, without trailing trivia.
    var endOffset: Int {
        var node = Syntax(self)
        while true {
            if let token = node.as(TokenSyntax.self) {
                return token.endPosition.utf8Offset - token.trailingTriviaLength.utf8Length
            }
            let children = node.children(viewMode: .sourceAccurate)
            guard let child = children.last(where: { $0.totalLength.utf8Length > 0 }) else {
                return node.endPosition.utf8Offset
            }
            node = child
        }
    }

    /// The range from the first token to the last one, without surrounding trivia.
    var offsets: Range<Int> {
        let start = startOffset
        return start..<max(start, endOffset)
    }

    /// Returns the texts of the first tokens, in order.
    func tokenTexts(limit: Int = 20_000) -> [String] {
        var result: [String] = []
        var stack = [Syntax(self)]
        while let node = stack.popLast(), result.count < limit {
            if let token = node.as(TokenSyntax.self) {
                if token.presence == .present { result.append(token.text) }
            } else {
                stack.append(contentsOf: node.children(viewMode: .sourceAccurate).reversed())
            }
        }
        return result
    }
}

extension TokenSyntax {
    /// The text without back-ticks around a name.
    var name: String {
        let text = text
        guard text.utf8.count > 2, text.hasPrefix("`"), text.hasSuffix("`") else { return text }
        return String(text.dropFirst().dropLast())
    }
}
