import SwiftSyntax
import ToggleLint

/// Finds out what a toggle's value decides.
struct ConditionReader {
    /// The file.
    let tree: SourceTree
    /// The toggles that are read in it.
    let uses: CertainUses
    /// The `#if` on RELEASE in it.
    let releaseBlocks: [Range<Int>]

    /// Code that runs or does not.
    struct Branch {
        var nodes: [Syntax]

        init(_ node: (some SyntaxProtocol)?) {
            nodes = node.map { [Syntax($0)] } ?? []
        }

        init(_ nodes: [Syntax]) {
            self.nodes = nodes
        }

        /// Where it stands; `nil` when there is no code.
        var offsets: Range<Int>? {
            guard let first = nodes.first, let last = nodes.last else { return nil }
            let start = first.startOffset
            let end = last.endOffset
            return start < end ? start..<end : nil
        }

        /// The tokens.
        var texts: [String] { nodes.flatMap { $0.tokenTexts() } }
    }

    /// What is known on the way from a value to what it decides.
    struct State {
        var isNegated = false
        /// Whether the value is compared with something else than `true` and `false`.
        var isCompared = false
        var constant: Bool?
        var on: Branch?
        var off: Branch?
        var hasSameBranches = false
        var isDecision = false

        /// Notes what runs when the value, as it is now, is true and false.
        mutating func decide(whenTrue: Branch?, whenFalse: Branch?) {
            (on, off) = isNegated ? (whenFalse, whenTrue) : (whenTrue, whenFalse)
            isDecision = true
        }
    }

    /// What the value of an expression decides; `nil` when it decides nothing.
    func condition(of value: some SyntaxProtocol) -> ToggleCondition? {
        var state = State()
        if !followSelect(value, &state) { follow(Syntax(value), &state) }
        let enclosing = EnclosingToggles(uses: uses).keys(around: Syntax(value))
        guard state.isDecision || state.isNegated || state.constant != nil || !enclosing.isEmpty else { return nil }
        let on = state.on?.offsets
        let off = state.off?.offsets
        return ToggleCondition(
            isNegated: state.isNegated,
            constant: state.constant,
            hasSameBranches: state.hasSameBranches,
            enclosing: enclosing,
            whenOn: on.map(tree.excerpt),
            whenOff: off.map(tree.excerpt),
            meetsReleaseCondition: meetsRelease(value.position.utf8Offset, [on, off])
        )
    }

    private func meetsRelease(_ offset: Int, _ guarded: [Range<Int>?]) -> Bool {
        releaseBlocks.contains { block in
            block.contains(offset) || guarded.contains { $0?.overlaps(block) == true }
        }
    }

    /// `select(.toggle, on: …, off: …)`.
    private func followSelect(_ value: some SyntaxProtocol, _ state: inout State) -> Bool {
        guard let call = value.as(FunctionCallExprSyntax.self), call.calledExpression.lastName == "select" else {
            return false
        }
        var on = call.arguments.first { $0.label?.name == "on" }?.expression
        var off = call.arguments.first { $0.label?.name == "off" }?.expression
        if on == nil, let closure = call.trailingClosure { on = ExprSyntax(closure) }
        if off == nil {
            off = call.additionalTrailingClosures.first { $0.label.name == "off" }.map { ExprSyntax($0.closure) }
            if off == nil, let closure = call.trailingClosure, on?.id != ExprSyntax(closure).id {
                off = ExprSyntax(closure)
            }
        }
        guard let on, let off else { return false }
        let branches = [on, off].map { expression in
            if let closure = expression.as(ClosureExprSyntax.self) { return Branch(closure.statements) }
            return Branch(expression)
        }
        state.decide(whenTrue: branches[0], whenFalse: branches[1])
        state.hasSameBranches = branches[0].texts == branches[1].texts
        return true
    }

    /// Goes up from a value until it decides something or is something else.
    private func follow(_ value: Syntax, _ state: inout State) {
        var node = value
        while let parent = node.parent {
            switch parent.as(SyntaxEnum.self) {
            case .prefixOperatorExpr(let expression):
                guard expression.operator.text == "!" else { return }
                negate(&state)
                node = parent
            case .labeledExpr(let element):
                guard let list = parent.parent?.as(LabeledExprListSyntax.self), list.count == 1, element.label == nil,
                    let tuple = list.parent, tuple.is(TupleExprSyntax.self)
                else { return }
                node = tuple
            case .tryExpr, .awaitExpr, .unsafeExpr: node = parent
            case .exprList(let list):
                guard let sequence = followOperators(node, list, &state) else { return }
                node = sequence
            case .conditionElement(let element):
                decide(element, &state)
                return
            case .switchExpr(let expression):
                if expression.subject.id == node.as(ExprSyntax.self)?.id { decide(expression, &state) }
                return
            case .memberAccessExpr(let member):
                // `evaluation(of:).value`
                guard member.base?.id == node.as(ExprSyntax.self)?.id, member.declName.baseName.name == "value" else {
                    return
                }
                node = parent
            case .initializerClause(let clause):
                LocalValue(clause, tree: tree)?.firstUse.map { follow(Syntax($0), &state) }
                return
            default: return
            }
        }
    }

    func negate(_ state: inout State) {
        state.isNegated.toggle()
        state.constant?.toggle()
    }

    private func decide(_ element: ConditionElementSyntax, _ state: inout State) {
        guard let list = element.parent?.as(ConditionElementListSyntax.self), let owner = list.parent else { return }
        if list.count > 1 {
            let others = list.filter { $0.id != element.id }
            let hasFalse = others.contains { condition in
                if case .expression(let expression) = condition.condition {
                    expression.booleanLiteral == false
                } else {
                    false
                }
            }
            if hasFalse { state.constant = false } else if state.constant == true { state.constant = nil }
        }
        if let expression = owner.as(IfExprSyntax.self) {
            let otherwise: Branch? = expression.elseBody.map { body in
                switch body {
                case .codeBlock(let block): Branch(block.statements)
                case .ifExpr(let other): Branch(other)
                }
            }
            let body = Branch(expression.body.statements)
            state.decide(whenTrue: body, whenFalse: otherwise)
            state.hasSameBranches = otherwise.map { $0.texts == body.texts } ?? false
        } else if let statement = owner.as(GuardStmtSyntax.self) {
            var rest: [Syntax] = []
            if let item = statement.parent, let items = item.parent?.as(CodeBlockItemListSyntax.self) {
                rest = items.drop { $0.id != item.as(CodeBlockItemSyntax.self)?.id }.dropFirst().map { Syntax($0) }
            }
            state.decide(whenTrue: Branch(rest), whenFalse: Branch(statement.body.statements))
        } else if let statement = owner.as(WhileStmtSyntax.self) {
            state.decide(whenTrue: Branch(statement.body.statements), whenFalse: nil)
        }
    }

    private func decide(_ expression: SwitchExprSyntax, _ state: inout State) {
        var branches: [Branch] = []
        var byValue: [Bool: Branch] = [:]
        var fallback: Branch?
        for element in expression.cases {
            guard case .switchCase(let branch) = element else { continue }
            let code = Branch(branch.statements)
            branches.append(code)
            switch branch.label {
            case .default: fallback = code
            case .case(let label):
                let value = label.caseItems.first?.pattern.as(ExpressionPatternSyntax.self)?.expression.booleanLiteral
                if let value, label.caseItems.count == 1 { byValue[value] = code }
            }
        }
        if byValue.isEmpty {
            state.decide(whenTrue: nil, whenFalse: nil)
        } else {
            state.decide(whenTrue: byValue[true] ?? fallback, whenFalse: byValue[false] ?? fallback)
        }
        if branches.count > 1, let first = branches.first?.texts {
            state.hasSameBranches = branches.dropFirst().allSatisfy { $0.texts == first }
        }
    }
}
