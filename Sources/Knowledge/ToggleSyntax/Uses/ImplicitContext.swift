import SwiftSyntax

/// The context that determines the type of an expression such as `.newCheckout`.
enum ImplicitContext {
    /// It is an argument of a call, an attribute or a macro.
    case argument(FileFacts.Callee, call: Syntax, isAttribute: Bool)
    /// Its type is written.
    case type(String)
    /// It is a pattern, as in `case .newCheckout:`.
    case pattern
    /// The context doesn't determine the type.
    case unknown

    /// Determines the context of an expression.
    init(of expression: some SyntaxProtocol) {
        self = .unknown
        var child = Syntax(expression)
        while let parent = child.parent {
            switch parent.as(SyntaxEnum.self) {
            case .labeledExpr(let argument):
                guard let list = argument.parent, let owner = list.parent else { return }
                if owner.is(TupleExprSyntax.self) {
                    guard argument.label == nil, list.as(LabeledExprListSyntax.self)?.count == 1 else { return }
                    child = owner
                    continue
                }
                self = Self.argument(label: argument.label?.name ?? "", of: owner)
                return
            case .arrayElementList, .arrayElement, .arrayExpr, .dictionaryElementList, .dictionaryElement,
                .dictionaryExpr, .tryExpr, .awaitExpr, .forceUnwrapExpr, .unresolvedTernaryExpr:
                child = parent
            case .exprList(let list):
                guard !ConditionReader.isLong(list), Self.isOnlyChoice(parent) else { return }
                child = parent
            case .sequenceExpr, .ternaryExpr: child = parent
            case .initializerClause:
                self = Self.initialized(parent)
                return
            case .returnStmt: child = parent
            case .codeBlockItem:
                guard let list = parent.parent,
                    let name = Self.resultType(of: list, isReturn: child.is(ReturnStmtSyntax.self))
                else { return }
                self = .type(name)
                return
            case .expressionPattern:
                self = .pattern
                return
            default: return
            }
        }
    }

    /// Returns whether the operators in a list are only those of a choice, `a ? .b : .c` and `a ?? .b`.
    private static func isOnlyChoice(_ list: Syntax) -> Bool {
        list.children(viewMode: .sourceAccurate).allSatisfy { element in
            guard let name = element.as(BinaryOperatorExprSyntax.self)?.operator.text else {
                return !element.is(AssignmentExprSyntax.self)
            }
            return name == "??" || !["==", "!=", "~=", "===", "+", "-"].contains(name)
        }
    }

    private static func argument(label: String, of owner: Syntax) -> ImplicitContext {
        if let call = owner.as(FunctionCallExprSyntax.self) {
            guard let name = call.calledExpression.lastName else { return .unknown }
            return .argument(FileFacts.Callee(name: name, label: label), call: owner, isAttribute: false)
        }
        if let attribute = owner.as(AttributeSyntax.self) {
            guard let name = attribute.attributeName.lastName else { return .unknown }
            return .argument(FileFacts.Callee(name: name, label: label), call: owner, isAttribute: true)
        }
        if let macro = owner.as(MacroExpansionExprSyntax.self) {
            let callee = FileFacts.Callee(name: macro.macroName.name, label: label)
            return .argument(callee, call: owner, isAttribute: true)
        }
        if let macro = owner.as(MacroExpansionDeclSyntax.self) {
            let callee = FileFacts.Callee(name: macro.macroName.name, label: label)
            return .argument(callee, call: owner, isAttribute: true)
        }
        if owner.is(SubscriptCallExprSyntax.self) {
            return .argument(FileFacts.Callee(name: "subscript", label: label), call: owner, isAttribute: false)
        }
        return .unknown
    }

    /// Returns the context of an initial value.
    private static func initialized(_ clause: Syntax) -> ImplicitContext {
        let type =
            if let binding = clause.parent?.as(PatternBindingSyntax.self) {
                binding.typeAnnotation?.type.lastName
            } else if let parameter = clause.parent?.as(FunctionParameterSyntax.self) {
                parameter.type.lastName
            } else {
                clause.parent?.as(EnumCaseParameterSyntax.self)?.type.lastName
            }
        return type.map(ImplicitContext.type) ?? .unknown
    }

    /// Returns whether the statements of a case are a single value, or return one, other than a view that the case shows.
    static func isResult(_ statements: CodeBlockItemListSyntax) -> Bool {
        guard statements.count == 1, let item = statements.first?.item else { return false }
        let type = resultType(of: Syntax(statements), isReturn: true)
        if let type, type.hasSuffix("View") || type.hasSuffix("ViewController") { return false }
        if item.is(BreakStmtSyntax.self) { return true }
        if let statement = item.as(ReturnStmtSyntax.self) { return statement.expression != nil }
        guard case .expr(let expression) = item, !expression.is(IfExprSyntax.self) else { return false }
        return resultType(of: Syntax(statements), isReturn: false) != nil
    }

    /// Returns the result type of the function or accessor that contains a list of statements, directly or nested.
    private static func resultType(of list: Syntax, isReturn: Bool) -> String? {
        var child = list
        while let parent = child.parent {
            if let function = parent.as(FunctionDeclSyntax.self) {
                return function.signature.returnClause?.type.lastName
            }
            if let binding = parent.as(PatternBindingSyntax.self) { return binding.typeAnnotation?.type.lastName }
            if let subscripted = parent.as(SubscriptDeclSyntax.self) { return subscripted.returnClause.type.lastName }
            if parent.is(ClosureExprSyntax.self) || parent.is(InitializerDeclSyntax.self) { return nil }
            // Without `return`, it is the result only if it is the single expression of a body, or of a branch of one.
            if !isReturn, let items = child.as(CodeBlockItemListSyntax.self), items.count > 1 { return nil }
            child = parent
        }
        return nil
    }
}
