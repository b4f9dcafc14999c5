import SwiftSyntax
import ToggleLint

extension ToggleRemoval {
    /// A place that gives a value to a copy.
    struct Input {
        var file: Int
        /// The node that is removed together with the copy; `nil` if it goes with the declaration.
        var node: Syntax?
        /// The written value.
        var expression: ExprSyntax?
        /// The value as far as it is known.
        var value: KnownValue?
        /// Whether it always replaces the initial value.
        var replacesInitialValue = false
        /// Whether a later value replaces it, as for an initial value that an initializer replaces.
        var isReplaced = false
        /// Whether the value is the toggle's by construction, as for a publisher of the toggle.
        var isKept = false
    }

    /// What the names in the project show about a copy.
    struct Evidence {
        var declarations: [Copy] = []
        var inputs: [Input] = []
        var reads: [(expression: ExprSyntax, file: Int)] = []
        /// The places that prevent the removal of the declaration, and why.
        var obstacles: [(file: Int, node: Syntax, reason: String)] = []
        /// Captures and other nodes that go with the declaration.
        var others: [(node: Syntax, file: Int)] = []
        /// The controls among them.
        var controls: [(node: Syntax, file: Int)] = []
    }

    /// Tries to remove a declaration whose value may be known.
    func solve(_ node: some SyntaxProtocol, _ value: KnownValue, _ file: Int) {
        let node = Syntax(node)
        guard !solved.contains(node.id), !isRemoved(node), examined.insert(node.id).inserted else { return }
        defer { examined.remove(node.id) }
        guard let tree = project.tree(file), let copy = Copy(node, file, in: tree) else { return }
        if copy.kind == .parameter {
            solveParameter(copy, value)
            return
        }
        if let function = node.as(FunctionDeclSyntax.self), !function.signature.parameterClause.parameters.isEmpty,
            project.functions(copy.name).count > 1
        {
            constants[node.id] = (file, Syntax(copy.nameToken), "‘\(copy.name)’ now always returns the same value")
            return
        }
        let evidence = evidence(on: copy)
        settle(copy, evidence, value)
    }

    /// Removes a copy if everything about it agrees; otherwise replaces what can be replaced, or leaves it.
    func settle(_ copy: Copy, _ evidence: Evidence, _ value: KnownValue) {
        guard !copy.hasAlternative else {
            let reason = "‘\(copy.name)’ stays, because another block of ‘#if’ declares it, too"
            constants[copy.node.id] = (copy.file, Syntax(copy.nameToken), reason)
            return
        }
        var isContested = false
        var tests: [Input] = []
        for input in evidence.inputs where !input.isReplaced && !input.isKept {
            guard input.value != value, !forced.contains(copy.node.id) else { continue }
            if project.isTest(input.file) || input.node.map(isPreview) ?? false {
                // A stand-in or a test chooses its own value, which no longer matters.
                if input.value != nil, input.node != nil { tests.append(input) }
                if input.value != nil || copy.kind != .parameter { continue }
            }
            isContested = true
        }
        var evidence = evidence
        // People may change a copy, unlike a flag, for other reasons.
        evidence.obstacles += evidence.controls.filter { !isOutsideProduct($0.node, $0.file) }
            .map { ($0.file, $0.node, "a control is bound to it") }
        let isCalled = isClosure(copy) || copy.isFunction
        let isClosed = evidence.inputs.contains { $0.expression?.closureResult != nil }
        guard !isContested, evidence.obstacles.isEmpty, isCalled || !isClosed else {
            keep(copy, evidence, value, isContested)
            return
        }
        for declaration in evidence.declarations {
            solved.insert(declaration.node.id)
            constants[declaration.node.id] = nil
            removeDeclaration(declaration)
        }
        for declaration in evidence.declarations where project.isTest(declaration.file) {
            removeStoredResult(of: declaration)
        }
        for input in evidence.inputs { if let node = input.node { remove(node, input.file) } }
        for other in evidence.others { remove(other.node, other.file) }
        for test in tests { if let node = test.node { noteOtherSide(node, test.file) } }
        for read in evidence.reads { set(value, of: read.expression, read.file) }
    }

    /// Removes the property that a stand-in returned for a member that is gone, with the assignments of tests.
    private func removeStoredResult(of copy: Copy) {
        if let body = copy.node.as(FunctionDeclSyntax.self)?.body {
            removeStoredResult(of: body.statements, copy.file)
        } else if let block = copy.node.as(PatternBindingSyntax.self)?.accessorBlock, let result = getterResult(block) {
            removeStored(result, copy.file)
        }
    }

    /// Removes the property that is the only result of removed statements.
    func removeStoredResult(of statements: CodeBlockItemListSyntax, _ file: Int) {
        if statements.count == 1, let result = statements.first?.item.result { removeStored(result, file) }
    }

    private func removeStored(_ result: ExprSyntax, _ file: Int) {
        guard value(of: result) == nil, let stored = declaration(of: result, file),
            let tree = project.tree(stored.file), let property = Copy(stored.node, stored.file, in: tree),
            property.kind == .member, !property.isFunction, !solved.contains(stored.node.id)
        else { return }
        let evidence = evidence(on: property)
        guard evidence.declarations.count == 1, evidence.obstacles.isEmpty,
            evidence.reads.allSatisfy({ isRemoved($0.expression) })
        else { return }
        solved.insert(stored.node.id)
        removeDeclaration(property)
        for input in evidence.inputs {
            guard let node = input.node else { continue }
            if let value = input.value, value != kept { noteOtherSide(node, input.file) }
            remove(node, input.file)
        }
    }

    /// Keeps a declaration as a constant, and replaces its uses as far as that is right.
    private func keep(_ copy: Copy, _ evidence: Evidence, _ value: KnownValue, _ isContested: Bool) {
        guard !isContested else { return listContested(copy, evidence, value) }
        let isConstant =
            copy.isFunction || copy.node.as(PatternBindingSyntax.self)?.isComputed ?? false
            || copy.declaration.as(VariableDeclSyntax.self)?.bindingSpecifier.tokenKind == .keyword(.let)
        if isConstant, evidence.declarations.count == 1, !copy.isOverride {
            for read in evidence.reads { set(value, of: read.expression, read.file) }
        }
        if let obstacle = evidence.obstacles.first {
            let reason = "‘\(copy.name)’ now always has the same value; it stays, because \(obstacle.reason)"
            constants[copy.node.id] = (copy.file, Syntax(copy.nameToken), reason)
        }
    }

    /// Lists a declaration that is named like the toggle, but also has other values.
    private func listContested(_ copy: Copy, _ evidence: Evidence, _ value: KnownValue) {
        let name = copy.name.lowercased()
        guard names.contains(where: { $0.count > 4 && name.contains($0.lowercased()) }) else {
            guard copy.kind == .member || copy.kind == .global, !project.isTest(copy.file) else { return }
            let reason = "‘\(copy.name)’ stays, because other code gives it another value than the toggle"
            constants[copy.node.id] = (copy.file, Syntax(copy.nameToken), reason)
            return
        }
        let reason = "‘\(copy.name)’ is named like the toggle, but stays, because other code gives it another value"
        remark(.read, copy.file, copy.nameToken, reason)
        for input in evidence.inputs where input.value != value && !input.isReplaced && !input.isKept {
            if let node = input.node { remark(.read, input.file, node, reason) }
        }
        for read in evidence.reads {
            remark(.read, read.file, read.expression, reason)
            listTarget(of: read.expression, read.file, copy.name)
        }
    }

    /// Lists the variable to which the value of a contested declaration is assigned, with its uses.
    private func listTarget(of value: ExprSyntax, _ file: Int, _ name: String) {
        guard let list = value.parent?.as(ExprListSyntax.self), list.count == 3, list.last?.id == value.id,
            let target = assignedExpression(list), let found = declaration(of: target, file),
            let tree = project.tree(found.file), let copy = Copy(found.node, found.file, in: tree), copy.name != name
        else { return }
        let reason = "‘\(copy.name)’ has the value of ‘\(name)’, which is named like the toggle"
        remark(.read, found.file, copy.nameToken, reason)
        for read in evidence(on: copy).reads { remark(.read, read.file, read.expression, reason) }
    }

    func removeDeclaration(_ copy: Copy) {
        if copy.kind == .member || copy.kind == .global, !copy.isPrivate, isDistinct(copy.name) {
            removedNames.insert(copy.name)
        }
        if let variable = copy.declaration.as(VariableDeclSyntax.self), variable.bindings.count > 1,
            copy.node.is(PatternBindingSyntax.self)
        {
            remove(copy.node, copy.file)
        } else if copy.kind == .parameter {
            remove(copy.node, copy.file)
        } else {
            removeItem(copy.declaration, copy.file)
        }
    }

    /// Removes the item of a block that contains a declaration.
    func removeItem(_ declaration: Syntax, _ file: Int) {
        if let item = declaration.parent,
            item.is(MemberBlockItemSyntax.self) || item.is(CodeBlockItemSyntax.self)
        {
            remove(item, file)
        } else {
            remove(declaration, file)
        }
    }

    // MARK: - Names

    /// Collects everything about a variable or function.
    func evidence(on copy: Copy, isFlag: Bool = false) -> Evidence {
        var result = Evidence()
        guard let names = names(of: copy, isFlag: isFlag) else {
            result.obstacles.append((copy.file, copy.node, "its name is too frequent to follow"))
            result.declarations = [copy]
            addInitialValue(copy, &result)
            return result
        }
        let family = copy.kind == .member ? family(of: copy, names) : []
        var others: Set<String> = []
        if copy.kind == .member {
            for (declaration, isOurs) in memberDeclarations(names, copy, family) {
                guard isOurs else {
                    if let type = declaration.type { others.insert(type) }
                    continue
                }
                result.declarations.append(declaration)
                addInitialValue(declaration, &result)
            }
        } else {
            result.declarations = [copy]
            addInitialValue(copy, &result)
        }
        if !isFlag, let exposed = result.declarations.first(where: \.isExposed) {
            result.obstacles.append((exposed.file, exposed.node, "Objective-C may use it"))
        }
        if !isFlag, let type = encodingType(of: result.declarations) {
            result.obstacles.append((copy.file, copy.node, "it is part of what ‘\(type)’ encodes"))
        }
        if copy.isOverride, family.count <= 1 {
            result.obstacles.append((copy.file, copy.node, "it overrides an inherited declaration"))
        }
        let isCase = names.contains { name in
            name.token.parent?.as(EnumCaseElementSyntax.self)?.name.id == name.token.id
        }
        let isDistinct = copy.kind == .member && isDistinct(copy.name)
        let isOnly = copy.kind == .local && Self.isOnlyDeclaration(copy, names)
        let scope = Scope(
            copy: copy,
            family: family,
            others: others,
            isDistinct: isDistinct,
            isUnique: isDistinct
                && declaredMembers(names, copy).allSatisfy { $0.type.map(family.contains) ?? false },
            isCase: isCase,
            isOnly: isOnly
        )
        for name in names { classify(name, scope, &result) }
        addTrailingClosures(copy.type, for: copy, &result)
        result.inputs += publisherTargets[copy.node.id] ?? []
        if !isFlag, copy.kind == .member || copy.kind == .global, !copy.isPrivate, result.reads.isEmpty,
            result.others.isEmpty, result.declarations.count == 1, mayBeRequired(copy)
        {
            result.obstacles.append((copy.file, copy.node, "code outside of the project may use it"))
        }
        // A value that an initializer or a publisher replaces doesn't count.
        if result.inputs.contains(where: \.replacesInitialValue) {
            for index in result.inputs.indices where result.inputs[index].node == nil {
                result.inputs[index].isReplaced = true
            }
        }
        return result
    }

    /// Returns whether names are a declaration and its uses, and nothing that may shadow it.
    static func isOnlyDeclaration(_ copy: Copy, _ names: [RemovalProject.Name]) -> Bool {
        names.allSatisfy { name in
            let parent = name.token.parent
            return name.token.id == copy.nameToken.id || parent?.id == copy.node.id
                || parent?.is(DeclReferenceExprSyntax.self) ?? false || parent?.is(LabeledExprSyntax.self) ?? false
        }
    }

    /// Returns the type whose encoded form has one of the stored properties.
    private func encodingType(of declarations: [Copy]) -> String? {
        declarations.lazy.compactMap { [project] declared -> String? in
            guard let binding = declared.node.as(PatternBindingSyntax.self), !binding.isComputed,
                declared.kind == .member, let type = declared.type, !self.isStatic(declared)
            else { return nil }
            return project.types.ancestors(of: type).isDisjoint(with: ["Codable", "Encodable"]) ? nil : type
        }.first
    }

    /// Returns whether something that isn't searched may use a declaration that nothing reads.
    private func mayBeRequired(_ copy: Copy) -> Bool {
        let modifiers = copy.declaration.asProtocol((any WithModifiersSyntax).self)?.modifiers.map(\.name.text) ?? []
        if modifiers.contains("public") || modifiers.contains("open") { return true }
        return copy.type.map { type in
            project.types.ancestors(of: type).contains { project.types.files[$0] == nil }
        } ?? false
    }

    /// What a name has to be compared with.
    struct Scope {
        var copy: Copy
        var family: Set<String>
        /// The other types that declare a member with the name.
        var others: Set<String> = []
        /// Whether frameworks are unlikely to declare a member with this name.
        var isDistinct = false
        /// Whether the name is distinct, and only the family declares a property or function with it.
        var isUnique = false
        /// Whether an enum has a case with this name.
        var isCase = false
        /// Whether a local variable is the only declaration of its name in its scope.
        var isOnly = false
    }

    private func names(of copy: Copy, isFlag: Bool) -> [RemovalProject.Name]? {
        if copy.kind == .local || copy.kind == .parameter, let scope = copy.scope {
            return project.names(copy.name, in: copy.file, around: scope)
        }
        if copy.isPrivate { return project.names(copy.name, in: copy.file) }
        return project.names(
            copy.name,
            limit: isFlag ? RemovalProject.maximumFilesOfFlag : RemovalProject.maximumFiles
        )
    }

    private func addInitialValue(_ copy: Copy, _ result: inout Evidence) {
        if let function = copy.node.as(FunctionDeclSyntax.self) {
            guard let body = function.body else { return }
            if let single = body.statements.only?.item.result {
                result.inputs.append(input(single, copy.file))
            } else {
                result.inputs.append(Input(file: copy.file, value: value(ofBody: body.statements)))
            }
            return
        }
        guard let binding = copy.node.as(PatternBindingSyntax.self) else { return }
        if let value = binding.initializer?.value {
            result.inputs.append(input(value, copy.file))
            if binding.accessorBlock != nil, !project.isTest(copy.file) {
                result.obstacles.append((copy.file, copy.node, "it has observers"))
            }
        } else if let block = binding.accessorBlock {
            guard !isRequirement(block) else { return }
            if let value = getterResult(block) {
                result.inputs.append(input(value, copy.file))
            } else if let value = getterBody(block).flatMap(value(ofBody:)) {
                result.inputs.append(Input(file: copy.file, value: value))
            } else if !project.isTest(copy.file) {
                result.obstacles.append((copy.file, copy.node, "its accessors do more than return the value"))
            }
        }
    }

    /// Returns an input with the value of an expression, which may be that of a parameter.
    func input(_ expression: ExprSyntax?, _ file: Int, node: Syntax? = nil) -> Input {
        var value = expression.flatMap { self.value(of: $0.closureResult ?? $0) }
        if value == nil, !isListing, let reference = expression?.as(DeclReferenceExprSyntax.self),
            let token = LocalName.declaration(of: reference.baseName.name, at: reference)
        {
            if let parameter = token.parent?.as(FunctionParameterSyntax.self) {
                solve(parameter, kept, file)
                value = self.value(of: ExprSyntax(reference))
            } else if let binding = token.parent?.parent?.as(PatternBindingSyntax.self),
                binding.parent?.parent?.as(VariableDeclSyntax.self)?.bindingSpecifier.tokenKind == .keyword(.let)
            {
                value = binding.initializer.flatMap { self.value(of: $0.value) }
            }
        }
        return Input(file: file, node: node, expression: expression, value: value)
    }

    /// Adds the calls of a function or type whose trailing closure may be the value of a copy.
    func addTrailingClosures(_ callee: String?, for copy: Copy, _ result: inout Evidence) {
        guard let callee, isClosure(copy), copy.kind == .parameter || copy.kind == .member else { return }
        for name in project.names(callee) ?? [] {
            guard let call = name.token.parent?.parent?.as(FunctionCallExprSyntax.self), call.trailingClosure != nil,
                call.calledExpression.lastName == callee
            else { continue }
            result.obstacles.append((name.file, Syntax(call), "a trailing closure may be its value"))
        }
    }

    private func isRequirement(_ block: AccessorBlockSyntax) -> Bool {
        guard case .accessors(let list) = block.accessors else { return false }
        return list.allSatisfy { $0.body == nil }
    }

    private func getterResult(_ block: AccessorBlockSyntax) -> ExprSyntax? {
        getterBody(block)?.only?.item.result
    }

    /// Returns the statements of the getter of a property that has no other accessors.
    private func getterBody(_ block: AccessorBlockSyntax) -> CodeBlockItemListSyntax? {
        switch block.accessors {
        case .getter(let items): items
        case .accessors(let list): list.only?.body?.statements
        }
    }

    /// Returns the members with the name, and whether each belongs to the family.
    private func memberDeclarations(
        _ names: [RemovalProject.Name],
        _ copy: Copy,
        _ family: Set<String>
    ) -> [(Copy, isOurs: Bool)] {
        declaredMembers(names, copy).lazy.filter { $0.isFunction == copy.isFunction }
            .map { ($0, $0.type.map(family.contains) ?? false) }
    }

    /// Returns the members among names, which are found once for each name.
    private func declaredMembers(_ names: [RemovalProject.Name], _ copy: Copy) -> [Copy] {
        let key = copy.isPrivate ? "\(copy.file) \(copy.name)" : copy.name
        if let known = memberCopies[key] { return known }
        let found = names.compactMap { name -> Copy? in
            guard let tree = project.tree(name.file), let node = declaredNode(name.token),
                let declared = Copy(node, name.file, in: tree), declared.kind == .member
            else { return nil }
            return declared
        }
        memberCopies[key] = found
        return found
    }

    /// Returns the binding or function that a token names.
    func declaredNode(_ token: TokenSyntax) -> Syntax? {
        if let pattern = token.parent?.as(IdentifierPatternSyntax.self) {
            return pattern.parent?.as(PatternBindingSyntax.self).map { Syntax($0) }
        }
        if let function = token.parent?.as(FunctionDeclSyntax.self), function.name.id == token.id {
            return Syntax(function)
        }
        return nil
    }

    /// Returns the types whose member with the name is the same: subclasses, protocols with the requirement, and the
    /// other types that fulfill it.
    private func family(of copy: Copy, _ names: [RemovalProject.Name]) -> Set<String> {
        guard let type = copy.type else { return [] }
        var owners: Set<String> = []
        for (declared, _) in memberDeclarations(names, copy, []) { if let type = declared.type { owners.insert(type) } }
        var family: Set<String> = [type]
        var isGrowing = !copy.isPrivate
        while isGrowing {
            isGrowing = false
            for owner in owners.subtracting(family)
            where family.contains(where: { project.types.areRelated($0, owner) }) {
                family.insert(owner)
                isGrowing = true
            }
        }
        return family
    }

    /// Returns whether frameworks are unlikely to declare a member with a name.
    private func isDistinct(_ name: String) -> Bool {
        let common: Set<String> = [
            "isEnabled", "isHidden", "isSelected", "isActive", "isEditing", "isLoading", "isEmpty", "isHighlighted",
            "isOpaque", "isFirstResponder", "isUserInteractionEnabled", "isAvailable", "isVisible", "isRunning",
        ]
        return (name.count > 8 || name.contains(where: \.isUppercase)) && !common.contains(name)
    }
}

extension CodeBlockItemSyntax.Item {
    /// The expression that is the value of a statement: an expression, or that of a `return`.
    var result: ExprSyntax? {
        switch self {
        case .expr(let expression): expression
        case .stmt(let statement): statement.as(ReturnStmtSyntax.self)?.expression
        case .decl: nil
        }
    }
}

extension PatternBindingSyntax {
    /// Whether a property has a getter, unlike a stored one with observers.
    fileprivate var isComputed: Bool {
        switch accessorBlock?.accessors {
        case .getter: true
        case .accessors(let list): list.contains { $0.accessorSpecifier.tokenKind == .keyword(.get) }
        case nil: false
        }
    }
}
