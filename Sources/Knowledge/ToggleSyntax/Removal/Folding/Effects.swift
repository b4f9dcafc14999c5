import SwiftSyntax

/// Finds out what happens when code runs.
struct Effects {
    /// The expressions whose values are known, which have no effects.
    let known: (SyntaxIdentifier) -> Bool

    /// Returns whether evaluating code may have an effect.
    ///
    /// Calls, macros, assignments, and unknown operators may have one. Reading a property or a subscript has none, and the code of a
    /// closure doesn't run.
    func isPossible(_ nodes: [some SyntaxProtocol], where isLeft: (Syntax) -> Bool = { _ in true }) -> Bool {
        var stack = nodes.map { Syntax($0) }
        while let node = stack.popLast() {
            guard isLeft(node) else {
                stack += node.children(viewMode: .sourceAccurate)
                continue
            }
            if known(node.id) {
                // The side of `select` that is kept is called.
                if node.as(FunctionCallExprSyntax.self)?.branch("on") != nil { return true }
                continue
            }
            if node.as(FunctionCallExprSyntax.self)?.isRead ?? false { continue }
            switch node.kind {
            case .functionCallExpr, .macroExpansionExpr, .assignmentExpr, .inOutExpr, .awaitExpr: return true
            case .closureExpr: continue
            case .matchingPatternCondition:
                // `case .success(let value)` isn't a call.
                if let match = node.as(MatchingPatternConditionSyntax.self) { stack.append(Syntax(match.initializer)) }
                continue
            case .binaryOperatorExpr:
                // An operator of a package may do anything.
                if let element = node.as(ExprSyntax.self),
                    OperatorTree.Level(operator: element) ?? .assignment == .assignment
                {
                    return true
                }
            case .prefixOperatorExpr:
                let name = node.as(PrefixOperatorExprSyntax.self)?.operator.text ?? ""
                if !["!", "-", "+", "~", "...", "..<"].contains(name) { return true }
            case .postfixOperatorExpr:
                if node.as(PostfixOperatorExprSyntax.self)?.operator.text != "..." { return true }
            case .returnStmt, .throwStmt, .breakStmt, .continueStmt: return true
            default: break
            }
            stack += node.children(viewMode: .sourceAccurate)
        }
        return false
    }

    /// Returns whether code contains `try` or `await`.
    static func hasKeyword(_ node: some SyntaxProtocol) -> Bool {
        var stack = [Syntax(node)]
        while let node = stack.popLast() {
            switch node.kind {
            case .tryExpr, .awaitExpr: return true
            case .closureExpr: continue
            default: stack += node.children(viewMode: .sourceAccurate)
            }
        }
        return false
    }

    /// Returns whether code may throw or suspend: unless only literals, `.name`, and local names are left.
    ///
    /// - Parameters:
    ///   - nodes: The code.
    ///   - isLeft: Whether a part of it counts. What is inside of a part that doesn't may count all the same.
    /// - Returns: Whether `try` or `await` in front of the code may be needed.
    static func mayNeedKeyword(_ nodes: [Syntax], where isLeft: (Syntax) -> Bool = { _ in true }) -> Bool {
        var stack = nodes
        while let node = stack.popLast() {
            guard isLeft(node) else {
                stack += node.children(viewMode: .sourceAccurate)
                continue
            }
            switch node.as(SyntaxEnum.self) {
            case .functionCallExpr, .macroExpansionExpr, .subscriptCallExpr, .throwStmt: return true
            case .closureExpr: continue
            case .memberAccessExpr(let access):
                // A getter can throw, and that of an actor can need `await`.
                if access.base != nil { return true }
                continue
            case .declReferenceExpr(let reference):
                // A property can have such a getter, and `async let` needs `await`.
                guard let token = LocalName.declaration(of: reference.baseName.name, at: reference) else { return true }
                var parent = token.parent
                while let current = parent, !current.is(CodeBlockItemSyntax.self) {
                    if current.as(VariableDeclSyntax.self)?.modifiers.contains(where: { $0.name.text == "async" })
                        == true
                    {
                        return true
                    }
                    parent = current.parent
                }
                continue
            default: break
            }
            stack += node.children(viewMode: .sourceAccurate)
        }
        return false
    }

    /// Returns whether control never reaches the end of a statement.
    static func exits(_ item: CodeBlockItemSyntax.Item) -> Bool {
        switch item {
        case .stmt(let statement): exits(statement)
        case .expr(let expression): exits(expression)
        case .decl: false
        }
    }

    static func exits(_ list: CodeBlockItemListSyntax) -> Bool { list.contains { exits($0.item) } }

    private static func exits(_ statement: StmtSyntax) -> Bool {
        switch statement.as(StmtSyntaxEnum.self) {
        case .returnStmt, .throwStmt, .breakStmt, .continueStmt, .fallThroughStmt: true
        case .expressionStmt(let statement): exits(statement.expression)
        case .whileStmt(let statement): statement.isEndless
        case .doStmt(let statement):
            exits(statement.body.statements) && statement.catchClauses.allSatisfy { exits($0.body.statements) }
        default: false
        }
    }

    /// Functions that never return.
    private static let ends: Set<String> = ["fatalError", "preconditionFailure", "exit", "abort"]

    static func exits(_ expression: ExprSyntax) -> Bool {
        switch expression.as(ExprSyntaxEnum.self) {
        case .functionCallExpr(let call):
            return call.calledExpression.as(DeclReferenceExprSyntax.self).map { ends.contains($0.baseName.text) }
                ?? false
        case .ifExpr(let expression):
            guard exits(expression.body.statements), let otherwise = expression.elseBody else { return false }
            return switch otherwise {
            case .codeBlock(let block): exits(block.statements)
            case .ifExpr(let other): exits(ExprSyntax(other))
            }
        case .switchExpr(let expression):
            return !expression.cases.isEmpty
                && expression.cases.allSatisfy { element in
                    guard case .switchCase(let branch) = element else { return false }
                    guard let last = branch.statements.last else { return false }
                    // `break` only leaves the switch.
                    return exits(last.item) && Jumps(in: branch.statements).breaks.isEmpty
                }
        default: return false
        }
    }
}

/// The `break` and `continue` statements that leave a body.
struct Jumps {
    /// The statements without a label that leave the innermost `switch` or loop around the body.
    private(set) var breaks: [BreakStmtSyntax] = []
    private(set) var continues: [ContinueStmtSyntax] = []
    /// The labels of other statements.
    private(set) var labels: Set<String> = []
    /// The `fallthrough` statements.
    private(set) var fallthroughs: [FallThroughStmtSyntax] = []
    /// Whether there is a `return` statement.
    private(set) var returns = false

    init(in node: some SyntaxProtocol) {
        visit(Syntax(node), isInLoop: false, isInSwitch: false)
    }

    private mutating func visit(_ node: Syntax, isInLoop: Bool, isInSwitch: Bool) {
        switch node.as(SyntaxEnum.self) {
        case .closureExpr, .functionDecl, .classDecl, .structDecl, .enumDecl, .actorDecl, .accessorBlock: return
        case .breakStmt(let statement):
            if let label = statement.label {
                labels.insert(label.text)
            } else if !isInLoop && !isInSwitch {
                breaks.append(statement)
            }
        case .continueStmt(let statement):
            if let label = statement.label {
                labels.insert(label.text)
            } else if !isInLoop {
                continues.append(statement)
            }
        case .returnStmt: returns = true
        case .fallThroughStmt(let statement):
            if !isInSwitch { fallthroughs.append(statement) }
        case .forStmt, .whileStmt, .repeatStmt:
            for child in node.children(viewMode: .sourceAccurate) {
                visit(child, isInLoop: true, isInSwitch: isInSwitch)
            }
            return
        case .switchExpr:
            for child in node.children(viewMode: .sourceAccurate) {
                visit(child, isInLoop: isInLoop, isInSwitch: true)
            }
            return
        default: break
        }
        for child in node.children(viewMode: .sourceAccurate) {
            visit(child, isInLoop: isInLoop, isInSwitch: isInSwitch)
        }
    }
}

extension WhileStmtSyntax {
    /// Whether control never reaches what follows, because the condition is always met.
    fileprivate var isEndless: Bool {
        conditions.only?.operand?.booleanLiteral == true && neverBreaks
    }

    /// Whether no statement leaves the loop, apart from those that leave what is around it.
    var neverBreaks: Bool {
        let jumps = Jumps(in: body)
        return jumps.breaks.isEmpty
            && parent?.as(LabeledStmtSyntax.self).map { jumps.labels.contains($0.label.text) } != true
    }
}
