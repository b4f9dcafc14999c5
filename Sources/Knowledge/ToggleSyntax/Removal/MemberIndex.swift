import SwiftSyntax

/// The members of the types in a file.
struct MemberIndex {
    struct Member {
        var name: String
        /// The enclosing type or extended type.
        var owner: String
        /// The written type, or the type whose initializer is called.
        var valueType: String?
        /// The binding, function, case, or parameter of a case.
        var node: Syntax
    }

    /// The members by their names.
    private(set) var members: [String: [Member]] = [:]

    init() {}

    init(_ tree: SourceTree) {
        let visitor = Visitor(viewMode: .sourceAccurate)
        visitor.walk(tree.root)
        members = visitor.members
    }

    private final class Visitor: SyntaxVisitor {
        var members: [String: [Member]] = [:]
        private var owners: [String] = []

        private func add(_ name: TokenSyntax, _ node: some SyntaxProtocol, _ type: String?) {
            guard let owner = owners.last else { return }
            members[name.name, default: []].append(
                Member(name: name.name, owner: owner, valueType: type, node: Syntax(node))
            )
        }

        private func enter(_ name: String?) -> SyntaxVisitorContinueKind {
            owners.append(name ?? "")
            return .visitChildren
        }

        override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.name) }
        override func visitPost(_ node: StructDeclSyntax) { owners.removeLast() }
        override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.name) }
        override func visitPost(_ node: ClassDeclSyntax) { owners.removeLast() }
        override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.name) }
        override func visitPost(_ node: EnumDeclSyntax) { owners.removeLast() }
        override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.name) }
        override func visitPost(_ node: ActorDeclSyntax) { owners.removeLast() }
        override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.name) }
        override func visitPost(_ node: ProtocolDeclSyntax) { owners.removeLast() }
        override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
            enter(node.extendedType.lastName)
        }
        override func visitPost(_ node: ExtensionDeclSyntax) { owners.removeLast() }

        override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
            for binding in node.bindings {
                guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else { continue }
                add(name, binding, binding.valueTypeName)
            }
            return .skipChildren
        }

        override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
            add(node.name, node, node.signature.returnClause?.type.lastName)
            return .skipChildren
        }

        override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind {
            add(node.name, node, owners.last)
            return .skipChildren
        }

        override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
        override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
        override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
        override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    }
}

extension PatternBindingSyntax {
    /// The written type, or the type whose initializer or shared object is the initial value.
    var valueTypeName: String? {
        if let type = typeAnnotation?.type {
            return (type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType ?? type).lastName
        }
        return initializer?.value.constructedTypeName
    }
}

extension ExprSyntax {
    /// The type whose initializer or shared object an expression is: `Store` for `Store(…)` and `Store.shared`.
    var constructedTypeName: String? {
        let name: String? =
            if let call = self.as(FunctionCallExprSyntax.self) {
                call.calledExpression.lastName
            } else if self.is(MemberAccessExprSyntax.self) || self.is(DeclReferenceExprSyntax.self) {
                lastName
            } else {
                nil
            }
        return name.flatMap { $0.first?.isUppercase == true ? $0 : nil }
    }
}
