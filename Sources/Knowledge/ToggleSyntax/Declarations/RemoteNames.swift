import SwiftSyntax
import ToggleLint
import ToggleManifest

/// The names of a service for the cases of an enum, which one of its properties returns, or its initializer takes.
struct RemoteNames {
    /// The names of the cases.
    private var cases: [String: Name] = [:]
    /// The name of the other cases.
    private var rest = Name.unknown

    /// What a branch returns.
    private enum Name: Equatable {
        case text(String)
        case rawValue
        case snakeCase
        case none
        case unknown
    }

    /// Reads the property of an enum, or of an extension of it in the same file.
    init?(of declaration: TypeDeclaration, in tree: SourceTree) {
        let name = declaration.container.split(separator: ".").last.map(String.init)
        let extensions = tree.root.statements.compactMap { item -> ExtensionDeclSyntax? in
            guard case .decl(let declaration) = item.item else { return nil }
            return declaration.as(ExtensionDeclSyntax.self).flatMap { $0.extendedType.lastName == name ? $0 : nil }
        }
        let members = declaration.members + extensions.flatMap { TypeDeclaration.members($0.memberBlock) }
        let properties = members.compactMap { $0.as(VariableDeclSyntax.self) }.filter { !$0.modifiers.areStatic }
            .compactMap(\.bindings.first)
        let ranked = properties.filter { Self.rank($0) > 0 }.sorted { Self.rank($0) > Self.rank($1) }
        let initializers = members.lazy.compactMap { $0.as(InitializerDeclSyntax.self) }
        guard let names = ranked.lazy.compactMap({ Self($0) }).first ?? initializers.compactMap({ Self($0) }).first
        else { return nil }
        self = names
    }

    /// Returns the literals that the property `description` of an enum returns for its cases.
    static func descriptions(in declaration: TypeDeclaration) -> [String: String] {
        let properties = declaration.members.compactMap { $0.as(VariableDeclSyntax.self) }.flatMap(\.bindings)
        let property = properties.first { binding in
            binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.name == "description"
                && binding.typeAnnotation?.type.lastName == "String"
        }
        guard let property, let names = RemoteNames(property) else { return [:] }
        return names.cases.compactMapValues { if case .text(let text) = $0 { text } else { nil } }
    }

    /// Reads an initializer: `init?(rawValue: String) { switch rawValue { case "new_menu": self = .newMenu … } }`.
    ///
    /// The service doesn't know the cases that no text creates.
    private init?(_ initializer: InitializerDeclSyntax) {
        let parameters = initializer.signature.parameterClause.parameters
        guard parameters.count == 1, let parameter = parameters.first, parameter.firstName.name == "rawValue",
            parameter.type.lastName == "String", let body = initializer.body?.statements, body.count == 1,
            let item = body.first?.item, let choice = FlagTable.choice(item),
            choice.subject.lastName == (parameter.secondName ?? parameter.firstName).name
        else { return nil }
        for branch in choice.cases.compactMap({ $0.as(SwitchCaseSyntax.self) }) {
            guard case .case(let label) = branch.label, let pattern = label.caseItems.first?.pattern,
                let text = pattern.as(ExpressionPatternSyntax.self)?.expression.stringLiteral,
                let name = branch.caseAssignedToSelf
            else { continue }
            if cases[name] == nil { cases[name] = .text(text) }
        }
        guard !cases.isEmpty else { return nil }
        rest = .none
    }

    /// Returns how likely a property is to return the names of a service.
    private static func rank(_ binding: PatternBindingSyntax) -> Int {
        let type = binding.typeAnnotation?.type
        guard type?.as(OptionalTypeSyntax.self)?.wrappedType.lastName ?? type?.lastName == "String",
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.name.lowercased()
        else { return 0 }
        if name == "rawvalue" || name.contains("remote") || name.contains("firebase") { return 2 }
        // Keys of texts and of stored values aren't those of a service.
        let others = ["local", "default", "storage", "title", "text", "cache", "override", "description"]
        return name.hasSuffix("key") && !others.contains(where: name.contains) ? 1 : 0
    }

    private init?(_ binding: PatternBindingSyntax) {
        guard let body = binding.accessorBlock.flatMap(GetterValue.statements), body.count == 1,
            let item = body.first?.item
        else { return nil }
        guard let choice = FlagTable.choice(item) else {
            rest = Self.name(of: body)
            if rest == .unknown || rest == .none { return nil }
            return
        }
        guard choice.subject.lastName == "self" else { return nil }
        for branch in choice.cases.compactMap({ $0.as(SwitchCaseSyntax.self) }) {
            let name = Self.name(of: branch.statements)
            switch branch.label {
            case .default: rest = name
            case .case(let label):
                for item in label.caseItems {
                    guard item.whereClause == nil, let pattern = item.pattern.as(ExpressionPatternSyntax.self),
                        let access = pattern.expression.as(MemberAccessExprSyntax.self)
                    else { continue }
                    cases[access.declName.baseName.name] = name
                }
            }
        }
        let hasText = cases.values.contains { if case .text = $0 { true } else { false } }
        guard hasText else { return nil }
    }

    /// Returns what statements return.
    private static func name(of body: CodeBlockItemListSyntax) -> Name {
        guard let result = GetterValue.result(of: body) else { return .unknown }
        // Who gets the value depends on the condition; its name doesn't.
        if let elements = result.as(SequenceExprSyntax.self)?.elements, elements.count == 3,
            let choice = elements.dropFirst().first?.as(UnresolvedTernaryExprSyntax.self), let other = elements.last
        {
            let names = [choice.thenExpression, other].map(name).filter { $0 != .none }
            return names.count == 1 ? names[0] : .unknown
        }
        return name(of: result)
    }

    private static func name(of expression: ExprSyntax) -> Name {
        if let text = expression.stringLiteral { return .text(text) }
        if expression.is(NilLiteralExprSyntax.self) { return .none }
        var words = expression
        if let call = expression.as(FunctionCallExprSyntax.self), call.arguments.isEmpty {
            words = call.calledExpression
        }
        if words.lastName == "rawValue", words.id == expression.id { return .rawValue }
        guard let access = words.as(MemberAccessExprSyntax.self), access.base?.lastName == "rawValue",
            access.declName.baseName.name.lowercased().contains("snake")
        else { return .unknown }
        return .snakeCase
    }

    /// Returns the name of a case.
    func name(of flag: DeclaredFlag) -> DeclaredFlag.RemoteName {
        let raw = flag.rawValue ?? flag.name
        switch cases[flag.name] ?? rest {
        case .text(let text): return .name(text)
        case .rawValue: return .name(raw)
        case .snakeCase: return SwiftName.key(from: raw).map { .name($0) } ?? .unknown
        case .none: return .none
        case .unknown: return .unknown
        }
    }
}

extension SwitchCaseSyntax {
    /// The name that the branch of an initializer assigns to `self`: `self = .newMenu`.
    var caseAssignedToSelf: String? {
        guard case .expr(let assignment)? = statements.first?.item,
            let elements = assignment.as(SequenceExprSyntax.self)?.elements, elements.count == 3,
            elements.first?.lastName == "self"
        else { return nil }
        return elements.last?.lastName
    }
}
