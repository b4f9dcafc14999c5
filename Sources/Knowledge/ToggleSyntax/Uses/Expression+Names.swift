import SwiftSyntax

extension ExprSyntax {
    /// The last name of an expression: `flags` for `app.flags`, `OpsToggle` for `OpsToggle<Bool>`, `load` for
    /// `store.load()`.
    var lastName: String? {
        var expression = self
        // Names with more wrappers than this aren't useful.
        for _ in 0..<8 {
            if let reference = expression.as(DeclReferenceExprSyntax.self) { return reference.baseName.name }
            if let member = expression.as(MemberAccessExprSyntax.self) {
                // `Flags.self`, `Flags.init`, and `Flags.shared` refer to the type.
                if ["self", "init", "shared", "standard"].contains(member.declName.baseName.name),
                    let base = member.base
                {
                    expression = base
                    continue
                }
                return member.declName.baseName.name
            }
            if let generic = expression.as(GenericSpecializationExprSyntax.self) {
                expression = generic.expression
            } else if let call = expression.as(FunctionCallExprSyntax.self) {
                expression = call.calledExpression
            } else if let optional = expression.as(OptionalChainingExprSyntax.self) {
                expression = optional.expression
            } else if let forced = expression.as(ForceUnwrapExprSyntax.self) {
                expression = forced.expression
            } else if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1,
                let element = tuple.elements.first
            {
                expression = element.expression
            } else {
                return nil
            }
        }
        return nil
    }

    /// The value of a literal `true` or `false`.
    var booleanLiteral: Bool? {
        self.as(BooleanLiteralExprSyntax.self).map { $0.literal.tokenKind == .keyword(.true) }
    }

    /// The value of a literal `true` or `false`, in parentheses or negated.
    var constantValue: Bool? {
        var expression = self
        var isNegated = false
        for _ in 0..<8 {
            if let value = expression.booleanLiteral { return value != isNegated }
            if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1,
                let element = tuple.elements.first, element.label == nil
            {
                expression = element.expression
            } else if let negation = expression.as(PrefixOperatorExprSyntax.self), negation.operator.text == "!" {
                expression = negation.expression
                isNegated.toggle()
            } else {
                return nil
            }
        }
        return nil
    }

    /// The text of a string literal without interpolation.
    var stringLiteral: String? {
        guard let literal = self.as(StringLiteralExprSyntax.self), literal.segments.count == 1,
            case .stringSegment(let segment)? = literal.segments.first
        else { return nil }
        return segment.content.text
    }
}
