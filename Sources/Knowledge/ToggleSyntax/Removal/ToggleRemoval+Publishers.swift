import SwiftSyntax
import ToggleLint

/// Statements that assign the values of publishers.
extension ToggleRemoval {
    /// A statement whose only purpose is to assign the value of a publisher.
    struct Chain {
        var statement: Syntax
        /// The expression or key path of the target.
        var target: Syntax?
    }

    /// Returns the statement `$x.assign(to: …)` around a publisher.
    func assignment(ofPublisher publisher: ExprSyntax) -> Chain? {
        let passive: Set<String> = [
            "removeDuplicates", "receive", "eraseToAnyPublisher", "store", "dropFirst", "prepend", "debounce", "share",
        ]
        var target: Syntax?
        var node = Syntax(publisher)
        for _ in 0..<100 {
            guard let parent = node.parent else { return nil }
            if let item = parent.as(CodeBlockItemSyntax.self) {
                return target.map { Chain(statement: Syntax(item), target: $0) }
            }
            if let access = parent.as(MemberAccessExprSyntax.self), access.base?.id == node.as(ExprSyntax.self)?.id {
                node = parent
            } else if let call = parent.as(FunctionCallExprSyntax.self),
                call.calledExpression.id == node.as(ExprSyntax.self)?.id,
                let name = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.name
            {
                if name.lowercased().contains("assign"), let first = call.arguments.first {
                    target = Syntax(first.expression)
                } else if name == "sink", let assigned = assignedParameter(call) {
                    target = Syntax(assigned)
                } else if !passive.contains(name), !isSelection(call, name) {
                    return nil
                }
                node = parent
            } else if let list = parent.as(ExprListSyntax.self), assignedExpression(list) != nil,
                let item = list.parent?.parent?.as(CodeBlockItemSyntax.self), list.count == 3
            {
                // `cancellable = $x.assign(…)`
                return target.map { Chain(statement: Syntax(item), target: $0) }
            } else {
                return nil
            }
        }
        return nil
    }

    /// Returns whether a call only takes the value out of what describes it: `map(\.value)`.
    private func isSelection(_ call: FunctionCallExprSyntax, _ name: String) -> Bool {
        guard name == "map", let path = call.arguments.only?.expression.as(KeyPathExprSyntax.self) else { return false }
        let component = path.components.only?.component.as(KeyPathPropertyComponentSyntax.self)
        return component.map { ["value", "isOn", "isEnabled"].contains($0.declName.baseName.text) } ?? false
    }

    /// Returns the target of the assignment in `sink { [weak self] value in self?.target = value }`.
    private func assignedParameter(_ call: FunctionCallExprSyntax) -> ExprSyntax? {
        guard let closure = call.trailingClosure ?? call.arguments.only?.expression.as(ClosureExprSyntax.self),
            let list = closure.statements.only?.item.as(SequenceExprSyntax.self)?.elements, list.count == 3,
            let target = assignedExpression(list), let value = list.last?.as(DeclReferenceExprSyntax.self)?.baseName
        else { return nil }
        let parameter: TokenSyntax?
        switch closure.signature?.parameterClause {
        case .simpleInput(let parameters): parameter = parameters.only?.name
        case .parameterClause(let clause): parameter = clause.parameters.only.map { $0.secondName ?? $0.firstName }
        case nil: return value.text == "$0" ? target : nil
        }
        return parameter?.name == value.name ? target : nil
    }

    /// Tries to remove the variables to which a publisher's values are assigned, and the statements that do it.
    ///
    /// - Parameter evidence: Gets the statements that go, and the obstacles.
    /// - Returns: The statements that can't stay, because their variables are gone.
    @discardableResult
    func solveTargets(of evidence: inout Evidence) -> [Removal] {
        var result: [Removal] = []
        for (chain, publisher, file) in evidence.chains {
            if solveTarget(chain, file) {
                evidence.others.append((chain.statement, file))
                result.append(Removal(file: file, node: chain.statement))
            } else {
                let reason = "its values are assigned to a variable that stays"
                evidence.obstacles.append((file, Syntax(publisher), reason))
            }
        }
        return result
    }

    /// Tries to remove the variable to which a publisher's values are assigned; returns whether it is gone.
    func solveTarget(_ chain: Chain, _ file: Int) -> Bool {
        guard let found = noteTarget(chain, file) else { return false }
        solve(found.node, kept, found.file)
        return solved.contains(found.node.id)
    }

    /// Records that a statement gives a variable the value of the toggle, and returns its declaration.
    @discardableResult
    func noteTarget(_ chain: Chain, _ file: Int) -> (node: Syntax, file: Int)? {
        guard let target = chain.target, let found = targetDeclaration(target, file) else { return nil }
        let known = publisherTargets[found.node.id] ?? []
        if !known.contains(where: { $0.node?.id == chain.statement.id }) {
            let input = Input(file: file, node: chain.statement, replacesInitialValue: true, isKept: true)
            publisherTargets[found.node.id] = known + [input]
        }
        return found
    }

    private func targetDeclaration(_ target: Syntax, _ file: Int) -> (node: Syntax, file: Int)? {
        if let path = target.as(KeyPathExprSyntax.self) {
            let names = path.components.compactMap { component in
                component.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.name
            }
            guard let last = names.last, let tree = project.tree(file) else { return nil }
            var type = path.root?.lastName ?? EnclosingDeclarations(target, in: tree).types.first
            for name in names.dropLast() { type = type.flatMap { project.valueType(ofMember: name, in: $0) } }
            return member(last, of: type)
        }
        guard var expression = target.as(InOutExprSyntax.self)?.expression ?? target.as(ExprSyntax.self) else {
            return nil
        }
        var name: String?
        if let reference = expression.as(DeclReferenceExprSyntax.self) {
            name = reference.baseName.text
        } else if let access = expression.as(MemberAccessExprSyntax.self) {
            name = access.declName.baseName.text
        }
        guard let name, let tree = project.tree(file) else { return nil }
        let plain = name.hasPrefix("$") ? String(name.dropFirst()) : name
        if let access = expression.as(MemberAccessExprSyntax.self), let base = access.base {
            expression = base
            return member(plain, of: typeName(of: base, file))
        }
        for type in EnclosingDeclarations(expression, in: tree).types {
            if let found = member(plain, of: type) { return found }
        }
        return nil
    }
}
