import SwiftSyntax

extension Folder {
    // MARK: - Writing

    /// Returns how tightly an expression has to bind at its place.
    func requiredLevel(of expression: ExprSyntax) -> OperatorTree.Level {
        guard let parent = expression.parent else { return .assignment }
        switch parent.as(SyntaxEnum.self) {
        case .memberAccessExpr, .forceUnwrapExpr, .optionalChainingExpr, .postfixOperatorExpr, .prefixOperatorExpr:
            return .primary
        case .functionCallExpr(let call): return call.calledExpression.id == expression.id ? .primary : .assignment
        case .subscriptCallExpr(let call): return call.calledExpression.id == expression.id ? .primary : .assignment
        case .exprList: return .prefix
        default: return .assignment
        }
    }

    /// Writes what is left of an expression.
    func emit(_ folded: Folded, _ expression: ExprSyntax, lowest: OperatorTree.Level = .assignment) {
        emit(folded, expression.offsets, Syntax(expression), lowest: lowest)
    }

    func emit(_ folded: Folded, _ range: Range<Int>, _ node: Syntax, lowest: OperatorTree.Level) {
        switch folded.form {
        case .same: break
        case .null:
            if let clause = node.enclosingInitializer, clause.typeAnnotation == nil {
                remark(.read, node, "‘nil’ needs a type here")
            }
            text.replace(range, with: separated([.text("nil")], range))
        case .known(.bool(let value)):
            text.replace(range, with: separated([.text(value ? "true" : "false")], range))
        case .known(.member(let name)):
            guard isTyped(node) else {
                return remark(.blocks, node, "the type of ‘.\(name)’ is not known here, so write the value by hand")
            }
            text.replace(range, with: [.text(".\(name)")])
        case .pieces(let pieces, let level):
            text.replace(range, with: separated(level < lowest ? [.text("(")] + pieces + [.text(")")] : pieces, range))
        }
    }

    /// Adds spaces between words, as in `return(on ? a : b)`.
    private func separated(_ pieces: [FoldedText.Piece], _ range: Range<Int>) -> [FoldedText.Piece] {
        let bytes = tree.bytes
        let before = range.lowerBound > 0 && isWord(bytes[range.lowerBound - 1]) ? [FoldedText.Piece.text(" ")] : []
        let isFollowed = range.upperBound < bytes.count && isWord(bytes[range.upperBound])
        return before + pieces + (isFollowed ? [.text(" ")] : [])
    }

    func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }

    /// Returns whether the type of an expression is known from its place, so that `.name` can be written.
    private func isTyped(_ node: Syntax) -> Bool {
        guard let parent = node.parent else { return false }
        switch parent.as(SyntaxEnum.self) {
        case .exprList(let list):
            // `.treatment == other` and `x = .treatment`
            return list.count > 1
        case .labeledExpr(let argument):
            guard let owner = argument.parent?.parent else { return false }
            if let tuple = owner.as(TupleExprSyntax.self), tuple.elements.count == 1 { return isTyped(owner) }
            return owner.is(FunctionCallExprSyntax.self) || owner.is(SubscriptCallExprSyntax.self)
        case .returnStmt: return true
        case .initializerClause(let clause):
            if let binding = clause.parent?.as(PatternBindingSyntax.self) { return binding.typeAnnotation != nil }
            return clause.parent?.is(FunctionParameterSyntax.self) == true
        case .arrayElement, .dictionaryElement: return true
        case .codeBlockItem(let item): return (item.parent?.as(CodeBlockItemListSyntax.self)?.count ?? 0) == 1
        case .unresolvedTernaryExpr, .tryExpr, .awaitExpr, .sequenceExpr: return isTyped(parent)
        default: return false
        }
    }

    /// The pieces of what is left of an expression at its place in another one.
    func pieces(
        _ folded: Folded,
        _ range: Range<Int>,
        _ level: OperatorTree.Level,
        lowest: OperatorTree.Level,
        at place: Int
    ) -> [FoldedText.Piece]? {
        let result: ([FoldedText.Piece], OperatorTree.Level)
        switch folded.form {
        case .same: result = ([moved(range, to: place)], level)
        case .pieces(let pieces, let level): result = (pieces, level)
        case .known(.bool(let value)): result = ([.text(value ? "true" : "false")], .primary)
        case .known(.member(let name)): result = ([.text(".\(name)")], .primary)
        case .null: result = ([.text("nil")], .primary)
        }
        return result.1 < lowest ? [.text("(")] + result.0 + [.text(")")] : result.0
    }

    /// The text of a range with the indentation of another place.
    func moved(_ range: Range<Int>, to place: Int) -> FoldedText.Piece {
        .source(range, from: extent.indentation(at: range.lowerBound), to: extent.indentation(at: place))
    }

    /// Replaces an expression by another one inside of it.
    private func chosen(_ folded: Folded, _ inner: ExprSyntax, at place: Int) -> Folded {
        guard case .same = folded.form else { return folded }
        if let value = inner.constantValue { return Folded(form: .known(.bool(value)), effects: folded.effects) }
        return Folded(
            form: .pieces([moved(inner.offsets, to: place)], .init(of: inner)),
            nodes: [Syntax(inner)],
            effects: folded.effects
        )
    }

    // MARK: - Expressions

    /// Folds an expression, and the expressions inside of it.
    ///
    /// Effects can be moved in front of the statement if `hoist` is set, because the expression is the first that is
    /// evaluated there.
    func fold(_ expression: ExprSyntax, hoist: Bool) -> Folded {
        if let value = values[expression.id] { return foldKnown(expression, value) }
        guard isTouched(expression) else { return .same }
        switch expression.as(ExprSyntaxEnum.self) {
        case .prefixOperatorExpr(let negation) where negation.operator.text == "!": return fold(negation, hoist)
        case .tupleExpr(let tuple):
            guard let element = tuple.elements.only, element.label == nil else { break }
            return inParentheses(fold(element.expression, hoist: hoist), tuple)
        case .tryExpr(let attempt): return fold(prefix: attempt.expression, of: expression, hoist)
        case .awaitExpr(let wait): return fold(prefix: wait.expression, of: expression, hoist)
        case .sequenceExpr(let sequence): return fold(sequence, hoist)
        case .ifExpr(let choice): return fold(value: choice)
        case .switchExpr(let choice): return fold(value: choice)
        case .memberAccessExpr(let access):
            guard access.declName.baseName.text == "value", let base = access.base, let value = values[base.id],
                isEvaluation(base)
            else { break }
            return Folded(form: .known(value))
        case .functionCallExpr(let call):
            if let folded = fold(called: call, hoist) { return folded }
        case .stringLiteralExpr(let literal):
            fold(literal)
            return .same
        case .closureExpr(let closure):
            fold(closure)
            return .same
        default: break
        }
        if expression.kind.isSyntaxCollection { removeElements(of: Syntax(expression)) }
        descend(expression)
        return .same
    }

    private func isEvaluation(_ expression: ExprSyntax) -> Bool {
        expression.as(FunctionCallExprSyntax.self)?.calledExpression.lastName == "evaluation"
    }

    private func foldKnown(_ expression: ExprSyntax, _ value: KnownValue) -> Folded {
        if isEvaluation(expression) {
            remark(.blocks, expression, "more of the evaluation is used than its value")
            return .same
        }
        guard let call = expression.as(FunctionCallExprSyntax.self), call.calledExpression.lastName == "select",
            case .bool(let isOn) = value, let chosen = call.branch(isOn ? "on" : "off")
        else { return Folded(form: .known(value)) }
        let place = expression.startOffset
        guard let closure = chosen.as(ClosureExprSyntax.self) else {
            let folded = fold(chosen, hoist: false)
            if let member = chosen.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "init",
                let base = member.base, case .same = folded.form
            {
                return Folded(
                    form: .pieces([moved(base.offsets, to: place), .text("()")], .primary),
                    nodes: [Syntax(expression)]
                )
            }
            let function = pieces(folded, chosen.offsets, .init(of: chosen), lowest: .primary, at: place) ?? []
            return Folded(form: .pieces(function + [.text("()")], .primary), nodes: [Syntax(expression)])
        }
        if isTouched(closure) { fold(closure) }
        if let result = self.result(of: closure, at: place) { return result }
        return Folded(
            form: .pieces([moved(closure.offsets, to: place), .text("()")], .primary),
            nodes: [Syntax(closure)]
        )
    }

    private func fold(_ negation: PrefixOperatorExprSyntax, _ hoist: Bool) -> Folded {
        var folded = fold(negation.expression, hoist: hoist)
        switch folded.form {
        case .same, .null: return folded
        case .known(let value):
            guard let negated = value.negated else { return .same }
            folded.form = .known(negated)
        case .pieces(let pieces, let level):
            if case .text("!")? = pieces.first {
                // `!(!a)`
                folded.form = .pieces(Array(pieces.dropFirst()), .prefix)
            } else if let inner = folded.nodes.only?.as(PrefixOperatorExprSyntax.self), inner.operator.text == "!" {
                let place = negation.startOffset
                folded.form = .pieces([moved(inner.expression.offsets, to: place)], .init(of: inner.expression))
                folded.nodes = [Syntax(inner.expression)]
            } else {
                let isTight = level >= .primary
                folded.form = .pieces(
                    isTight ? [.text("!")] + pieces : [.text("!(")] + pieces + [.text(")")],
                    .prefix
                )
                folded.nodes = [Syntax(negation)]
            }
        }
        return folded
    }

    /// Keeps parentheses around a trailing closure in a condition, where it would be read as the body.
    private func inParentheses(_ folded: Folded, _ tuple: TupleExprSyntax) -> Folded {
        guard case .pieces(let pieces, _) = folded.form, tuple.isInCondition,
            folded.nodes.contains(where: \.hasTrailingClosure)
        else { return folded }
        var result = folded
        result.form = .pieces([.text("(")] + pieces + [.text(")")], .primary)
        return result
    }

    /// Folds the operand of `try` or `await`, and drops the keyword if nothing is left that may throw or suspend.
    private func fold(prefix inner: ExprSyntax, of expression: ExprSyntax, _ hoist: Bool) -> Folded {
        var folded = fold(inner, hoist: hoist)
        let keyword = FoldedText.Piece.source(expression.startOffset..<inner.startOffset)
        folded.effects = folded.effects.map { [keyword] + $0 }
        guard case .pieces(let pieces, _) = folded.form else { return folded }
        // `try select { try load() } …`
        let isRepeated = folded.nodes.only.map { $0.kind == expression.kind } ?? false
        guard needs(expression, for: folded.nodes), !isRepeated else { return folded }
        folded.form = .pieces([keyword] + pieces, .assignment)
        folded.nodes = [Syntax(expression)]
        return folded
    }

    /// Returns whether what is left of an expression needs its `try` or `await`.
    private func needs(_ keyword: ExprSyntax, for nodes: [Syntax]) -> Bool {
        if let attempt = keyword.as(TryExprSyntax.self) {
            if attempt.questionOrExclamationMark?.text == "?" { return true }
            return Effects.hasCall(nodes, mayAwait: false)
                || attempt.expression.is(AwaitExprSyntax.self)
                    && Effects.hasCall(nodes, mayAwait: true)
        }
        return Effects.hasCall(nodes, mayAwait: true)
    }

    // MARK: - Operators

    private func fold(_ sequence: SequenceExprSyntax, _ hoist: Bool) -> Folded {
        let elements = Array(sequence.elements)
        // `x = on && y`
        if elements.count > 2, let level = OperatorTree.Level(operator: elements[1]), level == .assignment {
            let target = elements[0]
            if isTouched(target) { emit(fold(target, hoist: false), target, lowest: .prefix) }
            let mayHoist = hoist && !effects.isPossible([target])
            let value = fold(elements[2...], hoist: mayHoist)
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
            var folded = fold([inner] + elements.dropFirst(), hoist: hoist)
            let keyword = FoldedText.Piece.source(first.startOffset..<inner.startOffset)
            folded.effects = folded.effects.map { [keyword] + $0 }
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
                if case .known = first.form { return first }
                if case .null = first.form {
                    var second = result(fold(right, hoist), right, in: tree)
                    second.effects = first.effects + second.effects
                    return second
                }
            }
            let second = fold(right, false)
            if name == "==" || name == "!=", let isEqual = compare(first, left, second, right) {
                return Folded(form: .known(.bool(isEqual == (name == "=="))), effects: first.effects)
            }
            emit(first, left, lowest: level)
            emit(second, right, lowest: level == .coalescing ? level : level.next)
            return Folded(form: .same, effects: first.effects)
        case .choice(let condition, let value, let other): return fold(condition, value, other, tree, hoist)
        }
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
        if value != strong { return result(first, left, in: tree) }
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
            if let value = expression.constantValue { return .bool(value) }
            guard let member = expression.as(MemberAccessExprSyntax.self), member.isVariant else { return nil }
            return .member(member.declName.baseName.name)
        }
        func isKnown(_ folded: Folded) -> Bool { if case .known = folded.form { true } else { false } }
        guard isKnown(first) || isKnown(second) else { return nil }
        for tree in [left, right] {
            if case .operand(let expression) = tree, expression.is(NilLiteralExprSyntax.self) { return false }
        }
        guard let one = literal(first, left), let other = literal(second, right) else { return nil }
        switch (one, other) {
        case (.bool, .bool), (.member, .member): return one == other
        default: return nil
        }
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
            if dropped?.is(NilLiteralExprSyntax.self) == true, tree.operands[0].needsOptional {
                remark(.read, value, "this value may no longer be optional")
            }
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

extension SyntaxProtocol {
    /// Whether code contains a trailing closure outside of brackets.
    var hasTrailingClosure: Bool {
        var stack = [Syntax(self)]
        while let node = stack.popLast() {
            switch node.as(SyntaxEnum.self) {
            case .functionCallExpr(let call):
                if call.trailingClosure != nil { return true }
                stack.append(Syntax(call.calledExpression))
            case .closureExpr: return true
            case .tupleExpr, .arrayExpr, .dictionaryExpr: continue
            default: stack += node.children(viewMode: .sourceAccurate)
            }
        }
        return false
    }

    /// Whether a node is in the head of a statement, outside of brackets.
    var isInCondition: Bool {
        var child = Syntax(self)
        while let parent = child.parent {
            switch parent.as(SyntaxEnum.self) {
            case .conditionElement, .whereClause: return true
            case .switchExpr(let expression): return expression.subject.id == child.as(ExprSyntax.self)?.id
            case .forStmt(let statement): return statement.sequence.id == child.as(ExprSyntax.self)?.id
            case .labeledExpr, .codeBlockItem, .closureExpr, .memberBlockItem: return false
            default: child = parent
            }
        }
        return false
    }

    /// Whether the place of an expression depends on it being optional.
    var needsOptional: Bool {
        if let binding = enclosingInitializer { return binding.typeAnnotation == nil }
        var child = Syntax(self)
        while let parent = child.parent {
            switch parent.as(SyntaxEnum.self) {
            case .optionalChainingExpr, .forceUnwrapExpr, .optionalBindingCondition: return true
            case .initializerClause, .sequenceExpr, .tupleExpr, .labeledExprList, .tryExpr, .awaitExpr: child = parent
            case .labeledExpr(let element):
                guard element.label == nil, element.parent?.parent?.is(TupleExprSyntax.self) == true else {
                    return false
                }
                child = parent
            case .exprList(let list):
                if list.contains(where: { $0.as(BinaryOperatorExprSyntax.self)?.operator.text == "??" }) { return true }
                child = parent
            default: return false
            }
        }
        return false
    }

    /// The binding whose value an expression is as a whole.
    var enclosingInitializer: PatternBindingSyntax? {
        var child = Syntax(self)
        while let parent = child.parent {
            switch parent.as(SyntaxEnum.self) {
            case .initializerClause(let clause): return clause.parent?.as(PatternBindingSyntax.self)
            case .sequenceExpr, .exprList, .tupleExpr, .labeledExprList, .labeledExpr, .tryExpr, .awaitExpr:
                if let list = parent.as(LabeledExprListSyntax.self), list.parent?.is(TupleExprSyntax.self) != true {
                    return nil
                }
                child = parent
            default: return nil
            }
        }
        return nil
    }
}

extension ExprSyntax {
    /// The operand of `try` and `await`.
    var operandOfKeyword: ExprSyntax? {
        let inner: ExprSyntax
        if let attempt = self.as(TryExprSyntax.self) {
            inner = attempt.expression
        } else if let wait = self.as(AwaitExprSyntax.self) {
            inner = wait.expression
        } else {
            return nil
        }
        return inner.operandOfKeyword ?? inner
    }
}

extension MemberAccessExprSyntax {
    /// Whether this is `.name`, `Type.name`, or `Module.Type.name`.
    var isVariant: Bool {
        guard declName.argumentNames == nil else { return false }
        guard let base else { return true }
        let type = base.as(MemberAccessExprSyntax.self)?.declName ?? base.as(DeclReferenceExprSyntax.self)
        return type?.baseName.text.first?.isUppercase ?? false
    }
}

extension FunctionCallExprSyntax {
    /// The argument or trailing closure with a label.
    func branch(_ label: String) -> ExprSyntax? {
        if let argument = arguments.first(where: { $0.label?.name == label }) { return argument.expression }
        if let closure = additionalTrailingClosures.first(where: { $0.label.name == label }) {
            return ExprSyntax(closure.closure)
        }
        guard let trailingClosure else { return nil }
        let first = arguments.contains { $0.label?.name == "on" } ? "off" : "on"
        return label == first ? ExprSyntax(trailingClosure) : nil
    }
}
