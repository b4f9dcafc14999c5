import SwiftSyntax
import ToggleLint

/// Functions and properties whose bodies have several statements.
extension ToggleRemoval {
    /// What running statements comes to.
    private enum Run {
        /// They return a value.
        case returns(ExprSyntax)
        /// They reach their end.
        case ends
    }

    /// Records the function or property around a known value, which may always return the same value:
    /// `guard isOn else { return false }; return true`.
    func solveBody(around node: Syntax, _ file: Int) {
        var current: Syntax? = node
        while let node = current, !node.is(ClosureExprSyntax.self), !node.is(MemberBlockSyntax.self) {
            if let list = node.as(CodeBlockItemListSyntax.self), list.count > 1 || list.only?.item.result == nil,
                let owner = Self.owner(ofBody: list)
            {
                pendingBodies[list.id] = (list, owner, file)
                return
            }
            current = node.parent
        }
    }

    /// Solves the functions and properties around the values that have become known; returns whether there were any.
    func solvePendingBodies() -> Bool {
        let bodies = pendingBodies.values.sorted { ($0.file, $0.list.position) < ($1.file, $1.list.position) }
        pendingBodies = [:]
        for body in bodies {
            if let value = value(ofBody: body.list) { solve(body.owner, value, body.file) }
        }
        return !bodies.isEmpty
    }

    /// Returns the function, or the property with a getter only, to which a body belongs.
    private static func owner(ofBody list: CodeBlockItemListSyntax) -> Syntax? {
        guard let block = list.parent else { return nil }
        if let accessors = block.as(AccessorBlockSyntax.self) { return accessors.parent }
        if let function = block.parent?.as(FunctionDeclSyntax.self) {
            return function.signature.returnClause == nil ? nil : Syntax(function)
        }
        guard let accessor = block.parent?.as(AccessorDeclSyntax.self),
            accessor.accessorSpecifier.tokenKind == .keyword(.get),
            let list = accessor.parent?.as(AccessorDeclListSyntax.self), list.count == 1
        else { return nil }
        return list.parent?.parent
    }

    /// Returns the value that a body always returns without doing anything else; `nil` if it is unknown.
    func value(ofBody list: CodeBlockItemListSyntax) -> KnownValue? {
        guard case .returns(let result)? = run(list, depth: 0) else { return nil }
        return value(of: result)
    }

    private func run(_ list: CodeBlockItemListSyntax, depth: Int) -> Run? {
        guard depth < 16 else { return nil }
        for item in list where !isRemoved(item) {
            let result: Run?
            switch item.item {
            case .stmt(let statement):
                if let value = statement.as(ReturnStmtSyntax.self) {
                    result = value.expression.map { .returns($0) }
                } else if let statement = statement.as(GuardStmtSyntax.self) {
                    guard case .bool(let isMet)? = value(ofConditions: statement.conditions) else { return nil }
                    result = isMet ? .ends : run(statement.body.statements, depth: depth + 1)
                } else if let choice = statement.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self) {
                    result = run(choice, depth: depth + 1)
                } else {
                    return nil
                }
            case .expr(let expression):
                if let choice = expression.as(IfExprSyntax.self) {
                    result = run(choice, depth: depth + 1)
                } else if list.count == 1 {
                    result = .returns(expression)
                } else {
                    return nil
                }
            case .decl: return nil
            }
            switch result {
            case .ends?: continue
            case .returns?, nil: return result
            }
        }
        return .ends
    }

    private func run(_ choice: IfExprSyntax, depth: Int) -> Run? {
        guard depth < 16, case .bool(let isMet)? = value(ofConditions: choice.conditions) else { return nil }
        if isMet { return run(choice.body.statements, depth: depth) }
        switch choice.elseBody {
        case .codeBlock(let block)?: return run(block.statements, depth: depth)
        case .ifExpr(let other)?: return run(other, depth: depth + 1)
        case nil: return .ends
        }
    }

    /// Returns whether conditions are met.
    func value(ofConditions list: ConditionElementListSyntax) -> KnownValue? {
        for element in list {
            guard case .expression(let expression) = element.condition, case .bool(let isMet)? = value(of: expression)
            else { return nil }
            if !isMet { return .bool(false) }
        }
        return .bool(true)
    }
}
