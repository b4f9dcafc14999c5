import SwiftSyntax
import ToggleLint

extension BodyPlace {
    /// The maximum number of levels to search upwards, and of branches to keep; real code is not nested deeper.
    private static let limits = (levels: 2_000, branches: 64)

    /// Finds the body and the branches around a node; `nil` outside of any body.
    init?(of node: some SyntaxProtocol) {
        self.init(body: 0, branches: [])
        var child = Syntax(node)
        for _ in 0..<Self.limits.levels {
            guard let parent = child.parent else { return nil }
            if branches.count < Self.limits.branches { branches += Self.branches(child, of: parent) }
            switch parent.kind {
            case .functionDecl, .initializerDecl, .deinitializerDecl, .accessorDecl, .closureExpr:
                body = parent.position.utf8Offset
                return
            case .accessorBlock where child.is(CodeBlockItemListSyntax.self):
                // A getter without the keyword `get`.
                body = parent.position.utf8Offset
                return
            default: child = parent
            }
        }
        return nil
    }

    /// Returns the branches that contain a part of a choice; several in `a ? b : c ? d : e`.
    private static func branches(_ child: Syntax, of parent: Syntax) -> [Branch] {
        func branch(_ index: Int, _ choice: some SyntaxProtocol, leaves: Bool = false) -> Branch {
            Branch(choice: choice.position.utf8Offset, index: index, leaves: leaves)
        }
        switch parent.as(SyntaxEnum.self) {
        case .ifExpr(let expression):
            if child.id == Syntax(expression.body).id {
                return [branch(0, expression, leaves: leaves(expression.body.statements))]
            }
            guard child.is(CodeBlockSyntax.self) || child.is(IfExprSyntax.self) else { return [] }
            let block = child.as(CodeBlockSyntax.self)
            return [branch(1, expression, leaves: block.map { leaves($0.statements) } ?? false)]
        case .guardStmt(let statement):
            guard child.id == Syntax(statement.body).id else { return [] }
            return [branch(0, statement, leaves: leaves(statement.body.statements))]
        case .switchCase(let clause):
            guard child.id == Syntax(clause.statements).id, let choice = parent.parent else { return [] }
            return [branch(clause.position.utf8Offset, choice, leaves: leaves(clause.statements))]
        case .unresolvedTernaryExpr: return [branch(0, parent)]
        case .exprList(let list) where !ConditionReader.isLong(list):
            return list.prefix { $0.position < child.position }.filter { $0.is(UnresolvedTernaryExprSyntax.self) }
                .prefix(limits.branches).map { branch(1, $0) }
        case .ifConfigClause(let clause):
            return parent.parent.map { [branch(clause.position.utf8Offset, $0)] } ?? []
        default: return []
        }
    }

    private static func leaves(_ statements: CodeBlockItemListSyntax) -> Bool {
        guard let last = statements.last?.item else { return false }
        return last.is(ReturnStmtSyntax.self) || last.is(ThrowStmtSyntax.self)
    }
}
