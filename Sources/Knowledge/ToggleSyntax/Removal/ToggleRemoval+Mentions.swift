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
    private func isOnly(_ access: ExprSyntax, _ mentions: Mentions) -> Bool {
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
    private func expectedTypes(_ access: ExprSyntax, _ file: Int) -> [String?] {
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

    // MARK: - Patterns

    private func pattern(_ pattern: ExpressionPatternSyntax, _ isCertain: Bool, _ file: Int, _ mentions: Mentions) {
        var node = Syntax(pattern)
        while let parent = node.parent, !parent.is(SwitchCaseItemSyntax.self) {
            guard
                parent.is(PatternSyntax.self) || parent.is(TuplePatternElementSyntax.self)
                    || parent.is(TuplePatternElementListSyntax.self)
            else {
                let subject = (parent.as(MatchingPatternConditionSyntax.self)?.initializer.value)
                let type = subject.flatMap { typeName(of: $0, file) }
                if isCertain || type.map(mentions.containers.contains) ?? isOnly(pattern.expression, mentions) {
                    guard parent.is(MatchingPatternConditionSyntax.self), isComparable(mentions),
                        pattern.parent?.id == parent.id
                    else { return block(file, pattern, "a pattern outside of a switch compares the flag") }
                    let optional = pattern.expression.as(OptionalChainingExprSyntax.self)
                    setGone(optional?.expression ?? pattern.expression, file, mentions)
                } else if type.map({ project.types.files[$0] == nil }) ?? true {
                    remark(
                        .mention,
                        file,
                        pattern,
                        "this pattern may be the flag, or another declaration with its name"
                    )
                }
                return
            }
            node = parent
        }
        guard let item = node.parent?.as(SwitchCaseItemSyntax.self),
            let label = item.parent?.parent?.as(SwitchCaseLabelSyntax.self),
            let clause = label.parent?.as(SwitchCaseSyntax.self),
            let expression = clause.parent?.parent?.as(SwitchExprSyntax.self)
        else { return }
        guard isCertain || isOverFlags(expression, file, mentions) else { return }
        if let previous = previousCase(clause), endsWithFallthrough(previous) {
            block(file, pattern, "the case above falls through to this one")
            return
        }
        removeMention(item, file)
        if label.caseItems.allSatisfy({ removals[$0.id] != nil }) {
            for item in label.caseItems {
                removals[item.id] = nil
                declarationRemovals.remove(item.id)
            }
            removeMention(clause, file)
            if project.isTest(file) { removedArms.append((clause, file)) }
        }
    }

    private func previousCase(_ clause: SwitchCaseSyntax) -> SwitchCaseSyntax? {
        guard let list = clause.parent?.as(SwitchCaseListSyntax.self) else { return nil }
        return list.prefix { $0.id != clause.id }.last?.as(SwitchCaseSyntax.self)
    }

    private func endsWithFallthrough(_ clause: SwitchCaseSyntax) -> Bool {
        clause.statements.last?.item.is(FallThroughStmtSyntax.self) ?? false
    }

    /// Returns whether a switch is over flags, according to its subject and its other patterns.
    private func isOverFlags(_ expression: SwitchExprSyntax, _ file: Int, _ mentions: Mentions) -> Bool {
        if let type = typeName(of: expression.subject, file) {
            if mentions.containers.contains(type) { return true }
            if project.types.files[type] != nil { return false }
        }
        var names: Set<String> = []
        for clause in expression.cases {
            guard let clause = clause.as(SwitchCaseSyntax.self), case .case(let label) = clause.label else { continue }
            for item in label.caseItems {
                guard let pattern = item.pattern.as(ExpressionPatternSyntax.self) else { return false }
                if let access = pattern.expression.as(MemberAccessExprSyntax.self) {
                    if let base = access.base?.lastName, !mentions.containers.contains(base) { return false }
                    names.insert(access.declName.baseName.name)
                } else {
                    return false
                }
            }
        }
        let isKnown = mentions.containers.contains { names.isSubset(of: mentions.siblings[$0] ?? []) }
        guard isKnown else { return false }
        if names.count > 1 { return true }
        let subject = expression.subject.lastName?.lowercased() ?? ""
        return ["flag", "feature", "toggle", "self"].contains { subject.contains($0) }
    }

    // MARK: - Collections and arguments

    private func element(_ element: ArrayElementSyntax, _ file: Int, _ mentions: Mentions) {
        guard let list = element.parent?.as(ArrayElementListSyntax.self), let array = list.parent else { return }
        let isUnproductive = isOutsideProduct(element, file)
        noteOtherSide(of: Syntax(element), nil, file)
        // Nothing reads an element of an option set any more.
        if mentions.containers.contains(where: { project.types.ancestors(of: $0).contains("OptionSet") }),
            array.parent?.is(LabeledExprSyntax.self) == true || array.parent?.is(ExprListSyntax.self) == true
        {
            if !isUnproductive { remark(.read, file, element, "this set loses the flag") }
            return removeMention(element, file)
        }
        if isUnproductive, let row = row(around: Syntax(element)), list.count == 1, !isAssigned(array) {
            removeRow(row, file)
            return
        }
        if let owner = array.parent, !isUnproductive {
            if let call = owner.parent?.as(FunctionCallExprSyntax.self),
                owner.as(MemberAccessExprSyntax.self)?.declName
                    .baseName.text == "contains", call.arguments.only?.label == nil, call.trailingClosure == nil
            {
                // `[.newCart, .menu].contains(flag)`
                if list.count == 1 { return set(.bool(false), of: ExprSyntax(call), file) }
                return removeMention(element, file)
            }
            let user = owner.is(MemberAccessExprSyntax.self) ? owner.parent : owner
            if let user, owner.is(MemberAccessExprSyntax.self) || owner.is(ForStmtSyntax.self) {
                guard !mayRead(user), row(around: Syntax(element)) != nil || user.is(ForStmtSyntax.self), list.count > 1
                else { return block(file, element, "the code uses every element of this list") }
                remark(.read, file, element, "the code for every element of this list no longer runs for the flag")
                return removeMention(element, file)
            }
            if owner.is(LabeledExprSyntax.self), list.count == 1 {
                return block(file, element, "the list with the flag is passed on")
            }
            if let call = owner.parent?.parent?.as(FunctionCallExprSyntax.self), owner.is(LabeledExprSyntax.self),
                call.calledExpression.lastName?.first?.isUppercase != true, !isStatement(call)
            {
                return block(file, element, "the list with the flag is passed to a function whose result is used")
            }
            if list.count == 1, owner.parent?.as(PatternBindingSyntax.self)?.typeAnnotation == nil,
                owner.is(InitializerClauseSyntax.self), element.expression.as(MemberAccessExprSyntax.self)?.base != nil
            {
                return block(file, element, "the type of the list would be unknown without its only element")
            }
        }
        if !isUnproductive, list.allSatisfy({ $0.id == element.id || removals[$0.id] != nil }) {
            remark(.read, file, array, "this list becomes empty")
        }
        removeMention(element, file)
    }

    private func isAssigned(_ node: Syntax) -> Bool {
        node.parent?.is(ExprListSyntax.self) ?? false || node.parent?.is(InitializerClauseSyntax.self) ?? false
            || node.parent?.is(LabeledExprSyntax.self) ?? false
    }

    private func argument(_ argument: LabeledExprSyntax, _ file: Int, _ mentions: Mentions) {
        guard let owner = argument.parent?.parent else { return }
        // `@Feature(.x) var isOn: Bool`
        if let attribute = owner.as(AttributeSyntax.self),
            let variable = attribute.parent?.parent?.as(VariableDeclSyntax.self), variable.bindings.count == 1,
            let binding = variable.bindings.first, binding.accessorBlock == nil
        {
            solve(binding, kept, file)
            if !solved.contains(binding.id) {
                block(file, argument, "the property with this attribute has uses that can't be replaced")
            }
            return
        }
        guard let call = owner.as(FunctionCallExprSyntax.self) else {
            if owner.is(AttributeSyntax.self) || owner.is(MacroExpansionExprSyntax.self) {
                removeMention(argument, file)
            } else if owner.is(SubscriptCallExprSyntax.self), let row = row(around: Syntax(argument)),
                let list = owner.parent?.as(ExprListSyntax.self), list.count == 3, let value = list.last,
                assignedExpression(list)?.id == owner.as(ExprSyntax.self)?.id,
                isOutsideProduct(argument, file) || !Effects(known: { _ in false }).isPossible([value])
            {
                // `overrides[.newCart] = true`
                noteOtherSide(of: Syntax(row), list.last, file)
                if !isOutsideProduct(argument, file) {
                    remark(.read, file, row, "this code about the flag goes with it")
                }
                removeRow(row, file)
            } else if owner.is(SubscriptCallExprSyntax.self), let row = row(around: Syntax(argument)), isControl(row) {
                noteControl(Syntax(row), file)
                removeRow(row, file)
            } else {
                block(file, argument, "a subscript or another expression takes the flag as a value")
            }
            return
        }
        let callee = call.calledExpression
        let name = callee.lastName ?? callee.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? "a function"
        if removeControl(around: argument, file) || removePublisher(call, file) { return }
        if call.trailingClosure == nil, let row = row(around: Syntax(argument)), isControl(row) {
            noteControl(Syntax(row), file)
            return removeRow(row, file)
        }
        guard isOutsideProduct(argument, file) else {
            if removeGate(call, argument, name, file) { return }
            if let value = value(ofReader: name, argument, call) { return set(value, of: ExprSyntax(call), file) }
            if removeEntry(call, name, file) || removeType(around: call, argument, file) { return }
            return block(
                file,
                argument,
                "‘\(name)’ takes the flag as a value; it isn't listed as a call that reads flags"
            )
        }
        noteOtherSide(of: Syntax(call), nil, file)
        if let outer = call.parent?.as(LabeledExprSyntax.self), removeSetting(outer, call, file) { return }
        if let element = call.parent?.as(ArrayElementSyntax.self) {
            return removeMention(removedElement(Syntax(element)), file)
        }
        if call.arguments.count > 1, isVariadic(call, file) { return removeMention(argument, file) }
        if skip(call, name, file) { return }
        if !isStatement(call), hasDefault(argument, name) { return removeMention(argument, file) }
        guard let row = row(around: Syntax(argument)) else {
            return block(file, argument, "‘\(name)’ takes the flag as a value")
        }
        removeRow(row, file)
    }

    /// Returns whether all arguments of a call are members without labels, as in `enable(.x, .y)`.
    private func isVariadic(_ call: FunctionCallExprSyntax, _ file: Int) -> Bool {
        call.arguments.allSatisfy { $0.label == nil && $0.expression.is(MemberAccessExprSyntax.self) }
    }

    /// Returns whether code is a test, a stand-in, a preview, or a debug menu.
    func isOutsideProduct(_ node: some SyntaxProtocol, _ file: Int) -> Bool {
        if project.isTest(file) || project.isDebugMenu(file) { return true }
        guard let tree = project.tree(file) else { return false }
        let around = EnclosingDeclarations(node, in: tree)
        return around.isPreview
            || around.types.contains { type in
                FlagNames.isDouble(type) || FlagNames.isDebugMenu(type)
                    || ["FlagMenu", "FeatureFlagsMenu"].contains { type.contains($0) }
            }
    }

    func isPreview(_ node: Syntax) -> Bool {
        var current: Syntax? = node
        while let node = current {
            if let type = node.as(StructDeclSyntax.self),
                type.inheritanceClause?.inheritedTypes.contains(where: {
                    $0.type.lastName == "PreviewProvider"
                }) ?? false
            {
                return true
            }
            if let macro = node.as(MacroExpansionExprSyntax.self), macro.macroName.name == "Preview" { return true }
            if let macro = node.as(MacroExpansionDeclSyntax.self), macro.macroName.name == "Preview" { return true }
            current = node.parent
        }
        return false
    }

    // MARK: - Rows

    /// Returns the statement around a mention, if it is an expression whose value isn't used.
    func row(around node: Syntax) -> CodeBlockItemSyntax? {
        var child = node
        while let parent = child.parent {
            if let item = parent.as(CodeBlockItemSyntax.self) {
                return child.is(ExprSyntax.self) && !isResult(item) ? item : nil
            }
            if parent.is(ClosureExprSyntax.self) || parent.is(DeclSyntax.self) { return nil }
            child = parent
        }
        return nil
    }

    /// Returns whether a call is a statement, perhaps after `try` and `await`.
    func isStatement(_ call: FunctionCallExprSyntax) -> Bool {
        guard let result = row(around: Syntax(call))?.item.result else { return false }
        return (result.operandOfKeyword ?? result).id == ExprSyntax(call).id
    }

    /// Returns whether the statement is the result of a function or closure that isn't a list of rows.
    private func isResult(_ item: CodeBlockItemSyntax) -> Bool {
        guard let list = item.parent?.as(CodeBlockItemListSyntax.self), list.count == 1 else { return false }
        if let closure = list.parent?.as(ClosureExprSyntax.self) {
            guard let call = closure.parent?.as(FunctionCallExprSyntax.self), call.trailingClosure?.id == closure.id
            else { return true }
            return call.calledExpression.lastName?.first?.isUppercase != true
        }
        if let function = list.parent?.parent?.as(FunctionDeclSyntax.self) {
            return function.signature.returnClause != nil
        }
        return list.parent?.is(AccessorBlockSyntax.self) ?? false
    }

    /// Removes a statement, and what would be empty without it.
    func removeRow(_ row: CodeBlockItemSyntax, _ file: Int) {
        for node in removedRow(row) { removeMention(node, file) }
    }

    /// Returns the statement to remove, or the one around it that would be empty.
    func removedRow(_ row: CodeBlockItemSyntax) -> [Syntax] {
        guard let list = row.parent?.as(CodeBlockItemListSyntax.self),
            list.allSatisfy({ $0.id == row.id || removals[$0.id] != nil }),
            let closure = list.parent?.as(ClosureExprSyntax.self),
            let call = closure.parent?.as(FunctionCallExprSyntax.self), call.trailingClosure?.id == closure.id,
            call.calledExpression.lastName?.first?.isUppercase == true, closure.signature == nil,
            let outer = self.row(around: Syntax(call))
        else { return [Syntax(row)] }
        return removedRow(outer)
    }

    /// Returns the element of an array to remove, or the one around it that would be empty:
    /// `Section(title: "…", rows: [row])`.
    func removedElement(_ element: Syntax) -> Syntax {
        guard let list = element.parent?.as(ArrayElementListSyntax.self),
            list.allSatisfy({ $0.id == element.as(ArrayElementSyntax.self)?.id || removals[$0.id] != nil }),
            let argument = list.parent?.parent?.as(LabeledExprSyntax.self),
            let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self), call.trailingClosure == nil,
            call.arguments.allSatisfy({ $0.id == argument.id || $0.expression.isLiteral }),
            let outer = call.parent?.as(ArrayElementSyntax.self),
            outer.parent?.as(ArrayElementListSyntax.self)?.count ?? 0 > 1
        else { return element }
        return removedElement(Syntax(outer))
    }

    // MARK: - Everything else

    private func other(_ node: Syntax, _ parent: Syntax, _ file: Int, _ mentions: Mentions) {
        if isOutsideProduct(node, file), let row = row(around: node) {
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
