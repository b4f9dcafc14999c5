import SwiftSyntax

/// Finds tokens by their offsets in ascending order, without recursion.
struct TokenCursor {
    private struct Level {
        var node: Syntax
        var children: SyntaxChildren.Iterator
        var current: Syntax?
    }

    /// The maximum depth at which tokens are found, because the context of each is searched upwards.
    ///
    /// The parser's limit of brackets allows about ten levels for each of them.
    static let maximumDepth = 3_000

    private var levels: [Level]

    /// Creates a cursor at the beginning of a tree.
    init(_ root: some SyntaxProtocol) {
        levels = [Self.level(Syntax(root))]
    }

    private static func level(_ node: Syntax) -> Level {
        var children = node.children(viewMode: .sourceAccurate).makeIterator()
        let first = children.next()
        return Level(node: node, children: children, current: first)
    }

    /// Returns the token whose text contains an offset; `nil` in comments, between tokens, and too deep in a tree.
    ///
    /// Offsets must be passed in ascending order.
    mutating func token(at offset: Int) -> TokenSyntax? {
        guard let token = token(around: offset) else { return nil }
        let start = token.position.utf8Offset + token.leadingTriviaLength.utf8Length
        let end = token.endPosition.utf8Offset - token.trailingTriviaLength.utf8Length
        return start <= offset && offset < end ? token : nil
    }

    /// Returns the token whose text or trivia contains an offset; `nil` too deep in a tree.
    ///
    /// Offsets must be passed in ascending order, also together with those of ``token(at:)``.
    mutating func token(around offset: Int) -> TokenSyntax? {
        while levels.count > 1, let last = levels.last, last.node.endPosition.utf8Offset <= offset {
            levels.removeLast()
        }
        while var level = levels.popLast() {
            while let child = level.current, child.endPosition.utf8Offset <= offset {
                level.current = level.children.next()
            }
            levels.append(level)
            guard let child = level.current, child.position.utf8Offset <= offset else { return nil }
            if let token = child.as(TokenSyntax.self) { return token }
            guard levels.count < Self.maximumDepth else { return nil }
            levels.append(Self.level(child))
        }
        return nil
    }

    /// Returns the token whose text or trivia contains an offset.
    static func token(around offset: Int, in root: some SyntaxProtocol) -> TokenSyntax? {
        var node = Syntax(root)
        while true {
            if let token = node.as(TokenSyntax.self) { return token }
            guard
                let child = node.children(viewMode: .sourceAccurate).first(where: {
                    $0.position.utf8Offset <= offset && offset < $0.endPosition.utf8Offset
                })
            else { return nil }
            node = child
        }
    }
}
