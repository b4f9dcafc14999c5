import SwiftSyntax
import ToggleLint

extension ToggleRemoval {
    /// What a name refers to.
    enum Ownership {
        case ours
        case other
        case unknown
    }

    /// Adds what one name shows about a copy.
    func classify(_ name: RemovalProject.Name, _ scope: Scope, _ result: inout Evidence) {
        let (token, copy) = (name.token, scope.copy)
        guard let parent = token.parent else { return }
        let offset = token.position.utf8Offset
        let isTarget = publisherTargets[copy.node.id]?.contains { input in
            input.file == name.file && (input.node?.position.utf8Offset).map { $0 <= offset } ?? false
                && (input.node?.endPosition.utf8Offset).map { offset < $0 } ?? false
        }
        if isTarget ?? false { return }
        if let argument = parent.as(LabeledExprSyntax.self), argument.label?.id == token.id {
            if isMemberwise(argument, scope, name.file) {
                result.inputs.append(input(argument.expression, name.file, node: Syntax(argument)))
            }
            return
        }
        if let element = parent.as(EnumCaseElementSyntax.self), element.name.id == token.id {
            let types = EnclosingDeclarations(element, in: tree(name)).types
            if types.first == "CodingKeys", types.dropFirst().first.map(scope.family.contains) ?? false {
                result.others.append((enumCase(element), name.file))
            }
            return
        }
        if let capture = parent.as(ClosureCaptureSyntax.self) ?? parent.parent?.as(ClosureCaptureSyntax.self),
            parent.is(ClosureCaptureSyntax.self) || parent.is(DeclReferenceExprSyntax.self)
        {
            // `[isOn]` captures the copy; `[isOn = …]` declares another name.
            if capture.children(viewMode: .sourceAccurate).contains(where: { $0.is(InitializerClauseSyntax.self) }) {
                if parent.is(ClosureCaptureSyntax.self), ownership(ofBare: token, scope, name.file) == .ours {
                    result.obstacles.append((name.file, Syntax(token), "a closure captures it under the same name"))
                }
                return
            }
            if ownership(ofBare: token, scope, name.file) == .ours {
                result.others.append((Syntax(capture), name.file))
            }
            return
        }
        guard let reference = parent.as(DeclReferenceExprSyntax.self), reference.baseName.id == token.id else {
            return
        }
        var whole = ExprSyntax(reference)
        var owner: Ownership
        if let access = reference.parent?.as(MemberAccessExprSyntax.self), access.declName.id == reference.id {
            whole = ExprSyntax(access)
            if !copy.isFunction, !isClosure(copy), isCalled(whole) { return }
            owner = ownership(of: access, scope, name.file)
        } else if reference.parent?.is(KeyPathPropertyComponentSyntax.self) == true {
            owner = ownership(ofKeyPath: reference, scope)
            if owner == .ours {
                keyPath(reference, name.file, &result)
                return
            }
        } else {
            owner = ownership(ofBare: token, scope, name.file)
        }
        switch owner {
        case .other: return
        case .unknown:
            let text = tree(name).excerpt(whole.offsets).text
            result.obstacles.append((name.file, Syntax(whole), "‘\(text)’ may refer to it, or to another declaration"))
        case .ours: use(whole, token, copy, name.file, &result)
        }
    }

    private func tree(_ name: RemovalProject.Name) -> SourceTree {
        project.tree(name.file) ?? SourceTree(path: "", bytes: [])
    }

    /// Returns the node of an enum case: the whole declaration if it has only one element.
    func enumCase(_ element: EnumCaseElementSyntax) -> Syntax {
        guard let declaration = element.parent?.parent?.as(EnumCaseDeclSyntax.self), declaration.elements.count == 1
        else { return Syntax(element) }
        return declaration.parent ?? Syntax(declaration)
    }

    /// Records a use of a copy.
    private func use(
        _ whole: ExprSyntax,
        _ token: TokenSyntax,
        _ copy: Copy,
        _ file: Int,
        _ result: inout Evidence
    ) {
        func obstacle(_ reason: String) { result.obstacles.append((file, Syntax(whole), reason)) }
        if token.text.hasPrefix("$") {
            if isOutsideProduct(whole, file), let row = row(around: Syntax(whole)),
                whole.is(DeclReferenceExprSyntax.self)
            {
                result.others += removedRow(row).map { ($0, file) }
                return
            }
            if let chain = assignment(ofPublisher: whole) {
                guard solveTarget(chain.target, chain.statement, file) else {
                    return obstacle("its values are assigned to a variable that stays")
                }
                result.others.append((chain.statement, file))
                return
            }
            return obstacle("its projected value is used")
        }
        var expression = whole
        let list = whole.parent?.as(ExprListSyntax.self)
        let target = list.flatMap(assignedExpression)
        if !copy.isFunction, isClosure(copy), let target {
            // `self.isOpen = isOpen`
            let isStored =
                target.id == whole.id
                || list?.count == 3
                    && (isListing || declaration(of: target, file).map { examined.contains($0.node.id) } ?? false)
            guard isStored else { return obstacle("it is used as a function value") }
            if target.id != whole.id {
                if isListing { result.reads.append((whole, file)) }
                return
            }
        } else if copy.isFunction || isClosure(copy) {
            let labels = copy.node.as(FunctionDeclSyntax.self).map { $0.labels ?? [] } ?? []
            guard let call = whole.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == whole.id,
                call.arguments.map({ $0.label?.name ?? "" }) == labels, call.trailingClosure == nil
            else { return obstacle("it is used as a function value") }
            guard !Effects(known: { _ in false }).isPossible(Array(call.arguments)) else {
                return obstacle("an argument of it may have an effect")
            }
            expression = ExprSyntax(call)
        } else if isCalled(whole) {
            return
        }
        guard let parent = expression.parent else { return }
        if isBinding(whole) {
            guard let row = row(around: Syntax(whole)), isOutsideProduct(whole, file) || isControl(row) else {
                return obstacle("a control is bound to it")
            }
            let removed = removedRow(row).map { ($0, file) }
            result.others += removed
            result.controls += removed
            return
        }
        if let element = describedElement(expression, file) {
            result.others.append((element, file))
            return
        }
        if let base = whole.as(MemberAccessExprSyntax.self)?.base, isOptional(base), !isRead(expression) {
            return obstacle("it is read through an optional")
        }
        if let list = parent.as(ExprListSyntax.self), let target = assignedExpression(list), target.id == expression.id
        {
            guard let statement = list.parent?.parent?.as(CodeBlockItemSyntax.self) else {
                return obstacle("it is assigned in an expression")
            }
            let rest = Array(list.dropFirst(2))
            var input = rest.count == 1 ? input(rest[0], file) : Input(file: file, value: value(ofOperands: rest))
            input.node = Syntax(statement)
            input.replacesInitialValue = statement.parent?.parent?.parent?.is(InitializerDeclSyntax.self) ?? false
            result.inputs.append(input)
            return
        }
        if parent.is(InOutExprSyntax.self) { return obstacle("it is changed") }
        if let list = parent.as(ExprListSyntax.self),
            let operation = list.dropFirst().first?.as(BinaryOperatorExprSyntax.self)?.operator.text,
            list.first?.id == expression.id, operation.hasSuffix("="), !["==", "!=", "<=", ">="].contains(operation)
        {
            return obstacle("it is changed")
        }
        if let access = parent.as(MemberAccessExprSyntax.self), access.base?.id == expression.id,
            access.declName.baseName.name == "toggle"
        {
            return obstacle("it is changed")
        }
        result.reads.append((expression, file))
    }

    /// Returns whether a statement is a control that only changes a value: `Toggle("…", isOn: $settings.newCart)`.
    func isControl(_ row: CodeBlockItemSyntax) -> Bool {
        var expression = row.item.as(ExprSyntax.self)
        // The modifiers of a control.
        while let base = expression?.as(FunctionCallExprSyntax.self)?.calledExpression.memberBase { expression = base }
        let name = expression?.as(FunctionCallExprSyntax.self)?.calledExpression.lastName
        return name.map { ["Toggle", "Picker"].contains($0) || FlagNames.words($0).last == "toggle" } ?? false
    }

    /// Returns whether an expression is called, so that it is a function, not a value with the same name.
    func isCalled(_ whole: ExprSyntax) -> Bool {
        whole.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == whole.id
    }

    /// Returns whether a property is a closure without parameters, which uses call.
    func isClosure(_ copy: Copy) -> Bool {
        let binding = copy.node.as(PatternBindingSyntax.self)
        guard var type = binding?.typeAnnotation?.type ?? copy.node.as(FunctionParameterSyntax.self)?.type else {
            return binding?.initializer?.value.closureResult != nil
        }
        if let attributed = type.as(AttributedTypeSyntax.self) {
            guard
                !attributed.attributes.contains(where: {
                    $0.as(AttributeSyntax.self)?.attributeName.lastName == "autoclosure"
                })
            else { return false }
            type = attributed.baseType
        }
        if let tuple = type.as(TupleTypeSyntax.self)?.elements.only { type = tuple.type }
        return type.as(FunctionTypeSyntax.self)?.parameters.isEmpty ?? false
    }

    /// Records a key path of a copy: `flags[\.name]` reads it, and a table of key paths only lists it.
    private func keyPath(_ reference: DeclReferenceExprSyntax, _ file: Int, _ result: inout Evidence) {
        var node = Syntax(reference)
        while let parent = node.parent, !node.is(KeyPathExprSyntax.self) { node = parent }
        let owner = node.parent
        if let call = owner?.parent?.parent?.as(SubscriptCallExprSyntax.self), call.arguments.count == 1 {
            result.reads.append((ExprSyntax(call), file))
        } else if let owner, owner.is(ArrayElementSyntax.self) || owner.is(DictionaryElementSyntax.self) {
            result.others.append((owner, file))
        } else if isOutsideProduct(node, file), let row = row(around: node) {
            result.others += removedRow(row).map { ($0, file) }
        } else {
            result.obstacles.append((file, node, "a key path names it"))
        }
    }

    /// Returns the element of a list in a description that only shows the expression.
    func describedElement(_ expression: ExprSyntax, _ file: Int) -> Syntax? {
        guard let tree = project.tree(file),
            EnclosingDeclarations(expression, in: tree).function?.lowercased().contains("description") ?? false
        else { return nil }
        if let element = expression.parent?.as(DictionaryElementSyntax.self), element.value.id == expression.id {
            return Syntax(element)
        }
        guard let segment = expression.parent?.parent?.parent?.as(ExpressionSegmentSyntax.self),
            let literal = segment.parent?.parent?.as(StringLiteralExprSyntax.self),
            literal.segments.lazy.filter({ $0.is(ExpressionSegmentSyntax.self) }).count == 1
        else { return nil }
        return literal.parent?.as(ArrayElementSyntax.self).map { Syntax($0) }
    }

    /// Returns whether an expression is a binding: `$settings.name`.
    private func isBinding(_ whole: ExprSyntax) -> Bool {
        var expression = whole
        for _ in 0..<100 {
            guard let access = expression.as(MemberAccessExprSyntax.self), let base = access.base else {
                return expression.id != whole.id
                    && expression.as(DeclReferenceExprSyntax.self)?.baseName.text.hasPrefix("$") ?? false
            }
            expression = base
        }
        return false
    }

    /// Returns whether the value of a chain is compared, or has a default, so that what is left can check for `nil`.
    private func isRead(_ expression: ExprSyntax) -> Bool {
        guard let elements = expression.parent?.as(ExprListSyntax.self).map({ Array($0) }),
            let index = elements.firstIndex(where: { $0.id == expression.id })
        else { return false }
        let operators = [index - 1, index + 1].filter(elements.indices.contains).compactMap { index in
            elements[index].as(BinaryOperatorExprSyntax.self)?.operator.text
        }
        return operators.contains { ["==", "!=", "??"].contains($0) }
    }

    private func isOptional(_ base: ExprSyntax) -> Bool {
        var expression = base
        for _ in 0..<100 {
            if expression.is(OptionalChainingExprSyntax.self) { return true }
            guard let access = expression.as(MemberAccessExprSyntax.self), let base = access.base else { return false }
            expression = base
        }
        return false
    }

    // MARK: - Ownership

    private func ownership(ofBare token: TokenSyntax, _ scope: Scope, _ file: Int) -> Ownership {
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

    /// Returns the types around a name, which are determined once.
    func enclosingTypes(of token: TokenSyntax, _ file: Int) -> [String] {
        if let known = typesAround[token.id] { return known }
        let types = project.tree(file).map { EnclosingDeclarations(token, in: $0).types } ?? []
        typesAround[token.id] = types
        return types
    }

    private func ownership(of access: MemberAccessExprSyntax, _ scope: Scope, _ file: Int) -> Ownership {
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
        // A row of a debug menu changes what the code beside it declares.
        if isBinding(ExprSyntax(access)), isOutsideProduct(access, file), isBeside(scope.family, file) { return .ours }
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

    private func ownership(ofKeyPath reference: DeclReferenceExprSyntax, _ scope: Scope) -> Ownership {
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
    private func isMemberwise(_ argument: LabeledExprSyntax, _ scope: Scope, _ file: Int) -> Bool {
        guard scope.copy.kind == .member, !scope.copy.isFunction,
            let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
            let callee = constructedType(call, file), scope.family.contains(callee)
        else { return false }
        return !(project.names(scope.copy.name) ?? []).contains { name in
            guard let parameter = name.token.parent?.as(FunctionParameterSyntax.self),
                parameter.firstName.id == name.token.id,
                let initializer = parameter.parent?.parent?.parent?.parent?.as(InitializerDeclSyntax.self),
                let tree = project.tree(name.file)
            else { return false }
            return EnclosingDeclarations(initializer, in: tree).types.first == callee
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
