import SwiftSyntax
import ToggleLint

/// Where known values flow: the parameters that arguments give a value, and the targets of assignments.
extension ToggleRemoval {
    /// An argument that always has the same value.
    struct Argument {
        var file: Int
        var node: LabeledExprSyntax
        /// The parameter, property, or associated value that it gives a value; `nil` if it isn't known.
        var target: SyntaxIdentifier?
    }

    // MARK: - Arguments

    /// Follows a value that is passed to a function, an initializer, or a case.
    func pass(_ value: KnownValue, _ argument: LabeledExprSyntax, _ file: Int) {
        let target = target(of: argument, file)
        arguments[argument.id] = Argument(file: file, node: argument, target: target?.node.id)
        guard let target else { return }
        examine(target.node, value, target.file)
    }

    /// Returns the declaration that an argument gives a value.
    func target(of argument: LabeledExprSyntax, _ file: Int) -> (node: Syntax, file: Int)? {
        guard let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self) else { return nil }
        let type = constructedType(call, file)
        if let label = argument.label?.name, let found = target(label, of: call, type, file) { return found }
        guard type == nil, let name = call.calledExpression.lastName,
            let position = call.arguments.enumerated().first(where: { $0.element.id == argument.id })?.offset
        else { return nil }
        if argument.label == nil, let function = overload(name, call.arguments.map { $0.label?.name ?? "" }),
            let found = project.names(name)?.first(where: { $0.token.id == function.name.id })
        {
            let parameters = function.signature.parameterClause.parameters
            return (Syntax(parameters[parameters.index(parameters.startIndex, offsetBy: position)]), found.file)
        }
        return associatedValue(name, position, label: argument.label?.name, count: call.arguments.count)
    }

    /// Returns the parameter or the stored property with a label.
    private func target(
        _ label: String,
        of call: FunctionCallExprSyntax,
        _ type: String?,
        _ file: Int
    ) -> (node: Syntax, file: Int)? {
        let index = labelIndex(label)
        let fitting: [LabelIndex.Parameter]
        if let type {
            let owners = [type] + project.types.ancestors(of: type).sorted()
            fitting = owners.flatMap { index?.initializers(of: $0) ?? [] }
        } else if isImplicitInitializer(call) {
            fitting = (index?.parameters(of: "init") ?? []).filter { $0.owner.takes(call) }
        } else {
            fitting = call.calledExpression.lastName.flatMap { index?.parameters(of: $0) } ?? []
        }
        if let found = fitting.first(where: { $0.owner.takes(call) }) ?? fitting.first {
            return (Syntax(found.parameter), found.file)
        }
        guard type != nil || isImplicitInitializer(call) else { return nil }
        let members = (project.declarations(of: label) ?? []).compactMap { name -> Copy? in
            guard let node = declaredNode(name.token), let tree = project.tree(name.file),
                let copy = Copy(node, name.file, in: tree), copy.kind == .member, !copy.isFunction
            else { return nil }
            return copy
        }
        let owner = type ?? memberwiseTypes(call, among: Set(members.compactMap(\.type)).sorted()).only
        return owner.flatMap { owner in members.first { $0.type == owner } }.map { ($0.node, $0.file) }
    }

    /// Returns the only function with a name and labels, if no other one with the name has default arguments.
    func overload(_ name: String, _ labels: [String]) -> FunctionDeclSyntax? {
        let functions = project.functions(name)
        guard functions.allSatisfy({ $0.labels != nil }) else { return nil }
        return functions.filter { $0.labels == labels }.only
    }

    // MARK: - Assignments

    /// Follows a value that is assigned.
    func assign(_ value: KnownValue, to target: ExprSyntax, _ file: Int) {
        if let found = declaration(of: target, file) { return examine(found.node, value, found.file) }
        // A property of a framework has the value, as it should.
        guard let access = target.as(MemberAccessExprSyntax.self), let base = access.base,
            typeName(of: base, file) == nil
        else { return }
        let name = access.declName.baseName.name
        let isDeclared = project.names(name).map { names in names.contains { declaredNode($0.token) != nil } }
        guard isDeclared ?? isDistinct(name) else { return }
        let reason = "‘\(name)’ always gets the same value here; see whether it can go"
        constants[target.id] = (file, Syntax(target), reason)
    }

    /// Returns the declaration of a variable.
    func declaration(of target: ExprSyntax, _ file: Int) -> (node: Syntax, file: Int)? {
        guard let tree = project.tree(file) else { return nil }
        let name: String
        var types: [String]
        if let reference = target.as(DeclReferenceExprSyntax.self) {
            name = reference.baseName.name
            if let local = LocalName.declaration(of: name, at: target) { return declaredNode(local).map { ($0, file) } }
            types = EnclosingDeclarations(target, in: tree).types
        } else if let access = target.as(MemberAccessExprSyntax.self), let base = access.base {
            name = access.declName.baseName.name
            guard let type = typeName(of: base, file) else { return member(name, of: nil) }
            types = [type]
        } else {
            return nil
        }
        for type in types { if let found = member(name, of: type) { return found } }
        return nil
    }

    /// Returns the declaration of a member; without a type only if it is the only one with the name.
    func member(_ name: String, of type: String?) -> (node: Syntax, file: Int)? {
        let names = project.names(name.hasPrefix("_") ? String(name.dropFirst()) : name) ?? []
        var found: [(node: Syntax, file: Int)] = []
        for name in names {
            guard let node = declaredNode(name.token), node.is(PatternBindingSyntax.self),
                let tree = project.tree(name.file), let copy = Copy(node, name.file, in: tree), copy.kind == .member
            else { continue }
            let isOwn = type.map { own in copy.type.map { own == $0 || project.types.areRelated(own, $0) } ?? false }
            if isOwn ?? true { found.append((node, name.file)) }
        }
        return type == nil && found.count != 1 ? nil : found.first
    }
}
