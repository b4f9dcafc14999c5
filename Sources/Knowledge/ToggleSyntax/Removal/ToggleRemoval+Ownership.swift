import SwiftSyntax
import ToggleLint

/// Which declaration a name refers to.
extension ToggleRemoval {
    /// What a name refers to.
    enum Ownership {
        case ours
        case other
        case unknown
    }

    func ownership(ofBare token: TokenSyntax, _ scope: Scope, _ file: Int) -> Ownership {
        let copy = scope.copy
        if scope.isOnly, copy.kind == .parameter || token.position >= copy.declaration.endPosition { return .ours }
        // In a capture list, the name is that outside of the closure.
        var place = Syntax(token)
        if let capture = token.parent?.as(ClosureCaptureSyntax.self)
            ?? token.parent?.parent?.as(
                ClosureCaptureSyntax.self
            ), let closure = capture.parent?.parent?.parent?.parent?.as(ClosureExprSyntax.self)
        {
            place = Syntax(closure)
        }
        if copy.kind == .member {
            let isInFamily = enclosingTypes(of: token, file).contains { type in
                scope.family.contains(type) || !project.types.ancestors(of: type).isDisjoint(with: scope.family)
            }
            guard isInFamily else { return .other }
        }
        let local = LocalName.declaration(of: copy.name, at: place)
        switch copy.kind {
        case .local, .parameter: return local?.id == copy.nameToken.id ? .ours : .other
        case .global:
            guard local == nil, let tree = project.tree(file) else { return .other }
            let types = EnclosingDeclarations(token, in: tree).types
            return types.contains { project.valueOwner(ofMember: copy.name, in: $0) != nil } ? .other : .ours
        case .member:
            guard local == nil else { return .other }
            for type in enclosingTypes(of: token, file) {
                if scope.family.contains(type) { return .ours }
                let ancestors = project.types.ancestors(of: type)
                if !ancestors.isDisjoint(with: scope.family) { return .ours }
                if project.valueOwner(ofMember: copy.name, in: type) != nil { return .other }
            }
            return .other
        }
    }

    /// Returns the names that may refer to a declaration, and stay when it goes with everything that gives it a value.
    ///
    /// Only what a name can refer to counts, however the code uses it: a call, an optional binding, a key path.
    func remainingNames(_ evidence: Evidence, isGone: (Syntax, Int) -> Bool) -> [RemovalProject.Name] {
        var going = Set(evidence.declarations.map(\.node.id))
        // An argument may be one of another call with the same name.
        let statements = evidence.inputs.compactMap(\.node).filter { $0.is(CodeBlockItemSyntax.self) }
        going.formUnion(statements.map(\.id))
        going.formUnion(evidence.others.map(\.node.id))
        func goes(_ token: TokenSyntax) -> Bool {
            var node = Syntax(token).parent
            while let current = node {
                if going.contains(current.id) { return true }
                node = current.parent
            }
            return false
        }
        return evidence.searched.flatMap { scope, names in
            (names + storageNames(of: scope.copy)).filter { name in
                !isGone(Syntax(name.token), name.file) && !goes(name.token) && mayRefer(name, scope)
            }
        }
    }

    /// Returns the names of the storage that a property wrapper or macro declares: `_name` for `name`.
    private func storageNames(of copy: Copy) -> [RemovalProject.Name] {
        let names = project.names("_" + copy.name, in: copy.file)
        return names.allSatisfy { $0.token.parent?.is(DeclReferenceExprSyntax.self) ?? false } ? names : []
    }

    /// Returns whether a name may refer to a declaration, unless what is known about the code rules it out.
    private func mayRefer(_ name: RemovalProject.Name, _ scope: Scope) -> Bool {
        let (token, copy) = (name.token, scope.copy)
        guard let reference = token.parent?.as(DeclReferenceExprSyntax.self), reference.baseName.id == token.id else {
            // `if let name`
            let condition = token.parent?.parent?.as(OptionalBindingConditionSyntax.self)
            return condition.map { $0.initializer == nil } ?? false
                && ownership(ofBare: token, scope, name.file) != .other
        }
        let access = reference.parent?.as(MemberAccessExprSyntax.self)
        let member = access?.declName.id == reference.id ? access : nil
        // A function can have the name of a property that isn't one, but a parameter hides it.
        if copy.kind != .parameter, isCalled(member.map { ExprSyntax($0) } ?? ExprSyntax(reference)),
            !mayBeFunction(copy), !project.functions(copy.name).isEmpty
        {
            return false
        }
        if let member {
            if copy.kind == .global { return member.base?.isType ?? false }
            if copy.kind == .member, member.base == nil { return isStatic(copy) }
            return ownership(of: member, scope, name.file) != .other
        }
        if let component = reference.parent?.as(KeyPathPropertyComponentSyntax.self) {
            guard copy.kind == .member else { return false }
            let path = component.parent?.parent?.parent?.as(KeyPathExprSyntax.self)
            if let root = path?.root?.lastName, !project.types.ancestors(of: root).isDisjoint(with: scope.family) {
                return true
            }
            return ownership(ofKeyPath: reference, scope, name.file) != .other
        }
        return ownership(ofBare: token, scope, name.file) != .other
    }

    /// Returns the types around a name, which are determined once.
    func enclosingTypes(of token: TokenSyntax, _ file: Int) -> [String] {
        if let known = typesAround[token.id] { return known }
        let types = project.tree(file).map { EnclosingDeclarations(token, in: $0).types } ?? []
        typesAround[token.id] = types
        return types
    }

    func ownership(of access: MemberAccessExprSyntax, _ scope: Scope, _ file: Int) -> Ownership {
        guard scope.copy.kind == .member else { return .other }
        guard let base = access.base else {
            // `.name` can only be a static member.
            return isStatic(scope.copy) && scope.isUnique && !scope.isCase ? .unknown : .other
        }
        guard let type = typeName(of: base, file) else {
            if let name = base.lastName {
                let holders = scope.family.map { Vocabulary.holders(of: $0) }
                if holders.contains(where: { $0.contains(name) }) { return .ours }
            }
            return scope.isUnique ? .ours : .unknown
        }
        if scope.family.contains(type) || !project.types.ancestors(of: type).isDisjoint(with: scope.family) {
            return .ours
        }
        if project.types.files[type] != nil {
            if project.valueOwner(ofMember: scope.copy.name, in: type) != nil { return .other }
            // The member may be one that a framework declares.
            let isForeign = project.types.ancestors(of: type).contains { project.types.files[$0] == nil }
            if isForeign, !scope.isDistinct { return .other }
        }
        if let name = base.lastName, let owner = ownership(ofHolder: name, scope) { return owner }
        // A debug menu shows and changes what the code beside it declares.
        if !project.isTest(file), isOutsideProduct(access, file) {
            if isBeside(scope.family, file) { return .ours }
            if isBeside(scope.owners.subtracting(scope.family), file) { return .other }
        }
        // A generic parameter, an alias, or a nested type with the same name may be any type, and with dynamic members,
        // a type has those of another.
        return scope.isUnique && !(scope.isCase && isType(base)) ? .ours : .unknown
    }

    /// Returns whether the name of a variable tells what it holds: `viewState` is rather a `RoomViewState` than another type
    /// that declares the member.
    private func ownership(ofHolder name: String, _ scope: Scope) -> Ownership? {
        let isHolder = { (type: String) in Vocabulary.holders(of: type).contains(name) }
        let isOther = scope.owners.contains { !scope.family.contains($0) && isHolder($0) }
        switch (scope.family.contains(where: isHolder), isOther) {
        case (true, false): return .ours
        case (false, true): return .other
        default: return nil
        }
    }

    /// Returns whether one of the types is declared in the folder of a file.
    private func isBeside(_ types: Set<String>, _ file: Int) -> Bool {
        let folder = project.files[file].path.split(separator: "/").dropLast()
        return types.contains { type in
            (project.types.files[type] ?? []).contains { other in
                let path = project.files[other].path.split(separator: "/").dropLast()
                return folder.starts(with: path) && path.count + 1 >= folder.count
            }
        }
    }

    /// Returns whether an expression names a type, whose members may be cases.
    private func isType(_ base: ExprSyntax) -> Bool { base.lastName?.first?.isUppercase == true }

    func ownership(ofKeyPath reference: DeclReferenceExprSyntax, _ scope: Scope, _ file: Int) -> Ownership {
        guard scope.copy.kind == .member else { return .other }
        var node = Syntax(reference)
        while let parent = node.parent {
            if let path = parent.as(KeyPathExprSyntax.self) {
                if path.root == nil, path.components.count == 1, Self.isOfEnvironment(path) {
                    return scope.family.contains("EnvironmentValues") ? .ours : .other
                }
                guard let root = path.root?.lastName, path.components.count == 1 else {
                    // `\.state.name`
                    let names = path.components.compactMap { component in
                        component.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName
                    }
                    let index = names.firstIndex { $0.id == reference.baseName.id } ?? 0
                    // In most cases, it is one of the object around it.
                    var type = enclosingTypes(of: reference.baseName, file).first
                    for name in names.prefix(index) {
                        type = type.flatMap { project.valueType(ofMember: name.name, in: $0) }
                    }
                    if path.root == nil, index > 0, let type, scope.owners.contains(type) {
                        return scope.family.contains(type) ? .ours : .other
                    }
                    let owner = index > 0 ? ownership(ofHolder: names[index - 1].name, scope) : nil
                    return owner ?? (scope.isUnique ? .ours : .unknown)
                }
                return scope.family.contains(root) ? .ours : .other
            }
            node = parent
        }
        return .unknown
    }

    /// Returns whether a key path is the argument of `environment(\\.name, value)` or `@Environment(\\.name)`.
    private static func isOfEnvironment(_ path: KeyPathExprSyntax) -> Bool {
        guard let argument = path.parent?.as(LabeledExprSyntax.self), argument.label == nil,
            let owner = argument.parent?.parent
        else { return false }
        let name =
            owner.as(FunctionCallExprSyntax.self)?.calledExpression.lastName
            ?? owner.as(AttributeSyntax.self)?.attributeName.lastName
        return ["environment", "transformEnvironment", "Environment"].contains(name)
    }
}
