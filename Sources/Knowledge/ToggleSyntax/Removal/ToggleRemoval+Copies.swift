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
        /// The statements that assign the values of its publisher, with the expression of the publisher.
        var chains: [(chain: Chain, publisher: ExprSyntax, file: Int)] = []
        /// All places with the name that may refer to the declarations, and what they are compared with.
        var searched: [(scope: Scope, names: [RemovalProject.Name])] = []
    }

    /// Tries to remove a declaration whose value may be known.
    func solve(_ node: some SyntaxProtocol, _ value: KnownValue, _ file: Int) {
        let node = Syntax(node)
        guard !solved.contains(node.id), !isRemoved(node), examined.insert(node.id).inserted else { return }
        defer { examined.remove(node.id) }
        if let associated = node.as(EnumCaseParameterSyntax.self) { return solveAssociated(associated, value, file) }
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
        var helpers: [(parameter: FunctionParameterSyntax, file: Int)] = []
        // What a test passes to its own functions matters until the parameter in the product is gone.
        let isHelper = copy.kind == .parameter && project.isTest(copy.file)
        for input in evidence.inputs where !input.isReplaced && !input.isKept && input.value != value {
            let isForced = forced.contains(copy.node.id)
            if isHelper, !isForced, input.value != nil {
                isContested = true
            } else if project.isTest(input.file) || input.node.map(isPreview) ?? false {
                // A stand-in or a test chooses its own value, which no longer matters.
                if input.value != nil, input.node != nil || isForced { tests.append(input) }
                let helper = helperParameter(of: input)
                if let helper { helpers.append((helper, input.file)) }
                if input.value != nil || copy.kind != .parameter || helper != nil { continue }
            }
            if !isForced { isContested = true }
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
        for test in tests {
            if let node = test.node {
                noteOtherSide(node, test.file)
            } else if let value = test.expression {
                let reason = "this was the other side of the toggle; code that doesn't set it behaves differently now"
                remark(.read, test.file, value, reason)
            }
        }
        // What only hands on the value isn't needed either.
        for input in evidence.inputs where input.value == value {
            if let parameter = parameter(handedOnBy: input) { examine(parameter, value, input.file) }
        }
        for helper in helpers { removeHelper(helper.parameter, value, helper.file) }
        for read in evidence.reads { set(value, of: read.expression, read.file) }
    }

    /// Returns the parameter of a function in a test that only hands the value on.
    private func helperParameter(of input: Input) -> FunctionParameterSyntax? {
        input.value == nil ? parameter(handedOnBy: input) : nil
    }

    /// Returns the parameter that is the value of something else.
    private func parameter(handedOnBy input: Input) -> FunctionParameterSyntax? {
        guard let reference = input.expression?.as(DeclReferenceExprSyntax.self) else { return nil }
        return LocalName.declaration(of: reference.baseName.name, at: reference)?.parent?.as(
            FunctionParameterSyntax.self
        )
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
            remainingNames(evidence, isGone: { node, _ in isRemoved(node) }).isEmpty
        else { return }
        solved.insert(stored.node.id)
        removeDeclaration(property)
        for input in evidence.inputs {
            guard let node = input.node else { continue }
            if let value = input.value, value != kept { noteOtherSide(node, input.file) }
            remove(node, input.file)
            if let helper = helperParameter(of: input) { removeHelper(helper, kept, input.file) }
        }
    }

    /// Removes the parameter of a function in a test that only handed on a value for what is gone.
    private func removeHelper(_ parameter: FunctionParameterSyntax, _ value: KnownValue, _ file: Int) {
        forced.insert(parameter.id)
        examine(parameter, value, file)
    }

    /// Keeps a declaration as a constant, and replaces its uses as far as that is right.
    private func keep(_ copy: Copy, _ evidence: Evidence, _ value: KnownValue, _ isContested: Bool) {
        guard !isContested else {
            contested.insert(copy.node.id)
            return noteContested(copy, evidence, value)
        }
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
        guard isDistinct(copy.name) else { return }
        for obstacle in evidence.obstacles.prefix(Self.maximumObstacles) where obstacle.node.is(ExprSyntax.self) {
            let reason = "this may need ‘\(copy.name)’, which now always has the same value"
            constants[obstacle.node.id] = (obstacle.file, obstacle.node, reason)
        }
    }

    /// The maximum number of places that are listed for one declaration that stays.
    private static let maximumObstacles = 50

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
        let members = copy.kind == .member ? memberNames(names, copy) : nil
        let family = members?.family(of: copy, project.types) ?? []
        result.declarations = members?.declarations(in: family, areFunctions: copy.isFunction) ?? [copy]
        for declaration in result.declarations { addInitialValue(declaration, &result) }
        if !isFlag, let exposed = result.declarations.first(where: \.isExposed) {
            result.obstacles.append((exposed.file, exposed.node, "Objective-C may use it"))
        }
        if !isFlag, let type = encodingType(of: result.declarations) {
            result.obstacles.append((copy.file, copy.node, "it is part of what ‘\(type)’ encodes"))
        }
        if copy.isOverride, family.count <= 1 {
            result.obstacles.append((copy.file, copy.node, "it overrides an inherited declaration"))
        }
        if let name = result.declarations.lazy.compactMap(\.genericParameter).first {
            result.obstacles.append((copy.file, copy.node, "it determines ‘\(name)’"))
        }
        let isDistinct = copy.kind == .member && isDistinct(copy.name)
        let scope = Scope(
            copy: copy,
            family: family,
            owners: members?.owners(ofFunctions: copy.isFunction) ?? [],
            isDistinct: isDistinct,
            isUnique: isDistinct && members?.isOnly(in: family) ?? false,
            isCase: members?.isCase ?? false,
            isOnly: copy.kind == .local && Self.isOnlyDeclaration(copy, names)
        )
        result.searched.append((scope, names))
        for name in members?.places(of: family) ?? names { classify(name, scope, &result) }
        addTrailingClosures(copy.type, for: copy, &result)
        if !isFlag { solveTargets(of: &result) }
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
        /// All types that declare a member with the name.
        var owners: Set<String> = []
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
                value = self.value(of: parameter, file)
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
        guard let callee, isClosure(copy) || isListing && mayBeFunction(copy),
            copy.kind == .parameter || copy.kind == .member
        else { return }
        let label = copy.node.as(FunctionParameterSyntax.self)?.firstName.name ?? copy.name
        guard let names = project.names(callee, limit: RemovalProject.maximumFilesOfFlag) else {
            result.obstacles.append((copy.file, copy.node, "‘\(callee)’ is too frequent to follow"))
            return
        }
        for name in names {
            guard var called = name.token.parent?.as(DeclReferenceExprSyntax.self).map({ ExprSyntax($0) }) else {
                continue
            }
            while !isCalled(called), let outer = called.parent?.as(ExprSyntax.self), !outer.is(ClosureExprSyntax.self) {
                called = outer
            }
            guard let call = called.parent?.as(FunctionCallExprSyntax.self), call.trailingClosure != nil,
                call.calledExpression.lastName == callee,
                !call.arguments.contains(where: { $0.label?.name == label })
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

    /// Returns the places with the name of a member, which are ordered once for each name.
    private func memberNames(_ names: [RemovalProject.Name], _ copy: Copy) -> NamedMembers {
        let key = copy.isPrivate ? "\(copy.file) \(copy.name)" : copy.name
        if let known = memberNames[key] { return known }
        let found = NamedMembers(names, in: project, declared: declaredNode) { [self] name in
            enclosingTypes(of: name.token, name.file)
        }
        memberNames[key] = found
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

    /// Returns whether frameworks are unlikely to declare a member with a name.
    func isDistinct(_ name: String) -> Bool {
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
    var isComputed: Bool {
        switch accessorBlock?.accessors {
        case .getter: true
        case .accessors(let list): list.contains { $0.accessorSpecifier.tokenKind == .keyword(.get) }
        case nil: false
        }
    }
}
