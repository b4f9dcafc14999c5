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
            parameter.ellipsis == nil, let tree = project.tree(copy.file)
        else { return nil }
        let label = parameter.firstName.name
        let owner = FunctionOwner(copy, tree)
        var evidence = Evidence()
        let candidates =
            copy.isPrivate
            ? project.names(label, in: copy.file)
            : project.names(
                ofLabel: label,
                for: owner.isInitializer ? owner.type ?? "init" : owner.name,
                isInitializer: owner.isInitializer
            )
        guard let names = candidates else { return nil }
        var others = false
        for name in names {
            guard let found = name.token.parent?.as(FunctionParameterSyntax.self),
                found.firstName.id == name.token.id, let tree = project.tree(name.file),
                let declared = Copy(Syntax(found), name.file, in: tree)
            else { continue }
            let other = FunctionOwner(declared, tree)
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
            if let initial = found.defaultValue?.value { evidence.inputs.append(input(initial, name.file)) }
            if hasTwin(declared, without: found, owner) {
                evidence.obstacles.append((name.file, Syntax(found), "another function has the other parameters"))
            }
            let inside = project.names(declared.name, in: name.file, around: declared.declaration)
            let scope = Scope(copy: declared, family: [], isOnly: Self.isOnlyDeclaration(declared, inside))
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
        if let tree = project.tree(copy.file), hasTwin(copy, without: parameter, FunctionOwner(copy, tree)) {
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

    /// Follows a value that is passed to a function without a label.
    private func passUnlabeled(_ value: KnownValue, _ argument: LabeledExprSyntax, _ file: Int) {
        guard let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
            let name = call.calledExpression.lastName,
            let function = overload(name, call.arguments.map { $0.label?.name ?? "" }),
            let position = call.arguments.enumerated().first(where: { $0.element.id == argument.id })?.offset,
            let found = project.names(name)?.first(where: { $0.token.id == function.name.id })
        else { return }
        let parameters = function.signature.parameterClause.parameters
        solve(parameters[parameters.index(parameters.startIndex, offsetBy: position)], value, found.file)
    }

    /// Returns the only function with a name and labels, if no other one with the name has default arguments.
    private func overload(_ name: String, _ labels: [String]) -> FunctionDeclSyntax? {
        let functions = project.functions(name)
        guard functions.allSatisfy({ $0.labels != nil }) else { return nil }
        return functions.filter { $0.labels == labels }.only
    }

    /// The function or initializer of a parameter.
    struct FunctionOwner {
        var name: String
        var isInitializer: Bool
        var labels: [String]
        /// The labels of the parameters without a default.
        var required: [String]
        var type: String?

        fileprivate init(_ copy: Copy, _ tree: SourceTree) {
            type = copy.type
            let clause =
                copy.declaration.as(FunctionDeclSyntax.self)?.signature.parameterClause
                ?? copy.declaration.as(InitializerDeclSyntax.self)?.signature.parameterClause
            labels = clause?.parameters.map(\.firstName.name) ?? []
            required = clause?.parameters.filter { $0.defaultValue == nil }.map(\.firstName.name) ?? []
            let function = copy.declaration.as(FunctionDeclSyntax.self)
            (name, isInitializer) = (function?.name.name ?? "init", function == nil)
        }

        /// Returns whether a call has all arguments without a default, and no other.
        fileprivate func takes(_ call: FunctionCallExprSyntax) -> Bool {
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
            guard call.calledExpression.lastName == owner.name else { return }
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

    private func isImplicitInitializer(_ call: FunctionCallExprSyntax) -> Bool {
        call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "init"
    }

    // MARK: - Values that flow on

    /// Follows a value that is passed to a function.
    func pass(_ value: KnownValue, _ argument: LabeledExprSyntax, _ file: Int) {
        guard argument.label != nil else { return passUnlabeled(value, argument, file) }
        guard let label = argument.label?.name, let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
            let names = project.declarations(of: label)
        else { return }
        let type = constructedType(call, file)
        let function = call.calledExpression.lastName
        let isInitializer = type != nil || isImplicitInitializer(call)
        var fitting: [(parameter: FunctionParameterSyntax, file: Int, takesCall: Bool)] = []
        for name in names {
            guard let tree = project.tree(name.file) else { continue }
            if let parameter = name.token.parent?.as(FunctionParameterSyntax.self),
                parameter.firstName.id == name.token.id, let copy = Copy(Syntax(parameter), name.file, in: tree)
            {
                let owner = FunctionOwner(copy, tree)
                let isCalled =
                    isInitializer
                    ? owner.isInitializer
                        && (type == nil && owner.takes(call) || owner.type == type || isInherited(type, owner.type))
                    : owner.name == function
                if isCalled { fitting.append((parameter, name.file, owner.takes(call))) }
            }
        }
        if let found = fitting.first(where: \.takesCall) ?? fitting.first {
            return solve(found.parameter, value, found.file)
        }
        guard let type else { return noteAssociated(label, function) }
        for name in names {
            if let node = declaredNode(name.token), let tree = project.tree(name.file),
                let copy = Copy(node, name.file, in: tree), copy.kind == .member, copy.type == type, !copy.isFunction
            {
                return solve(node, value, name.file)
            }
        }
    }

    /// Lists the associated value of an enum case that always has the same value now: `case cart(isNew: Bool)`.
    private func noteAssociated(_ label: String, _ name: String?) {
        let names =
            associated[label]
            ?? (project.names(label) ?? []).filter {
                $0.token.parent?.is(EnumCaseParameterSyntax.self) ?? false
            }
        associated[label] = names
        for found in names {
            guard let parameter = found.token.parent?.as(EnumCaseParameterSyntax.self),
                let element = parameter.parent?.parent?.parent?.as(EnumCaseElementSyntax.self),
                element.name.name == name
            else { continue }
            let name = element.name.name
            let reason = "‘\(label)’ of ‘\(name)’ may now always have the same value; see whether it can go"
            constants[parameter.id] = (found.file, Syntax(found.token), reason)
        }
    }

    /// Follows a value that is assigned.
    func assign(_ value: KnownValue, to target: ExprSyntax, _ file: Int) {
        if let node = declaration(of: target, file) { solve(node.node, value, node.file) }
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

    // MARK: - Publishers

    /// A statement whose only purpose is to assign the value of a publisher.
    struct Chain {
        var statement: Syntax
        /// The expression or key path of the target.
        var target: Syntax?
    }

    /// Returns the statement `$x.assign(to: …)` around a publisher.
    func assignment(ofPublisher publisher: ExprSyntax) -> Chain? {
        let passive: Set<String> = [
            "removeDuplicates", "receive", "eraseToAnyPublisher", "store", "dropFirst", "prepend", "debounce", "share",
        ]
        var target: Syntax?
        var node = Syntax(publisher)
        for _ in 0..<100 {
            guard let parent = node.parent else { return nil }
            if let item = parent.as(CodeBlockItemSyntax.self) {
                return target.map { Chain(statement: Syntax(item), target: $0) }
            }
            if let access = parent.as(MemberAccessExprSyntax.self), access.base?.id == node.as(ExprSyntax.self)?.id {
                node = parent
            } else if let call = parent.as(FunctionCallExprSyntax.self),
                call.calledExpression.id == node.as(ExprSyntax.self)?.id,
                let name = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.name
            {
                if name.lowercased().contains("assign"), let first = call.arguments.first {
                    target = Syntax(first.expression)
                } else if name == "sink", let assigned = assignedParameter(call) {
                    target = Syntax(assigned)
                } else if !passive.contains(name), !isSelection(call, name) {
                    return nil
                }
                node = parent
            } else if let list = parent.as(ExprListSyntax.self), assignedExpression(list) != nil,
                let item = list.parent?.parent?.as(CodeBlockItemSyntax.self), list.count == 3
            {
                // `cancellable = $x.assign(…)`
                return target.map { Chain(statement: Syntax(item), target: $0) }
            } else {
                return nil
            }
        }
        return nil
    }

    /// Returns whether a call only takes the value out of what describes it: `map(\.value)`.
    private func isSelection(_ call: FunctionCallExprSyntax, _ name: String) -> Bool {
        guard name == "map", let path = call.arguments.only?.expression.as(KeyPathExprSyntax.self) else { return false }
        let component = path.components.only?.component.as(KeyPathPropertyComponentSyntax.self)
        return component.map { ["value", "isOn", "isEnabled"].contains($0.declName.baseName.text) } ?? false
    }

    /// Returns the target of the assignment in `sink { [weak self] value in self?.target = value }`.
    private func assignedParameter(_ call: FunctionCallExprSyntax) -> ExprSyntax? {
        guard let closure = call.trailingClosure ?? call.arguments.only?.expression.as(ClosureExprSyntax.self),
            let list = closure.statements.only?.item.as(SequenceExprSyntax.self)?.elements, list.count == 3,
            let target = assignedExpression(list), let value = list.last?.as(DeclReferenceExprSyntax.self)?.baseName
        else { return nil }
        let parameter: TokenSyntax?
        switch closure.signature?.parameterClause {
        case .simpleInput(let parameters): parameter = parameters.only?.name
        case .parameterClause(let clause): parameter = clause.parameters.only.map { $0.secondName ?? $0.firstName }
        case nil: return value.text == "$0" ? target : nil
        }
        return parameter?.name == value.name ? target : nil
    }

    /// Tries to remove the variable to which a publisher's values are assigned; returns whether it is gone.
    @discardableResult
    func solveTarget(_ target: Syntax?, _ statement: Syntax, _ file: Int) -> Bool {
        guard let target, let found = targetDeclaration(target, file) else { return false }
        publisherTargets[found.node.id, default: []].append(
            Input(file: file, node: statement, replacesInitialValue: true, isKept: true)
        )
        solve(found.node, kept, found.file)
        return solved.contains(found.node.id)
    }

    private func targetDeclaration(_ target: Syntax, _ file: Int) -> (node: Syntax, file: Int)? {
        if let path = target.as(KeyPathExprSyntax.self) {
            let names = path.components.compactMap { component in
                component.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.name
            }
            guard let last = names.last, let tree = project.tree(file) else { return nil }
            var type = path.root?.lastName ?? EnclosingDeclarations(target, in: tree).types.first
            for name in names.dropLast() { type = type.flatMap { project.valueType(ofMember: name, in: $0) } }
            return member(last, of: type)
        }
        guard var expression = target.as(InOutExprSyntax.self)?.expression ?? target.as(ExprSyntax.self) else {
            return nil
        }
        var name: String?
        if let reference = expression.as(DeclReferenceExprSyntax.self) {
            name = reference.baseName.text
        } else if let access = expression.as(MemberAccessExprSyntax.self) {
            name = access.declName.baseName.text
        }
        guard let name, let tree = project.tree(file) else { return nil }
        let plain = name.hasPrefix("$") ? String(name.dropFirst()) : name
        if let access = expression.as(MemberAccessExprSyntax.self), let base = access.base {
            expression = base
            return member(plain, of: typeName(of: base, file))
        }
        for type in EnclosingDeclarations(expression, in: tree).types {
            if let found = member(plain, of: type) { return found }
        }
        return nil
    }
}
