import SwiftSyntax

extension Folder {
    /// Folds the body and the captures of a closure.
    func fold(_ closure: ClosureExprSyntax) {
        if let signature = closure.signature, isTouched(signature) {
            if let capture = signature.capture, capture.items.allSatisfy({ removals.contains($0.id) }) {
                removeCaptures(capture, of: closure, signature)
            } else {
                descend(signature)
            }
        }
        guard isTouched(closure.statements) else { return }
        _ = fold(closure.statements, place: .closure)
        guard closure.signature?.parameterClause == nil else { return }
        let parameters = Self.parameters(of: closure)
        guard let last = parameters.map(\.index).max() else { return }
        if unnamed.contains(closure.id) {
            let names = Array(repeating: "_", count: last + 1).joined(separator: ", ")
            if let signature = closure.signature, !isRemoved(signature) {
                let place = signature.inKeyword.startOffset
                text.replace(place..<place, with: [.text("\(names) ")])
            } else {
                let place = closure.leftBrace.endOffset
                let isFollowed = [0x20, 0x09, 0x0A, 0x0D].contains(tree.bytes[place])
                text.replace(place..<place, with: [.text(" \(names) in" + (isFollowed ? "" : " "))])
            }
        } else {
            closures.append((closure, parameters))
        }
    }

    /// Whether a signature consists of captures that go.
    private func isRemoved(_ signature: ClosureSignatureSyntax) -> Bool {
        guard let capture = signature.capture, signature.returnClause == nil, signature.effectSpecifiers == nil else {
            return false
        }
        return capture.items.allSatisfy { removals.contains($0.id) }
    }

    /// The uses of `$0`, `$1`, … in a closure without those in closures inside of it.
    private static func parameters(of closure: ClosureExprSyntax) -> [(index: Int, range: Range<Int>)] {
        var found: [(index: Int, range: Range<Int>)] = []
        var stack = [Syntax(closure.statements)]
        while let node = stack.popLast() {
            if let token = node.as(TokenSyntax.self) {
                if case .dollarIdentifier(let name) = token.tokenKind, let index = Int(name.dropFirst()), index < 64 {
                    found.append((index, token.offsets))
                }
            } else if !node.is(ClosureExprSyntax.self) {
                stack += node.children(viewMode: .sourceAccurate)
            }
        }
        return found
    }

    /// Folds a closure that is called at once, if a single expression is left of it.
    func fold(called call: FunctionCallExprSyntax, _ hoist: Bool) -> Folded? {
        guard let closure = call.calledExpression.as(ClosureExprSyntax.self), closure.signature == nil,
            call.arguments.isEmpty, call.trailingClosure == nil, isTouched(closure.statements)
        else { return nil }
        fold(closure)
        return result(of: closure, at: call.startOffset) ?? .same
    }

    /// What a closure without parameters returns, if that is a single expression.
    func result(of closure: ClosureExprSyntax, at place: Int) -> Folded? {
        // An effect before the expression needs the closure.
        guard closure.signature == nil, let final = final(of: closure.statements), !inserted.contains(final.id) else {
            return nil
        }
        var expression: ExprSyntax?
        switch final.item {
        case .expr(let value): expression = value
        case .stmt(let statement):
            expression = statement.as(ReturnStmtSyntax.self)?.expression
        case .decl: break
        }
        guard let expression, !expression.is(IfExprSyntax.self), !expression.is(SwitchExprSyntax.self) else {
            return nil
        }
        let folded = results[expression.id] ?? fold(expression, hoist: false)
        guard case .same = folded.form else { return folded }
        return Folded(
            form: .pieces([moved(expression.offsets, to: place)], .init(of: expression)),
            nodes: [Syntax(expression)]
        )
    }

    /// The only statement that is left of a list after folding, without comments around it.
    private func final(of list: CodeBlockItemListSyntax) -> CodeBlockItemSyntax? {
        remaining[list.id].map(\.only) ?? list.only
    }
}
