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
        case .same, .known(.gone), .known(.side): break
        case .null:
            if let clause = node.enclosingInitializer, clause.typeAnnotation == nil, !annotated.contains(clause.id) {
                remark(.read, node, "‘nil’ needs a type here")
                // The ternary compiles until a person writes the type.
                if let sequence = node.as(SequenceExprSyntax.self), let condition = sequence.condition {
                    return text.replace(condition.range, with: [.text(condition.isNilIfTrue ? "true" : "false")])
                }
            }
            text.replace(range, with: separated([.text("nil")], range))
        case .known(.bool(let value)):
            text.replace(range, with: separated([.text(value ? "true" : "false")], range))
        case .chain(let value, let root):
            remark(.read, node, "this is still nil if ‘\(root.trimmedDescription)’ is")
            text.replace(range, with: separated(mapped(value, root, at: node), range))
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
            if let call = owner.as(FunctionCallExprSyntax.self), let name = call.calledExpression.lastName,
                ["print", "debugPrint", "dump", "String", "Mirror", "AnyHashable", "type"].contains(name)
            {
                return false
            }
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
        case .same, .known(.gone), .known(.side): result = ([moved(range, to: place)], level)
        case .pieces(let pieces, let level): result = (pieces, level)
        case .known(.bool(let value)): result = ([.text(value ? "true" : "false")], .primary)
        case .chain(let value, let root): result = (mapped(value, root, at: Syntax(root)), .primary)
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
    func chosen(_ folded: Folded, _ inner: ExprSyntax, at place: Int) -> Folded {
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
        if isChainOnNull(expression) { return Folded(form: .null) }
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
            if access.declName.baseName.text == "rawValue", let base = access.base,
                case .member(let name)? = values[base.id], let raw = variants[name]
            {
                return Folded(form: .pieces([.text("\"\(raw)\"")], .primary))
            }
            guard access.declName.baseName.text == "value", let base = access.base, let value = values[base.id],
                isEvaluation(base)
            else { break }
            return Folded(form: .known(value))
        case .functionCallExpr(let call):
            if let folded = fold(called: call, hoist) ?? fold(modifier: call) { return folded }
        case .stringLiteralExpr(let literal):
            fold(literal)
            return .same
        case .closureExpr(let closure):
            fold(closure)
            return .same
        case .arrayExpr(let array): dropNulls(array)
        default: break
        }
        if expression.kind.isSyntaxCollection { removeElements(of: Syntax(expression)) }
        descend(expression)
        return .same
    }

    /// Removes the elements that became `nil` from `[a, isOn ? b : nil].compactMap { $0 }`.
    private func dropNulls(_ array: ArrayExprSyntax) {
        guard let access = array.parent?.as(MemberAccessExprSyntax.self), access.declName.baseName.text == "compactMap",
            let call = access.parent?.as(FunctionCallExprSyntax.self), call.isIdentity
        else { return }
        let nulls = Array(array.elements).filter { element in
            guard isTouched(element) else { return false }
            let isNull = trial(keepsChanges: false) { () -> Bool? in
                let folded = fold(element.expression, hoist: false)
                if case .null = folded.form { return folded.effects.isEmpty }
                return false
            }
            return isNull ?? false
        }
        if nulls.count < array.elements.count { removals.formUnion(nulls.map(\.id)) }
    }

    /// Returns whether the value in front of the first `?` of a chain is `nil`, so that nothing of the chain runs.
    private func isChainOnNull(_ expression: ExprSyntax) -> Bool {
        var root = expression
        while let base = root.chained { root = base }
        guard root.id != expression.id, root.parent?.is(OptionalChainingExprSyntax.self) == true, isTouched(root) else {
            return false
        }
        if let isNull = nullChains[root.id] { return isNull }
        let isNull = trial(keepsChanges: false) { () -> Bool? in
            let folded = fold(root, hoist: false)
            if case .null = folded.form { return folded.effects.isEmpty }
            return false
        }
        nullChains[root.id] = isNull
        return isNull ?? false
    }

    private func isEvaluation(_ expression: ExprSyntax) -> Bool {
        expression.as(FunctionCallExprSyntax.self)?.calledExpression.lastName == "evaluation"
    }

    private func foldKnown(_ expression: ExprSyntax, _ value: KnownValue) -> Folded {
        if case .side(let position) = value, let call = expression.as(FunctionCallExprSyntax.self) {
            let closure = call.closures[position].closure
            if isTouched(closure) { fold(closure) }
            if let result = result(of: closure, at: expression.startOffset) { return result }
            remark(.blocks, expression, "the closure of this call isn't a single expression; write it by hand")
            return .same
        }
        if value == .gone, let base = expression.as(FunctionCallExprSyntax.self)?.calledExpression.memberBase {
            return chosen(fold(base, hoist: false), base, at: expression.startOffset)
        }
        if isEvaluation(expression) {
            remark(.blocks, expression, "more of the evaluation is used than its value")
            return .same
        }
        guard let call = expression.as(FunctionCallExprSyntax.self), call.calledExpression.lastName == "select",
            case .bool(let isOn) = value, let chosen = call.branch(isOn ? "on" : "off")
        else { return known(value, expression) }
        if case .chain(_, let root) = known(value, expression).form {
            remark(.blocks, expression, "‘\(root.trimmedDescription)’ may be nil here; write the value by hand")
            return .same
        }
        var folded = fold(side: chosen, of: expression)
        let dropped = call.branch(isOn ? "off" : "on")
        dropUnwrapping(of: &folded, Syntax(expression), dropped?.closureResult ?? dropped, condition: nil)
        return folded
    }

    /// Folds the side of `select` that stays.
    private func fold(side chosen: ExprSyntax, of expression: ExprSyntax) -> Folded {
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
        case .same, .null, .chain: return folded
        case .known(let value):
            guard let negated = value.negated else { return .same }
            folded.form = .known(negated)
        case .pieces(let pieces, let level):
            if case .text(let end)? = pieces.last, let opposite = [" != nil": " == nil", " == nil": " != nil"][end] {
                folded.form = .pieces(pieces.dropLast() + [.text(opposite)], level)
            } else if case .text("!")? = pieces.first {
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
        var folded = fold(inner, hoist: hoist && !expression.hasOptionalTry)
        let keyword = FoldedText.Piece.source(expression.startOffset..<inner.startOffset)
        folded.effects = folded.effects.map { [keyword] + $0 }
        if spent.contains(expression.id) {
            text.remove(expression.startOffset..<inner.startOffset)
            return folded
        }
        guard case .pieces(let pieces, _) = folded.form else { return folded }
        // `try select { try load() } …`
        let isRepeated = folded.nodes.only.map { $0.kind == expression.kind } ?? false
        guard needs(expression, for: folded.nodes), !isRepeated else { return folded }
        folded.form = .pieces([keyword] + pieces, .assignment)
        folded.nodes = [Syntax(expression)]
        return folded
    }

    /// Returns whether what is left of an expression needs its `try` or `await`.
    func needs(_ keyword: ExprSyntax, for nodes: [Syntax]) -> Bool {
        keyword.hasOptionalTry || Effects.mayNeedKeyword(nodes)
    }
}
