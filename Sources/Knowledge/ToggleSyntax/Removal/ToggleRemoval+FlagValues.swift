import SwiftSyntax
import ToggleLint

/// Code that uses a flag as a value.
extension ToggleRemoval {
    // MARK: - Comparisons

    /// Returns whether comparing a flag isn't a way to read it.
    func isComparable(_ mentions: Mentions) -> Bool {
        !mentions.flags.isEmpty
            && mentions.flags.allSatisfy { $0.source.kind == .cases && !$0.source.reads.isEmpty }
    }

    /// Records that a name stands for a flag to which nothing is equal any more.
    func setGone(_ expression: ExprSyntax, _ file: Int, _ mentions: Mentions) {
        set(.gone, of: expression, file)
        let isOwn = project.tree(file).map { tree in
            EnclosingDeclarations(expression, in: tree).types.contains(where: mentions.containers.contains)
        }
        guard isOwn != true, !isOutsideProduct(expression, file) else { return }
        remark(.read, file, expression, "no flag is equal to this one any more, so the comparison is false")
    }

    /// Decides the comparison of a flag with another one: `flag == .newCart`.
    func compare(_ node: ExprSyntax, _ file: Int, _ mentions: Mentions) -> Bool {
        guard let list = node.parent?.as(ExprListSyntax.self), isComparable(mentions) else { return false }
        let elements = Array(list)
        guard let index = elements.firstIndex(where: { $0.id == node.id }) else { return false }
        let operators = [index - 1, index + 1].filter(elements.indices.contains).compactMap { index in
            elements[index].as(BinaryOperatorExprSyntax.self)?.operator.text
        }
        guard operators.contains(where: { $0 == "==" || $0 == "!=" }) else { return false }
        // `changes.filter { $0 == .newCart }.sink { … }` and `all.filter { $0 != .newCart }`
        if let closure = node.parent?.parent?.parent?.parent?.parent?.as(ClosureExprSyntax.self),
            closure.statements.count == 1, let call = closure.parent?.as(FunctionCallExprSyntax.self),
            call.calledExpression.lastName == "filter", call.calledExpression.memberBase != nil
        {
            if operators == ["!="] {
                set(.gone, ofCall: ExprSyntax(call), file)
                return true
            }
            if operators == ["=="], let row = row(around: Syntax(call)) {
                remark(.read, file, row, "this code ran when the flag changed, and goes with it")
                removeRow(row, file)
                return true
            }
        }
        setGone(node, file, mentions)
        return true
    }

    // MARK: - Constants

    /// Follows a constant that holds the flag: `let flag = FeatureFlag.newCart`.
    func followConstant(_ node: ExprSyntax, _ file: Int, _ mentions: Mentions) -> Bool {
        guard let binding = node.parent?.parent?.as(PatternBindingSyntax.self), let tree = project.tree(file),
            let copy = Copy(Syntax(binding), file, in: tree), !solved.contains(binding.id),
            copy.declaration.as(VariableDeclSyntax.self)?.bindingSpecifier.tokenKind == .keyword(.let),
            copy.kind != .parameter
        else { return false }
        let evidence = evidence(on: copy)
        guard evidence.obstacles.isEmpty, evidence.inputs.count == 1, evidence.declarations.count == 1 else {
            return false
        }
        solved.insert(binding.id)
        for use in evidence.reads {
            if let value = read(of: use.expression) {
                set(kept, of: value, use.file)
            } else {
                handle(use.expression, isCertain: true, use.file, mentions)
            }
        }
        let before = Set(removals.keys)
        removeDeclaration(copy)
        for other in evidence.others { remove(other.node, other.file) }
        declarationRemovals.formUnion(Set(removals.keys).subtracting(before))
        return true
    }

    /// Returns the expression that reads the flag that another expression holds: `isOn(flag)`, `flag.isOn`.
    func read(of flag: ExprSyntax) -> ExprSyntax? {
        if let access = flag.parent?.as(MemberAccessExprSyntax.self), access.base?.id == flag.id {
            guard readers.contains(access.declName.baseName.name) else { return nil }
            if let call = access.parent?.as(FunctionCallExprSyntax.self),
                call.calledExpression.id == ExprSyntax(access).id
            {
                return ExprSyntax(call)
            }
            return ExprSyntax(access)
        }
        guard case .argument(let callee, let call, false) = ImplicitContext(of: flag) else { return nil }
        let isRead =
            readers.contains(callee.name)
            || ["isEnabled": "", "value": "of", "variant": "of", "stage": "of"][callee.name] == callee.label
        return isRead ? call.as(ExprSyntax.self) : nil
    }

    /// Returns the value of a call of a function that only reads the flag that it takes:
    /// `func has(_ flag: FeatureFlag) -> Bool { flags.isOn(flag) }`.
    func value(ofReader name: String, _ argument: LabeledExprSyntax, _ call: FunctionCallExprSyntax) -> KnownValue? {
        let functions = project.functions(name).filter { $0.body != nil }
        guard call.arguments.count == 1, call.trailingClosure == nil, !functions.isEmpty else { return nil }
        var values: Set<KnownValue?> = []
        for function in functions {
            guard let parameter = function.signature.parameterClause.parameters.only,
                parameter.firstName.text == argument.label?.text ?? "_",
                let result = function.body?.statements.only?.item.result
            else { return nil }
            let flag = (parameter.secondName ?? parameter.firstName).name
            let uses = result.tokens(viewMode: .sourceAccurate).compactMap { token in
                token.name == flag ? token.parent?.as(DeclReferenceExprSyntax.self) : nil
            }
            guard let use = uses.only, let read = read(of: ExprSyntax(use)) else { return nil }
            if read.id == result.id {
                values.insert(kept)
            } else if result.as(PrefixOperatorExprSyntax.self)?.expression.id == read.id {
                values.insert(kept.negated)
            } else {
                return nil
            }
        }
        return values.count == 1 ? values.first ?? nil : nil
    }

    /// Returns whether code calls something that reads flags.
    func mayRead(_ node: Syntax) -> Bool {
        let names = readers.union(Vocabulary.reads.keys)
        return node.tokens(viewMode: .sourceAccurate).contains { token in
            if case .identifier = token.tokenKind { names.contains(token.name) } else { false }
        }
    }

    // MARK: - Calls

    /// Returns whether a call is the value of a property that is named like the flag:
    /// `var newCart: Bool { value(for: .newCart) }`.
    func isMirror(_ call: FunctionCallExprSyntax) -> Bool {
        guard call.arguments.count == 1, let name = call.arguments.first?.expression.lastName, let parent = call.parent,
            let binding = resultOwner(parent)?.as(PatternBindingSyntax.self)
        else { return false }
        return binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.name == name
            && binding.typeAnnotation?.type.lastName == "Bool"
    }

    /// The words that begin the names of functions that only record something about a flag.
    private static let verbs: Set<String> = [
        "set", "override", "enable", "disable", "activate", "deactivate", "register", "unregister", "reset", "clear",
        "toggle", "remove", "add", "insert", "update", "force", "unset", "track", "log", "observe", "subscribe",
    ]

    /// The words of names that are about flags.
    static let words: Set<String> = ["flag", "toggle", "feature"]

    /// Returns whether a statement is one of a list of rows for flags: `Row(flag: .newCart)`, `Row(flag: .menu)`.
    private func isOneOfRows(_ row: CodeBlockItemSyntax, _ call: FunctionCallExprSyntax) -> Bool {
        guard let label = call.arguments.first?.label?.name, Self.words.contains(label),
            let list = row.parent?.as(CodeBlockItemListSyntax.self)
        else { return false }
        return list.contains { other in
            guard other.id != row.id, let inner = other.item.result?.chainedCall else { return false }
            return inner.calledExpression.lastName == call.calledExpression.lastName
                && inner.arguments.first?.label?.name == label
        }
    }

    /// Removes an entry for the flag from a list, or a statement that only records something about it.
    func removeEntry(_ call: FunctionCallExprSyntax, _ name: String, _ file: Int) -> Bool {
        let words = FlagNames.words(name)
        if let entry = call.parent, entry.is(ArrayElementSyntax.self) || entry.is(DictionaryElementSyntax.self) {
            guard name.first?.isUppercase ?? false, words.contains(where: ["flag", "toggle", "feature"].contains) else {
                return false
            }
            remark(.read, file, entry, "this entry for the flag goes with it")
            removeMention(removedElement(entry), file)
            return true
        }
        guard let row = row(around: Syntax(call)) else { return false }
        let isRow =
            name.first?.isUppercase ?? false && call.trailingClosure == nil
            && (words.contains(where: Self.words.contains) || isOneOfRows(row, call))
        let isRecord = words.first.map(Self.verbs.contains) ?? false && (isStatement(call) || isDiscarded(call))
        guard isRecord || isRow && row.item.result?.chainedCall?.id == call.id else { return false }
        remark(.read, file, row, "this code about the flag goes with it")
        removeRow(row, file)
        return true
    }

    /// Skips a call in a test that sets the flag around a closure, or on an object that it returns.
    func skip(_ call: FunctionCallExprSyntax, _ name: String, _ file: Int) -> Bool {
        if let closure = call.trailingClosure, closure.signature == nil, call.additionalTrailingClosures.isEmpty,
            name.first?.isLowercase ?? false, isStatement(call),
            !closure.statements.contains(where: { $0.item.is(ReturnStmtSyntax.self) }),
            FlagNames.words(name).first != "observe", FlagNames.words(name).first != "subscribe"
        {
            set(.gone, ofCall: ExprSyntax(call), file)
            return true
        }
        // `MockFlags().override(.newCart, with: true)`
        guard call.trailingClosure == nil, !isStatement(call), let base = call.calledExpression.memberBase else {
            return false
        }
        var root = base
        while let inner = root.as(FunctionCallExprSyntax.self)?.calledExpression.memberBase { root = inner }
        let type = typeName(of: root, file)
        let returnsItself = project.functions(name).contains { function in
            let result = function.signature.returnClause?.type.lastName
            return result.map { $0 == "Self" || $0 == type } ?? false
        }
        guard returnsItself else { return false }
        set(.gone, ofCall: ExprSyntax(call), file)
        return true
    }

    /// Removes a setting for a test or preview: `.feature(.newCart)` as an argument of `@Test`, or of a list of settings.
    func removeSetting(_ setting: LabeledExprSyntax, _ call: FunctionCallExprSyntax, _ file: Int) -> Bool {
        guard let list = setting.parent?.as(LabeledExprListSyntax.self), let holder = list.parent else { return false }
        let others = list.filter { $0.id != setting.id && removals[$0.id] == nil }
        let isOneOfSeveral =
            setting.isImplicitCall && call.arguments.count <= 2
            && (setting.label == nil || others.contains { $0.label == nil && $0.isImplicitCall })
        if holder.is(AttributeSyntax.self) || isOneOfSeveral {
            removeMention(setting, file)
            guard others.isEmpty else { return true }
            // `.toggles(.set(.newCart, true))`, `apply(.set(.newCart, true))`
            if let trait = holder.parent?.as(LabeledExprSyntax.self),
                trait.parent?.parent?.is(AttributeSyntax.self) ?? false
            {
                removeMention(trait, file)
            } else if let statement = holder.as(FunctionCallExprSyntax.self), isStatement(statement),
                statement.trailingClosure == nil,
                statement.calledExpression.memberBase?.is(FunctionCallExprSyntax.self) != true,
                let row = row(around: holder)
            {
                removeRow(row, file)
            }
            return true
        }
        // `CartView().previewCombinations(of: .each(.newCart))`
        guard setting.isImplicitCall, others.isEmpty, let modifier = holder.as(FunctionCallExprSyntax.self),
            modifier.trailingClosure == nil,
            modifier.calledExpression.memberBase?.is(FunctionCallExprSyntax.self) ?? false
        else { return false }
        set(.gone, ofCall: ExprSyntax(modifier), file)
        return true
    }

    /// Returns whether a function of the project doesn't need an argument.
    func hasDefault(_ argument: LabeledExprSyntax, _ name: String) -> Bool {
        guard let label = argument.label?.name, let names = project.names(label) else { return false }
        let parameters = names.compactMap { found in
            found.token.parent?.as(FunctionParameterSyntax.self).flatMap {
                $0.firstName.id == found.token.id ? $0 : nil
            }
        }
        .filter { parameter in
            guard let owner = parameter.parent?.parent?.parent?.parent else { return false }
            if let function = owner.as(FunctionDeclSyntax.self) { return function.name.name == name }
            let type = owner.parent?.parent?.parent?.parent?.asProtocol((any NamedDeclSyntax).self)
            return owner.is(InitializerDeclSyntax.self) && type?.name.name == name
        }
        return !parameters.isEmpty && parameters.allSatisfy { $0.defaultValue != nil }
    }

    // MARK: - Controls

    /// Removes the control whose only purpose is to set the flag:
    /// `Toggle("…", isOn: Binding(get: { … }, set: { store.set(.newCart, $0) }))`.
    func removeControl(around argument: LabeledExprSyntax, _ file: Int) -> Bool {
        var node = Syntax(argument)
        while let parent = node.parent, !parent.is(ClosureExprSyntax.self) {
            if parent.is(DeclSyntax.self) { return false }
            node = parent
        }
        guard let closure = node.parent?.as(ClosureExprSyntax.self), closure.statements.count == 1,
            let label = closure.parent?.as(LabeledExprSyntax.self), label.label?.text == "set",
            let binding = label.parent?.parent?.as(FunctionCallExprSyntax.self),
            binding.calledExpression.lastName == "Binding"
                || binding.calledExpression.lastName == "init" && binding.arguments.first?.label?.text == "get"
        else { return false }
        return removeControl(of: ExprSyntax(binding), file)
    }

    /// The controls that show a binding of the flag.
    private struct Controls {
        var rows: [Removal] = []
        /// The properties that only return the binding, or a control.
        var properties: [Copy] = []
        /// The values of the binding.
        var values: [(expression: ExprSyntax, file: Int)] = []
    }

    /// Removes the control around an expression, or the property that returns it with all of its controls.
    private func removeControl(of expression: ExprSyntax, _ file: Int) -> Bool {
        var controls = Controls()
        guard find(&controls, around: expression, file, depth: 0) else { return false }
        for row in controls.rows {
            guard let item = row.node.as(CodeBlockItemSyntax.self) else { continue }
            noteControl(row.node, row.file)
            removeRow(item, row.file)
        }
        let before = Set(removals.keys)
        for property in controls.properties { removeDeclaration(property) }
        declarationRemovals.formUnion(Set(removals.keys).subtracting(before))
        for value in controls.values { set(kept, of: value.expression, value.file) }
        return true
    }

    /// Lists a control in code of the product.
    func noteControl(_ row: Syntax, _ file: Int) {
        if !isOutsideProduct(row, file) { remark(.read, file, row, "this control of the flag goes with it") }
    }

    /// Finds the controls around an expression, through properties that only return it; returns whether there are no other
    /// uses.
    private func find(_ controls: inout Controls, around expression: ExprSyntax, _ file: Int, depth: Int) -> Bool {
        if let access = expression.parent?.as(MemberAccessExprSyntax.self), access.base?.id == expression.id,
            access.declName.baseName.text == "wrappedValue"
        {
            controls.values.append((ExprSyntax(access), file))
            return true
        }
        if let row = row(around: Syntax(expression)), row.item.id != expression.id || depth > 0 {
            controls.rows.append(Removal(file: file, node: Syntax(row)))
            return true
        }
        var statement = Syntax(expression)
        while let parent = statement.parent, !parent.is(CodeBlockItemSyntax.self), !parent.is(ReturnStmtSyntax.self) {
            if parent.is(DeclSyntax.self) || parent.is(ClosureExprSyntax.self) { break }
            statement = parent
        }
        let owner =
            statement.parent.flatMap(resultOwner) ?? statement.parent?.as(PatternBindingSyntax.self).map(Syntax.init)
        guard depth < 8, let owner, let tree = project.tree(file), let copy = Copy(owner, file, in: tree) else {
            return false
        }
        let evidence = evidence(on: copy)
        let own: Set<String> = ["its projected value is used", "a control is bound to it"]
        guard evidence.declarations.count == 1, !evidence.reads.isEmpty,
            evidence.obstacles.allSatisfy({ own.contains($0.reason) })
        else { return false }
        controls.properties.append(copy)
        for read in evidence.reads {
            guard find(&controls, around: read.expression, read.file, depth: depth + 1) else { return false }
        }
        return true
    }

    // MARK: - Publishers and results

    /// Removes a statement that assigns the values of a publisher of the flag to a variable:
    /// `flags.publisher(for: .newCart).assign(to: &$isOn)`.
    func removePublisher(_ call: FunctionCallExprSyntax, _ file: Int) -> Bool {
        guard let chain = assignment(ofPublisher: ExprSyntax(call)), solveTarget(chain, file)
        else { return false }
        removeMention(chain.statement, file)
        return true
    }

    /// Removes the case of a switch over texts whose result is the flag, if another case takes its texts.
    func removeResult(_ node: ExprSyntax, _ file: Int) -> Bool {
        var item = node.parent
        while let current = item, !current.is(CodeBlockItemSyntax.self) {
            guard
                current.is(ReturnStmtSyntax.self) || current.is(ExprListSyntax.self)
                    || current.is(SequenceExprSyntax.self)
            else { return false }
            item = current.parent
        }
        guard let clause = item?.parent?.parent?.as(SwitchCaseSyntax.self), clause.statements.count == 1,
            case .case(let label) = clause.label,
            label.caseItems.allSatisfy({ item in
                item.pattern.as(ExpressionPatternSyntax.self)?.expression.is(StringLiteralExprSyntax.self) ?? false
            }),
            let list = clause.parent?.as(SwitchCaseListSyntax.self),
            list.contains(where: { $0.as(SwitchCaseSyntax.self)?.label.is(SwitchDefaultLabelSyntax.self) ?? false }),
            list.prefix(while: { $0.id != clause.id }).last?.as(SwitchCaseSyntax.self)?.statements.last?.item
                .is(FallThroughStmtSyntax.self) != true
        else { return false }
        remark(.read, file, clause, "this case led to the flag; ‘default’ takes its text now")
        removeMention(clause, file)
        return true
    }

    // MARK: - Types

    /// Removes the class that its initializer ties to the flag, if the flag stays off and nothing else names the class.
    func removeType(around call: FunctionCallExprSyntax, _ argument: LabeledExprSyntax, _ file: Int) -> Bool {
        guard kept == .bool(false), call.calledExpression.memberBase?.is(SuperExprSyntax.self) ?? false else {
            return false
        }
        var node = Syntax(call)
        while let parent = node.parent, !node.is(ClassDeclSyntax.self) { node = parent }
        guard let type = node.as(ClassDeclSyntax.self) else { return false }
        let isNamed = project.hits(of: [type.name.name]).contains { other, hits in
            hits.contains { other != file || !type.offsets.contains($0.offset) }
        }
        guard !isNamed else { return false }
        guard isDeep else {
            block(file, argument, "‘\(type.name.name)’ exists only for the flag; --deep removes it")
            return true
        }
        remark(.read, file, type.name, "‘\(type.name.name)’ existed only for the flag, and goes with it")
        removeItem(Syntax(type), file)
        return true
    }
}

extension ExprSyntax {
    /// The call at the beginning of a chain of calls: `Row(flag: .newCart)` in `Row(flag: .newCart).padding()`.
    fileprivate var chainedCall: FunctionCallExprSyntax? {
        var expression = operandOfKeyword ?? self
        while let base = expression.memberBaseOfCall { expression = base }
        return expression.as(FunctionCallExprSyntax.self)
    }

    private var memberBaseOfCall: ExprSyntax? {
        let base = self.as(FunctionCallExprSyntax.self)?.calledExpression.memberBase
        return base?.is(FunctionCallExprSyntax.self) ?? false ? base : nil
    }
}
