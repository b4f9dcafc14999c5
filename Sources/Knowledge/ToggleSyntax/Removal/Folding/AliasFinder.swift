import SwiftSyntax

/// Finds local constants whose values are known, and makes the values of their uses known.
struct AliasFinder {
    let folder: Folder

    /// The most rounds, because each can make the next constant known.
    private static let rounds = 50

    func find() {
        guard folder.mark() else { return }
        var pending = clauses(around: Array(folder.values.keys))
        for _ in 0..<Self.rounds where !pending.isEmpty {
            var found: [SyntaxIdentifier] = []
            for clause in pending {
                if let uses = uses(of: clause) {
                    for use in uses {
                        folder.touch(Syntax(use))
                        found.append(use.id)
                    }
                }
            }
            pending = clauses(around: found)
        }
    }

    /// The initializers of local constants around expressions.
    private func clauses(around ids: [SyntaxIdentifier]) -> [InitializerClauseSyntax] {
        var result: [InitializerClauseSyntax] = []
        let ids = Set(ids)
        var stack = [Syntax(folder.tree.root)]
        while let node = stack.popLast() {
            if ids.contains(node.id) {
                var parent = node.parent
                while let current = parent {
                    if let clause = current.as(InitializerClauseSyntax.self) {
                        result.append(clause)
                        break
                    }
                    if current.is(CodeBlockItemSyntax.self) || current.is(ClosureExprSyntax.self) { break }
                    parent = current.parent
                }
            }
            for child in node.children(viewMode: .sourceAccurate) where folder.isTouched(child) { stack.append(child) }
        }
        return result
    }

    /// Returns the uses of a constant if its value is known and all uses can be replaced.
    private func uses(of clause: InitializerClauseSyntax) -> [DeclReferenceExprSyntax]? {
        if let capture = clause.parent?.as(ClosureCaptureSyntax.self) { return uses(of: capture, clause) }
        if let binding = clause.parent?.as(OptionalBindingConditionSyntax.self) { return uses(of: binding, clause) }
        guard let binding = clause.parent?.as(PatternBindingSyntax.self), !folder.aliases.contains(binding.id),
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.name,
            let variable = binding.parent?.parent?.as(VariableDeclSyntax.self), variable.attributes.isEmpty,
            binding.accessorBlock == nil, !folder.excluded.contains(binding.id),
            variable.modifiers.allSatisfy({ $0.name.text == "lazy" }),
            let item = variable.parent?.as(CodeBlockItemSyntax.self),
            let list = item.parent?.as(CodeBlockItemListSyntax.self), !isGlobal(list),
            list.parent?.is(IfConfigClauseSyntax.self) == false,
            let value = value(of: clause.value)
        else { return nil }
        var finder = UseFinder(name: name)
        var isAfter = false
        for other in list {
            if isAfter {
                if other.declaredNames.contains(name) { return nil }
                finder.visit(Syntax(other))
            }
            if other.id == item.id { isAfter = true }
            // A local function before the constant can use it.
            if !isAfter, other.item.is(FunctionDeclSyntax.self), other.mentions([name]) { return nil }
        }
        for other in variable.bindings where other.id != binding.id { finder.visit(Syntax(other)) }
        guard finder.isReplaceable else { return nil }
        if case .member = value, binding.typeAnnotation == nil, !finder.uses.allSatisfy({ isCompared($0) }) {
            return nil
        }
        folder.aliases.insert(binding.id)
        if variable.bindings.count > 1 {
            folder.removals.insert(binding.id)
            folder.touch(Syntax(binding))
        }
        record(finder, value, binding.id)
        return finder.uses
    }

    private func uses(of capture: ClosureCaptureSyntax, _ clause: InitializerClauseSyntax) -> [DeclReferenceExprSyntax]?
    {
        guard let closure = capture.parent?.parent?.parent?.parent?.as(ClosureExprSyntax.self),
            let value = value(of: clause.value), !folder.removals.contains(capture.id),
            !folder.excluded.contains(capture.id)
        else { return nil }
        var finder = UseFinder(name: capture.name.name)
        finder.visit(Syntax(closure.statements))
        guard finder.isReplaceable else { return nil }
        folder.removals.insert(capture.id)
        record(finder, value, capture.id)
        return finder.uses
    }

    /// Returns the uses of `name` in `if let name = value, name { … }`.
    private func uses(
        of binding: OptionalBindingConditionSyntax,
        _ clause: InitializerClauseSyntax
    ) -> [DeclReferenceExprSyntax]? {
        guard !folder.aliases.contains(binding.id), !folder.excluded.contains(binding.id),
            binding.bindingSpecifier.tokenKind == .keyword(.let),
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.name,
            let list = binding.parent?.parent?.as(ConditionElementListSyntax.self), let owner = list.parent,
            case .bool? = value(of: clause.value)
        else { return nil }
        var finder = UseFinder(name: name)
        for other in list.drop(while: { $0.id != binding.parent?.id }).dropFirst() {
            if other.boundNames.contains(name) { return nil }
            finder.visit(Syntax(other))
        }
        if let body = owner.as(IfExprSyntax.self)?.body {
            finder.visit(Syntax(body))
        } else if let item = owner.parent?.as(CodeBlockItemSyntax.self), owner.is(GuardStmtSyntax.self),
            let items = item.parent?.as(CodeBlockItemListSyntax.self), !isGlobal(items),
            items.parent?.is(IfConfigClauseSyntax.self) == false
        {
            for other in items.drop(while: { $0.id != item.id }).dropFirst() {
                if other.declaredNames.contains(name) { return nil }
                finder.visit(Syntax(other))
            }
        } else {
            return nil
        }
        guard finder.isReplaceable, let value = value(of: clause.value) else { return nil }
        folder.aliases.insert(binding.id)
        record(finder, value, binding.id)
        return finder.uses
    }

    private func record(_ finder: UseFinder, _ value: KnownValue, _ declaration: SyntaxIdentifier) {
        for use in finder.uses {
            folder.values[use.id] = value
            folder.uses.append((use.offsets, declaration))
        }
        for capture in finder.captures {
            folder.removals.insert(capture.id)
            folder.touch(Syntax(capture))
        }
    }

    private func isGlobal(_ list: CodeBlockItemListSyntax) -> Bool {
        var parent = list.parent
        while let current = parent,
            current.is(IfConfigClauseSyntax.self) || current.is(IfConfigClauseListSyntax.self)
                || current.is(IfConfigDeclSyntax.self) || current.is(CodeBlockItemSyntax.self)
                || current.is(CodeBlockItemListSyntax.self)
        {
            parent = current.parent
        }
        return parent?.is(SourceFileSyntax.self) ?? true
    }

    private func value(of expression: ExprSyntax) -> KnownValue? {
        folder.trial(keepsChanges: false) {
            guard case .known(let value) = folder.fold(expression, hoist: true).form else { return nil }
            return value
        }
    }

    /// Whether the type of a variant is known at a use.
    private func isCompared(_ use: DeclReferenceExprSyntax) -> Bool {
        guard let parent = use.parent else { return false }
        if let list = parent.as(ExprListSyntax.self) { return list.count > 1 }
        return parent.is(SwitchExprSyntax.self) || parent.is(LabeledExprSyntax.self)
            || parent.is(InitializerClauseSyntax.self) && parent.parent?.is(MatchingPatternConditionSyntax.self) == true
    }
}

/// Finds the uses of a name in a scope, unless another declaration shadows it.
private struct UseFinder {
    let name: String
    private(set) var uses: [DeclReferenceExprSyntax] = []
    private(set) var captures: [ClosureCaptureSyntax] = []
    /// Whether every use can be replaced by a value.
    private(set) var isReplaceable = true

    init(name: String) { self.name = name }

    mutating func visit(_ node: Syntax) {
        switch node.as(SyntaxEnum.self) {
        case .declReferenceExpr(let reference):
            if reference.baseName.name == name { add(reference) }
            return
        case .codeBlockItemList(let list):
            for item in list {
                // From its declaration on, another constant has the name. Before it, Swift doesn't allow uses.
                if item.declaredNames.contains(name) {
                    visitInitializers(of: item)
                    return
                }
                visit(Syntax(item))
            }
            return
        case .ifExpr(let expression):
            if visit(expression.conditions) { visit(Syntax(expression.body)) }
            if let body = expression.elseBody { visit(Syntax(body)) }
            return
        case .whileStmt(let statement):
            if visit(statement.conditions) { visit(Syntax(statement.body)) }
            return
        case .guardStmt(let statement):
            _ = visit(statement.conditions)
            visit(Syntax(statement.body))
            return
        case .forStmt(let statement):
            visit(Syntax(statement.sequence))
            if statement.pattern.boundNames.contains(name) { return }
            if let clause = statement.whereClause { visit(Syntax(clause)) }
            visit(Syntax(statement.body))
            return
        case .switchCase(let branch):
            if case .case(let label) = branch.label,
                label.caseItems.contains(where: { $0.pattern.boundNames.contains(name) })
            {
                return
            }
        case .catchClause(let clause):
            if clause.catchItems.contains(where: { $0.pattern?.boundNames.contains(name) ?? false }) { return }
        case .closureExpr(let closure):
            guard visit(closure) else { return }
        case .functionDecl(let function):
            let parameters = function.signature.parameterClause.parameters
            for parameter in parameters { if let value = parameter.defaultValue { visit(Syntax(value)) } }
            if parameters.contains(where: { ($0.secondName ?? $0.firstName).name == name }) { return }
            if let body = function.body { visit(Syntax(body)) }
            return
        case .structDecl, .classDecl, .enumDecl, .actorDecl:
            // Local types can't use local constants, and have members of their own.
            return
        case .macroExpansionExpr: break
        default: break
        }
        for child in node.children(viewMode: .sourceAccurate) where !child.is(TokenSyntax.self) { visit(child) }
    }

    private mutating func visitInitializers(of item: CodeBlockItemSyntax) {
        if let variable = item.item.as(VariableDeclSyntax.self) {
            for binding in variable.bindings { if let value = binding.initializer { visit(Syntax(value)) } }
        } else if let statement = item.item.as(GuardStmtSyntax.self) {
            _ = visit(statement.conditions)
        }
    }

    /// Visits conditions; returns `false` if one of them declares the name.
    private mutating func visit(_ list: ConditionElementListSyntax) -> Bool {
        for element in list {
            visit(Syntax(element.condition))
            switch element.condition {
            case .optionalBinding(let binding):
                if binding.pattern.boundNames.contains(name) {
                    // `if let name`
                    if binding.initializer == nil { isReplaceable = false }
                    return false
                }
            case .matchingPattern(let match): if match.pattern.boundNames.contains(name) { return false }
            default: break
            }
        }
        return true
    }

    /// Visits the signature of a closure; returns `false` if it declares the name.
    private mutating func visit(_ closure: ClosureExprSyntax) -> Bool {
        guard let signature = closure.signature else { return true }
        for capture in signature.capture?.items ?? [] {
            if let initializer = capture.initializer { visit(Syntax(initializer)) }
            guard capture.name.name == name else { continue }
            if capture.initializer != nil { return false }
            captures.append(capture)
        }
        switch signature.parameterClause {
        case .simpleInput(let parameters): return !parameters.contains { $0.name.name == name }
        case .parameterClause(let clause):
            return !clause.parameters.contains { ($0.secondName ?? $0.firstName).name == name }
        case nil: return true
        }
    }

    private mutating func add(_ reference: DeclReferenceExprSyntax) {
        if let member = reference.parent?.as(MemberAccessExprSyntax.self) {
            if member.declName.id == reference.id { return }
            // `name.toggle()`
            if member.parent?.is(FunctionCallExprSyntax.self) == true { isReplaceable = false }
        }
        if reference.parent?.is(InOutExprSyntax.self) == true || reference.parent?.is(KeyPathExprSyntax.self) == true {
            isReplaceable = false
        }
        if let prefix = reference.parent?.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "&" {
            isReplaceable = false
        }
        // `name = …` and `(name, other) = …`
        var target = ExprSyntax(reference)
        while let tuple = target.parent?.parent?.parent?.as(TupleExprSyntax.self) { target = ExprSyntax(tuple) }
        if let list = target.parent?.as(ExprListSyntax.self), list.first?.id == target.id,
            let operation = list.dropFirst().first, OperatorTree.Level(operator: operation) == .assignment
        {
            isReplaceable = false
        }
        if reference.argumentNames != nil { isReplaceable = false }
        uses.append(reference)
    }
}
