import SwiftSyntax

/// Values that may be `nil` for other reasons than the toggle.
extension Folder {
    // MARK: - Chains

    /// Returns the value of an expression that reads the toggle, perhaps in a chain that may be `nil`.
    func known(_ value: KnownValue, _ expression: ExprSyntax) -> Folded {
        guard value != .gone, let root = expression.optionalRoot else { return Folded(form: .known(value)) }
        if root.readsFlags(for: expression) { return Folded(form: .known(value), reader: root) }
        return Folded(form: .chain(value, root))
    }

    /// Lists a read whose reader may be `nil`, if that counted as another value than the one that stays.
    func reportReader(_ folded: Folded) {
        guard let reader = folded.reader else { return }
        remark(.read, reader, "‘\(reader.trimmedDescription)’ counted as the other side here if it was nil")
    }

    /// The text of `self != nil`, or of `self == nil`.
    private func check(_ root: ExprSyntax, isNil: Bool) -> [FoldedText.Piece] {
        let isTight = OperatorTree.Level(of: root) > .comparison
        let text = FoldedText.Piece.source(root.offsets)
        return (isTight ? [text] : [.text("("), text, .text(")")]) + [.text(isNil ? " == nil" : " != nil")]
    }

    private func checked(_ root: ExprSyntax, isNil: Bool) -> Folded {
        Folded(form: .pieces(check(root, isNil: isNil), .comparison), nodes: [Syntax(root)])
    }

    /// The text of a value that is `nil` if what a chain begins with is.
    func mapped(_ value: KnownValue, _ root: ExprSyntax, at node: Syntax) -> [FoldedText.Piece] {
        let isSimple = OperatorTree.Level(of: root) >= .primary && !root.isChain
        let text = FoldedText.Piece.source(root.offsets)
        let literal =
            switch value {
            case .bool(let isOn): isOn ? "true" : "false"
            case .member(let name): ".\(name)"
            case .gone, .side: "nil"
            }
        let base = isSimple ? [text] : [.text("("), text, .text(")")]
        if node.isInCondition { return base + [.text(".map({ _ in \(literal) })")] }
        return base + [.text(".map { _ in \(literal) }")]
    }

    /// What is left of `self?.isOn(.x) ?? other`.
    func coalesced(
        _ value: KnownValue,
        _ root: ExprSyntax,
        _ other: Folded,
        _ right: OperatorTree,
        in tree: OperatorTree
    ) -> Folded? {
        guard case .bool(let isOn) = value else {
            guard case .member(let name) = value, case .operand(let expression) = right,
                expression.variant == .member(name)
            else { return nil }
            return Folded(form: .known(value))
        }
        if let fallback = other.bool {
            return fallback == isOn ? Folded(form: .known(value)) : checked(root, isNil: !isOn)
        }
        let level: OperatorTree.Level = isOn ? .or : .and
        guard
            let second = pieces(other, right.offsets, right.level, lowest: level.next, at: tree.offsets.lowerBound)
        else { return nil }
        let joined = check(root, isNil: !isOn) + [.text(isOn ? " || " : " && ")] + second
        return Folded(form: .pieces(joined, level), nodes: [Syntax(root)] + right.operands.map { Syntax($0) })
    }

    /// What is left of a comparison of a chain, which is `nil` if its root is; `nil` if it stays.
    func compared(
        _ value: KnownValue,
        _ root: ExprSyntax,
        with other: Folded,
        _ tree: OperatorTree,
        isEqual: Bool
    ) -> Folded? {
        var second: KnownValue?
        if case .known(let known) = other.form { second = known }
        if case .same = other.form, case .operand(let expression) = tree {
            if expression.is(NilLiteralExprSyntax.self) { return checked(root, isNil: isEqual) }
            second = expression.constantValue.map(KnownValue.bool) ?? expression.variant
        }
        guard let second, let matches = value.isEqual(to: second, among: Set(variants.keys)) else { return nil }
        return matches ? checked(root, isNil: !isEqual) : Folded(form: .known(.bool(!isEqual)))
    }

    /// Folds `case true? = self?.isOn(.x)`, whose chain is `nil` if its root is; returns `nil` if it stays.
    func matched(
        _ value: KnownValue,
        _ root: ExprSyntax,
        _ element: ConditionElementSyntax,
        _ pattern: PatternSyntax
    ) -> Folded? {
        guard let isMatching = matches(pattern, value) else { return nil }
        guard isMatching else { return Folded(form: .known(.bool(false))) }
        text.replace(element.condition.offsets, with: check(root, isNil: false))
        return .same
    }

    // MARK: - Operands that are no longer optional

    /// What unwraps a value: `?`, `!`, or `??`.
    private enum Unwrapping {
        case mark(TokenSyntax)
        case coalescing
    }

    /// Drops what unwraps the side of a ternary or `select` that stays, if it was only optional because of the other side.
    ///
    /// If it isn't known whether it was, the condition stays as a constant.
    ///
    /// - Parameters:
    ///   - folded: What is left of the expression.
    ///   - node: The whole expression.
    ///   - dropped: The side that goes.
    ///   - condition: The range of the condition, with its value.
    func dropUnwrapping(
        of folded: inout Folded,
        _ node: Syntax,
        _ dropped: ExprSyntax?,
        condition: (range: Range<Int>, value: Bool)?
    ) {
        guard let mark = unwrapping(node) else { return }
        if case .null = folded.form {
            // `nil!`
            guard case .mark(let token) = mark, token.text == "!" else { return }
            keepCondition(of: &folded, node, condition, "this value is always nil now, so unwrapping it fails")
            return
        }
        guard let kept = folded.nodes.only?.as(ExprSyntax.self) ?? (folded.isKnown ? node.as(ExprSyntax.self) : nil)
        else { return }
        let isOptional = folded.isKnown ? false : isOptional(kept)
        switch isOptional {
        case true?: return
        case false?:
            switch mark {
            case .mark(let token): text.remove(token.offsets)
            case .coalescing: folded.isNeverNil = true
            }
        case nil:
            // `(on ? a : 4)!` compiled because `a` is optional.
            guard let dropped, isOptionalOrNull(dropped), case .mark = mark else { return }
            keepCondition(of: &folded, node, condition, "this value may no longer be optional")
        }
    }

    private func isOptionalOrNull(_ dropped: ExprSyntax) -> Bool {
        dropped.is(NilLiteralExprSyntax.self) || isOptional(dropped) == true
    }

    private func keepCondition(
        of folded: inout Folded,
        _ node: Syntax,
        _ condition: (range: Range<Int>, value: Bool)?,
        _ reason: String
    ) {
        remark(.read, node, reason)
        guard let condition else { return }
        text.replace(condition.range, with: [.text(condition.value ? "true" : "false")])
        folded.form = .same
    }

    private func unwrapping(_ node: Syntax) -> Unwrapping? {
        var child = node
        while let parent = child.parent {
            switch parent.as(SyntaxEnum.self) {
            case .optionalChainingExpr(let chain): return .mark(chain.questionMark)
            case .forceUnwrapExpr(let unwrapping): return .mark(unwrapping.exclamationMark)
            case .tupleExpr(let tuple):
                guard tuple.elements.count == 1 else { return nil }
                child = parent
            case .labeledExpr(let element):
                guard element.label == nil, element.parent?.parent?.is(TupleExprSyntax.self) == true else { return nil }
                child = parent
            case .labeledExprList: child = parent
            case .exprList(let list):
                let rest = list.drop { Syntax($0).id != child.id }.dropFirst()
                return rest.first?.as(BinaryOperatorExprSyntax.self)?.operator.text == "??" ? .coalescing : nil
            default: return nil
            }
        }
        return nil
    }

    // MARK: - Types

    /// Returns whether the type of an expression is optional, as far as the file shows it.
    func isOptional(_ expression: ExprSyntax, depth: Int = 0) -> Bool? {
        guard depth < 16 else { return nil }
        if expression.isChain { return true }
        switch expression.as(ExprSyntaxEnum.self) {
        case .nilLiteralExpr: return true
        case .stringLiteralExpr, .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .arrayExpr,
            .dictionaryExpr, .closureExpr, .prefixOperatorExpr, .keyPathExpr, .regexLiteralExpr, .isExpr:
            return false
        case .tupleExpr(let tuple):
            guard let element = tuple.elements.only, element.label == nil else { return false }
            return isOptional(element.expression, depth: depth + 1)
        case .tryExpr(let attempt):
            if attempt.questionOrExclamationMark?.text == "?" { return true }
            return isOptional(attempt.expression, depth: depth + 1)
        case .awaitExpr(let wait): return isOptional(wait.expression, depth: depth + 1)
        case .forceUnwrapExpr: return false
        case .sequenceExpr(let sequence): return isOptional(Array(sequence.elements), depth)
        case .functionCallExpr(let call): return isOptional(call)
        case .declReferenceExpr(let reference):
            if reference.baseName.text == "self" { return false }
            guard let token = LocalName.declaration(of: reference.baseName.name, at: reference) else {
                return isOptional(member: reference.baseName.name, around: Syntax(reference))
            }
            return isOptional(declaredBy: token, depth)
        case .memberAccessExpr(let access):
            guard access.base?.trimmedDescription == "self" else { return nil }
            return isOptional(member: access.declName.baseName.name, around: Syntax(access))
        default: return nil
        }
    }

    private func isOptional(_ elements: [ExprSyntax], _ depth: Int) -> Bool? {
        guard elements.count > 2 else { return nil }
        let operation = elements[elements.count - 2]
        if let cast = operation.as(UnresolvedAsExprSyntax.self) {
            if cast.questionOrExclamationMark?.text == "?" { return true }
            return elements.last?.as(TypeExprSyntax.self).map { $0.type.isOptional }
        }
        if operation.is(UnresolvedIsExprSyntax.self) { return false }
        switch operation.as(BinaryOperatorExprSyntax.self)?.operator.text {
        case "??": return elements.last.flatMap { isOptional($0, depth: depth + 1) }
        case "+", "-", "*", "/", "%", "&&", "||", "==", "!=", "<", ">", "<=", ">=", "...", "..<": return false
        default: return nil
        }
    }

    private func isOptional(_ call: FunctionCallExprSyntax) -> Bool? {
        if call.calledExpression.is(ClosureExprSyntax.self) { return nil }
        let base = call.calledExpression.memberBase
        guard base == nil || base?.trimmedDescription == "self", let name = call.calledExpression.lastName else {
            return nil
        }
        if name.first?.isUppercase == true {
            if call.arguments.first?.label?.text == "rawValue" { return true }
            if let hasFailableInitializer = types[name] { return hasFailableInitializer ? nil : false }
            return call.arguments.isEmpty && call.trailingClosure == nil ? false : nil
        }
        let types = EnclosingDeclarations(call, in: tree).types
        let functions = (members.members[name] ?? []).filter { types.contains($0.owner) }
            .compactMap { $0.node.as(FunctionDeclSyntax.self) }
        let results = Set(functions.map { $0.signature.returnClause?.type.isOptional ?? false })
        return results.count == 1 ? results.first : nil
    }

    private func isOptional(member name: String, around node: Syntax) -> Bool? {
        let types = EnclosingDeclarations(node, in: tree).types
        for type in types {
            guard let member = members.members[name]?.first(where: { $0.owner == type }) else { continue }
            return member.node.as(PatternBindingSyntax.self).flatMap { isOptional($0, 0) }
        }
        return nil
    }

    private func isOptional(declaredBy token: TokenSyntax, _ depth: Int) -> Bool? {
        guard let parent = token.parent else { return nil }
        if let parameter = parent.as(FunctionParameterSyntax.self) { return parameter.type.isOptional }
        guard let pattern = parent.as(IdentifierPatternSyntax.self), let owner = pattern.parent else { return nil }
        if let binding = owner.as(OptionalBindingConditionSyntax.self) {
            guard let value = binding.initializer?.value else { return false }
            return value.isChain || isOptional(value, depth: depth + 1) != nil ? false : nil
        }
        return owner.as(PatternBindingSyntax.self).flatMap { isOptional($0, depth) }
    }

    private func isOptional(_ binding: PatternBindingSyntax, _ depth: Int) -> Bool? {
        guard binding.pattern.is(IdentifierPatternSyntax.self) else { return nil }
        if let type = binding.typeAnnotation?.type { return type.isOptional }
        return binding.initializer.flatMap { isOptional($0.value, depth: depth + 1) }
    }

    /// The types that the file declares, with whether one of their initializers may fail.
    private var types: [String: Bool] {
        if let known = outlines { return known }
        var declared: Set<String> = []
        var failable: Set<String> = []
        var stack = [Syntax(tree.root)]
        while let node = stack.popLast() {
            if let group = node.asProtocol((any DeclGroupSyntax).self) {
                let type = node.asProtocol((any NamedDeclSyntax).self)?.name.name
                if let type { declared.insert(type) }
                let isFailable = group.memberBlock.members.contains {
                    $0.decl.as(InitializerDeclSyntax.self)?.optionalMark != nil
                }
                if isFailable, let name = type ?? node.as(ExtensionDeclSyntax.self)?.extendedType.lastName {
                    failable.insert(name)
                }
            }
            for child in node.children(viewMode: .sourceAccurate) where !child.is(TokenSyntax.self) {
                stack.append(child)
            }
        }
        let found = Dictionary(uniqueKeysWithValues: declared.map { ($0, failable.contains($0)) })
        outlines = found
        return found
    }

    private var members: MemberIndex {
        if let known = memberIndex { return known }
        let found = MemberIndex(tree)
        memberIndex = found
        return found
    }
}

extension Folder.Folded {
    /// Whether the value of the expression is known.
    var isKnown: Bool { if case .known = form { true } else { false } }
}

extension TypeSyntax {
    /// Whether a written type is optional.
    var isOptional: Bool {
        self.is(OptionalTypeSyntax.self) || self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
            || self.as(IdentifierTypeSyntax.self)?.name.text == "Optional"
    }
}

extension ExprSyntax {
    /// Whether a chain contains `?`, so that it is `nil` if what is before that is.
    var isChain: Bool { optionalRoot != nil }

    /// Whether this reads the toggle in a chain that is `nil` for other reasons.
    var isOptionalRead: Bool { optionalRoot.map { !$0.readsFlags(for: self) } ?? false }

    /// What is before the last `?` of a chain: `self` in `self?.flags.isOn(.x)`.
    var optionalRoot: ExprSyntax? {
        var current = self
        while let base = current.chained ?? current.as(ForceUnwrapExprSyntax.self)?.expression {
            if current.is(OptionalChainingExprSyntax.self) { return base }
            current = base
        }
        return nil
    }

    /// Whether the root of a chain does nothing but read flags: `flags?.isOn(.x)`, unlike `self?.flags.isOn(.x)`.
    fileprivate func readsFlags(for expression: ExprSyntax) -> Bool {
        guard let name = lastName, name != "self" else { return false }
        let isReader = FlagNames.words(name).contains(where: Self.readerWords.contains)
        guard let access = parent?.parent?.as(MemberAccessExprSyntax.self) else { return isReader }
        // A call has the flag as an argument.
        guard let call = expression.as(FunctionCallExprSyntax.self) else { return isReader }
        return isReader || access.parent?.id == call.id && !call.arguments.isEmpty
    }

    private static let readerWords: Set<String> = [
        "flag", "flagger", "toggle", "feature", "experiment", "setting", "config", "configuration", "preference",
        "default",
    ]
}
