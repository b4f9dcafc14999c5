import SwiftSyntax

/// The toggles that are read in a file, for conditions with several toggles.
struct CertainUses {
    private var offsets: [Int] = []
    private var keys: [String] = []
    private var tokens: [TokenSyntax] = []

    /// Appends a use after the existing ones.
    mutating func append(_ key: String, _ token: TokenSyntax) {
        offsets.append(token.position.utf8Offset)
        keys.append(key)
        tokens.append(token)
    }

    /// The maximum number of reads in one condition that count; real conditions have fewer.
    private static let limit = 256

    /// Returns the toggles that are read in an expression, except in closures inside it.
    func keys(in node: some SyntaxProtocol) -> [String] {
        let start = node.position.utf8Offset
        let end = node.endPosition.utf8Offset
        let first = offsets.partitioningIndex { $0 >= start }
        var result: [String] = []
        for index in offsets.indices[first...].prefix(Self.limit) {
            guard offsets[index] < end else { break }
            if !isInClosure(tokens[index], below: Syntax(node)), !result.contains(keys[index]) {
                result.append(keys[index])
            }
        }
        return result
    }

    private func isInClosure(_ token: TokenSyntax, below node: Syntax) -> Bool {
        var child = Syntax(token)
        while child.id != node.id, let parent = child.parent {
            if parent.is(ClosureExprSyntax.self) { return true }
            child = parent
        }
        return false
    }
}
