import SwiftSyntax
import ToggleLint

/// Calls that run a closure, or show what they are called on, depending on a flag: `gate(.newCart) { … }`.
extension ToggleRemoval {
    /// What stays of a call after its flag has a value.
    enum Gated {
        case nothing
        /// The closure for a parameter.
        case closure(String)
        /// What the call is made on.
        case base
    }

    /// Replaces a call by the closure that it runs, or by what it is made on, or removes it; returns `false` if it isn't
    /// known what it does.
    func removeGate(_ call: FunctionCallExprSyntax, _ argument: LabeledExprSyntax, _ name: String, _ file: Int) -> Bool
    {
        let others = call.arguments.filter { $0.id != argument.id }.map(\.expression)
        guard case .bool = kept, !Effects(known: { _ in false }).isPossible(others),
            let gated = knownGate(call, argument, name)
        else { return false }
        switch gated {
        case .nothing:
            var whole = ExprSyntax(call)
            while let parent = whole.parent?.as(ExprSyntax.self), parent.chained?.id == whole.id { whole = parent }
            var root = ExprSyntax(call)
            while let base = root.chained { root = base }
            guard root.isType || call.calledExpression.memberBase?.is(FunctionCallExprSyntax.self) != true,
                let row = row(around: Syntax(call)), let result = row.item.result,
                (result.operandOfKeyword ?? result).id == whole.id, !isElementOfResult(row)
            else { return false }
            removeRow(row, file)
            return true
        case .base:
            guard call.calledExpression.memberBase != nil, call.trailingClosure == nil else { return false }
            set(.gone, ofCall: ExprSyntax(call), file)
            return true
        case .closure(let parameter):
            guard
                let position = call.closures.firstIndex(where: { $0.label == parameter })
                    ?? call.closures.firstIndex(where: { $0.label == nil })
            else { return false }
            let closure = call.closures[position].closure
            guard closure.signature == nil else { return false }
            let isExpression = closure.statements.only?.item.result != nil && call.calledExpression.memberBase == nil
            let isUnwrapped =
                isStatement(call) && !isElementOfResult(row(around: Syntax(call)))
                && !Jumps(in: closure.statements).returns
            guard isExpression || isUnwrapped else { return false }
            set(.side(position), ofCall: ExprSyntax(call), file)
            return true
        }
    }

    /// Returns whether a statement is the only one of a closure or getter, so that it is its result.
    private func isElementOfResult(_ row: CodeBlockItemSyntax?) -> Bool {
        guard let list = row?.parent?.as(CodeBlockItemListSyntax.self) else { return true }
        return list.count == 1
            && (list.parent?.is(AccessorBlockSyntax.self) ?? false)
    }

    private func gated(_ call: FunctionCallExprSyntax, _ argument: LabeledExprSyntax, _ name: String) -> Gated? {
        if name.first?.isUppercase ?? false { return gated(byType: name, call, argument) }
        let functions = project.functions(name).filter { takes($0.signature.parameterClause, call) }
        guard let function = functions.only, let body = function.body,
            let flag = parameter(for: argument, call, function.signature.parameterClause)
        else { return nil }
        let closures = function.signature.parameterClause.parameters.filter { $0.id != flag.id }
        let names = closures.map { (label: $0.firstName.name, name: ($0.secondName ?? $0.firstName).name) }
        return result(of: body.statements, flag: (flag.secondName ?? flag.firstName).name, closures: names)
    }

    /// Returns whether a call may be one of a function with parameters.
    private func takes(_ clause: FunctionParameterClauseSyntax, _ call: FunctionCallExprSyntax) -> Bool {
        let trailing = (call.trailingClosure == nil ? 0 : 1) + call.additionalTrailingClosures.count
        let count = call.arguments.count + trailing
        let labels = clause.parameters.map { $0.firstName.text == "_" ? "" : $0.firstName.name }
        return labels.count == count
            && zip(labels, call.arguments).allSatisfy { $0 == $1.label?.name ?? "" }
    }

    private func parameter(
        for argument: LabeledExprSyntax,
        _ call: FunctionCallExprSyntax,
        _ clause: FunctionParameterClauseSyntax
    ) -> FunctionParameterSyntax? {
        let index = call.arguments.enumerated().first { $0.element.id == argument.id }?.offset
        return index.flatMap { Array(clause.parameters)[safe: $0] }
    }

    /// Returns what stays of a view whose body depends on the flag that it is created with.
    private func knownGate(
        _ call: FunctionCallExprSyntax,
        _ argument: LabeledExprSyntax,
        _ name: String
    ) -> Gated? {
        var key = name
        for other in call.arguments { key += " \(other.label?.name ?? "_")\(other.id == argument.id ? "*" : "")" }
        key += " \(call.trailingClosure == nil ? 0 : 1 + call.additionalTrailingClosures.count)"
        if let known = gates[key] { return known }
        let found = gated(call, argument, name)
        gates.updateValue(found, forKey: key)
        return found
    }

    private func gated(
        byType name: String,
        _ call: FunctionCallExprSyntax,
        _ argument: LabeledExprSyntax
    ) -> Gated? {
        guard let file = project.types.files[name]?.only, let tree = project.tree(file),
            let type = project.declarations("struct", ofKind: StructDeclSyntax.self, in: file).first(where: {
                $0.name.name == name
            })
        else { return nil }
        let initializers = project.declarations("init", ofKind: InitializerDeclSyntax.self, in: file)
            .filter { EnclosingDeclarations($0, in: tree).types.first == name }
        // The stored properties, by the labels of the arguments.
        var properties: [(label: String, name: String)] = []
        var flag: String?
        if initializers.isEmpty {
            for member in type.memberBlock.members {
                guard let variable = member.decl.as(VariableDeclSyntax.self), let binding = variable.bindings.only,
                    binding.accessorBlock == nil, binding.initializer == nil,
                    let token = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
                else { continue }
                properties.append((token.name, token.name))
            }
            flag = argument.label?.name
        } else {
            guard let initializer = initializers.filter({ takes($0.signature.parameterClause, call) }).only,
                let parameter = parameter(for: argument, call, initializer.signature.parameterClause)
            else { return nil }
            for parameter in initializer.signature.parameterClause.parameters {
                let name = (parameter.secondName ?? parameter.firstName).name
                guard let property = stored(name, in: initializer) else { return nil }
                properties.append((parameter.firstName.name, property))
            }
            flag = stored((parameter.secondName ?? parameter.firstName).name, in: initializer)
        }
        let body = project.members(file).members["body"]?.first { $0.owner == name }?.node.as(PatternBindingSyntax.self)
        guard let flag, case .getter(let list)? = body?.accessorBlock?.accessors else { return nil }
        return result(of: list, flag: flag, closures: properties.filter { $0.name != flag })
    }

    /// Returns the property to which an initializer assigns a parameter, or the result of calling it.
    private func stored(_ parameter: String, in initializer: InitializerDeclSyntax) -> String? {
        for item in initializer.body?.statements ?? [] {
            guard let list = item.item.as(ExprSyntax.self)?.as(SequenceExprSyntax.self)?.elements, list.count == 3,
                let target = assignedExpression(list), let value = list.last,
                (value.as(FunctionCallExprSyntax.self)?.calledExpression ?? value).trimmedDescription == parameter
            else { continue }
            return target.lastName
        }
        return nil
    }

    /// Returns what statements do if reading a flag has the kept value.
    private func result(
        of list: CodeBlockItemListSyntax,
        flag: String,
        closures: [(label: String, name: String)]
    ) -> Gated? {
        let uses = list.tokens(viewMode: .sourceAccurate).compactMap { token -> ExprSyntax? in
            guard token.name == flag, let reference = token.parent?.as(DeclReferenceExprSyntax.self) else { return nil }
            if let access = reference.parent?.as(MemberAccessExprSyntax.self), access.declName.id == reference.id {
                return access.base?.trimmedDescription == "self" ? ExprSyntax(access) : nil
            }
            return ExprSyntax(reference)
        }
        let reads = uses.compactMap { read(of: $0) }
        guard !reads.isEmpty, reads.count == uses.count else { return nil }
        let added = reads.filter { values[$0.id] == nil }
        for read in added { values[read.id] = (kept, -1, Syntax(read)) }
        defer { for read in added { values[read.id] = nil } }
        guard let rest = reached(list, depth: 0) else { return nil }
        guard !rest.isEmpty else { return .nothing }
        guard var expression = rest.only?.item.result else { return nil }
        expression = chosen(expression.operandOfKeyword ?? expression)
        if expression.trimmedDescription == "EmptyView()" { return .nothing }
        if expression.trimmedDescription == "self" { return .base }
        if let call = expression.as(FunctionCallExprSyntax.self) {
            guard call.arguments.isEmpty, call.trailingClosure == nil else { return nil }
            expression = call.calledExpression
        }
        guard let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.name ?? expression.lastName,
            let closure = closures.first(where: { $0.name == name })
        else { return nil }
        return .closure(closure.label)
    }

    /// Returns the side of a ternary that stays.
    private func chosen(_ expression: ExprSyntax) -> ExprSyntax {
        guard let elements = expression.as(SequenceExprSyntax.self)?.elements,
            case .choice(let condition, let value, .operand(let other))? = OperatorTree(Array(elements)[...]),
            case .bool(let isMet)? = self.value(ofOperands: condition.elements(of: elements))
        else { return expression }
        return isMet ? value : other
    }

    /// Returns the statements that run; `nil` if that isn't known.
    private func reached(_ list: CodeBlockItemListSyntax, depth: Int) -> [CodeBlockItemSyntax]? {
        guard depth < 16 else { return nil }
        var result: [CodeBlockItemSyntax] = []
        for item in list {
            if let statement = item.item.as(GuardStmtSyntax.self) {
                guard case .bool(let isMet)? = value(ofConditions: statement.conditions) else { return nil }
                if isMet { continue }
                return reached(statement.body.statements, depth: depth + 1).map { result + $0 }
            }
            if let choice = item.item.expression?.as(IfExprSyntax.self) {
                guard let inner = reached(choice, depth: depth + 1) else { return nil }
                result += inner
                if inner.contains(where: { $0.item.is(ReturnStmtSyntax.self) }) { return result }
                continue
            }
            if let statement = item.item.as(ReturnStmtSyntax.self) {
                return statement.expression == nil ? result : result + [item]
            }
            if item.item.expression == nil { return nil }
            result.append(item)
        }
        return result
    }

    private func reached(_ choice: IfExprSyntax, depth: Int) -> [CodeBlockItemSyntax]? {
        guard depth < 16, case .bool(let isMet)? = value(ofConditions: choice.conditions) else { return nil }
        if isMet { return reached(choice.body.statements, depth: depth) }
        switch choice.elseBody {
        case .codeBlock(let block)?: return reached(block.statements, depth: depth)
        case .ifExpr(let other)?: return reached(other, depth: depth + 1)
        case nil: return []
        }
    }
}

extension OperatorTree {
    /// The operands and operators of a part of a sequence.
    fileprivate func elements(of list: ExprListSyntax) -> [ExprSyntax] {
        list.filter { offsets.contains($0.startOffset) }
    }
}

extension FunctionCallExprSyntax {
    /// The closures among the arguments and after them, with their labels; the first one after them has none.
    var closures: [(label: String?, closure: ClosureExprSyntax)] {
        var result: [(label: String?, closure: ClosureExprSyntax)] = []
        for argument in arguments {
            guard let closure = argument.expression.as(ClosureExprSyntax.self) else { continue }
            result.append((argument.label?.name ?? "_", closure))
        }
        if let trailingClosure { result.append((nil, trailingClosure)) }
        return result + additionalTrailingClosures.map { ($0.label.name, $0.closure) }
    }
}

extension Array {
    fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
