import SwiftSyntax

/// A constant of a function that keeps the value of a toggle: `let isOn = toggles.isEnabled(.newCheckout)`.
enum LocalValue {
    /// Where a constant is used.
    enum Uses {
        /// Nowhere, or it is no constant of a function.
        case none
        /// At one place.
        case one(DeclReferenceExprSyntax)
        /// At several places, or where something nearer may have the same name.
        case several
    }

    /// How far behind a declaration its uses are looked for, in bytes.
    private static let reach = 32_768

    /// Looks for the uses of the constant that an initial value belongs to.
    static func uses(of clause: InitializerClauseSyntax, in tree: SourceTree) -> Uses {
        guard let binding = clause.parent?.as(PatternBindingSyntax.self),
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.name,
            let declaration = binding.parent?.parent?.as(VariableDeclSyntax.self),
            declaration.bindingSpecifier.tokenKind == .keyword(.let),
            let item = declaration.parent, item.is(CodeBlockItemSyntax.self),
            let list = item.parent?.as(CodeBlockItemListSyntax.self), list.parent?.is(SourceFileSyntax.self) == false
        else { return .none }
        let range = item.endPosition.utf8Offset..<list.endPosition.utf8Offset
        guard range.count <= reach else { return .several }
        return uses(of: name, in: range, list, tree)
    }

    private static func uses(
        of name: String,
        in range: Range<Int>,
        _ list: CodeBlockItemListSyntax,
        _ tree: SourceTree
    ) -> Uses {
        let hits = tree.bytes.withUnsafeBufferPointer { bytes in
            WordTable([name]).hits(in: UnsafeBufferPointer(rebasing: bytes[range]))
        }
        // Whoever names it a hundred times is not followed.
        guard hits.count <= 100 else { return .several }
        var result = Uses.none
        for hit in hits where hit.word == 0 {
            guard let token = TokenCursor.token(around: range.lowerBound + hit.offset, in: list), token.name == name
            else { continue }
            // `other.isOn`, `isOn:` and texts speak of something else.
            if token.parent?.is(LabeledExprSyntax.self) == true || token.parent?.is(StringSegmentSyntax.self) == true {
                continue
            }
            // A declaration of the same name hides the constant from there on, and perhaps before.
            guard let reference = token.parent?.as(DeclReferenceExprSyntax.self) else { return .several }
            if reference.parent?.as(MemberAccessExprSyntax.self)?.declName.id == reference.id { continue }
            if case .none = result { result = .one(reference) } else { return .several }
        }
        return result
    }
}
