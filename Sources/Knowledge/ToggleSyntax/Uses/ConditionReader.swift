import SwiftSyntax
import ToggleLint

/// Determines what a toggle's value decides.
struct ConditionReader {
    /// The file.
    let tree: SourceTree
    /// The toggles that are read in the file.
    let uses: CertainUses
    /// The `#if` on RELEASE in the file, without those inside of others, in ascending order.
    private let releaseBlocks: [Range<Int>]

    init(tree: SourceTree, uses: CertainUses, releaseBlocks: [Range<Int>]) {
        self.tree = tree
        self.uses = uses
        var outer: [Range<Int>] = []
        for block in releaseBlocks.sorted(by: { $0.lowerBound < $1.lowerBound })
        where block.lowerBound >= outer.last?.upperBound ?? 0 {
            outer.append(block)
        }
        self.releaseBlocks = outer
    }

    /// Code that a condition includes or excludes.
    struct Branch {
        var nodes: [Syntax]

        init(_ node: (some SyntaxProtocol)?) {
            nodes = node.map { [Syntax($0)] } ?? []
        }

        init(_ nodes: [Syntax]) {
            self.nodes = nodes
        }

        /// The range of the code; `nil` if there is no code.
        var offsets: Range<Int>? {
            guard let first = nodes.first, let last = nodes.last else { return nil }
            let start = first.startOffset
            let end = last.endOffset
            return start < end ? start..<end : nil
        }

        /// The texts of the tokens.
        var texts: [String] { nodes.flatMap { $0.tokenTexts() } }
    }

    /// The state on the way up from a toggle to the branches that it decides.
    struct State {
        /// Whether the current expression is negated.
        var isNegated = false
        /// The value of the current expression if the toggle is on; `nil` if it depends on something else.
        var valueWhenOn: Bool? = true
        /// The value of the current expression if the toggle is off; `nil` if it depends on something else.
        var valueWhenOff: Bool? = false
        /// The code that runs only if the toggle is on.
        var on: Branch?
        /// The code that runs only if the toggle is off.
        var off: Branch?
        /// All code that depends on the condition.
        var guarded: [Branch] = []
        var hasSameBranches = false
        var isDecision = false
        /// Whether the condition also depends on something else.
        var isPartial = false

        /// The value of the current expression if it is the same for both values of the toggle.
        var constant: Bool? { valueWhenOn == valueWhenOff ? valueWhenOn : nil }

        /// Records that the current expression also depends on something else.
        mutating func forget() {
            (valueWhenOn, valueWhenOff) = (nil, nil)
            (isDecision, isPartial) = (true, true)
        }

        /// Combines the current expression with an operand whose value may be known.
        ///
        /// - Parameters:
        ///   - other: The value of the other operand; `nil` if unknown.
        ///   - strong: The value of one operand that determines the result: `false` for `&&`, `true` for `||`.
        mutating func join(_ other: Bool?, strong: Bool) {
            func joined(_ value: Bool?) -> Bool? {
                if value == strong || other == strong { return strong }
                return other == nil ? nil : value
            }
            (valueWhenOn, valueWhenOff) = (joined(valueWhenOn), joined(valueWhenOff))
            if other == nil { isPartial = true }
        }

        /// Records the code that runs if the current expression is true, and if it is false.
        mutating func decide(whenTrue: Branch?, whenFalse: Branch?) {
            decide(deadWhenOn: dead(valueWhenOn, whenTrue, whenFalse), dead(valueWhenOff, whenTrue, whenFalse))
            guarded += [whenTrue, whenFalse].compactMap { $0 }
        }

        /// Records the code that no longer runs if the toggle is on, and if it is off.
        mutating func decide(deadWhenOn: Branch?, _ deadWhenOff: Branch?) {
            (on, off) = (deadWhenOff, deadWhenOn)
            isDecision = true
            if valueWhenOn == nil || valueWhenOff == nil { isPartial = true }
        }

        private func dead(_ value: Bool?, _ whenTrue: Branch?, _ whenFalse: Branch?) -> Branch? {
            value.flatMap { $0 ? whenFalse : whenTrue }
        }
    }

    /// Returns the condition that the value of an expression decides; `nil` if it decides nothing.
    func condition(of value: some SyntaxProtocol) -> ToggleCondition? {
        var state = State()
        if !followSelect(value, &state) { follow(Syntax(value), &state) }
        let enclosing = EnclosingToggles(uses: uses).keys(around: Syntax(value))
        guard state.isDecision || state.isNegated || state.constant != nil || !enclosing.isEmpty else { return nil }
        return ToggleCondition(
            isNegated: state.isNegated,
            constant: state.constant,
            hasSameBranches: state.hasSameBranches,
            enclosing: enclosing,
            whenOn: state.on?.offsets.map(tree.excerpt),
            whenOff: state.off?.offsets.map(tree.excerpt),
            isPartial: state.isPartial,
            meetsReleaseCondition: meetsRelease(value.position.utf8Offset, state.guarded.map(\.offsets))
        )
    }

    private func meetsRelease(_ offset: Int, _ guarded: [Range<Int>?]) -> Bool {
        !releaseBlocks.isEmpty
            && (releaseBlocks.cover(offset) || guarded.contains { $0.map(releaseBlocks.overlap) ?? false })
    }

    /// Handles `select(.toggle, on: …, off: …)`.
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

    /// Goes up from a value until it decides a branch, or becomes part of another expression.
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
            case .tryExpr, .awaitExpr: node = parent
            #if canImport(SwiftSyntax602)
            case .unsafeExpr: node = parent
            #endif
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
                switch LocalValue.uses(of: clause, in: tree) {
                case .none: break
                case .one(let reference): follow(Syntax(reference), &state)
                case .several: state.forget()
                }
                return
            default: return
            }
        }
    }

    func negate(_ state: inout State) {
        state.isNegated.toggle()
        state.valueWhenOn?.toggle()
        state.valueWhenOff?.toggle()
    }

    private func decide(_ element: ConditionElementSyntax, _ state: inout State) {
        guard let list = element.parent?.as(ConditionElementListSyntax.self), let owner = list.parent else { return }
        guard !Self.isLong(list) else { return state.forget() }
        for other in list where other.id != element.id {
            if case .expression(let expression) = other.condition {
                state.join(expression.constantValue, strong: false)
            } else {
                state.join(nil, strong: false)
            }
        }
        if let expression = owner.as(IfExprSyntax.self) {
            guard !Self.isLongChain(expression) else { return state.forget() }
            let otherwise: Branch? = expression.elseBody.map { body in
                switch body {
                case .codeBlock(let block): Branch(block.statements)
                case .ifExpr(let other): Branch(other)
                }
            }
            let body = Branch(expression.body.statements)
            state.decide(whenTrue: body, whenFalse: otherwise)
            // An `else if` is not compared, because chains can be long, and the rest never equals the first branch.
            if case .codeBlock(let block)? = expression.elseBody {
                state.hasSameBranches = Branch(block.statements).texts == body.texts
            }
        } else if let statement = owner.as(GuardStmtSyntax.self) {
            var rest: [Syntax] = []
            if let item = statement.parent, let items = item.parent?.children(viewMode: .sourceAccurate),
                let index = items.index(of: item), let last = items.last, last.id != item.id
            {
                // The code between them isn't compared.
                rest = [items[items.index(after: index)], last]
            }
            state.decide(whenTrue: Branch(rest), whenFalse: Branch(statement.body.statements))
        } else if let statement = owner.as(WhileStmtSyntax.self) {
            state.decide(whenTrue: Branch(statement.body.statements), whenFalse: nil)
        }
    }

    /// The maximum number of consecutive `else if` that are followed for each of them.
    private static let chainLimit = 64

    private static func isLongChain(_ expression: IfExprSyntax) -> Bool {
        var last = expression
        for _ in 0..<chainLimit {
            guard case .ifExpr(let next)? = last.elseBody else { return false }
            last = next
        }
        return true
    }

    private func decide(_ expression: SwitchExprSyntax, _ state: inout State) {
        var branches: [SwitchBranch] = []
        var isPlain = true
        for element in expression.cases {
            if case .switchCase(let branch) = element {
                branches.append(SwitchBranch(branch))
            } else {
                // The set of cases depends on the build.
                isPlain = false
            }
        }
        isPlain = isPlain && !branches.contains(where: \.fallsThrough)
        state.guarded += branches.map(\.code)
        let deadWhenOn = isPlain ? state.valueWhenOn.map { value in branches.dead(for: value) } ?? [] : []
        let deadWhenOff = isPlain ? state.valueWhenOff.map { value in branches.dead(for: value) } ?? [] : []
        state.decide(deadWhenOn: deadWhenOn.only, deadWhenOff.only)
        if !isPlain || deadWhenOn.count > 1 || deadWhenOff.count > 1 || branches.contains(where: \.isGuarded) {
            state.isPartial = true
        }
        if branches.count > 1, let first = branches.first?.code.texts {
            state.hasSameBranches = branches.dropFirst().allSatisfy { $0.code.texts == first }
        }
    }
}
