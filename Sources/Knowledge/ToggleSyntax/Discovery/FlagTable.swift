import SwiftSyntax

/// The values of flags that a function, a property, or a dictionary contains.
struct FlagTable: Sendable {
    /// The type of the flags.
    var type: String
    /// The type that contains the table, if there is one.
    var owner: String?
    /// The name of the function or property.
    var name: String
    /// The name for people: `DefaultFlags.isEnabled(_:)`.
    var text: String
    /// The values by the names of the flags; `nil` for a flag whose value isn't a literal.
    var values: [String: Bool?] = [:]
    /// The names of those whose value is a literal of another type than `Bool`.
    var others: Set<String> = []
    /// The value of the other flags, if it is a literal.
    var rest: Bool?
    /// Whether it is a dictionary of Boolean values, which can only be defaults.
    var isDictionary = false

    /// Returns the value of a flag.
    func value(of name: String) -> Bool? { values[name] ?? rest }

    /// The number of flags whose value is a literal.
    var count: Int { values.values.count { $0 != nil } }
}

extension FlagTable {
    /// Reads the `switch` over flags in the body of a function or getter.
    init?(_ body: CodeBlockItemListSyntax, type: String, owner: String?, name: String, text: String) {
        self.init(type: type, owner: owner, name: name, text: text)
        guard let choice = body.lazy.compactMap({ Self.choice($0.item) }).first else { return nil }
        for element in choice.cases {
            guard let branch = element.as(SwitchCaseSyntax.self) else { continue }
            let value = Self.value(of: branch.statements)
            let isOther = GetterValue.result(of: branch.statements).map(Self.isOther) ?? false
            switch branch.label {
            case .default: rest = value
            case .case(let label):
                for item in label.caseItems {
                    guard item.whereClause == nil, let pattern = item.pattern.as(ExpressionPatternSyntax.self),
                        let access = pattern.expression.as(MemberAccessExprSyntax.self)
                    else { continue }
                    values[access.declName.baseName.name] = .some(value)
                    if isOther { others.insert(access.declName.baseName.name) }
                }
            }
        }
        if values.isEmpty { return nil }
    }

    /// Returns the `switch` that a statement is or returns.
    static func choice(_ item: CodeBlockItemSyntax.Item) -> SwitchExprSyntax? {
        switch item {
        case .expr(let expression): expression.as(SwitchExprSyntax.self)
        case .stmt(let statement):
            statement.as(ExpressionStmtSyntax.self)?.expression.as(SwitchExprSyntax.self)
                ?? statement.as(ReturnStmtSyntax.self)?.expression?.as(SwitchExprSyntax.self)
        case .decl: nil
        }
    }

    /// Returns the value of a branch: a literal, or a state such as `.enabled`.
    private static func value(of statements: CodeBlockItemListSyntax) -> Bool? {
        if let value = GetterValue.value(of: statements) { return value }
        return GetterValue.result(of: statements).flatMap(value)
    }

    /// Returns the value of an expression: `true`, `true as NSNumber`, `.enabled`, `.bool(true)`.
    private static func value(of expression: ExprSyntax) -> Bool? {
        let expression = converted(expression)
        if let value = expression.constantValue { return value }
        if let call = expression.as(FunctionCallExprSyntax.self), call.arguments.count == 1,
            call.calledExpression.as(MemberAccessExprSyntax.self).map({ $0.base == nil })
                ?? (call.calledExpression.lastName == "NSNumber")
        {
            return call.arguments.first?.expression.constantValue
        }
        guard let access = expression.as(MemberAccessExprSyntax.self), access.base == nil else { return nil }
        switch access.declName.baseName.name {
        case "enabled", "on", "always", "alwaysOn", "released": return true
        case "disabled", "off", "never", "alwaysOff": return false
        default: return nil
        }
    }

    /// Returns the expression that another one converts: `3000` for `3000 as NSNumber`.
    private static func converted(_ expression: ExprSyntax) -> ExprSyntax {
        guard let elements = expression.as(SequenceExprSyntax.self)?.elements, let first = elements.first,
            elements.dropFirst().first?.is(UnresolvedAsExprSyntax.self) == true
        else { return expression }
        return first
    }

    /// Returns whether an expression is a literal of another type than `Bool`.
    private static func isOther(_ expression: ExprSyntax) -> Bool {
        switch converted(expression).as(ExprSyntaxEnum.self) {
        case .stringLiteralExpr, .integerLiteralExpr, .floatLiteralExpr, .arrayExpr, .dictionaryExpr: true
        default: false
        }
    }

    /// Reads a dictionary whose keys are flags.
    init?(_ dictionary: DictionaryExprSyntax, type: String, owner: String?, name: String) {
        let text = [owner, name].compactMap(\.self).joined(separator: ".")
        self.init(type: type, owner: owner, name: name, text: text)
        guard case .elements(let elements) = dictionary.content else { return nil }
        for element in elements {
            guard let access = element.key.as(MemberAccessExprSyntax.self) else { return nil }
            values[access.declName.baseName.name] = .some(Self.value(of: element.value))
            if Self.isOther(element.value) { others.insert(access.declName.baseName.name) }
        }
        isDictionary = elements.allSatisfy { $0.value.booleanLiteral != nil }
        if values.isEmpty { return nil }
    }
}
