import SwiftSyntax
import ToggleLint

/// What the places with a name show about a declaration.
extension ToggleRemoval {
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
            switch memberwise(argument, scope, name.file) {
            case .ours: result.inputs.append(input(argument.expression, name.file, node: Syntax(argument)))
            case .unknown: result.obstacles.append((name.file, Syntax(argument), "‘.init(…)’ may set it"))
            case .other: break
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
            owner = ownership(ofKeyPath: reference, scope, name.file)
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
                result.chains.append((chain, whole, file))
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

    /// Returns whether a property or parameter may hold a function, with parameters or an optional one, too.
    func mayBeFunction(_ copy: Copy) -> Bool {
        let binding = copy.node.as(PatternBindingSyntax.self)
        guard var type = binding?.typeAnnotation?.type ?? copy.node.as(FunctionParameterSyntax.self)?.type else {
            guard let value = binding?.initializer?.value else { return true }
            return value.is(ClosureExprSyntax.self) || value.is(DeclReferenceExprSyntax.self)
                || value.is(MemberAccessExprSyntax.self) || value.is(FunctionCallExprSyntax.self)
        }
        while true {
            if let attributed = type.as(AttributedTypeSyntax.self) {
                type = attributed.baseType
            } else if let optional = type.as(OptionalTypeSyntax.self) {
                type = optional.wrappedType
            } else if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
                type = optional.wrappedType
            } else if let tuple = type.as(TupleTypeSyntax.self)?.elements.only {
                type = tuple.type
            } else {
                break
            }
        }
        if type.is(FunctionTypeSyntax.self) { return true }
        guard let name = type.lastName else { return false }
        if project.types.files[name] != nil { return !project.functions("callAsFunction").isEmpty }
        if project.isAlias(name) { return true }
        // A framework may declare the alias.
        guard copy.kind == .parameter || project.functions(copy.name).isEmpty else { return false }
        return project.names(copy.name, in: copy.file).contains { other in
            other.token.parent?.as(DeclReferenceExprSyntax.self).map { isCalled(ExprSyntax($0)) } ?? false
        }
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
}
