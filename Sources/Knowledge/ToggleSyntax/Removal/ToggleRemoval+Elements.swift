import SwiftSyntax
import ToggleLint

/// Mentions in lists.
extension ToggleRemoval {
    /// Handles an element of a list.
    func element(_ element: ArrayElementSyntax, _ file: Int, _ mentions: Mentions) {
        guard let list = element.parent?.as(ArrayElementListSyntax.self), let array = list.parent else { return }
        let isUnproductive = isOutsideProduct(element, file)
        noteOtherSide(of: Syntax(element), nil, file)
        // Nothing reads an element of an option set any more.
        if mentions.containers.contains(where: { project.types.ancestors(of: $0).contains("OptionSet") }),
            array.parent?.is(LabeledExprSyntax.self) == true || array.parent?.is(ExprListSyntax.self) == true
        {
            if !isUnproductive { remark(.read, file, element, "this set loses the flag") }
            return removeMention(element, file)
        }
        if isUnproductive, let row = row(around: Syntax(element)), list.count == 1, !isAssigned(array) {
            removeRow(row, file)
            return
        }
        if let owner = array.parent, !isUnproductive {
            if let call = owner.parent?.as(FunctionCallExprSyntax.self),
                owner.as(MemberAccessExprSyntax.self)?.declName
                    .baseName.text == "contains", call.arguments.only?.label == nil, call.trailingClosure == nil
            {
                // `[.newCart, .menu].contains(flag)`
                if list.count == 1 { return set(.bool(false), of: ExprSyntax(call), file) }
                return removeMention(element, file)
            }
            let user = owner.is(MemberAccessExprSyntax.self) ? owner.parent : owner
            if let user, owner.is(MemberAccessExprSyntax.self) || owner.is(ForStmtSyntax.self) {
                guard !mayRead(user), row(around: Syntax(element)) != nil || user.is(ForStmtSyntax.self), list.count > 1
                else { return block(file, element, "the code uses every element of this list") }
                remark(.read, file, element, "the code for every element of this list no longer runs for the flag")
                return removeMention(element, file)
            }
            if owner.is(LabeledExprSyntax.self), list.count == 1 {
                return block(file, element, "the list with the flag is passed on")
            }
            if let call = owner.parent?.parent?.as(FunctionCallExprSyntax.self), owner.is(LabeledExprSyntax.self),
                call.calledExpression.lastName?.first?.isUppercase != true, !isStatement(call)
            {
                return block(file, element, "the list with the flag is passed to a function whose result is used")
            }
            if list.count == 1, owner.parent?.as(PatternBindingSyntax.self)?.typeAnnotation == nil,
                owner.is(InitializerClauseSyntax.self), element.expression.as(MemberAccessExprSyntax.self)?.base != nil
            {
                return block(file, element, "the type of the list would be unknown without its only element")
            }
        }
        if !isUnproductive, list.allSatisfy({ $0.id == element.id || removals[$0.id] != nil }) {
            remark(.read, file, array, "this list becomes empty")
        }
        removeMention(element, file)
    }

    private func isAssigned(_ node: Syntax) -> Bool {
        node.parent?.is(ExprListSyntax.self) ?? false || node.parent?.is(InitializerClauseSyntax.self) ?? false
            || node.parent?.is(LabeledExprSyntax.self) ?? false
    }
}
