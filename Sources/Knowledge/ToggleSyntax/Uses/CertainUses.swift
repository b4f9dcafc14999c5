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
        var low = 0
        var high = offsets.count
        while low < high {
            let middle = (low + high) / 2
            if offsets[middle] < start { low = middle + 1 } else { high = middle }
        }
        var result: [String] = []
        let last = min(offsets.count, low + Self.limit)
        while low < last, offsets[low] < end {
            if !isInClosure(tokens[low], below: Syntax(node)), !result.contains(keys[low]) { result.append(keys[low]) }
            low += 1
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
