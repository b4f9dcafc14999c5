import SwiftSyntax

/// Finds the toggles that decide whether an expression is evaluated.
struct EnclosingToggles {
    /// The toggles that are read in the file.
    let uses: CertainUses

    /// The maximum number of conditions around a place, because chains of `else if` can be long; real code is not
    /// nested deeper.
    private static let limit = 64

    /// Returns the keys, innermost first, up to the enclosing function.
    func keys(around value: Syntax) -> [String] {
        var result: [String] = []
        func add(_ keys: [String]) {
            for key in keys where !result.contains(key) { result.append(key) }
        }
        var conditions = 0
        var child = value
        while conditions < Self.limit, let parent = child.parent {
            switch parent.as(SyntaxEnum.self) {
            case .functionDecl, .initializerDecl, .deinitializerDecl, .accessorDecl, .accessorBlock, .subscriptDecl,
                .structDecl, .classDecl, .enumDecl, .actorDecl, .extensionDecl, .protocolDecl:
                return result
            case .ifExpr(let expression):
                // The value is in a branch, not in the condition.
                if child.is(CodeBlockSyntax.self) || child.is(IfExprSyntax.self) {
                    conditions += 1
                    add(uses.keys(in: expression.conditions))
                }
            case .conditionElementList(let list) where !ConditionReader.isLong(list):
                for element in list.prefix(while: { Syntax($0).id != child.id }) { add(uses.keys(in: element)) }
            case .exprList(let list): add(before(child, in: list))
            default: break
            }
            child = parent
        }
        return result
    }

    /// Returns the toggles before `&&`, and those in the condition of a ternary operator.
    private func before(_ child: Syntax, in list: ExprListSyntax) -> [String] {
        guard !ConditionReader.isLong(list) else { return [] }
        let elements = Array(list)
        guard var index = elements.firstIndex(where: { Syntax($0).id == child.id }), index > 0 else { return [] }
        let bindings = elements.map(Binding.init)
        let choice = elements[...index].lastIndex { $0.is(UnresolvedTernaryExprSyntax.self) }
        var result: [String] = []
        // Left of the value, while all operators between are `&&` or have a higher precedence.
        if bindings[index] == nil {
            while index >= 2, let binding = bindings[index - 1], binding >= .and {
                if binding == .and { result += operandKeys(endingAt: index - 2, elements, bindings) }
                index -= 2
            }
        }
        if let choice {
            for element in elements[..<choice] { result += uses.keys(in: element) }
        }
        return result
    }

    /// Returns the keys in an operand of `&&` that ends with an element.
    private func operandKeys(endingAt end: Int, _ elements: [ExprSyntax], _ bindings: [Binding?]) -> [String] {
        var result = uses.keys(in: elements[end])
        var index = end
        while index >= 2, let binding = bindings[index - 1], binding > .and {
            index -= 2
            result += uses.keys(in: elements[index])
        }
        return result
    }
}
