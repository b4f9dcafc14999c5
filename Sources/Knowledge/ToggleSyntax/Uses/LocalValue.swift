import SwiftSyntax

/// A local constant that keeps the value of a toggle: `let isOn = toggles.isEnabled(.newCheckout)`.
enum LocalValue {
    /// The uses of a constant.
    enum Uses {
        /// None, or it isn't a local constant.
        case none
        /// One use.
        case one(DeclReferenceExprSyntax)
        /// Several uses, or another declaration that may shadow the name.
        case several
    }

    /// The maximum distance in bytes of a use from the declaration.
    private static let reach = 32_768

    /// Finds the uses of the constant with an initial value.
    static func uses(of clause: InitializerClauseSyntax, in tree: SourceTree) -> Uses {
        guard let binding = clause.parent?.as(PatternBindingSyntax.self),
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.name,
            let declaration = binding.parent?.parent?.as(VariableDeclSyntax.self),
            declaration.bindingSpecifier.tokenKind == .keyword(.let),
            let item = declaration.parent?.as(CodeBlockItemSyntax.self),
            let list = item.parent?.as(CodeBlockItemListSyntax.self), list.parent?.is(SourceFileSyntax.self) == false
        else { return .none }
        let range = item.endPosition.utf8Offset..<list.endPosition.utf8Offset
        guard range.count <= reach else { return .several }
        return uses(of: name, in: range, after: item, list, tree)
    }

    private static func uses(
        of name: String,
        in range: Range<Int>,
        after item: CodeBlockItemSyntax,
        _ list: CodeBlockItemListSyntax,
        _ tree: SourceTree
    ) -> Uses {
        let hits = tree.bytes.withUnsafeBufferPointer { bytes in
            WordTable([name]).hits(in: UnsafeBufferPointer(rebasing: bytes[range]))
        }
        // More uses than this are not followed.
        guard hits.count <= 100 else { return .several }
        var result = Uses.none
        var items = list.dropFirst(0)
        if let index = list.index(of: item) { items = list[list.index(after: index)...] }
        for hit in hits where hit.word == 0 {
            let offset = range.lowerBound + hit.offset
            items = items.drop { $0.endPosition.utf8Offset <= offset }
            guard let next = items.first, let token = TokenCursor.token(around: offset, in: next), token.name == name
            else { continue }
            // `other.isOn`, `isOn:`, and strings refer to something else.
            if token.parent?.is(LabeledExprSyntax.self) == true || token.parent?.is(StringSegmentSyntax.self) == true {
                continue
            }
            // A declaration with the same name shadows the constant from there on, and perhaps before.
            guard let reference = token.parent?.as(DeclReferenceExprSyntax.self) else { return .several }
            if reference.parent?.as(MemberAccessExprSyntax.self)?.declName.id == reference.id { continue }
            if case .none = result { result = .one(reference) } else { return .several }
        }
        return result
    }
}
