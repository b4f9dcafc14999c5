import SwiftSyntax

/// The declarations and conditions around a place in a tree.
struct EnclosingDeclarations {
    /// The enclosing function, accessor, or closure variable.
    var function: String?
    /// The conditions of the enclosing `#if`, outermost first.
    var compilationConditions: [String] = []
    /// The names of the enclosing types and extended types, innermost first.
    var types: [String] = []
    /// The names of the types from which these inherit, as far as the declarations around the place show it.
    var inherited: [String] = []
    /// The types whose members need no base.
    var ownTypes: [String] { types + inherited }
    /// Whether the place is in a preview.
    var isPreview = false

    /// Collects what encloses a node.
    init(_ node: some SyntaxProtocol, in tree: SourceTree) {
        var names: [String] = []
        var hasBody = false
        var child = Syntax(node)
        while let parent = child.parent {
            switch parent.as(SyntaxEnum.self) {
            case .functionDecl(let function):
                if child.id == function.body.map({ Syntax($0).id }) { hasBody = true }
                names.append(function.name.name + Self.labels(of: function.signature.parameterClause))
            case .initializerDecl(let initializer):
                if child.id == initializer.body.map({ Syntax($0).id }) { hasBody = true }
                names.append("init" + Self.labels(of: initializer.signature.parameterClause))
            case .deinitializerDecl: (hasBody, _) = (true, names.append("deinit"))
            case .subscriptDecl(let declaration):
                if child.id == declaration.accessorBlock.map({ Syntax($0).id }) { hasBody = true }
                names.append("subscript" + Self.labels(of: declaration.parameterClause))
            case .accessorBlock: hasBody = true
            case .accessorDecl: hasBody = true
            case .closureExpr: hasBody = true
            case .patternBinding(let binding):
                // A variable's name represents its accessors, or the closure that is its value.
                if hasBody, let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.name {
                    names.append(name)
                }
            case .structDecl(let type):
                enter(type.name.name, type.inheritanceClause, &names)
                if inherited.contains(where: ["PreviewProvider", "LibraryContentProvider"].contains) {
                    isPreview = true
                }
            case .classDecl(let type): enter(type.name.name, type.inheritanceClause, &names)
            case .actorDecl(let type): enter(type.name.name, type.inheritanceClause, &names)
            case .enumDecl(let type): enter(type.name.name, type.inheritanceClause, &names)
            case .protocolDecl(let type): enter(type.name.name, type.inheritanceClause, &names)
            case .extensionDecl(let type):
                enter(type.extendedType.lastName ?? "extension", type.inheritanceClause, &names)
            case .macroExpansionDecl(let macro): if macro.macroName.name == "Preview" { isPreview = true }
            case .macroExpansionExpr(let macro): if macro.macroName.name == "Preview" { isPreview = true }
            case .ifConfigClause(let clause):
                // The condition itself isn't part of the clause.
                if child.id != clause.condition.map({ Syntax($0).id }) {
                    compilationConditions.append(Self.condition(of: clause, in: tree))
                }
            default: break
            }
            child = parent
        }
        compilationConditions.reverse()
        function = hasBody && !names.isEmpty ? names.reversed().joined(separator: ".") : nil
    }

    /// Returns whether a call only changes the bits of an option set, in the declaration of its type.
    func stores(_ callee: FileFacts.Callee) -> Bool {
        inherited.contains("OptionSet") && callee.label.isEmpty && ["insert", "remove"].contains(callee.name)
    }

    private mutating func enter(_ type: String, _ clause: InheritanceClauseSyntax?, _ names: inout [String]) {
        types.append(type)
        if let clause { inherited += clause.inheritedTypes.prefix(64).compactMap { $0.type.lastName } }
        names.append(type)
    }

    private static func labels(of clause: FunctionParameterClauseSyntax) -> String {
        "(" + clause.parameters.prefix(64).map { $0.firstName.name + ":" }.joined() + ")"
    }

    /// Returns the condition for the code in a clause; for `#else`, the negation of all previous conditions.
    private static func condition(of clause: IfConfigClauseSyntax, in tree: SourceTree) -> String {
        if let condition = clause.condition { return tree.text(condition.offsets) }
        guard let list = clause.parent?.as(IfConfigClauseListSyntax.self), list.count <= 64 else { return "!(…)" }
        let others = list.prefix { $0.id != clause.id }.compactMap { $0.condition.map { tree.text($0.offsets) } }
        return "!(" + others.joined(separator: " || ") + ")"
    }
}

extension TypeSyntax {
    /// The last name of a type: `Flag` for `Shop.Flag`, `OpsToggle` for `OpsToggle<Bool>`.
    var lastName: String? {
        if let type = self.as(IdentifierTypeSyntax.self) { return type.name.name }
        if let type = self.as(MemberTypeSyntax.self) { return type.name.name }
        if let type = self.as(AttributedTypeSyntax.self) { return type.baseType.lastNameOnce }
        return lastNameOnce
    }

    /// The name inside one layer of `?`, `[…]`, `some`, or attributes.
    private var lastNameOnce: String? {
        var type = self
        // Real types are not nested deeper.
        for _ in 0..<8 {
            if let name = type.as(IdentifierTypeSyntax.self) {
                // Before swift-syntax 601, an argument is always a type.
                if ["Array", "Set", "Optional"].contains(name.name.name),
                    let argument = name.genericArgumentClause?.arguments.first?.argument,
                    let inner = Syntax(argument).as(TypeSyntax.self)
                {
                    type = inner
                    continue
                }
                return name.name.name
            }
            if let name = type.as(MemberTypeSyntax.self) { return name.name.name }
            if let optional = type.as(OptionalTypeSyntax.self) {
                type = optional.wrappedType
            } else if let array = type.as(ArrayTypeSyntax.self) {
                type = array.element
            } else if let some = type.as(SomeOrAnyTypeSyntax.self) {
                type = some.constraint
            } else if let attributed = type.as(AttributedTypeSyntax.self) {
                type = attributed.baseType
            } else if let dictionary = type.as(DictionaryTypeSyntax.self) {
                type = dictionary.key
            } else if let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1,
                let element = tuple.elements.first
            {
                type = element.type
            } else {
                return nil
            }
        }
        return nil
    }
}
