import SwiftSyntax
import ToggleLint

/// The types of expressions, and those that calls create.
extension ToggleRemoval {
    func isStatic(_ copy: Copy) -> Bool {
        copy.declaration.asProtocol((any WithModifiersSyntax).self)?.modifiers
            .contains { ["static", "class"].contains($0.name.text) } ?? false
    }

    /// Returns the type of an expression, as far as declarations show it.
    func typeName(of base: ExprSyntax, _ file: Int) -> String? {
        guard let tree = project.tree(file) else { return nil }
        if let reference = base.as(DeclReferenceExprSyntax.self) {
            var name = reference.baseName.name
            if name.hasPrefix("$") { name.removeFirst() }
            if name == "self" || name == "Self" { return EnclosingDeclarations(base, in: tree).types.first }
            if name == "super" { return nil }
            if name.first?.isUppercase == true { return name }
            if let local = LocalName.declaration(of: name, at: base) {
                if let parameter = local.parent?.as(FunctionParameterSyntax.self) { return parameter.type.lastName }
                return local.parent?.parent?.as(PatternBindingSyntax.self)?.valueTypeName
            }
            for type in EnclosingDeclarations(base, in: tree).types {
                if let found = project.valueType(ofMember: name, in: type) { return found }
                if project.valueOwner(ofMember: name, in: type) != nil { return nil }
            }
            return globalType(name)
        }
        if let access = base.as(MemberAccessExprSyntax.self), let outer = access.base {
            let name = access.declName.baseName.name
            if name.first?.isUppercase == true { return name }
            guard let type = typeName(of: outer, file) else { return nil }
            // `context.state` of a `CartModel.Context`, which is declared in `Model<State>`
            if let value = project.valueType(ofMember: name, in: type), let holder = outerType(of: outer, tree),
                let argument = project.argument(value, of: holder)
            {
                return argument
            }
            if ["shared", "standard", "default", "current", "main", "self"].contains(name),
                outer.lastName?.first?.isUppercase == true
            {
                return project.valueType(ofMember: name, in: type) ?? type
            }
            return project.valueType(ofMember: name, in: type)
        }
        if let chain = base.as(OptionalChainingExprSyntax.self) { return typeName(of: chain.expression, file) }
        if let forced = base.as(ForceUnwrapExprSyntax.self) { return typeName(of: forced.expression, file) }
        return base.constructedTypeName
    }

    /// Returns the type around that of a variable: `CartModel` for `let context: CartModel.Context`.
    private func outerType(of base: ExprSyntax, _ tree: SourceTree) -> String? {
        guard let reference = base.as(DeclReferenceExprSyntax.self) else { return nil }
        let name = reference.baseName.name.drop { $0 == "$" }
        var type: TypeSyntax?
        if let local = LocalName.declaration(of: String(name), at: base) {
            type = local.parent?.as(FunctionParameterSyntax.self)?.type
        } else {
            let owners = EnclosingDeclarations(base, in: tree).types
            let members = owners.lazy.flatMap { self.project.types.files[$0] ?? [] }.flatMap { file in
                self.project.members(file).members[String(name)] ?? []
            }
            let member = members.first { owners.contains($0.owner) }
            type = member?.node.as(PatternBindingSyntax.self)?.typeAnnotation?.type
        }
        return type?.as(MemberTypeSyntax.self)?.baseType.lastName
    }

    /// Returns the type of a global variable, if there is only one with its name.
    private func globalType(_ name: String) -> String? {
        let bindings = (project.names(name) ?? []).lazy.compactMap { found -> PatternBindingSyntax? in
            guard let node = self.declaredNode(found.token), let tree = self.project.tree(found.file),
                Copy(node, found.file, in: tree)?.kind == .global
            else { return nil }
            return node.as(PatternBindingSyntax.self)
        }
        return bindings.only?.valueTypeName
    }

    /// Returns whether an argument is one of the implicit memberwise initializer, and sets the property.
    func memberwise(_ argument: LabeledExprSyntax, _ scope: Scope, _ file: Int) -> Ownership {
        guard scope.copy.kind == .member, !scope.copy.isFunction,
            let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
        else { return .other }
        var callee = constructedType(call, file)
        if callee == nil, isImplicitInitializer(call) {
            let types = memberwiseTypes(call, among: scope.owners.sorted())
            guard types.count < 2 || scope.family.isDisjoint(with: types) else { return .unknown }
            callee = types.only
        }
        guard let callee, scope.family.contains(callee) else { return .other }
        let isWritten = (project.names(scope.copy.name) ?? []).contains { name in
            guard let parameter = name.token.parent?.as(FunctionParameterSyntax.self),
                parameter.firstName.id == name.token.id,
                let initializer = parameter.parent?.parent?.parent?.parent?.as(InitializerDeclSyntax.self),
                let tree = project.tree(name.file)
            else { return false }
            return EnclosingDeclarations(initializer, in: tree).types.first == callee
        }
        return isWritten ? .other : .ours
    }

    /// Returns the types whose memberwise initializer has the arguments of `.init(…)`.
    func memberwiseTypes(_ call: FunctionCallExprSyntax, among types: [String]) -> [String] {
        let given = Set(call.arguments.map { $0.label?.name ?? "_" })
        guard given.count > 1 else { return [] }
        return types.filter { type in
            var (all, required): (Set<String>, Set<String>) = ([], [])
            for member in (project.types.files[type] ?? []).flatMap({ project.members($0).members.values.joined() })
            where member.owner == type {
                guard let binding = member.node.as(PatternBindingSyntax.self), !binding.isComputed,
                    let variable = binding.parent?.parent?.as(VariableDeclSyntax.self),
                    !variable.modifiers.contains(where: { ["static", "class", "lazy"].contains($0.name.text) })
                else { continue }
                all.insert(member.name)
                let isOptional = binding.typeAnnotation?.type.is(OptionalTypeSyntax.self) ?? false
                let isVariable = variable.bindingSpecifier.tokenKind == .keyword(.var)
                if binding.initializer == nil, variable.attributes.isEmpty, !(isOptional && isVariable) {
                    required.insert(member.name)
                }
            }
            return given.isSubset(of: all) && required.isSubset(of: given) && initializers(of: type).isEmpty
        }
    }

    /// Returns the type that a call initializes; for `.init(…)` the type that its context shows.
    func constructedType(_ call: FunctionCallExprSyntax, _ file: Int) -> String? {
        guard let name = call.calledExpression.lastName else { return nil }
        if name == "init" {
            switch ImplicitContext(of: call) {
            case .type(let type): return type
            case .argument(let callee, _, _):
                let types = Set(parameterTypes(callee))
                return types.count == 1 ? types.first ?? nil : nil
            case .pattern, .unknown: return nil
            }
        }
        if name == "self" || name == "Self" || name == "super", let tree = project.tree(file) {
            let types = EnclosingDeclarations(call, in: tree).types
            guard let own = types.first else { return nil }
            return name == "super" ? project.types.inherited[own]?.first { project.types.files[$0] != nil } : own
        }
        return name.first?.isUppercase == true ? name : nil
    }
}
