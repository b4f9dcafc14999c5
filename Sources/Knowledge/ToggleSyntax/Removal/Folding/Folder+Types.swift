import SwiftSyntax

extension Folder {
    /// Keeps the type of a constant or variable without an annotation, to which the side of a ternary that goes contributed.
    func keepType(of folded: inout Folded, _ dropped: ExprSyntax, _ tree: OperatorTree) {
        guard let sequence = tree.operands[0].parent?.parent?.as(SequenceExprSyntax.self),
            sequence.offsets == tree.offsets,
            let binding = sequence.parent?.parent?.as(PatternBindingSyntax.self), binding.typeAnnotation == nil
        else { return }
        let kept = folded.nodes.only?.as(ExprSyntax.self)
        if case .null = folded.form {
            if let type = dropped.literalType { annotate(binding, "\(type)?") }
        } else if kept?.isEmptyLiteral == true {
            if let type = dropped.literalType {
                annotate(binding, type)
            } else if !dropped.isEmptyLiteral {
                remark(.read, sequence, "‘\(kept?.trimmedDescription ?? "")’ needs a type here")
                // The ternary compiles until a person writes the type.
                guard case .choice(let condition, let value, _) = tree else { return }
                text.replace(condition.offsets, with: [.text(value.id == dropped.id ? "false" : "true")])
                emit(fold(dropped, hoist: false), dropped)
                folded.form = .same
            }
        } else if kept?.is(IntegerLiteralExprSyntax.self) == true, dropped.is(FloatLiteralExprSyntax.self),
            case .pieces(let pieces, let level) = folded.form
        {
            folded.form = .pieces(pieces + [.text(".0")], level)
        }
    }

    private func annotate(_ binding: PatternBindingSyntax, _ type: String) {
        guard annotated.insert(binding.id).inserted else { return }
        let end = binding.pattern.endOffset
        text.replace(end..<end, with: [.text(": \(type)")])
    }
}

extension ExprSyntax {
    /// Whether this is `[]` or `[:]`.
    var isEmptyLiteral: Bool {
        if let array = self.as(ArrayExprSyntax.self) { return array.elements.isEmpty }
        guard case .colon? = self.as(DictionaryExprSyntax.self)?.content else { return false }
        return true
    }

    /// The type that a literal has without a type from its place; `nil` if it isn't known.
    fileprivate var literalType: String? {
        switch self.as(ExprSyntaxEnum.self) {
        case .stringLiteralExpr: return "String"
        case .integerLiteralExpr: return "Int"
        case .floatLiteralExpr: return "Double"
        case .booleanLiteralExpr: return "Bool"
        case .arrayExpr(let array):
            let types = Set(array.elements.map(\.expression.literalType))
            guard types.count == 1, let type = types.first ?? nil else { return nil }
            return "[\(type)]"
        case .dictionaryExpr(let dictionary):
            guard case .elements(let elements) = dictionary.content else { return nil }
            let keys = Set(elements.map(\.key.literalType))
            let values = Set(elements.map(\.value.literalType))
            guard keys.count == 1, values.count == 1, let key = keys.first ?? nil, let value = values.first ?? nil
            else {
                return nil
            }
            return "[\(key): \(value)]"
        default: return nil
        }
    }
}
