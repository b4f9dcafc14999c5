import SwiftSyntax

/// What the getter of a property shows about its value.
struct GetterValue {
    /// The value in release builds, if it is a literal.
    private(set) var value: Bool?
    /// The key that the getter reads, if it reads a single one.
    private(set) var key: String?
    /// The name of the constant with the key that the getter reads, if it reads a single one.
    private(set) var keyConstant: String?
    /// The call that is all that the getter does.
    private(set) var call: FunctionCallExprSyntax?

    /// Reads the getter in an accessor block.
    init(_ block: AccessorBlockSyntax) {
        Self.statements(block).map { read($0) }
    }

    /// Returns the statements of the getter in an accessor block.
    static func statements(_ block: AccessorBlockSyntax) -> CodeBlockItemListSyntax? {
        switch block.accessors {
        case .getter(let body): body
        case .accessors(let list):
            list.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }?.body?.statements
        }
    }

    private mutating func read(_ body: CodeBlockItemListSyntax) {
        value = Self.value(of: body)
        call = Self.result(of: body)?.as(FunctionCallExprSyntax.self)
        guard body.count <= 3 else { return }
        key = Self.onlyLiteral(in: body)
        if key == nil { keyConstant = Self.onlyConstant(in: body) }
    }

    /// Returns the value that statements return in release builds, if it is a literal.
    static func value(of body: CodeBlockItemListSyntax) -> Bool? {
        guard body.count == 1, let item = body.first?.item else { return nil }
        if case .decl(let declaration) = item, let conditional = declaration.as(IfConfigDeclSyntax.self) {
            guard case .statements(let inner)? = conditional.releaseClause?.elements else { return nil }
            return value(of: inner)
        }
        return result(of: body)?.constantValue
    }

    /// Returns the expression that a single statement returns.
    static func result(of body: CodeBlockItemListSyntax) -> ExprSyntax? {
        guard body.count == 1 else { return nil }
        switch body.first?.item {
        case .expr(let expression): return expression
        case .stmt(let statement): return statement.as(ReturnStmtSyntax.self)?.expression
        case .decl, nil: return nil
        }
    }

    /// Returns whether an argument is a key, according to its label or the function.
    private static func isKey(_ argument: LabeledExprSyntax) -> Bool {
        guard let owner = argument.parent?.parent else { return false }
        if let label = argument.label?.name.lowercased() {
            return ["key", "name", "flag", "feature", "toggle", "for", "parameter"].contains(where: label.contains)
        }
        guard let call = owner.as(FunctionCallExprSyntax.self) else { return owner.is(SubscriptCallExprSyntax.self) }
        let name = call.calledExpression.lastName?.lowercased() ?? ""
        let words = ["bool", "enabled", "flag", "feature", "toggle", "value", "config", "variation", "ison", "get"]
        return words.contains(where: name.contains)
    }

    /// Returns the only constant that is an argument `forKey:` in statements.
    private static func onlyConstant(in body: CodeBlockItemListSyntax) -> String? {
        var result: String?
        var nodes = [Syntax(body)]
        var count = 0
        while let node = nodes.popLast(), count < 2_000 {
            count += 1
            if let argument = node.as(LabeledExprSyntax.self), argument.label?.name == "forKey" {
                guard argument.expression.is(MemberAccessExprSyntax.self),
                    let name = argument.expression.lastName, result == nil || result == name
                else { return nil }
                result = name
            }
            nodes.append(contentsOf: node.children(viewMode: .sourceAccurate))
        }
        return result
    }

    /// Returns the only string literal that is an argument in statements.
    private static func onlyLiteral(in body: CodeBlockItemListSyntax) -> String? {
        var result: String?
        var nodes = [Syntax(body)]
        var count = 0
        while let node = nodes.popLast(), count < 2_000 {
            count += 1
            if let literal = node.as(StringLiteralExprSyntax.self) {
                guard let argument = node.parent?.as(LabeledExprSyntax.self), isKey(argument),
                    let text = ExprSyntax(literal).stringLiteral, result == nil || result == text
                else { return nil }
                result = text
                continue
            }
            nodes.append(contentsOf: node.children(viewMode: .sourceAccurate))
        }
        return result
    }
}

extension IfConfigDeclSyntax {
    /// The branch that release builds compile, in which `DEBUG` and all other conditions except `RELEASE` are false;
    /// `nil` if there is no such branch.
    var releaseClause: IfConfigClauseSyntax? {
        clauses.first { clause in
            guard let condition = clause.condition else { return true }
            let tokens = condition.tokenTexts(limit: 3)
            return tokens == ["RELEASE"] || tokens == ["!", "DEBUG"]
        }
    }
}
