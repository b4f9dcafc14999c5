import SwiftSyntax

/// A constant of a function that keeps the value of a toggle: `let isOn = toggles.isEnabled(.newCheckout)`.
struct LocalValue {
    /// The first expression that names it.
    let firstUse: DeclReferenceExprSyntax?

    /// Looks at the declaration that an initial value belongs to; `nil` when it is no constant of a function.
    init?(_ clause: InitializerClauseSyntax, tree: SourceTree) {
        guard let binding = clause.parent?.as(PatternBindingSyntax.self),
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.name,
            let declaration = binding.parent?.parent?.as(VariableDeclSyntax.self),
            declaration.bindingSpecifier.tokenKind == .keyword(.let),
            let item = declaration.parent, item.is(CodeBlockItemSyntax.self),
            let list = item.parent?.as(CodeBlockItemListSyntax.self), list.parent?.is(SourceFileSyntax.self) == false
        else { return nil }
        let range = item.endPosition.utf8Offset..<list.endPosition.utf8Offset
        firstUse = Self.firstUse(of: name, in: range, list, tree)
    }

    private static func firstUse(
        of name: String,
        in range: Range<Int>,
        _ list: CodeBlockItemListSyntax,
        _ tree: SourceTree
    ) -> DeclReferenceExprSyntax? {
        let hits = tree.bytes.withUnsafeBufferPointer { bytes in
            WordTable([name]).hits(in: UnsafeBufferPointer(rebasing: bytes[range]))
        }
        // Whoever names it a hundred times in comments first is not followed.
        for hit in hits.prefix(100) where hit.word == 0 {
            guard let token = TokenCursor.token(around: range.lowerBound + hit.offset, in: list),
                token.name == name,
                let reference = token.parent?.as(DeclReferenceExprSyntax.self),
                reference.parent?.as(MemberAccessExprSyntax.self)?.declName.id != reference.id
            else { continue }
            return reference
        }
        return nil
    }
}
