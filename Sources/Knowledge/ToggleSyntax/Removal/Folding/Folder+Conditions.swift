import SwiftSyntax

extension Folder {
    /// What is left of a list of conditions.
    enum Conditions {
        /// The list stays, perhaps without some of its conditions.
        case open(effects: [[FoldedText.Piece]])
        case always(effects: [[FoldedText.Piece]])
        case never(effects: [[FoldedText.Piece]])
    }

    /// Folds a list of conditions, whose effects can be moved in front of the statement if `hoist` is set.
    ///
    /// A list that is never met stays with `false` if `keepsNames` is set, because other code uses the names in it. That
    /// of a loop is evaluated once if it is never met, and otherwise again and again.
    func fold(
        _ list: ConditionElementListSyntax,
        hoist: Bool,
        keepsNames: Bool = false,
        isLoop: Bool = false
    ) -> Conditions {
        guard isTouched(list) else { return .open(effects: []) }
        var kept: [(element: ConditionElementSyntax, folded: Folded)] = []
        var dropped: Set<SyntaxIdentifier> = []
        var before: [[FoldedText.Piece]] = []
        var isKept = false
        for element in list {
            if removals.contains(element.id) {
                dropped.insert(element.id)
                continue
            }
            let folded = fold(element, hoist: hoist && kept.isEmpty)
            before += folded.effects
            guard let value = folded.bool else {
                kept.append((element, folded))
                continue
            }
            if value {
                dropped.insert(element.id)
                continue
            }
            if !isKept, !keepsNames {
                reportDropped(after: element, in: list)
                guard let effects = effects(of: kept) else { return .never(effects: before) }
                if hoist || isLoop, let chain = chain(effects) { return .never(effects: before + [chain]) }
                remark(.read, element, "the calls before this condition are kept for their effects")
                isKept = true
            }
            // The body can use what later conditions bind.
            text.replace(element.condition.offsets, with: [.text("false")])
        }
        guard !kept.isEmpty else { return .always(effects: before) }
        for (element, folded) in kept { emit(folded, element) }
        removeElements(of: Syntax(list), dropped)
        return .open(effects: before)
    }

    private func reportDropped(after element: ConditionElementSyntax, in list: ConditionElementListSyntax) {
        var isAfter = false
        for other in list {
            if isAfter, case .expression(let expression) = other.condition { reportDropped([expression]) }
            if other.id == element.id { isAfter = true }
        }
    }

    /// Folds a condition; known if it is always or never met.
    private func fold(_ element: ConditionElementSyntax, hoist: Bool) -> Folded {
        guard isTouched(element) else { return .same }
        switch element.condition {
        case .expression(let expression): return fold(expression, hoist: hoist)
        case .matchingPattern(let match):
            if let pattern = match.pattern.as(ExpressionPatternSyntax.self), isGone(pattern.expression) {
                reportDropped([match.initializer.value])
                return Folded(form: .known(.bool(false)))
            }
            removeBindings(of: match.pattern)
            let folded = fold(match.initializer.value, hoist: hoist)
            if case .chain(let value, let root) = folded.form {
                return matched(value, root, element, match.pattern) ?? folded
            }
            guard case .known(let value) = folded.form else { return folded }
            guard let matches = matches(match.pattern, value) else { return folded }
            if matches { reportReader(folded) }
            return Folded(form: .known(.bool(matches)), effects: folded.effects)
        case .optionalBinding(let binding):
            guard let initializer = binding.initializer else { return .same }
            let folded = fold(initializer.value, hoist: hoist)
            switch folded.form {
            case .null: return Folded(form: .known(.bool(false)), effects: folded.effects)
            case .pieces where folded.nodes.only?.as(ExprSyntax.self).map { isOptional($0) } == false:
                let start = binding.startOffset
                text.replace(start..<start, with: [.text("case ")])
                remark(.read, element, "this value is now always there")
                return folded
            case .known where aliases.contains(binding.id):
                remark(.read, element, "this value is now always there")
                return Folded(form: .known(.bool(true)), effects: folded.effects)
            case .known:
                // The value is no longer optional, and the body needs its name.
                let start = binding.startOffset
                text.replace(start..<start, with: [.text("case ")])
                emit(folded, initializer.value)
                remark(.read, element, "this value is now always there")
                return Folded(form: .same, effects: folded.effects)
            default: return folded
            }
        case .availability: return .same
        }
    }

    /// Returns whether a pattern is a flag that goes: `.newCart`, `.newCart?`.
    private func isGone(_ pattern: ExprSyntax) -> Bool {
        let inner = pattern.as(OptionalChainingExprSyntax.self)?.expression ?? pattern
        return values[inner.id] == .gone
    }

    private func emit(_ folded: Folded, _ element: ConditionElementSyntax) {
        guard let operand = element.operand else { return }
        emit(folded, operand)
    }

    /// Returns the conditions up to the last one that may have an effect; `nil` if none has.
    private func effects(
        of kept: [(element: ConditionElementSyntax, folded: Folded)]
    ) -> ArraySlice<(element: ConditionElementSyntax, folded: Folded)>? {
        kept.lastIndex { effects.isPossible([$0.element]) }.map { kept[...$0] }
    }

    /// Returns a single expression for a list of conditions; `nil` if a condition can't be an expression.
    private func chain(
        _ kept: ArraySlice<(element: ConditionElementSyntax, folded: Folded)>
    ) -> [FoldedText.Piece]? {
        if let (element, folded) = kept.only, let operand = element.operand {
            return effect(of: [(folded, .operand(operand))], joined: nil)
        }
        var operands: [(Folded, OperatorTree)] = []
        for (element, folded) in kept {
            // Operators evaluate their right side in an autoclosure, which can't throw or suspend.
            guard case .expression(let expression) = element.condition,
                operands.isEmpty || !Effects.hasKeyword(expression)
            else { return nil }
            operands.append((folded, .operand(expression)))
        }
        return effect(of: operands, joined: "&&")
    }

    /// Returns whether a pattern matches a value; `nil` if that is unknown.
    func matches(_ pattern: PatternSyntax, _ value: KnownValue) -> Bool? {
        if pattern.is(WildcardPatternSyntax.self) { return true }
        guard let expression = pattern.as(ExpressionPatternSyntax.self)?.expression else { return nil }
        if expression.is(DiscardAssignmentExprSyntax.self) { return true }
        if let inner = expression.wrappedPattern { return matches(inner, value) }
        if expression.is(NilLiteralExprSyntax.self) { return false }
        let other = expression.constantValue.map(KnownValue.bool) ?? expression.variant
        return other.flatMap { value.isEqual(to: $0, among: Set(variants.keys)) }
    }

    // MARK: - Chains of `if`

    /// What is left of an `if` with all of its `else if`.
    struct Chain {
        var links: [IfExprSyntax]
        /// The links whose conditions are unknown, by their positions.
        var kept: [Int] = []
        /// The position of the link whose condition is always met.
        var decided: Int?
        /// The body of the link that is always met, or otherwise that of `else`.
        var last: CodeBlockSyntax?
        /// What has to be evaluated before.
        var effects: [[FoldedText.Piece]] = []

        var isSame: Bool { kept.count == links.count }
    }

    func chain(_ expression: IfExprSyntax, hoist: Bool) -> Chain {
        var result = Chain(links: [expression])
        var current = expression
        while case .ifExpr(let next)? = current.elseBody {
            result.links.append(next)
            current = next
        }
        if case .codeBlock(let block)? = current.elseBody { result.last = block }
        for (index, link) in result.links.enumerated() {
            switch fold(link.conditions, hoist: hoist && result.kept.isEmpty) {
            case .open(let effects):
                result.kept.append(index)
                result.effects += effects
            case .never(let effects): result.effects += effects
            case .always(let effects):
                result.effects += effects
                (result.decided, result.last) = (index, link.body)
                return result
            }
        }
        return result
    }

    /// Removes the links of a chain that are never met, and what follows one that is always met.
    func write(_ chain: Chain, isLastEmpty: Bool) {
        guard let first = chain.kept.first, let last = chain.kept.last, let end = chain.links.first?.endOffset else {
            return
        }
        let links = chain.links
        if first > 0 { text.remove(links[0].startOffset..<links[first].startOffset) }
        for (index, next) in zip(chain.kept, chain.kept.dropFirst()) where next > index + 1 {
            text.remove(links[index].body.endOffset..<links[next - 1].body.endOffset)
        }
        let lastEnd = links[last].body.endOffset
        if isLastEmpty || chain.last == nil {
            text.remove(lastEnd..<end)
        } else if let decided = chain.decided {
            text.remove(lastEnd..<links[decided - 1].body.endOffset)
            text.remove(links[decided].startOffset..<links[decided].body.startOffset)
            text.remove(links[decided].body.endOffset..<end)
        } else if last < links.count - 1 {
            text.remove(lastEnd..<links[links.count - 1].body.endOffset)
        }
    }

    /// Folds an `if` whose value is used.
    func fold(value expression: IfExprSyntax) -> Folded {
        let chain = chain(expression, hoist: false)
        if chain.kept.isEmpty, let block = chain.last { return value(of: block.statements, expression) }
        if !chain.isSame { write(chain, isLastEmpty: false) }
        for index in chain.kept { _ = fold(chain.links[index].body.statements, place: .body) }
        if let last = chain.last { _ = fold(last.statements, place: .body) }
        return .same
    }

    /// The value of a branch that takes the place of an expression.
    func value(of statements: CodeBlockItemListSyntax, _ expression: some ExprSyntaxProtocol) -> Folded {
        guard let item = statements.only, let inner = item.item.expression else {
            remark(.blocks, expression, "the branch that stays is not a single expression, so it is not removed")
            return .same
        }
        keepComments(before: item, of: expression)
        let folded = fold(inner, hoist: false)
        guard case .same = folded.form else { return folded }
        return Folded(
            form: .pieces([moved(inner.offsets, to: expression.startOffset)], .init(of: inner)),
            nodes: [Syntax(inner)]
        )
    }
}

extension Folder {
    /// Moves the comments before the value of a branch in front of the statement or declaration around it.
    private func keepComments(before item: CodeBlockItemSyntax, of expression: some ExprSyntaxProtocol) {
        let comments = item.leadingTrivia.lazy.filter(\.isComment).map { piece in
            var text = ""
            piece.write(to: &text)
            return text
        }
        var owner = expression.parent
        while let node = owner, !node.is(CodeBlockItemSyntax.self), !node.is(MemberBlockItemSyntax.self) {
            owner = node.parent
        }
        guard !comments.isEmpty, let start = owner?.startOffset, extent.isFirstOnLine(start) else { return }
        let end = text.newline + extent.indentation(at: start)
        text.replace(start..<start, with: comments.map { .text($0 + end) })
    }
}

extension IfExprSyntax {
    /// Whether each branch is a single expression, so that the statement can have a value.
    var hasValue: Bool {
        guard body.statements.only?.item.expression != nil else { return false }
        return switch elseBody {
        case .codeBlock(let block): block.statements.only?.item.expression != nil
        case .ifExpr(let other): other.hasValue
        case nil: false
        }
    }
}

extension ConditionElementSyntax {
    /// The expression that a condition evaluates.
    var operand: ExprSyntax? {
        switch condition {
        case .expression(let expression): expression
        case .matchingPattern(let match): match.initializer.value
        case .optionalBinding(let binding): binding.initializer?.value
        case .availability: nil
        }
    }
}

extension CodeBlockItemSyntax.Item {
    /// The expression, also of an `if` or `switch`.
    var expression: ExprSyntax? {
        switch self {
        case .expr(let expression): expression
        case .stmt(let statement): statement.as(ExpressionStmtSyntax.self)?.expression
        case .decl: nil
        }
    }
}
