import SwiftSyntax

/// Determines whether a local declaration shadows a property of the enclosing type.
enum Shadowing {
    /// Returns whether a parameter or a local variable with a reference's name is in scope there.
    static func isShadowed(_ reference: DeclReferenceExprSyntax) -> Bool {
        let name = reference.baseName.name
        var child = Syntax(reference)
        while let parent = child.parent {
            if parent.is(MemberBlockSyntax.self) { return false }
            if let list = parent.as(CodeBlockItemListSyntax.self) {
                for item in list {
                    if Syntax(item).id == child.id { break }
                    if declares(name, item) { return true }
                }
            } else if let list = parent.as(ConditionElementListSyntax.self) {
                for element in list {
                    if Syntax(element).id == child.id { break }
                    if binds(name, element) { return true }
                }
            } else if let expression = parent.as(IfExprSyntax.self), child.is(CodeBlockSyntax.self),
                expression.body.id == child.as(CodeBlockSyntax.self)?.id
            {
                if expression.conditions.contains(where: { binds(name, $0) }) { return true }
            } else if let function = parent.as(FunctionDeclSyntax.self) {
                if has(name, function.signature.parameterClause) { return true }
            } else if let initializer = parent.as(InitializerDeclSyntax.self) {
                if has(name, initializer.signature.parameterClause) { return true }
            } else if let closure = parent.as(ClosureExprSyntax.self), has(name, closure) {
                return true
            } else if let loop = parent.as(ForStmtSyntax.self), loop.pattern.tokenTexts(limit: 50).contains(name) {
                return true
            }
            child = parent
        }
        return false
    }

    private static func has(_ name: String, _ clause: FunctionParameterClauseSyntax) -> Bool {
        clause.parameters.contains { ($0.secondName ?? $0.firstName).name == name }
    }

    private static func has(_ name: String, _ closure: ClosureExprSyntax) -> Bool {
        switch closure.signature?.parameterClause {
        case .simpleInput(let parameters): parameters.contains { $0.name.name == name }
        case .parameterClause(let clause): clause.parameters.contains { ($0.secondName ?? $0.firstName).name == name }
        case nil: false
        }
    }

    private static func declares(_ name: String, _ item: CodeBlockItemSyntax) -> Bool {
        if let variable = item.item.as(VariableDeclSyntax.self) {
            return variable.bindings.contains { $0.pattern.tokenTexts(limit: 50).contains(name) }
        }
        if let statement = item.item.as(GuardStmtSyntax.self) {
            return statement.conditions.contains { binds(name, $0) }
        }
        return false
    }

    private static func binds(_ name: String, _ element: ConditionElementSyntax) -> Bool {
        switch element.condition {
        case .optionalBinding(let binding): binding.pattern.tokenTexts(limit: 50).contains(name)
        case .matchingPattern(let pattern): pattern.pattern.tokenTexts(limit: 50).contains(name)
        default: false
        }
    }
}
