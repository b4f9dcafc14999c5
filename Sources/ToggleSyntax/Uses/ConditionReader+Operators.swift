import SwiftSyntax

/// How tightly an operator binds, as far as a condition minds.
enum Binding: Int, Comparable {
    case assignment
    case choice
    case or
    case and
    case comparison
    case tighter

    static func < (left: Binding, right: Binding) -> Bool { left.rawValue < right.rawValue }

    /// The binding of an element of a sequence; `nil` for an operand.
    init?(_ element: ExprSyntax) {
        if element.is(AssignmentExprSyntax.self) {
            self = .assignment
        } else if element.is(UnresolvedTernaryExprSyntax.self) {
            self = .choice
        } else if element.is(UnresolvedAsExprSyntax.self) || element.is(UnresolvedIsExprSyntax.self) {
            self = .tighter
        } else if let name = element.as(BinaryOperatorExprSyntax.self)?.operator.text {
            switch name {
            case "||": self = .or
            case "&&": self = .and
            case "==", "!=", "<", ">", "<=", ">=", "===", "!==", "~=": self = .comparison
            default: self = name.hasSuffix("=") ? .assignment : .tighter
            }
        } else {
            return nil
        }
    }
}

extension ConditionReader {
    /// Looks at the operators beside a value.
    ///
    /// - Returns: The whole expression, when the value goes on as its value; else `nil`.
    func followOperators(_ value: Syntax, _ list: ExprListSyntax, _ state: inout State) -> Syntax? {
        let elements = Array(list)
        guard let sequence = list.parent,
            let index = elements.firstIndex(where: { $0.id == value.as(ExprSyntax.self)?.id })
        else { return nil }
        let bindings = elements.map(Binding.init)
        var (low, high) = (index, index)
        /// Takes in everything beside the value that binds as tightly as something.
        func extend(_ binding: Binding) {
            while low >= 2, let before = bindings[low - 1], before >= binding { low -= 2 }
            while high + 2 < elements.count, let after = bindings[high + 1], after >= binding { high += 2 }
        }
        /// The operands beside the value that are single and literal.
        func literals(_ range: ClosedRange<Int>, _ binding: Binding, without inner: ClosedRange<Int>) -> [Bool] {
            range.filter { !inner.contains($0) }.compactMap { position in
                guard let value = elements[position].booleanLiteral,
                    position == 0 || position == range.lowerBound || bindings[position - 1] == binding,
                    position == range.upperBound || bindings[position + 1] == binding
                else { return nil }
                return value
            }
        }
        extend(.tighter)
        compare(elements, bindings, low, high, &state)
        extend(.comparison)

        var inner = low...high
        extend(.and)
        if low...high != inner {
            if literals(low...high, .and, without: inner).contains(false) { state.constant = false }
            if high > inner.upperBound {
                let rest = Branch(elements[(inner.upperBound + 2)...high].map { Syntax($0) })
                state.decide(whenTrue: rest, whenFalse: nil)
            }
        }
        inner = low...high
        extend(.or)
        if low...high != inner {
            state.constant = literals(low...high, .or, without: inner).contains(true) ? true : nil
            if high > inner.upperBound {
                let rest = Branch(elements[(inner.upperBound + 2)...high].map { Syntax($0) })
                state.decide(whenTrue: nil, whenFalse: rest)
            }
        }
        if high + 1 < elements.count, let choice = elements[high + 1].as(UnresolvedTernaryExprSyntax.self) {
            let on = Branch(choice.thenExpression)
            let off = Branch(elements[(high + 2)...].map { Syntax($0) })
            state.decide(whenTrue: on, whenFalse: off)
            state.hasSameBranches = on.texts == off.texts
            return nil
        }
        return low == 0 && high == elements.count - 1 ? sequence : nil
    }

    /// `== false` and the like.
    private func compare(
        _ elements: [ExprSyntax],
        _ bindings: [Binding?],
        _ low: Int,
        _ high: Int,
        _ state: inout State
    ) {
        let sides = [(high + 1, high + 2), (low - 1, low - 2)]
        for (position, other) in sides where elements.indices.contains(position) && elements.indices.contains(other) {
            guard bindings[position] == .comparison,
                let name = elements[position].as(BinaryOperatorExprSyntax.self)?.operator.text
            else { continue }
            guard let literal = elements[other].booleanLiteral, name == "==" || name == "!=" else {
                state.isCompared = true
                state.isDecision = true
                continue
            }
            if (name == "==") != literal { negate(&state) }
        }
    }
}
