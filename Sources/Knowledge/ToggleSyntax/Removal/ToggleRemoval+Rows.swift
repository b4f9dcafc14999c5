import SwiftSyntax
import ToggleLint

/// Statements that only show or set a flag.
extension ToggleRemoval {
    /// Returns the statement around a mention, if it is an expression whose value isn't used.
    func row(around node: Syntax) -> CodeBlockItemSyntax? {
        var child = node
        while let parent = child.parent {
            if let item = parent.as(CodeBlockItemSyntax.self) {
                return child.is(ExprSyntax.self) && !isResult(item) ? item : nil
            }
            if parent.is(ClosureExprSyntax.self) || parent.is(DeclSyntax.self) { return nil }
            child = parent
        }
        return nil
    }

    /// Returns whether a call is a statement, perhaps after `try` and `await`.
    func isStatement(_ call: FunctionCallExprSyntax) -> Bool {
        guard let result = row(around: Syntax(call))?.item.result else { return false }
        return (result.operandOfKeyword ?? result).id == ExprSyntax(call).id
    }

    /// Returns whether a statement only calls a function and discards its result: `_ = log(.newCart)`.
    func isDiscarded(_ call: FunctionCallExprSyntax) -> Bool {
        guard let elements = row(around: Syntax(call))?.item.result?.as(SequenceExprSyntax.self)?.elements,
            elements.count == 3, elements.first?.is(DiscardAssignmentExprSyntax.self) == true, let value = elements.last
        else { return false }
        return (value.operandOfKeyword ?? value).id == ExprSyntax(call).id
    }

    /// Returns whether the statement is the result of a function or closure that isn't a list of rows.
    private func isResult(_ item: CodeBlockItemSyntax) -> Bool {
        guard let list = item.parent?.as(CodeBlockItemListSyntax.self), list.count == 1 else { return false }
        if let closure = list.parent?.as(ClosureExprSyntax.self) {
            guard let call = closure.parent?.as(FunctionCallExprSyntax.self), call.trailingClosure?.id == closure.id
            else { return true }
            return call.calledExpression.lastName?.first?.isUppercase != true
        }
        if let function = list.parent?.parent?.as(FunctionDeclSyntax.self) {
            return function.signature.returnClause != nil
        }
        return list.parent?.is(AccessorBlockSyntax.self) ?? false
    }

    /// Returns whether a flag is the result of a case of a switch, which would be empty without it.
    func isResult(_ flag: Syntax, ofCaseWith row: CodeBlockItemSyntax) -> Bool {
        row.item.id == flag.id && row.parent?.parent?.is(SwitchCaseSyntax.self) ?? false
            && row.parent?.as(CodeBlockItemListSyntax.self)?.count == 1
    }

    /// Removes a statement, and what would be empty without it.
    func removeRow(_ row: CodeBlockItemSyntax, _ file: Int) {
        for node in removedRow(row) { removeMention(node, file) }
    }

    /// Returns the statement to remove, or the one around it that would be empty.
    func removedRow(_ row: CodeBlockItemSyntax) -> [Syntax] {
        guard let list = row.parent?.as(CodeBlockItemListSyntax.self),
            list.allSatisfy({ $0.id == row.id || removals[$0.id] != nil }),
            let closure = list.parent?.as(ClosureExprSyntax.self),
            let call = closure.parent?.as(FunctionCallExprSyntax.self), call.trailingClosure?.id == closure.id,
            call.calledExpression.lastName?.first?.isUppercase == true, closure.signature == nil,
            let outer = self.row(around: Syntax(call))
        else { return [Syntax(row)] }
        return removedRow(outer)
    }

    /// Returns the element of an array to remove, or the one around it that would be empty:
    /// `Section(title: "…", rows: [row])`.
    func removedElement(_ element: Syntax) -> Syntax {
        guard let list = element.parent?.as(ArrayElementListSyntax.self),
            list.allSatisfy({ $0.id == element.as(ArrayElementSyntax.self)?.id || removals[$0.id] != nil }),
            let argument = list.parent?.parent?.as(LabeledExprSyntax.self),
            let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self), call.trailingClosure == nil,
            call.arguments.allSatisfy({ $0.id == argument.id || $0.expression.isLiteral }),
            let outer = call.parent?.as(ArrayElementSyntax.self),
            outer.parent?.as(ArrayElementListSyntax.self)?.count ?? 0 > 1
        else { return element }
        return removedElement(Syntax(outer))
    }
}
