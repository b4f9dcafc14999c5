import SwiftSyntax

/// The precedence of an operator, as far as it matters for conditions.
enum Binding: Int, Comparable {
    case assignment
    case choice
    case or
    case and
    case comparison
    case tighter

    static func < (left: Binding, right: Binding) -> Bool { left.rawValue < right.rawValue }

    /// Creates the precedence of an element of a sequence; `nil` for an operand.
    init?(_ element: ExprSyntax) {
        switch OperatorTree.Level(operator: element) {
        case .assignment: self = .assignment
        case .choice: self = .choice
        case .or: self = .or
        case .and: self = .and
        case .comparison: self = .comparison
        case nil:
            guard let name = element.as(BinaryOperatorExprSyntax.self)?.operator.text else { return nil }
            self = name.hasSuffix("=") ? .assignment : .tighter
        default: self = .tighter
        }
    }
}

extension ConditionReader {
    /// The maximum number of operands; a longer condition counts as one that also depends on something else.
    private static let operandLimit = 128

    /// Returns whether a list has more operands than are analyzed, without counting all of them.
    static func isLong(_ list: some SyntaxCollection) -> Bool {
        !list.dropFirst(2 * operandLimit).isEmpty
    }

    /// Evaluates the operators next to a value.
    ///
    /// - Returns: The whole expression if its value depends on the given value; otherwise `nil`.
    func followOperators(_ value: Syntax, _ list: ExprListSyntax, _ state: inout State) -> Syntax? {
        guard !Self.isLong(list) else {
            state.forget()
            return nil
        }
        let elements = Array(list)
        guard let sequence = list.parent,
            let index = elements.firstIndex(where: { $0.id == value.as(ExprSyntax.self)?.id })
        else { return nil }
        let bindings = elements.map(Binding.init)
        var (low, high) = (index, index)
        /// Extends the operand range by all neighbors with at least this precedence, and returns whether there were
        /// any.
        func extend(_ binding: Binding) -> Bool {
            let before = (low, high)
            while low >= 2, let operation = bindings[low - 1], operation >= binding { low -= 2 }
            while high + 2 < elements.count, let operation = bindings[high + 1], operation >= binding { high += 2 }
            return before != (low, high)
        }
        /// Returns the values of the operands next to an inner range; `nil` for those that aren't literals.
        func others(_ binding: Binding, besides inner: ClosedRange<Int>) -> [Bool?] {
            var result: [Bool?] = []
            var start = low
            for position in stride(from: low, through: high, by: 2)
            where position == high || bindings[position + 1] == binding {
                if !(start...position).overlaps(inner) {
                    result.append(start == position ? elements[position].constantValue : nil)
                }
                start = position + 2
            }
            return result
        }
        if extend(.tighter) { state.forget() }
        compare(elements, bindings, low, high, &state)
        _ = extend(.comparison)

        for (binding, strong) in [(Binding.and, false), (.or, true)] {
            let inner = low...high
            guard extend(binding) else { continue }
            // The operands after the value aren't evaluated if the value determines the result.
            if high > inner.upperBound {
                let rest = Branch(elements[(inner.upperBound + 2)...high].map { Syntax($0) })
                state.decide(whenTrue: strong ? nil : rest, whenFalse: strong ? rest : nil)
            }
            for other in others(binding, besides: inner) { state.join(other, strong: strong) }
        }
        if high + 1 < elements.count, let choice = elements[high + 1].as(UnresolvedTernaryExprSyntax.self) {
            let on = Branch(choice.thenExpression)
            let off = Branch(elements[(high + 2)...].map { Syntax($0) })
            if low >= 2, bindings[low - 1] == .choice {
                // It is evaluated only if another ternary operator selects it.
                state.isPartial = true
            }
            state.decide(whenTrue: on, whenFalse: off)
            state.hasSameBranches = on.texts == off.texts
            return nil
        }
        return low == 0 && high == elements.count - 1 ? sequence : nil
    }

    /// Handles `== false` and similar comparisons; any other comparison depends on something else.
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
            let next = other > position ? other + 1 : other - 1
            let isAlone = !bindings.indices.contains(next) || (bindings[next] ?? .tighter) < .comparison
            guard isAlone, let literal = elements[other].constantValue, name == "==" || name == "!=" else {
                state.forget()
                continue
            }
            if (name == "==") != literal { negate(&state) }
        }
    }
}
