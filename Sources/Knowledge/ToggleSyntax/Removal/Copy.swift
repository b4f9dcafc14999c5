import SwiftSyntax

/// A declaration that may only repeat the value of a toggle.
struct Copy {
    enum Kind {
        case local
        case member
        case global
        case parameter
    }

    var kind: Kind
    var name: String
    var file: Int
    /// The binding, function, or parameter.
    var node: Syntax
    var nameToken: TokenSyntax
    /// The enclosing type.
    var type: String?
    /// The whole declaration.
    var declaration: Syntax
    var isFunction = false

    /// Whether the declaration is only visible in its file.
    var isPrivate: Bool {
        let modifiers = declaration.asProtocol((any WithModifiersSyntax).self)?.modifiers
        return modifiers?.contains { $0.detail == nil && ["private", "fileprivate"].contains($0.name.text) } ?? false
    }

    /// Whether the Objective-C runtime or Interface Builder may use the declaration by name.
    var isExposed: Bool {
        let names = ["objc", "IBAction", "IBOutlet", "IBInspectable", "NSManaged", "GKInspectable"]
        let attributes = declaration.asProtocol((any WithAttributesSyntax).self)?.attributes
        let isMarked = attributes?.contains { element in
            element.as(AttributeSyntax.self)?.attributeName.lastName.map(names.contains) ?? false
        }
        let modifiers = declaration.asProtocol((any WithModifiersSyntax).self)?.modifiers
        if isMarked ?? false || modifiers?.contains(where: { $0.name.text == "dynamic" }) ?? false { return true }
        // A class can expose all of its members.
        let type = declaration.parent?.parent?.parent?.parent?.as(ClassDeclSyntax.self)
        return !isPrivate
            && type?.attributes.contains { $0.as(AttributeSyntax.self)?.attributeName.lastName == "objcMembers" }
                ?? false
    }

    var isOverride: Bool {
        declaration.asProtocol((any WithModifiersSyntax).self)?.modifiers.contains { $0.name.text == "override" }
            ?? false
    }

    /// The generic parameter or associated type in its type, which the compiler may infer from its value.
    var genericParameter: String? {
        let type =
            node.as(PatternBindingSyntax.self)?.typeAnnotation?.type ?? node.as(FunctionParameterSyntax.self)?.type
        guard let type else { return nil }
        let used = Set(type.tokens(viewMode: .sourceAccurate).map(\.name))
        var current: Syntax? = declaration
        while let node = current {
            let clause = node.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause
            if let found = clause?.parameters.first(where: { used.contains($0.name.name) }) { return found.name.name }
            for member in node.as(ProtocolDeclSyntax.self)?.memberBlock.members ?? [] {
                guard let associated = member.decl.as(AssociatedTypeDeclSyntax.self)?.name.name else { continue }
                if used.contains(associated) { return associated }
            }
            current = node.parent
        }
        return nil
    }

    /// The code in which the name of a local variable or parameter can be used.
    var scope: Syntax? {
        guard kind == .local else { return kind == .parameter ? declaration : nil }
        // The declarations in `#if` belong to the scope around it.
        var list = declaration.parent?.parent
        while list?.parent?.is(IfConfigClauseSyntax.self) ?? false {
            list = list?.parent?.parent?.parent?.parent?.parent
        }
        return list?.is(CodeBlockItemListSyntax.self) ?? false ? list : nil
    }

    /// Whether another block of the same `#if` declares the name, too.
    var hasAlternative: Bool {
        guard kind == .local || kind == .global,
            let clause = declaration.parent?.parent?.parent?.as(IfConfigClauseSyntax.self),
            let list = clause.parent?.as(IfConfigClauseListSyntax.self)
        else { return false }
        return list.contains { other in
            guard other.id != clause.id, case .statements(let items)? = other.elements else { return false }
            return items.contains { $0.declaredNames.contains(name) }
        }
    }

    /// Creates the copy that a binding, function, or parameter is; `nil` if it can't be followed.
    init?(_ node: Syntax, _ file: Int, in tree: SourceTree) {
        self.file = file
        self.node = node
        if let binding = node.as(PatternBindingSyntax.self) {
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
                let variable = binding.parent?.parent?.as(VariableDeclSyntax.self), let item = variable.parent
            else { return nil }
            (self.name, nameToken, declaration) = (name.name, name, Syntax(variable))
            if item.is(MemberBlockItemSyntax.self) {
                kind = .member
            } else if item.parent?.parent?.is(SourceFileSyntax.self) == true {
                kind = .global
            } else {
                kind = .local
            }
        } else if let function = node.as(FunctionDeclSyntax.self) {
            guard function.genericParameterClause == nil, !function.usesParameters else { return nil }
            (self.name, nameToken, declaration) = (function.name.name, function.name, node)
            isFunction = true
            if function.parent?.is(MemberBlockItemSyntax.self) == true {
                kind = .member
            } else {
                kind = function.parent?.parent?.parent?.is(SourceFileSyntax.self) == true ? .global : .local
            }
        } else if let parameter = node.as(FunctionParameterSyntax.self) {
            guard let owner = parameter.parent?.parent?.parent?.parent,
                owner.is(FunctionDeclSyntax.self) || owner.is(InitializerDeclSyntax.self)
            else { return nil }
            let token = parameter.secondName ?? parameter.firstName
            (kind, name, nameToken, declaration) = (.parameter, token.name, token, owner)
        } else {
            return nil
        }
        type = EnclosingDeclarations(declaration, in: tree).types.first
    }
}

extension FunctionDeclSyntax {
    /// The labels of the parameters; `nil` if a call may leave one out.
    var labels: [String]? {
        let parameters = signature.parameterClause.parameters
        guard parameters.allSatisfy({ $0.defaultValue == nil && $0.ellipsis == nil }) else { return nil }
        return parameters.map { $0.firstName.text == "_" ? "" : $0.firstName.name }
    }

    /// Whether what the function returns may depend on an argument.
    fileprivate var usesParameters: Bool {
        let parameters = signature.parameterClause.parameters
        guard !parameters.isEmpty else { return false }
        guard let body, labels != nil else { return true }
        let names = Set(parameters.map { ($0.secondName ?? $0.firstName).name })
        return body.statements.tokens(viewMode: .sourceAccurate).contains { names.contains($0.name) }
    }
}
