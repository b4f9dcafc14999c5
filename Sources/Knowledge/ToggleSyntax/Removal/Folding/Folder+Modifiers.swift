import SwiftSyntax

/// Calls that modify a view, and have no effect any more.
extension Folder {
    /// Folds `view.onAppear { }` to the view, if nothing is left in the closure, or if its value never changes.
    func fold(modifier call: FunctionCallExprSyntax) -> Folded? {
        guard let base = call.calledExpression.memberBase, let name = call.calledExpression.lastName,
            call.additionalTrailingClosures.isEmpty,
            call.arguments.contains(where: isTouched) || isTouched(call.trailingClosure)
        else { return nil }
        let isIdle: Bool
        switch name {
        case "onAppear", "onDisappear", "task": isIdle = self.isIdle(call)
        case "onChange": isIdle = call.arguments.count == 1 && isConstant(call, label: "of")
        case "animation": isIdle = call.arguments.count == 2 && isConstant(call, label: "value")
        default: return nil
        }
        guard isIdle else { return nil }
        if name == "onChange" { remark(.read, call, "this code ran when the toggle changed, and goes with it") }
        return chosen(fold(base, hoist: false), base, at: call.startOffset)
    }

    private func isTouched(_ closure: ClosureExprSyntax?) -> Bool { closure.map { touched.contains($0.id) } ?? false }

    /// Returns whether nothing is left in the closure of a call.
    private func isIdle(_ call: FunctionCallExprSyntax) -> Bool {
        guard let closure = call.trailingClosure, !closure.statements.isEmpty,
            closure.rightBrace.leadingTrivia.allSatisfy({ !$0.isComment }), !effects.isPossible(Array(call.arguments))
        else { return false }
        if let known = idleModifiers[call.id] { return known }
        let isIdle = trial(keepsChanges: false) { () -> Bool? in
            fold(closure)
            return remaining[closure.statements.id]?.isEmpty
        }
        idleModifiers[call.id] = isIdle
        return isIdle ?? false
    }

    /// Returns whether an argument of a call has a known value.
    private func isConstant(_ call: FunctionCallExprSyntax, label: String) -> Bool {
        guard let argument = call.arguments.first(where: { $0.label?.text == label }), isTouched(argument) else {
            return false
        }
        let isConstant = trial(keepsChanges: false) { () -> Bool? in
            let folded = fold(argument.expression, hoist: false)
            guard case .known = folded.form else { return false }
            return folded.effects.isEmpty
        }
        return isConstant ?? false
    }
}
