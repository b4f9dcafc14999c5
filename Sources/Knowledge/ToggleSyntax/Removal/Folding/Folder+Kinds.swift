import SwiftSyntax

extension Folder {
    /// Folds a statement.
    func fold(_ item: CodeBlockItemSyntax, _ site: Site) -> Remainder {
        switch item.item {
        case .decl(let declaration):
            if let variable = declaration.as(VariableDeclSyntax.self) { return fold(variable, site) }
            visit(Syntax(declaration))
            if let block = declaration.as(IfConfigDeclSyntax.self), block.clauses.allSatisfy(isEmptied) {
                return .removed
            }
            return .same(exits: false)
        case .expr(let expression): return fold(statement: expression, site)
        case .stmt(let statement): return fold(statement, site)
        }
    }

    private func fold(_ statement: StmtSyntax, _ site: Site) -> Remainder {
        switch statement.as(StmtSyntaxEnum.self) {
        case .expressionStmt(let statement): return fold(statement: statement.expression, site)
        case .labeledStmt(let label):
            var site = site
            if spent.contains(label.id) {
                text.remove(label.startOffset..<label.statement.startOffset)
                return fold(label.statement, site)
            }
            site.label = label
            let remainder = fold(label.statement, site)
            // `break label` goes on after the statement.
            guard Jumps(in: label.statement).labels.contains(label.label.text) else { return remainder }
            switch remainder {
            case .same: return .same(exits: false)
            case .replaced: return .replaced(exits: false)
            case .removed, .unwrapped: return remainder
            }
        case .guardStmt(let statement): return fold(statement, site)
        case .whileStmt(let statement): return fold(statement, site)
        case .repeatStmt(let statement): return fold(statement, site)
        case .forStmt(let statement): return fold(statement, site)
        case .returnStmt(let statement):
            if let expression = statement.expression {
                if let block = exit(of: expression) { return leave(block, site) }
                fold(first: expression, site)
            }
            return .same(exits: true)
        case .throwStmt(let statement):
            fold(first: statement.expression, site)
            return .same(exits: true)
        case .doStmt(let statement):
            if spent.contains(statement.id) { return unwrap(Block(statement.body), site, effects: []) }
            let body = fold(statement.body.statements, place: .body)
            if isEmptied(statement.body, body.items) { return .removed }
            for clause in statement.catchClauses where isTouched(clause) { fold(clause) }
            return .same(
                exits: body.exits && statement.catchClauses.allSatisfy { Effects.exits($0.body.statements) }
            )
        case .deferStmt(let statement):
            let body = fold(statement.body.statements, place: .body)
            return body.items.isEmpty && !Block(statement.body).hasComments ? .removed : .same(exits: false)
        default:
            descend(statement)
            return .same(exits: Effects.exits(.stmt(statement)))
        }
    }

    /// Folds the expression that a statement evaluates first.
    private func fold(first expression: ExprSyntax, _ site: Site) {
        let folded = fold(expression, hoist: true)
        results[expression.id] = folded
        insert(folded.effects, site)
        emit(folded, expression)
    }

    private func fold(statement expression: ExprSyntax, _ site: Site) -> Remainder {
        if let choice = expression.as(IfExprSyntax.self) { return fold(choice, site) }
        if let choice = expression.as(SwitchExprSyntax.self) { return fold(choice, site) }
        // `_ = on`
        if let sequence = expression.as(SequenceExprSyntax.self),
            sequence.elements.first?.is(DiscardAssignmentExprSyntax.self) == true, sequence.elements.count == 3,
            let last = sequence.elements.last,
            sequence.elements.dropFirst().first?.is(AssignmentExprSyntax.self) == true
        {
            let folded = fold(last, hoist: !site.isResult)
            if isIdle(folded) {
                guard !folded.effects.isEmpty else { return .removed }
                text.replace(site.range, with: Array(statements(folded.effects, site).dropLast()))
                return .replaced(exits: false)
            }
            insert(folded.effects, site)
            emit(folded, last)
            return .same(exits: false)
        }
        if let call = (expression.operandOfKeyword ?? expression).as(FunctionCallExprSyntax.self),
            !site.isResult, let closure = keptClosure(of: call)
        {
            let content = closure.leftBrace.endOffset..<closure.rightBrace.startOffset
            return unwrap(Block(closure.statements, content: content), site, effects: [])
        }
        if let call = (expression.operandOfKeyword ?? expression).as(FunctionCallExprSyntax.self), !site.mayBeValue,
            case .bool(let isOn)? = values[call.id], call.calledExpression.lastName == "select",
            let closure = call.branch(isOn ? "on" : "off")?.as(ClosureExprSyntax.self), closure.signature == nil,
            !Jumps(in: closure.statements).returns
        {
            let content = closure.leftBrace.endOffset..<closure.rightBrace.startOffset
            return unwrap(Block(closure.statements, content: content), site, effects: [])
        }
        if isMet(assertion: expression) { return .removed }
        var folded = fold(expression, hoist: !site.isResult)
        if case .same = folded.form, folded.effects.isEmpty, !site.mayBeValue, runsNothing(expression) {
            return .removed
        }
        if case .pieces(let pieces, _) = folded.form, !site.mayBeValue,
            folded.nodes.only?.is(ClosureExprSyntax.self) == true
        {
            // A brace at the beginning would continue the statement before.
            folded.form = .pieces([.text("_ = ")] + pieces, .assignment)
        }
        results[expression.id] = folded
        if assignsItself.contains(expression.id), folded.effects.isEmpty { return .removed }
        switch folded.form {
        case .null where !site.mayBeValue && folded.effects.isEmpty:
            // `(off ? a : nil)?.b()`
            return .removed
        case .chain where !site.mayBeValue && folded.effects.isEmpty: return .removed
        case .pieces where !site.mayBeValue && folded.nodes.only?.trimmedDescription == "()":
            // `on ? () : a()`
            insert(folded.effects, site)
            if folded.effects.isEmpty { return .removed }
        case .known(.bool) where !site.mayBeValue && folded.effects.isEmpty && site.place != .file:
            // `isOn()`
            return .removed
        default: break
        }
        insert(folded.effects, site)
        emit(folded, expression)
        if case .pieces = folded.form, let rest = folded.nodes.only?.as(ExprSyntax.self) {
            return .same(exits: Effects.exits(rest))
        }
        return .same(exits: Effects.exits(expression))
    }

    /// Returns the trailing closure that stays of a call that goes.
    private func keptClosure(of call: FunctionCallExprSyntax) -> ClosureExprSyntax? {
        switch values[call.id] {
        case .gone: call.trailingClosure
        case .side(let position): call.closures[position].closure
        default: nil
        }
    }

    /// Returns whether a statement only asserts what is always true: `assert(isOn)`.
    private func isMet(assertion expression: ExprSyntax) -> Bool {
        guard let call = expression.as(FunctionCallExprSyntax.self),
            let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text,
            name == "assert" || name == "precondition", let condition = call.arguments.first, condition.label == nil,
            isTouched(condition.expression)
        else { return false }
        let isMet = trial(keepsChanges: false) { () -> Bool? in
            let folded = fold(condition.expression, hoist: false)
            return folded.effects.isEmpty ? folded.bool : nil
        }
        return isMet ?? false
    }

    /// The functions that only call a closure.
    private static let runners: Set<String> = [
        "Task", "async", "asyncAfter", "forEach", "animate", "withAnimation", "performWithoutAnimation",
    ]

    /// Returns whether a statement does nothing, because nothing is left of its closure: `Task { }`.
    private func runsNothing(_ expression: ExprSyntax) -> Bool {
        if let sequence = expression.as(SequenceExprSyntax.self) {
            // `list += []`
            return assignsItself.contains(sequence.id)
        }
        if let call = expression.as(FunctionCallExprSyntax.self), call.calledExpression.lastName == "append",
            let argument = call.arguments.only, argument.label?.text == "contentsOf",
            !effects.isPossible([call.calledExpression])
        {
            return emptied.contains(argument.id)
        }
        guard let call = expression.as(FunctionCallExprSyntax.self), let closure = call.trailingClosure,
            call.additionalTrailingClosures.isEmpty, let name = call.calledExpression.lastName,
            Self.runners.contains(name), !closure.statements.isEmpty, remaining[closure.statements.id]?.isEmpty == true,
            closure.rightBrace.leadingTrivia.allSatisfy({ !$0.isComment }),
            !effects.isPossible([call.calledExpression.memberBase].compactMap { $0 }),
            !effects.isPossible(Array(call.arguments))
        else { return false }
        return true
    }

    /// Returns whether evaluating what is left of an expression does nothing.
    private func isIdle(_ folded: Folded) -> Bool {
        switch folded.form {
        case .known, .chain, .null: true
        case .pieces: !folded.nodes.isEmpty && !effects.isPossible(folded.nodes)
        case .same: false
        }
    }

    private func fold(_ variable: VariableDeclSyntax, _ site: Site) -> Remainder {
        if variable.bindings.allSatisfy({ removals.contains($0.id) }) { return .removed }
        guard let binding = variable.bindings.only, let initializer = binding.initializer else {
            visit(Syntax(variable))
            return .same(exits: false)
        }
        if let block = exit(of: initializer.value) { return leave(block, site) }
        let folded = fold(initializer.value, hoist: site.takesStatements)
        if aliases.contains(binding.id) {
            guard !folded.effects.isEmpty else { return .removed }
            text.replace(site.range, with: Array(statements(folded.effects, site).dropLast()))
            return .replaced(exits: false)
        }
        insert(folded.effects, site)
        emit(folded, initializer.value)
        for child in [Syntax(variable.attributes), binding.accessorBlock.map { Syntax($0) }].compactMap({ $0 })
        where isTouched(child) {
            visit(child)
        }
        return .same(exits: false)
    }

    /// Returns the branch that stays of an `if` or `switch` with a value, if it leaves the scope instead: `throw E()`.
    private func exit(of value: ExprSyntax) -> CodeBlockItemListSyntax? {
        guard isTouched(value) else { return nil }
        return trial(keepsChanges: false) { () -> CodeBlockItemListSyntax? in
            var statements: CodeBlockItemListSyntax?
            if let choice = value.as(IfExprSyntax.self) {
                let chain = chain(choice, hoist: false)
                if chain.kept.isEmpty, chain.effects.isEmpty { statements = chain.last?.statements }
            }
            guard let item = statements?.only, item.item.is(ThrowStmtSyntax.self) || Effects.exits(item.item) else {
                return nil
            }
            return statements
        }
    }

    private func leave(_ statements: CodeBlockItemListSyntax, _ site: Site) -> Remainder {
        _ = fold(statements, place: .body)
        text.replace(site.range, with: [moved(statements.offsets, to: site.item.startOffset)])
        return .replaced(exits: true)
    }

    // MARK: - Conditions

    private func fold(_ expression: IfExprSyntax, _ site: Site) -> Remainder {
        var chain = chain(expression, hoist: !(site.isResult && expression.hasValue))
        if chain.kept.isEmpty {
            guard let block = chain.last else {
                guard !chain.effects.isEmpty else { return .removed }
                text.replace(site.range, with: Array(statements(chain.effects, site).dropLast()))
                return .replaced(exits: false)
            }
            return unwrap(Block(block), site, effects: chain.effects)
        }
        insert(chain.effects, site)
        var exits = true
        var bodies: [Outcome] = []
        for index in chain.kept {
            let outcome = fold(chain.links[index].body.statements, place: .body)
            exits = exits && outcome.exits
            bodies.append(outcome)
        }
        var last: Outcome?
        var isLastEmpty = true
        if let block = chain.last {
            let outcome = fold(block.statements, place: .body)
            isLastEmpty = isEmptied(block, outcome.items) || chain.decided != nil && isEmpty(block, outcome.items)
            last = outcome
        }
        while isLastEmpty, chain.kept.count > 1, let index = chain.kept.last,
            isEmptied(chain.links[index].body, bodies.last?.items),
            !effects.isPossible(Array(chain.links[index].conditions))
        {
            chain.kept.removeLast()
            bodies.removeLast()
        }
        write(chain, isLastEmpty: isLastEmpty)
        if chain.kept.count == 1, isLastEmpty, chain.effects.isEmpty {
            let link = chain.links[chain.kept[0]]
            if isEmptied(link.body, bodies[0].items), !effects.isPossible(Array(link.conditions)) { return .removed }
        }
        if chain.links.count == 1, !isLastEmpty, let last = chain.last,
            isEmptied(chain.links[0].body, bodies.first?.items),
            case .expression(let condition)? = chain.links[0].conditions.only?.condition, !isTouched(condition)
        {
            // `if a {} else { b() }`
            text.replace(condition.startOffset..<last.startOffset, with: negation(of: condition) + [.text(" ")])
        }
        return .same(exits: exits && (last?.exits ?? false) && !isLastEmpty)
    }

    /// The text of a condition with the opposite value.
    func negation(of condition: ExprSyntax) -> [FoldedText.Piece] {
        if let operand = condition.as(PrefixOperatorExprSyntax.self), operand.operator.text == "!" {
            return [.source(operand.expression.offsets)]
        }
        if let elements = condition.as(SequenceExprSyntax.self).map({ Array($0.elements) }), elements.count == 3,
            let name = elements[1].as(BinaryOperatorExprSyntax.self)?.operator.text, name == "==" || name == "!="
        {
            let opposite = name == "==" ? "!=" : "=="
            return [.source(elements[0].offsets), .text(" \(opposite) "), .source(elements[2].offsets)]
        }
        let isTight = OperatorTree.Level(of: condition) >= .primary
        return [.text(isTight ? "!" : "!("), .source(condition.offsets)] + (isTight ? [] : [.text(")")])
    }

    /// Whether nothing is left of a block.
    private func isEmpty(_ block: CodeBlockSyntax, _ items: [CodeBlockItemSyntax]?) -> Bool {
        items?.isEmpty == true && !Block(block).hasComments
    }

    /// Whether nothing is left of a block that had statements.
    private func isEmptied(_ block: CodeBlockSyntax, _ items: [CodeBlockItemSyntax]?) -> Bool {
        !block.statements.isEmpty && isEmpty(block, items)
    }

    private func fold(_ statement: GuardStmtSyntax, _ site: Site) -> Remainder {
        // At the top level, and in `#if`, the code after the statement stays.
        let bindsNames = statement.conditions.contains { element in
            switch element.condition {
            case .optionalBinding, .matchingPattern: true
            default: false
            }
        }
        let keepsNames = bindsNames && (site.place == .file || site.place == .conditional)
        switch fold(statement.conditions, hoist: true, keepsNames: keepsNames) {
        case .open(let effects):
            insert(effects, site)
            _ = fold(statement.body.statements, place: .body)
            return .same(exits: false)
        case .always(let effects):
            guard !effects.isEmpty else { return .removed }
            text.replace(site.range, with: Array(statements(effects, site).dropLast()))
            return .replaced(exits: false)
        case .never(let effects):
            // The body never reaches its end, even if it ends with a call of an unknown function.
            switch unwrap(Block(statement.body), site, effects: effects) {
            case .unwrapped(var inner):
                inner.exits = true
                return .unwrapped(inner)
            case .same, .replaced, .removed: return .replaced(exits: true)
            }
        }
    }

    /// Folds a `catch` clause, or removes it if its condition is never met.
    private func fold(_ clause: CatchClauseSyntax) {
        for item in clause.catchItems {
            if let pattern = item.pattern { removeBindings(of: pattern) }
            guard let condition = item.whereClause, isTouched(condition) else { continue }
            let folded = fold(condition.condition, hoist: false)
            if folded.bool == true {
                text.remove(spaceBefore(condition)..<condition.endOffset)
            } else if folded.bool == false, clause.catchItems.count == 1 {
                return text.remove(spaceBefore(clause)..<clause.endOffset)
            } else {
                emit(folded, condition.condition)
            }
        }
        _ = fold(clause.body.statements, place: .body)
    }

    // MARK: - Loops

    private func fold(_ statement: WhileStmtSyntax, _ site: Site) -> Remainder {
        // Effects can't be moved in front of a loop, because conditions are evaluated again.
        var isEndless = false
        switch fold(statement.conditions, hoist: false, isLoop: true) {
        case .open: break
        case .always:
            text.replace(statement.conditions.offsets, with: [.text("true")])
            isEndless = statement.neverBreaks
        case .never(let effects):
            guard !effects.isEmpty else { return .removed }
            text.replace(site.range, with: Array(statements(effects, site).dropLast()))
            return .replaced(exits: false)
        }
        _ = fold(statement.body.statements, place: .body)
        return .same(exits: isEndless)
    }

    private func fold(_ statement: RepeatStmtSyntax, _ site: Site) -> Remainder {
        let folded = fold(statement.condition, hoist: false)
        let jumps = Jumps(in: statement.body)
        if folded.bool == false, jumps.breaks.isEmpty, jumps.continues.isEmpty,
            site.label.map({ !jumps.labels.contains($0.label.text) }) ?? true
        {
            return unwrap(Block(statement.body), site, effects: [])
        }
        emit(folded, statement.condition)
        _ = fold(statement.body.statements, place: .body)
        return .same(exits: false)
    }

    private func fold(_ statement: ForStmtSyntax, _ site: Site) -> Remainder {
        if isTouched(statement.sequence) {
            emit(fold(statement.sequence, hoist: false), statement.sequence)
        }
        if let clause = statement.whereClause, isTouched(clause) {
            let folded = fold(clause.condition, hoist: false)
            if folded.bool == true {
                text.remove(spaceBefore(clause)..<clause.endOffset)
            } else if folded.bool == false, !effects.isPossible([statement.sequence]), statement.awaitKeyword == nil {
                return .removed
            } else {
                emit(folded, clause.condition)
            }
        }
        removeBindings(of: statement.pattern)
        if spent.contains(statement.pattern.id) { text.replace(statement.pattern.offsets, with: [.text("_")]) }
        let body = fold(statement.body.statements, place: .body)
        let mayHaveEffect = effects.isPossible(
            [Syntax(statement.sequence)] + (statement.whereClause.map { [Syntax($0)] } ?? [])
        )
        if isEmptied(statement.body, body.items), !mayHaveEffect, statement.awaitKeyword == nil { return .removed }
        return .same(exits: false)
    }
}
