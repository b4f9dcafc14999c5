import SwiftSyntax

extension SyntaxProtocol {
    /// Whether code contains a trailing closure outside of brackets.
    var hasTrailingClosure: Bool {
        var stack = [Syntax(self)]
        while let node = stack.popLast() {
            switch node.as(SyntaxEnum.self) {
            case .functionCallExpr(let call):
                if call.trailingClosure != nil { return true }
                stack.append(Syntax(call.calledExpression))
            case .closureExpr: return true
            case .tupleExpr, .arrayExpr, .dictionaryExpr: continue
            default: stack += node.children(viewMode: .sourceAccurate)
            }
        }
        return false
    }

    /// Whether a node is in the head of a statement, outside of brackets.
    var isInCondition: Bool {
        var child = Syntax(self)
        while let parent = child.parent {
            switch parent.as(SyntaxEnum.self) {
            case .conditionElement, .whereClause: return true
            case .switchExpr(let expression): return expression.subject.id == child.as(ExprSyntax.self)?.id
            case .forStmt(let statement): return statement.sequence.id == child.as(ExprSyntax.self)?.id
            case .labeledExpr, .codeBlockItem, .closureExpr, .memberBlockItem: return false
            default: child = parent
            }
        }
        return false
    }

    /// Whether the place of an expression depends on it being optional.
    var needsOptional: Bool {
        if let binding = enclosingInitializer { return binding.typeAnnotation == nil }
        var child = Syntax(self)
        while let parent = child.parent {
            switch parent.as(SyntaxEnum.self) {
            case .optionalChainingExpr, .forceUnwrapExpr, .optionalBindingCondition: return true
            case .initializerClause, .sequenceExpr, .tupleExpr, .labeledExprList, .tryExpr, .awaitExpr: child = parent
            case .labeledExpr(let element):
                guard element.label == nil, element.parent?.parent?.is(TupleExprSyntax.self) == true else {
                    return false
                }
                child = parent
            case .exprList(let list):
                if list.contains(where: { $0.as(BinaryOperatorExprSyntax.self)?.operator.text == "??" }) { return true }
                child = parent
            default: return false
            }
        }
        return false
    }

    /// The binding whose value an expression is as a whole.
    var enclosingInitializer: PatternBindingSyntax? {
        var child = Syntax(self)
        while let parent = child.parent {
            switch parent.as(SyntaxEnum.self) {
            case .initializerClause(let clause): return clause.parent?.as(PatternBindingSyntax.self)
            case .sequenceExpr, .exprList, .tupleExpr, .labeledExprList, .labeledExpr, .tryExpr, .awaitExpr:
                if let list = parent.as(LabeledExprListSyntax.self), list.parent?.is(TupleExprSyntax.self) != true {
                    return nil
                }
                child = parent
            default: return nil
            }
        }
        return nil
    }
}

extension SequenceExprSyntax {
    /// The condition of a ternary of which one side is `nil`.
    var condition: (range: Range<Int>, isNilIfTrue: Bool)? {
        let operands = Array(elements)
        guard operands.count > 2, let choice = operands[operands.count - 2].as(UnresolvedTernaryExprSyntax.self),
            operands.filter({ $0.is(UnresolvedTernaryExprSyntax.self) }).count == 1
        else { return nil }
        let isNilIfTrue = choice.thenExpression.is(NilLiteralExprSyntax.self)
        guard isNilIfTrue != operands[operands.count - 1].is(NilLiteralExprSyntax.self) else { return nil }
        return (operands[0].startOffset..<operands[operands.count - 3].endOffset, isNilIfTrue)
    }
}

extension ExprSyntax {
    /// Whether this is `try?`, perhaps after other keywords.
    var hasOptionalTry: Bool {
        if let wait = self.as(AwaitExprSyntax.self) { return wait.expression.hasOptionalTry }
        guard let attempt = self.as(TryExprSyntax.self) else { return false }
        return attempt.questionOrExclamationMark?.text == "?" || attempt.expression.hasOptionalTry
    }

    /// The variant that `.name` may stand for.
    var variant: KnownValue? {
        guard let member = self.as(MemberAccessExprSyntax.self), member.isVariant else { return nil }
        return .member(member.declName.baseName.name)
    }

    /// What a closure without parameters returns: `{ value }`.
    var closureResult: ExprSyntax? {
        guard let closure = self.as(ClosureExprSyntax.self), closure.signature?.parameterClause == nil else {
            return nil
        }
        return closure.statements.only?.item.result
    }

    /// Whether the value is a Boolean that can't be `nil`: a negation, a comparison, or a name with this type.
    var isBool: Bool {
        if let negation = self.as(PrefixOperatorExprSyntax.self) { return negation.operator.text == "!" }
        if let tuple = self.as(TupleExprSyntax.self), let element = tuple.elements.only {
            return element.expression.isBool
        }
        if let sequence = self.as(SequenceExprSyntax.self) {
            return OperatorTree(Array(sequence.elements)[...])?.isBool ?? false
        }
        guard let name = self.as(DeclReferenceExprSyntax.self)?.baseName.name else { return false }
        let declaration = LocalName.declaration(of: name, at: self)?.parent
        if let parameter = declaration?.as(FunctionParameterSyntax.self) {
            return parameter.type.trimmedDescription == "Bool"
        }
        return declaration?.parent?.as(PatternBindingSyntax.self)?.typeAnnotation?.type.trimmedDescription == "Bool"
    }

    /// Whether an expression names a type: `Flag`, `Shop.Flag`.
    var isType: Bool { lastName?.first?.isUppercase ?? false && !self.is(FunctionCallExprSyntax.self) }

    /// What a member is accessed on.
    var memberBase: ExprSyntax? { self.as(MemberAccessExprSyntax.self)?.base }

    /// Whether this is a string, a number, or a Boolean.
    var isLiteral: Bool {
        self.is(StringLiteralExprSyntax.self) || self.is(IntegerLiteralExprSyntax.self)
            || self.is(FloatLiteralExprSyntax.self) || self.is(BooleanLiteralExprSyntax.self)
    }

    /// What a member, a call, a subscript, or `?` in a chain follows.
    var chained: ExprSyntax? {
        switch self.as(ExprSyntaxEnum.self) {
        case .memberAccessExpr(let access): access.base
        case .functionCallExpr(let call): call.calledExpression
        case .subscriptCallExpr(let call): call.calledExpression
        case .optionalChainingExpr(let optional): optional.expression
        default: nil
        }
    }

    /// What the pattern of an optional matches: `.x` in `.x?` and in `.some(.x)`.
    var wrappedPattern: PatternSyntax? {
        var inner = self.as(OptionalChainingExprSyntax.self)?.expression
        if let call = self.as(FunctionCallExprSyntax.self), call.calledExpression.trimmedDescription == ".some" {
            inner = call.arguments.only?.expression
        }
        return inner.map { inner in
            inner.as(PatternExprSyntax.self)?.pattern ?? PatternSyntax(ExpressionPatternSyntax(expression: inner))
        }
    }

    /// The operand of `try` and `await`.
    var operandOfKeyword: ExprSyntax? {
        let inner: ExprSyntax
        if let attempt = self.as(TryExprSyntax.self) {
            inner = attempt.expression
        } else if let wait = self.as(AwaitExprSyntax.self) {
            inner = wait.expression
        } else {
            return nil
        }
        return inner.operandOfKeyword ?? inner
    }
}

extension MemberAccessExprSyntax {
    /// Whether this is `.name`, `Type.name`, or `Module.Type.name`.
    var isVariant: Bool {
        guard declName.argumentNames == nil else { return false }
        guard let base else { return true }
        let type = base.as(MemberAccessExprSyntax.self)?.declName ?? base.as(DeclReferenceExprSyntax.self)
        return type?.baseName.text.first?.isUppercase ?? false
    }
}

extension LabeledExprSyntax {
    /// Whether an argument is a call without a base: `.set(.newCart, true)`.
    var isImplicitCall: Bool {
        let callee = expression.as(FunctionCallExprSyntax.self)?.calledExpression.as(MemberAccessExprSyntax.self)
        return callee.map { $0.base == nil } ?? false
    }
}

extension FunctionCallExprSyntax {
    /// Whether this reads another toggle, which has no effect: `toggles.isEnabled(.menu)`.
    var isRead: Bool {
        guard arguments.first?.expression.as(MemberAccessExprSyntax.self)?.base == nil,
            arguments.first?.expression.is(MemberAccessExprSyntax.self) ?? false, trailingClosure == nil
        else { return false }
        let label = ["isEnabled": "", "value": "of", "variant": "of", "stage": "of"][calledExpression.lastName ?? ""]
        return label.map { $0 == arguments.first?.label?.text ?? "" } ?? false
    }

    /// Whether the argument returns what it gets: `{ $0 }` or `\.self`.
    var isIdentity: Bool {
        if let closure = trailingClosure ?? arguments.only?.expression.as(ClosureExprSyntax.self) {
            return closure.signature == nil && closure.statements.only?.item.result?.trimmedDescription == "$0"
        }
        return arguments.only?.expression.trimmedDescription == "\\.self"
    }

    /// The argument or trailing closure with a label.
    func branch(_ label: String) -> ExprSyntax? {
        if let argument = arguments.first(where: { $0.label?.name == label }) { return argument.expression }
        if let closure = additionalTrailingClosures.first(where: { $0.label.name == label }) {
            return ExprSyntax(closure.closure)
        }
        guard let trailingClosure else { return nil }
        let first = arguments.contains { $0.label?.name == "on" } ? "off" : "on"
        return label == first ? ExprSyntax(trailingClosure) : nil
    }
}
