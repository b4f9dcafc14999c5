import SwiftSyntax
import ToggleLint

extension ToggleRemoval {
    /// What is needed to tell the mentions of a flag from those of other members with the same name.
    struct Mentions {
        var flags: [Flag]
        /// The names of all flags by type.
        var siblings: [String: Set<String>]
        var containers: Set<String>
    }

    /// Handles a mention that isn't a read.
    func handle(_ access: ExprSyntax, isCertain: Bool, _ file: Int, _ mentions: Mentions) {
        if isRemoved(access) { return }
        // `Flags.newCart` is a property of another type, which returns the flag's value.
        if let base = access.memberBase, base.isType, let type = base.lastName, !mentions.containers.contains(type),
            let name = access.lastName, project.valueOwner(ofMember: name, in: type) != nil
        {
            return
        }
        var node = Syntax(access)
        while let parent = node.parent {
            if let tuple = parent.parent?.parent, tuple.is(TupleExprSyntax.self), parent.is(LabeledExprSyntax.self) {
                node = tuple
            } else if parent.is(OptionalChainingExprSyntax.self),
                parent.parent?.is(ExpressionPatternSyntax.self) == true
            {
                // `case .newCart?:`
                node = parent
            } else if parent.is(TryExprSyntax.self) || parent.is(AwaitExprSyntax.self) {
                node = parent
            } else {
                break
            }
        }
        guard let parent = node.parent else { return }
        if let pattern = parent.as(ExpressionPatternSyntax.self) {
            self.pattern(pattern, isCertain, file, mentions)
            return
        }
        if let call = parent.parent?.parent?.as(FunctionCallExprSyntax.self), isMirror(call) {
            return set(kept, of: ExprSyntax(call), file)
        }
        let shown = isCertain ? true : isFlag(access, file, mentions)
        if shown == false { return }
        guard shown == true || isOnly(access, mentions) else {
            let text = project.tree(file)?.excerpt(access.offsets).text ?? ""
            remark(.mention, file, access, "‘\(text)’ may be the flag, or another declaration with the same name")
            return
        }
        switch parent.as(SyntaxEnum.self) {
        case .arrayElement(let element): self.element(element, file, mentions)
        case .dictionaryElement(let element):
            noteOtherSide(of: Syntax(element), element.value, file)
            if element.value.id == node.as(ExprSyntax.self)?.id, !isOutsideProduct(element, file) {
                remark(.read, file, element, "this entry led to the flag; see what the code does without it")
            }
            removeMention(element, file)
        case .labeledExpr(let argument): self.argument(argument, file, mentions)
        default: other(node, parent, file, mentions)
        }
    }

    /// Returns whether no other type declares a member with the name.
    func isOnly(_ access: ExprSyntax, _ mentions: Mentions) -> Bool {
        guard let name = access.lastName, let names = project.names(name) else { return false }
        let isImplicit = access.as(MemberAccessExprSyntax.self).map { $0.base == nil } ?? false
        return names.allSatisfy { found in
            let token = found.token
            let declared: Syntax?
            if let element = token.parent?.as(EnumCaseElementSyntax.self), element.name.id == token.id {
                declared = Syntax(element)
            } else {
                declared = declaredNode(token)
            }
            guard let declared, let tree = project.tree(found.file) else { return true }
            // `.name` can't be a member of an object.
            if isImplicit, let copy = Copy(declared, found.file, in: tree), !isStatic(copy) { return true }
            if declared.is(PatternBindingSyntax.self),
                declared.parent?.parent?.parent?.is(MemberBlockItemSyntax.self) != true
            {
                return true
            }
            return EnclosingDeclarations(declared, in: tree).types.first.map(mentions.containers.contains) ?? false
        }
    }

    /// Returns whether the context of a member shows that it is the flag, or that it isn't; `nil` if it shows neither.
    private func isFlag(_ access: ExprSyntax, _ file: Int, _ mentions: Mentions) -> Bool? {
        let types = expectedTypes(access, file)
        if types.contains(where: { $0.map(mentions.containers.contains) ?? false }) { return true }
        func isForeign(_ type: String?) -> Bool {
            // Another function may have the same name as the one that is called, with parameters of other types.
            guard let type, let name = access.lastName, project.valueOwner(ofMember: name, in: type) != nil else {
                return false
            }
            return !mentions.containers.contains { project.types.ancestors(of: $0).contains(type) }
        }
        return !types.isEmpty && types.allSatisfy(isForeign) ? false : nil
    }

    /// Returns the types that an expression may have according to its context.
    func expectedTypes(_ access: ExprSyntax, _ file: Int) -> [String?] {
        guard let member = access.as(MemberAccessExprSyntax.self) else { return [] }
        if let base = member.base { return [typeName(of: base, file)] }
        switch ImplicitContext(of: access) {
        case .type(let type): return [type]
        case .argument(let callee, let call, _):
            let types = parameterTypes(callee)
            if !types.isEmpty { return types }
            // `XCTAssertEqual(value, .member)`
            guard let arguments = call.as(FunctionCallExprSyntax.self)?.arguments, callee.label.isEmpty,
                let first = arguments.first, !first.expression.is(MemberAccessExprSyntax.self) || arguments.count == 2
            else { return [] }
            return typeName(of: first.expression, file).map { [$0] } ?? []
        case .pattern: return []
        case .unknown:
            // `value == .member` and `value = [.member]`
            var child = Syntax(access)
            while let parent = child.parent {
                if let list = parent.as(ExprListSyntax.self) {
                    guard list.count == 3, let first = list.first, first.id != child.as(ExprSyntax.self)?.id else {
                        return []
                    }
                    return typeName(of: first, file).map { [$0] } ?? []
                }
                guard
                    parent.is(ArrayElementSyntax.self) || parent.is(ArrayElementListSyntax.self)
                        || parent.is(ArrayExprSyntax.self)
                else { return [] }
                child = parent
            }
            return []
        }
    }

    /// Returns the types of the parameters that a call may pass an argument to.
    func parameterTypes(_ callee: FileFacts.Callee) -> [String?] {
        func types(_ clause: FunctionParameterClauseSyntax) -> [String?] {
            clause.parameters.lazy.filter { ($0.firstName.text == "_" ? "" : $0.firstName.name) == callee.label }
                .map(\.type.lastName)
        }
        guard callee.name.first?.isUppercase == true else {
            return project.functions(callee.name).flatMap { types($0.signature.parameterClause) }
        }
        return (project.types.files[callee.name] ?? []).flatMap { file -> [String?] in
            guard let tree = project.tree(file) else { return [] }
            let initializers = project.declarations("init", ofKind: InitializerDeclSyntax.self, in: file)
                .filter { EnclosingDeclarations($0, in: tree).types.first == callee.name }
                .flatMap { types($0.signature.parameterClause) }
            if !initializers.isEmpty || callee.label.isEmpty { return initializers }
            return (project.members(file).members[callee.label] ?? []).filter { $0.owner == callee.name }
                .map(\.valueType)
        }
    }

    func removeMention(_ node: some SyntaxProtocol, _ file: Int) {
        remove(node, file)
        declarationRemovals.insert(node.id)
    }

    func block(_ file: Int, _ node: some SyntaxProtocol, _ reason: String) {
        let test = testFunction(around: node, file)
        guard isDeep, let test else {
            remark(.blocks, file, node, test == nil ? reason : "\(reason); --deep removes the test")
            return
        }
        otherTests[test.id] = Removal(file: file, node: test)
    }

    // MARK: - Everything else

    private func other(_ node: Syntax, _ parent: Syntax, _ file: Int, _ mentions: Mentions) {
        if let row = flagRow(node, file) { return flagRows.append(row) }
        if isOutsideProduct(node, file), let row = row(around: node), !isResult(node, ofCaseWith: row) {
            noteOtherSide(of: Syntax(row), nil, file)
            return removeRow(row, file)
        }
        if let expression = node.as(ExprSyntax.self) {
            if compare(expression, file, mentions) || followConstant(expression, file, mentions) { return }
            if removeResult(expression, file) { return }
        }
        let reason =
            switch parent.as(SyntaxEnum.self) {
            case .exprList: "the flag is compared or combined with another value"
            case .initializerClause: "the flag is stored in a variable"
            case .returnStmt, .codeBlockItem: "the flag is returned as a value"
            case .memberAccessExpr(let access):
                "‘\(access.declName.baseName.name)’ of the flag isn't listed as a member that reads it"
            case .keyPathPropertyComponent, .keyPathComponent: "a key path names the flag"
            default: "the flag is used as a value"
            }
        block(file, node, reason)
    }
}
