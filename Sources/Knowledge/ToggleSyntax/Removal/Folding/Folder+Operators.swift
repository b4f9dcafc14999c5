import SwiftSyntax

extension Folder {
    func fold(_ sequence: SequenceExprSyntax, _ hoist: Bool) -> Folded {
        let elements = Array(sequence.elements)
        // `x = on && y`
        if elements.count > 2, let level = OperatorTree.Level(operator: elements[1]), level == .assignment {
            let target = elements[0]
            if isTouched(target) {
                let folded = fold(target, hoist: false)
                if case .null = folded.form { return folded }
                emit(folded, target, lowest: .prefix)
            }
            let mayHoist = hoist && !effects.isPossible([target])
            let value = fold(elements[2...], hoist: mayHoist)
            if case .pieces = value.form, elements[1].is(AssignmentExprSyntax.self), !effects.isPossible([target]),
                value.nodes.only?.trimmedDescription == target.trimmedDescription
            {
                assignsItself.insert(sequence.id)
            }
            // `list += []`
            if let name = elements[1].as(BinaryOperatorExprSyntax.self)?.operator.text, name.count == 2,
                value.isNeutral(for: String(name.prefix(1))), !effects.isPossible([target])
            {
                assignsItself.insert(sequence.id)
            }
            // `_ = on ? a : b`
            if target.is(DiscardAssignmentExprSyntax.self), case .pieces = value.form, !value.nodes.isEmpty,
                !effects.isPossible(value.nodes)
            {
                assignsItself.insert(sequence.id)
            }
            emit(
                value,
                elements[2].startOffset..<elements[elements.count - 1].endOffset,
                Syntax(elements[2]),
                lowest: .assignment
            )
            return Folded(form: .same, effects: value.effects)
        }
        return fold(elements[...], hoist: hoist)
    }

    private func fold(_ elements: ArraySlice<ExprSyntax>, hoist: Bool) -> Folded {
        guard let first = elements.first else { return .same }
        // `try` and `await` cover everything after them.
        if elements.count > 1, let inner = first.operandOfKeyword {
            // What `try?` catches can't be moved out of it.
            var folded = fold([inner] + elements.dropFirst(), hoist: hoist && !first.hasOptionalTry)
            let keyword = FoldedText.Piece.source(first.startOffset..<inner.startOffset)
            folded.effects = folded.effects.map { [keyword] + $0 }
            if spent.contains(first.id) {
                text.remove(first.startOffset..<inner.startOffset)
                return folded
            }
            guard case .pieces(let pieces, _) = folded.form, needs(first, for: folded.nodes) else { return folded }
            folded.form = .pieces([keyword] + pieces, .assignment)
            folded.nodes = [Syntax(first)] + folded.nodes
            return folded
        }
        guard let tree = OperatorTree(elements) else {
            for element in elements where isTouched(element) || values[element.id] != nil {
                if let choice = element.as(UnresolvedTernaryExprSyntax.self) {
                    descend(choice)
                } else {
                    emit(fold(element, hoist: false), element, lowest: .prefix)
                }
            }
            return .same
        }
        return fold(tree, hoist)
    }

    private func isTouched(_ tree: OperatorTree) -> Bool {
        switch tree {
        case .operand(let expression): isTouched(expression)
        case .binary(_, _, let left, let right): isTouched(left) || isTouched(right)
        case .choice(let condition, let value, let other):
            isTouched(condition) || isTouched(value) || isTouched(other)
        }
    }

    private func fold(_ tree: OperatorTree, _ hoist: Bool) -> Folded {
        guard isTouched(tree) else { return .same }
        switch tree {
        case .operand(let expression): return fold(expression, hoist: hoist)
        case .binary("&&", _, let left, let right): return fold(left, right, strong: false, tree, hoist)
        case .binary("||", _, let left, let right): return fold(left, right, strong: true, tree, hoist)
        case .binary(let name, let level, let left, let right):
            let first = fold(left, hoist)
            if name == "??" {
                if case .known(let value) = first.form {
                    if first.reader != nil, !isSame(right, value) { reportReader(first) }
                    return first
                }
                if case .chain(let value, let root) = first.form {
                    let second = result(fold(right, false), right, in: tree)
                    if var folded = coalesced(value, root, second, right, in: tree) {
                        folded.effects = first.effects
                        return folded
                    }
                    emit(first, left, lowest: level)
                    emit(second, right, lowest: level)
                    return Folded(form: .same, effects: first.effects)
                }
                if first.isNeverNil {
                    var kept = first
                    kept.isNeverNil = false
                    return kept
                }
                if case .null = first.form {
                    var second = result(fold(right, hoist), right, in: tree)
                    second.effects = first.effects + second.effects
                    return second
                }
            }
            let second = fold(right, false)
            if name == "==" || name == "!=" {
                var folded: Folded?
                if case .chain(let value, let root) = first.form {
                    folded = compared(value, root, with: second, right, isEqual: name == "==")
                } else if case .chain(let value, let root) = second.form {
                    folded = compared(value, root, with: first, left, isEqual: name == "==")
                }
                if var folded {
                    folded.effects = first.effects
                    return folded
                }
            }
            if name == "==" || name == "!=", let isEqual = compare(first, left, second, right) {
                if case .known(.gone) = first.form { reportDropped(right.operands) }
                if case .known(.gone) = second.form { reportDropped(left.operands) }
                // A reader that is `nil` equals no value, but `nil`.
                if isEqual || right.isNull { reportReader(first) }
                if isEqual || left.isNull { reportReader(second) }
                return Folded(form: .known(.bool(isEqual == (name == "=="))), effects: first.effects)
            }
            if name == "==" || name == "!=" {
                if let value = first.bool, right.isBool {
                    var folded = compared(second, right, tree, isEqual: value == (name == "=="))
                    folded.effects = first.effects + folded.effects
                    return folded
                } else if let value = second.bool, left.isBool {
                    return compared(first, left, tree, isEqual: value == (name == "=="))
                }
            }
            if let folded = withoutNeutral(name, first, left, second, right, in: tree) { return folded }
            // `(a == b) == c` needs its parentheses.
            emit(first, left, lowest: level == .comparison ? level.next : level)
            emit(second, right, lowest: level == .coalescing ? level : level.next)
            return Folded(form: .same, effects: first.effects)
        case .choice(let condition, let value, let other): return fold(condition, value, other, tree, hoist)
        }
    }

    /// Returns whether an operand is a value.
    private func isSame(_ tree: OperatorTree, _ value: KnownValue) -> Bool {
        guard case .operand(let expression) = tree else { return false }
        return expression.constantValue.map(KnownValue.bool) == value || expression.variant == value
    }

    /// What is left of a sum if the side of a condition that stays adds nothing to it: `list + []`, `count - 0`.
    private func withoutNeutral(
        _ name: String,
        _ first: Folded,
        _ left: OperatorTree,
        _ second: Folded,
        _ right: OperatorTree,
        in tree: OperatorTree
    ) -> Folded? {
        guard first.effects.isEmpty, second.effects.isEmpty else { return nil }
        let binding = tree.operands[0].enclosingInitializer
        let isTyped = binding == nil || binding?.typeAnnotation != nil
        if second.isNeutral(for: name), isTyped || !left.isLiteral && !first.isEmptyLiteral {
            return result(first, left, in: tree)
        }
        guard first.isNeutral(for: name), name == "+" || name == "*", isTyped || !right.isLiteral else { return nil }
        if second.isEmptyLiteral, !isTyped { remark(.read, tree.operands[0], "‘[]’ needs a type here") }
        return second.isEmptyLiteral && !isTyped ? nil : result(second, right, in: tree)
    }

    private func emit(_ folded: Folded, _ tree: OperatorTree, lowest: OperatorTree.Level) {
        emit(folded, tree.offsets, Syntax(tree.operands[0]), lowest: lowest)
    }

    /// The operand that takes the place of a whole tree.
    private func result(_ folded: Folded, _ part: OperatorTree, in tree: OperatorTree) -> Folded {
        guard case .same = folded.form else { return folded }
        if case .operand(let expression) = part, let value = expression.constantValue {
            return Folded(form: .known(.bool(value)), effects: folded.effects)
        }
        return Folded(
            form: .pieces([moved(part.offsets, to: tree.offsets.lowerBound)], part.level),
            nodes: part.operands.map { Syntax($0) },
            effects: folded.effects
        )
    }

    /// Folds `&&`, for which `false` is the value that decides, or `||`, for which it is `true`.
    private func fold(
        _ left: OperatorTree,
        _ right: OperatorTree,
        strong: Bool,
        _ tree: OperatorTree,
        _ hoist: Bool
    ) -> Folded {
        let level = tree.level
        let first = fold(left, hoist)
        if let value = first.bool {
            if value == strong {
                reportDropped(right.operands)
                return first
            }
            var second = result(fold(right, hoist), right, in: tree)
            second.effects = first.effects + second.effects
            return second
        }
        let second = fold(right, false)
        guard let value = second.bool else {
            emit(first, left, lowest: level)
            emit(second, right, lowest: level)
            return Folded(form: .same, nodes: tree.operands.map { Syntax($0) }, effects: first.effects)
        }
        if value != strong {
            keepComment(after: left, inPlaceOf: right)
            return result(first, left, in: tree)
        }
        guard effects.isPossible(left.operands) else {
            return Folded(form: .known(.bool(strong)), effects: first.effects)
        }
        if hoist, let effect = effect(of: [(first, left)], joined: nil) {
            return Folded(form: .known(.bool(strong)), effects: first.effects + [effect])
        }
        emit(first, left, lowest: level)
        emit(second, right, lowest: level)
        remark(.read, left.operands[0], "this call no longer decides anything, and is kept for its effect")
        return Folded(form: .same, nodes: tree.operands.map { Syntax($0) }, effects: first.effects)
    }

    /// Puts the comment after the operand that stays in the place of that after the operand that goes.
    private func keepComment(after left: OperatorTree, inPlaceOf right: OperatorTree) {
        guard let kept = left.operands.last?.lastToken(viewMode: .sourceAccurate),
            let gone = right.operands.last?.lastToken(viewMode: .sourceAccurate),
            let start = gone.previousToken(viewMode: .sourceAccurate), extent.lineEnd(after: gone) != nil,
            kept.nextToken(viewMode: .sourceAccurate)?.leadingTrivia.contains(where: \.isNewline) == true,
            kept.trailingTrivia.contains(where: \.isComment) || gone.trailingTrivia.contains(where: \.isComment),
            start.endOffset >= kept.endOffset
        else { return }
        let comment = kept.endOffset..<kept.endPosition.utf8Offset
        text.replace(gone.endOffset..<gone.endPosition.utf8Offset, with: comment.isEmpty ? [] : [.source(comment)])
    }

    /// The text of expressions that are only evaluated for their effect.
    func effect(of operands: [(Folded, OperatorTree)], joined name: String?) -> [FoldedText.Piece]? {
        var result: [FoldedText.Piece] = []
        for (index, (folded, tree)) in operands.enumerated() {
            let lowest: OperatorTree.Level = operands.count > 1 ? .and : .assignment
            if index > 0 { result.append(.text(" \(name ?? "&&") ")) }
            if operands.count == 1, case .same = folded.form, case .operand(let expression) = tree,
                let negation = expression.as(PrefixOperatorExprSyntax.self), negation.operator.text == "!"
            {
                return [moved(negation.expression.offsets, to: tree.offsets.lowerBound)]
            }
            guard
                let pieces = pieces(folded, tree.offsets, tree.level, lowest: lowest, at: tree.offsets.lowerBound)
            else { return nil }
            result += pieces
        }
        return result
    }

    /// Reports calls that ran only for the other value.
    func reportDropped(_ nodes: [ExprSyntax]) {
        for node in nodes where effects.isPossible([node]) {
            remark(.read, node, "this call is removed with the condition that it was part of")
        }
    }

    /// Compares two operands; `nil` if the result is unknown.
    private func compare(_ first: Folded, _ left: OperatorTree, _ second: Folded, _ right: OperatorTree) -> Bool? {
        func literal(_ folded: Folded, _ tree: OperatorTree) -> KnownValue? {
            if case .known(let value) = folded.form { return value }
            guard case .same = folded.form, case .operand(let expression) = tree else { return nil }
            return expression.constantValue.map(KnownValue.bool) ?? expression.variant
        }
        func isNull(_ folded: Folded, _ tree: OperatorTree) -> Bool {
            switch (folded.form, tree) {
            case (.null, _): true
            case (.same, .operand(let expression)): expression.is(NilLiteralExprSyntax.self)
            default: false
            }
        }
        if isNull(first, left), isNull(second, right) { return true }
        func isKnown(_ folded: Folded) -> Bool { if case .known = folded.form { true } else { false } }
        guard isKnown(first) || isKnown(second) else { return nil }
        if case .known(.gone) = first.form { return false }
        if case .known(.gone) = second.form { return false }
        for tree in [left, right] {
            if case .operand(let expression) = tree, expression.is(NilLiteralExprSyntax.self) { return false }
        }
        guard let one = literal(first, left), let other = literal(second, right) else { return nil }
        return one.isEqual(to: other, among: Set(variants.keys))
    }

    /// What is left of a comparison of a Boolean with a known value: the Boolean, or its negation.
    private func compared(_ folded: Folded, _ part: OperatorTree, _ tree: OperatorTree, isEqual: Bool) -> Folded {
        var folded = result(folded, part, in: tree)
        guard !isEqual, case .pieces(let pieces, let level) = folded.form else { return folded }
        let negated = level >= .primary ? [.text("!")] + pieces : [.text("!(")] + pieces + [.text(")")]
        folded.form = .pieces(negated, .prefix)
        folded.nodes = part.operands.map { Syntax($0) }
        return folded
    }

    private func fold(
        _ condition: OperatorTree,
        _ value: ExprSyntax,
        _ other: OperatorTree,
        _ tree: OperatorTree,
        _ hoist: Bool
    ) -> Folded {
        let decision = fold(condition, hoist)
        if let isTrue = decision.bool {
            var folded: Folded
            if isTrue {
                folded = chosen(fold(value, hoist: hoist), value, at: tree.offsets.lowerBound)
            } else {
                folded = result(fold(other, hoist), other, in: tree)
            }
            if case .pieces(let pieces, .primary) = folded.form,
                folded.nodes.only?.is(NilLiteralExprSyntax.self) == true, pieces.count == 1
            {
                folded.form = .null
            }
            let dropped = isTrue ? other.operands.only : value
            if let sequence = tree.operands[0].parent?.parent?.as(SequenceExprSyntax.self),
                sequence.offsets == tree.offsets
            {
                let condition = (range: condition.offsets, value: isTrue)
                dropUnwrapping(of: &folded, Syntax(sequence), dropped, condition: condition)
            }
            if case .same = folded.form {
                folded.effects = decision.effects
                return folded
            }
            if dropped?.is(NilLiteralExprSyntax.self) == true, tree.operands[0].needsOptional,
                folded.nodes.only?.as(ExprSyntax.self).flatMap({ isOptional($0) }) == nil, !folded.isNeverNil
            {
                remark(.read, value, "this value may no longer be optional")
            }
            if let dropped { keepType(of: &folded, dropped, tree) }
            folded.effects = decision.effects + folded.effects
            return folded
        }
        let first = fold(value, hoist: false)
        let second = fold(other, false)
        if let one = first.bool ?? value.constantValue, first.bool != nil || second.bool != nil {
            var operand: Bool?
            if case .operand(let expression) = other { operand = expression.constantValue }
            if second.bool ?? operand == one {
                if !effects.isPossible(condition.operands) {
                    return Folded(form: .known(.bool(one)), effects: decision.effects)
                }
                if hoist, let effect = effect(of: [(decision, condition)], joined: nil) {
                    return Folded(form: .known(.bool(one)), effects: decision.effects + [effect])
                }
            }
        }
        emit(decision, condition, lowest: .or)
        emit(first, value)
        emit(second, other, lowest: .choice)
        return Folded(form: .same, nodes: tree.operands.map { Syntax($0) }, effects: decision.effects)
    }
}

extension OperatorTree {
    /// Whether this is `nil`.
    fileprivate var isNull: Bool {
        guard case .operand(let expression) = self else { return false }
        return expression.is(NilLiteralExprSyntax.self)
    }

    /// Whether this is a literal, whose type comes from its place.
    fileprivate var isLiteral: Bool {
        guard case .operand(let expression) = self else { return false }
        return expression.isLiteral && !expression.is(StringLiteralExprSyntax.self)
    }
}

extension Folder.Folded {
    /// Whether `[]` or `[:]` took the place of an expression.
    var isEmptyLiteral: Bool {
        guard case .pieces = form else { return false }
        return nodes.only?.as(ExprSyntax.self)?.isEmptyLiteral ?? false
    }

    /// Whether an operator with this on its right side doesn't change what is on its left side.
    fileprivate func isNeutral(for name: String) -> Bool {
        guard case .pieces = form, let operand = nodes.only?.as(ExprSyntax.self) else { return false }
        switch name {
        case "+" where operand.isEmptyLiteral || operand.trimmedDescription == "\"\"": return true
        case "+", "-": return operand.trimmedDescription == "0"
        case "*", "/": return operand.trimmedDescription == "1"
        default: return false
        }
    }
}
