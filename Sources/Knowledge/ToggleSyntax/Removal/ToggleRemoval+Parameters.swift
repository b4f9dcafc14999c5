import SwiftSyntax
import ToggleLint

extension ToggleRemoval {
    /// Tries to remove a parameter together with the arguments of all calls.
    func solveParameter(_ copy: Copy, _ value: KnownValue) {
        if let evidence = evidence(onParameter: copy) ?? evidence(onUnlabeled: copy) { settle(copy, evidence, value) }
    }

    /// Collects everything about a parameter; `nil` if it has no label, or its name is too frequent.
    func evidence(onParameter copy: Copy) -> Evidence? {
        guard let parameter = copy.node.as(FunctionParameterSyntax.self), parameter.firstName.text != "_",
            parameter.ellipsis == nil
        else { return nil }
        let label = parameter.firstName.name
        let owner = project.functionOwner(of: copy)
        var evidence = Evidence()
        guard let index = labelIndex(label, owner, copy) else { return nil }
        let ancestors = owner.type.map(project.types.ancestors) ?? []
        let places = index.names(for: owner, ancestors: ancestors)
        let names = places.names
        var others = places.hasOthers
        for name in names {
            guard let found = name.token.parent?.as(FunctionParameterSyntax.self),
                found.firstName.id == name.token.id, let tree = project.tree(name.file),
                let declared = Copy(Syntax(found), name.file, in: tree)
            else { continue }
            let other = project.functionOwner(of: declared)
            guard other.name == owner.name, owner.isInitializer == other.isInitializer else { continue }
            let isSame =
                found.id == parameter.id
                || other.labels == owner.labels
                    && (owner.isInitializer
                        ? owner.type == other.type
                        : owner.type.flatMap { own in other.type.map { project.types.areRelated(own, $0) } } ?? false)
            guard isSame || isConnected(owner, other, label) else {
                others = true
                if owner.isInitializer, other.labels == owner.labels, let one = owner.type, let two = other.type,
                    project.types.areRelated(one, two)
                {
                    evidence.obstacles.append((name.file, Syntax(found), "‘\(two)’ has the same initializer"))
                }
                continue
            }
            evidence.declarations.append(declared)
            if declared.isExposed { evidence.obstacles.append((name.file, Syntax(found), "Objective-C may call it")) }
            if let generic = declared.genericParameter {
                evidence.obstacles.append((name.file, Syntax(found), "it determines ‘\(generic)’"))
            }
            if let initial = found.defaultValue?.value { evidence.inputs.append(input(initial, name.file)) }
            if hasTwin(declared, without: found, owner) {
                evidence.obstacles.append((name.file, Syntax(found), "another function has the other parameters"))
            }
            let inside = project.names(declared.name, in: name.file, around: declared.declaration)
            let scope = Scope(copy: declared, family: [], isOnly: Self.isOnlyDeclaration(declared, inside))
            evidence.searched.append((scope, inside))
            for inner in inside { classify(inner, scope, &evidence) }
        }
        for name in names { call(name, owner, others, &evidence) }
        addTrailingClosures(owner.isInitializer ? owner.type : owner.name, for: copy, &evidence)
        if !owner.isInitializer {
            guard let uses = copy.isPrivate ? project.names(owner.name, in: copy.file) : project.names(owner.name)
            else { return nil }
            for use in uses where isFunctionValue(use, owner) {
                evidence.obstacles.append((use.file, Syntax(use.token), "the function is used as a value"))
            }
        }
        return evidence
    }

    /// Returns the value that all calls in the product give a parameter, which stays for now.
    func value(of parameter: FunctionParameterSyntax, _ file: Int) -> KnownValue? {
        // What isn't known may be once other values are.
        if let known = parameterValues[parameter.id], known.value != nil || known.count == values.count {
            return known.value
        }
        guard let tree = project.tree(file), let copy = Copy(Syntax(parameter), file, in: tree),
            examined.insert(parameter.id).inserted
        else { return nil }
        defer { examined.remove(parameter.id) }
        var value: KnownValue?
        if let evidence = evidence(onParameter: copy) ?? evidence(onUnlabeled: copy), evidence.obstacles.isEmpty {
            let isHelper = project.isTest(file)
            let inputs = evidence.inputs.filter { input in
                isHelper || !project.isTest(input.file) && !(input.node.map(isPreview) ?? false)
            }
            if let first = inputs.first, inputs.allSatisfy({ $0.value == first.value }) { value = first.value }
        }
        parameterValues[parameter.id] = (values.count, value)
        return value
    }

    /// Returns the places with the label of a parameter; `nil` if too many files contain it.
    private func labelIndex(_ label: String, _ owner: FunctionOwner, _ copy: Copy) -> LabelIndex? {
        if copy.isPrivate {
            let key = "\(copy.file) \(label)"
            if let known = labels[key] { return known }
            let index = LabelIndex(project.names(label, in: copy.file), in: project)
            labels[key] = index
            return index
        }
        if let index = labelIndex(label) { return index }
        let function = owner.isInitializer ? owner.type ?? "init" : owner.name
        let names = project.names(ofLabel: label, for: function, isInitializer: owner.isInitializer)
        return names.map { LabelIndex($0, in: project) }
    }

    /// Returns the places with a label; `nil` if too many files contain it.
    func labelIndex(_ label: String) -> LabelIndex? {
        if let known = labels[label] { return known }
        let index = project.names(label).map { LabelIndex($0, in: project) }
        labels[label] = index
        return index
    }

    /// Collects everything about a parameter without a label, if only one function has the name and the labels.
    private func evidence(onUnlabeled copy: Copy) -> Evidence? {
        guard let parameter = copy.node.as(FunctionParameterSyntax.self), parameter.firstName.text == "_",
            let function = copy.declaration.as(FunctionDeclSyntax.self), let labels = function.labels,
            let index = function.signature.parameterClause.parameters.firstIndex(of: parameter),
            overload(function.name.name, labels)?.id == function.id, !copy.isExposed, !copy.isOverride,
            let uses = project.names(function.name.name)
        else { return nil }
        let position = function.signature.parameterClause.parameters.distance(
            from: function.signature.parameterClause.parameters.startIndex,
            to: index
        )
        var evidence = Evidence()
        evidence.declarations = [copy]
        if let generic = copy.genericParameter {
            evidence.obstacles.append((copy.file, Syntax(parameter), "it determines ‘\(generic)’"))
        }
        if hasTwin(copy, without: parameter, project.functionOwner(of: copy)) {
            evidence.obstacles.append((copy.file, Syntax(parameter), "another function has the other parameters"))
        }
        let inside = project.names(copy.name, in: copy.file, around: copy.declaration)
        let scope = Scope(copy: copy, family: [], isOnly: Self.isOnlyDeclaration(copy, inside))
        for inner in inside { classify(inner, scope, &evidence) }
        let others = Set(project.functions(function.name.name).compactMap(\.labels).filter { $0 != labels })
        for use in uses where use.token.id != function.name.id {
            guard let reference = use.token.parent?.as(DeclReferenceExprSyntax.self) else { continue }
            var whole = ExprSyntax(reference)
            var isOwn = copy.type == nil && LocalName.declaration(of: reference.baseName.name, at: reference) == nil
            if let access = reference.parent?.as(MemberAccessExprSyntax.self), access.declName.id == reference.id {
                whole = ExprSyntax(access)
                let type = access.base.flatMap { typeName(of: $0, use.file) }
                isOwn = type.flatMap { type in copy.type.map { project.types.areRelated($0, type) } } ?? false
            } else if let type = copy.type, let tree = project.tree(use.file) {
                isOwn = EnclosingDeclarations(reference, in: tree).types.contains(type)
            }
            if let call = whole.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == whole.id,
                call.trailingClosure == nil, others.contains(call.arguments.map { $0.label?.name ?? "" })
            {
                continue
            }
            guard isOwn, let call = whole.parent?.as(FunctionCallExprSyntax.self),
                call.calledExpression.id == whole.id, call.trailingClosure == nil,
                call.arguments.map({ $0.label?.name ?? "" }) == labels
            else {
                evidence.obstacles.append((use.file, Syntax(whole), "the call may be of another function"))
                continue
            }
            let argument = call.arguments[call.arguments.index(call.arguments.startIndex, offsetBy: position)]
            evidence.inputs.append(input(argument.expression, use.file, node: Syntax(argument)))
        }
        return evidence
    }

    /// The function or initializer of a parameter.
    struct FunctionOwner {
        var name: String
        var isInitializer: Bool
        var labels: [String]
        /// The labels of the parameters without a default.
        var required: [String]
        var type: String?
        private var isStatic = false

        init(_ copy: Copy) {
            type = copy.type
            let clause =
                copy.declaration.as(FunctionDeclSyntax.self)?.signature.parameterClause
                ?? copy.declaration.as(InitializerDeclSyntax.self)?.signature.parameterClause
            labels = clause?.parameters.map(\.firstName.name) ?? []
            required = clause?.parameters.filter { $0.defaultValue == nil }.map(\.firstName.name) ?? []
            let function = copy.declaration.as(FunctionDeclSyntax.self)
            (name, isInitializer) = (function?.name.name ?? "init", function == nil)
            isStatic = function?.modifiers.contains { ["static", "class"].contains($0.name.text) } ?? false
        }

        /// Returns whether a call has the name of the function; `.name(…)` is a case or a static function.
        func isCalled(by call: FunctionCallExprSyntax) -> Bool {
            let access = call.calledExpression.as(MemberAccessExprSyntax.self)
            return call.calledExpression.lastName == name && (isStatic || access.map { $0.base != nil } ?? true)
        }

        /// Returns whether a call has all arguments without a default, and no other.
        func takes(_ call: FunctionCallExprSyntax) -> Bool {
            let given = call.arguments.map { $0.label?.name ?? "_" }
            let closures = call.trailingClosure == nil ? 0 : 1 + call.additionalTrailingClosures.count
            return given.allSatisfy(labels.contains) && required.count { !given.contains($0) } <= closures
        }
    }

    /// Returns whether a name refers to a function without calling it, as in `rows.map(row)`.
    private func isFunctionValue(_ name: RemovalProject.Name, _ owner: FunctionOwner) -> Bool {
        guard let reference = name.token.parent?.as(DeclReferenceExprSyntax.self), reference.argumentNames == nil,
            let tree = project.tree(name.file)
        else { return false }
        var whole = ExprSyntax(reference)
        if isCalled(whole) { return false }
        if let access = reference.parent?.as(MemberAccessExprSyntax.self), access.declName.id == reference.id {
            guard let base = access.base?.lastName, let type = owner.type else { return false }
            // A class inside of another one can have the same name, so only the innermost type counts.
            let isOwn =
                ["self", "Self"].contains(base)
                ? EnclosingDeclarations(reference, in: tree).types.first.map { project.types.areRelated($0, type) }
                : base == type
            guard isOwn ?? false else { return false }
            whole = ExprSyntax(access)
        } else if let local = LocalName.declaration(of: owner.name, at: reference) {
            guard local.parent?.is(FunctionDeclSyntax.self) == true else { return false }
        } else if let type = owner.type {
            guard EnclosingDeclarations(reference, in: tree).types.contains(type) else { return false }
        }
        return !isCalled(whole)
    }

    /// Returns whether two types fulfill the same protocol, which may require the function.
    private func isConnected(_ left: FunctionOwner, _ right: FunctionOwner, _ label: String) -> Bool {
        guard !left.isInitializer, left.labels == right.labels, let one = left.type, let two = right.type else {
            return false
        }
        let shared = project.types.ancestors(of: one).intersection(project.types.ancestors(of: two))
        return shared.contains { parent in
            project.valueOwner(ofMember: left.name, in: parent) != nil
        }
    }

    /// Adds the argument of a call.
    private func call(
        _ name: RemovalProject.Name,
        _ owner: FunctionOwner,
        _ others: Bool,
        _ evidence: inout Evidence
    ) {
        if name.token.parent?.is(DeclNameArgumentSyntax.self) == true {
            let reference = name.token.parent?.parent?.parent?.parent?.as(DeclReferenceExprSyntax.self)
            if reference.map({ $0.baseName.name == owner.name || owner.isInitializer && $0.baseName.text == "init" })
                ?? false
            {
                evidence.obstacles.append((name.file, Syntax(name.token), "the function is used as a value"))
            }
            return
        }
        guard let argument = name.token.parent?.as(LabeledExprSyntax.self), argument.label?.id == name.token.id,
            let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
        else { return }
        if owner.isInitializer {
            let type = constructedType(call, name.file)
            guard type == nil || type == owner.type || isInherited(type, owner.type) else { return }
            // Another initializer of the type may have the label, too.
            guard type == nil ? isImplicitInitializer(call) && owner.takes(call) : !others || owner.takes(call) else {
                return
            }
            if type == nil, others {
                evidence.obstacles.append((name.file, Syntax(argument), "‘.init(…)’ may be a call of another type"))
                return
            }
        } else {
            guard owner.isCalled(by: call) else { return }
            if others {
                var type: String?
                if let access = call.calledExpression.as(MemberAccessExprSyntax.self), let base = access.base {
                    type = typeName(of: base, name.file)
                } else if let tree = project.tree(name.file) {
                    type = EnclosingDeclarations(call, in: tree).types.first
                }
                guard let type, let own = owner.type else {
                    evidence.obstacles.append((name.file, Syntax(argument), "the call may be of another function"))
                    return
                }
                guard project.types.areRelated(type, own), owner.takes(call) else { return }
            }
        }
        evidence.inputs.append(input(argument.expression, name.file, node: Syntax(argument)))
    }

    /// Returns whether a subclass without the initializer inherits it.
    private func isInherited(_ type: String?, _ owner: String?) -> Bool {
        guard let type, let owner else { return false }
        return project.types.ancestors(of: type).contains(owner)
    }

    func isImplicitInitializer(_ call: FunctionCallExprSyntax) -> Bool {
        call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "init"
    }
}
