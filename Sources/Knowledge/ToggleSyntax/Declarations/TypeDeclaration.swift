import SwiftSyntax

/// A type or extension that may declare flags.
struct TypeDeclaration {
    /// The kind of declaration.
    enum Keyword {
        case `enum`, `struct`, `class`, `actor`, `protocol`, `extension`
    }

    let keyword: Keyword
    /// The full name, with the types around it.
    let container: String
    /// The names of the types that it inherits from or conforms to.
    let inherited: [String]
    /// The members, including those in `#if`.
    let members: [DeclSyntax]
    /// The attributes and the modifiers.
    let isPrivate: Bool

    /// Finds the declaration of a type, or an extension of it, given the token of its name.
    init?(named token: TokenSyntax, in tree: SourceTree) {
        guard let parent = token.parent else { return nil }
        let block: MemberBlockSyntax
        let clause: InheritanceClauseSyntax?
        switch parent.as(SyntaxEnum.self) {
        case .enumDecl(let type) where type.name.id == token.id:
            (keyword, block, clause) = (.enum, type.memberBlock, type.inheritanceClause)
            isPrivate = type.modifiers.arePrivate
        case .structDecl(let type) where type.name.id == token.id:
            (keyword, block, clause) = (.struct, type.memberBlock, type.inheritanceClause)
            isPrivate = type.modifiers.arePrivate
        case .classDecl(let type) where type.name.id == token.id:
            (keyword, block, clause) = (.class, type.memberBlock, type.inheritanceClause)
            isPrivate = type.modifiers.arePrivate
        case .actorDecl(let type) where type.name.id == token.id:
            (keyword, block, clause) = (.actor, type.memberBlock, type.inheritanceClause)
            isPrivate = type.modifiers.arePrivate
        case .protocolDecl(let type) where type.name.id == token.id:
            (keyword, block, clause) = (.protocol, type.memberBlock, type.inheritanceClause)
            isPrivate = type.modifiers.arePrivate
        default:
            var type = parent
            while !type.is(ExtensionDeclSyntax.self), type.is(TypeSyntax.self), let next = type.parent { type = next }
            guard let extended = type.as(ExtensionDeclSyntax.self), extended.extendedType.lastName == token.name else {
                return nil
            }
            (keyword, block, clause) = (.extension, extended.memberBlock, extended.inheritanceClause)
            isPrivate = extended.modifiers.arePrivate
            container = tree.text(extended.extendedType.offsets)
            inherited = clause?.names ?? []
            members = Self.members(block)
            return
        }
        container = (EnclosingDeclarations(parent, in: tree).types.reversed() + [token.name]).joined(separator: ".")
        inherited = clause?.names ?? []
        members = Self.members(block)
    }

    /// Whether raw values are numbers.
    var hasIntegers: Bool {
        inherited.contains { ["Int", "UInt", "Int32", "UInt8"].contains($0) }
    }

    /// Whether raw values may be texts, or a protocol may derive texts from the cases.
    var mayHaveTexts: Bool {
        let usual: Set = [
            "CaseIterable", "Equatable", "Hashable", "Sendable", "Comparable", "Identifiable", "Int", "UInt", "Int32",
            "UInt8",
        ]
        return !usual.isSuperset(of: inherited)
    }

    /// Returns the members of a type, including those in `#if`.
    static func members(_ block: MemberBlockSyntax) -> [DeclSyntax] {
        var result: [DeclSyntax] = []
        var lists = [block.members]
        while let list = lists.popLast() {
            for item in list {
                guard let conditional = item.decl.as(IfConfigDeclSyntax.self) else {
                    result.append(item.decl)
                    continue
                }
                for clause in conditional.clauses {
                    if case .decls(let inner)? = clause.elements { lists.append(inner) }
                }
            }
        }
        return result.sorted { $0.position < $1.position }
    }

    /// The Boolean values that initializers assign to properties in release builds, or that are the defaults of their
    /// parameters, by name; without those about which initializers disagree.
    var defaultsOfInitializers: [String: String] {
        var values: [String: String?] = [:]
        for case let initializer? in members.map({ $0.as(InitializerDeclSyntax.self) }) {
            var result: [String: String] = [:]
            initializer.body.map { Self.readAssignments(in: $0.statements, &result) }
            for parameter in initializer.signature.parameterClause.parameters {
                guard let value = parameter.defaultValue?.value.booleanLiteral else { continue }
                result[(parameter.secondName ?? parameter.firstName).name] = "\(value)"
            }
            values.merge(result.mapValues(Optional.some)) { $0 == $1 ? $0 : nil }
        }
        return values.compactMapValues(\.self).merging(defaultsOfDefaultObject) { $1 }
    }

    /// The Boolean arguments of the call that creates an object of the type with a name such as `defaultFlags`.
    private var defaultsOfDefaultObject: [String: String] {
        for case let variable? in members.map({ $0.as(VariableDeclSyntax.self) }) where variable.modifiers.areStatic {
            guard let binding = variable.bindings.first,
                let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.name,
                name.lowercased().contains("default"),
                let call = binding.initializer?.value.as(FunctionCallExprSyntax.self)
                    ?? binding.accessorBlock.flatMap({ GetterValue($0).call }),
                let callee = call.calledExpression.lastName,
                [container.split(separator: ".").last.map(String.init), "Self", "init"].contains(callee)
            else { continue }
            return call.arguments.reduce(into: [:]) { result, argument in
                guard let label = argument.label?.name, let value = argument.expression.booleanLiteral else { return }
                result[label] = "\(value)"
            }
        }
        return [:]
    }

    private static func readAssignments(in statements: CodeBlockItemListSyntax, _ result: inout [String: String]) {
        for item in statements {
            switch item.item {
            case .decl(let declaration):
                guard let conditional = declaration.as(IfConfigDeclSyntax.self),
                    case .statements(let inner)? = conditional.releaseClause?.elements
                else { continue }
                readAssignments(in: inner, &result)
            case .expr(let expression):
                guard let elements = expression.as(SequenceExprSyntax.self)?.elements, elements.count == 3,
                    let name = elements.first?.lastName,
                    elements.dropFirst().first?.is(AssignmentExprSyntax.self) == true,
                    let value = elements.last?.booleanLiteral
                else { continue }
                result[name] = "\(value)"
            case .stmt: continue
            }
        }
    }
}

extension InheritanceClauseSyntax {
    /// The last names of the types.
    fileprivate var names: [String] { inheritedTypes.compactMap { $0.type.lastName } }
}

extension DeclModifierListSyntax {
    /// Whether only the file can see the declaration.
    var arePrivate: Bool {
        contains { $0.detail == nil && ["private", "fileprivate"].contains($0.name.text) }
    }

    /// Whether the declaration belongs to the type, not to its objects.
    var areStatic: Bool {
        contains { ["static", "class"].contains($0.name.text) }
    }
}
