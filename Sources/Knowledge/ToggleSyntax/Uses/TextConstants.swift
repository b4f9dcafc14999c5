import SwiftSyntax

/// The constants of a file that hold a text: `let key = "new_checkout"`.
///
/// The file is only searched if code passes a constant to a function that takes keys, and then once for all of them.
final class TextConstants {
    private var texts: [String: String]?

    /// Returns the text of the first constant with a name.
    func text(of name: String, in tree: SourceTree) -> String? {
        let texts = texts ?? Self.texts(in: tree)
        self.texts = texts
        return texts[name]
    }

    private static func texts(in tree: SourceTree) -> [String: String] {
        var result: [String: String] = [:]
        let hits = tree.bytes.withUnsafeBufferPointer { WordTable(["let"]).hits(in: $0) }
        var cursor = TokenCursor(tree.root)
        for hit in hits where hit.word == 0 {
            guard let token = cursor.token(at: hit.offset), token.tokenKind == .keyword(.let),
                let declaration = token.parent?.as(VariableDeclSyntax.self)
            else { continue }
            for binding in declaration.bindings {
                guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.name,
                    result[name] == nil, let text = binding.initializer?.value.stringLiteral
                else { continue }
                result[name] = text
            }
        }
        return result
    }
}
