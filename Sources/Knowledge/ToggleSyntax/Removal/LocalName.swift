import SwiftSyntax

/// Finds the local declaration that a name refers to.
enum LocalName {
    /// Returns the identifier of the innermost parameter or local variable with a name that is in scope at a node;
    /// `nil` if neither the enclosing member nor the top level of the file declares the name.
    static func declaration(of name: String, at node: some SyntaxProtocol) -> TokenSyntax? {
        var child = Syntax(node)
        while let parent = child.parent {
            if parent.is(MemberBlockSyntax.self) { return nil }
            if let found = declaration(of: name, in: parent, before: child) { return found }
            child = parent
        }
        return nil
    }

    private static func declaration(of name: String, in parent: Syntax, before child: Syntax) -> TokenSyntax? {
        switch parent.as(SyntaxEnum.self) {
        case .codeBlockItemList(let list):
            // Names at the top level of a file are global.
            if parent.parent?.is(SourceFileSyntax.self) == true { return nil }
            var found: TokenSyntax?
            var isBefore = true
            // A local function can use what is declared after it.
            let isInFunction = child.as(CodeBlockItemSyntax.self)?.item.is(FunctionDeclSyntax.self) ?? false
            for item in list {
                if Syntax(item).id == child.id { isBefore = false }
                if isBefore {
                    found = declared(name, item) ?? found
                } else if let function = item.item.as(FunctionDeclSyntax.self), function.name.name == name {
                    found = function.name
                } else if isInFunction, found == nil {
                    found = declared(name, item)
                }
            }
            return found
        case .conditionElementList(let list):
            return list.prefix { Syntax($0).id != child.id }.reversed().lazy.compactMap { bound(name, $0) }.first
        case .ifExpr(let expression):
            guard child.id == Syntax(expression.body).id else { return nil }
            return expression.conditions.reversed().lazy.compactMap { bound(name, $0) }.first
        case .whileStmt(let statement):
            guard child.id == Syntax(statement.body).id else { return nil }
            return statement.conditions.reversed().lazy.compactMap { bound(name, $0) }.first
        case .forStmt(let loop):
            return child.id == Syntax(loop.sequence).id ? nil : identifier(name, in: loop.pattern)
        case .functionDecl(let function):
            return child.is(CodeBlockSyntax.self) ? parameter(name, function.signature.parameterClause) : nil
        case .initializerDecl(let initializer):
            return child.is(CodeBlockSyntax.self) ? parameter(name, initializer.signature.parameterClause) : nil
        case .subscriptDecl(let declaration):
            return child.is(AccessorBlockSyntax.self) ? parameter(name, declaration.parameterClause) : nil
        case .accessorDecl(let accessor):
            return accessor.parameters.flatMap { $0.name.name == name ? $0.name : nil }
        case .closureExpr(let closure):
            guard child.is(CodeBlockItemListSyntax.self) else { return nil }
            switch closure.signature?.parameterClause {
            case .simpleInput(let list): return list.first { $0.name.name == name }?.name
            case .parameterClause(let clause):
                return clause.parameters.lazy.map { $0.secondName ?? $0.firstName }.first { $0.name == name }
            case nil: return nil
            }
        case .switchCase(let clause):
            guard child.is(CodeBlockItemListSyntax.self) || child.is(SwitchCaseLabelSyntax.self),
                case .case(let label) = clause.label
            else { return nil }
            return label.caseItems.lazy.compactMap { identifier(name, in: $0.pattern) }.first
        case .catchClause(let clause):
            guard child.is(CodeBlockSyntax.self) else { return nil }
            return clause.catchItems.lazy.compactMap { $0.pattern.flatMap { identifier(name, in: $0) } }.first
        default: return nil
        }
    }

    private static func declared(_ name: String, _ item: CodeBlockItemSyntax) -> TokenSyntax? {
        if let variable = item.item.as(VariableDeclSyntax.self) {
            return variable.bindings.lazy.compactMap { identifier(name, in: $0.pattern) }.first
        }
        if let statement = item.item.as(GuardStmtSyntax.self) {
            return statement.conditions.lazy.compactMap { bound(name, $0) }.first
        }
        if let function = item.item.as(FunctionDeclSyntax.self), function.name.name == name { return function.name }
        if let block = item.item.as(IfConfigDeclSyntax.self) {
            return block.clauses.lazy.compactMap { clause -> TokenSyntax? in
                guard case .statements(let list)? = clause.elements else { return nil }
                return list.lazy.compactMap { declared(name, $0) }.first
            }.first
        }
        return nil
    }

    private static func parameter(_ name: String, _ clause: FunctionParameterClauseSyntax) -> TokenSyntax? {
        clause.parameters.lazy.map { $0.secondName ?? $0.firstName }.first { $0.name == name }
    }

    private static func bound(_ name: String, _ element: ConditionElementSyntax) -> TokenSyntax? {
        switch element.condition {
        case .optionalBinding(let binding): identifier(name, in: binding.pattern)
        case .matchingPattern(let pattern): identifier(name, in: pattern.pattern)
        default: nil
        }
    }

    /// Returns the identifier that a pattern binds.
    private static func identifier(_ name: String, in pattern: PatternSyntax) -> TokenSyntax? {
        var stack = [Syntax(pattern)]
        while let node = stack.popLast() {
            if let identifier = node.as(IdentifierPatternSyntax.self) {
                if identifier.identifier.name == name { return identifier.identifier }
            } else if !node.is(TokenSyntax.self) {
                stack.append(contentsOf: node.children(viewMode: .sourceAccurate))
            }
        }
        return nil
    }
}
