import SwiftSyntax
import ToggleLint

/// What stays although it always has the same value.
extension ToggleRemoval {
    /// Lists declarations, closures, and arguments that always have the same value and stay.
    func listConstants(_ results: [(file: Int, result: FileFolding.Result)]) {
        let removed = Dictionary(results.map { ($0.file, $0.result.removed) }) { first, _ in first }
        for argument in arguments.values where !isSettled(argument) {
            guard let reason = reason(for: argument) else { continue }
            constants[argument.node.id] = (argument.file, Syntax(argument.node), reason)
        }
        for constant in constants.values where !isRemoved(constant.node) {
            // The code that is removed around it contains its first token, unlike its value.
            guard (removed[constant.file] ?? []).cover(place(of: constant.node)) != true else { continue }
            remark(.read, constant.file, constant.node, constant.reason)
        }
    }

    /// Lists a text that shows a known value: `"\(isOn)"`.
    func noteText(around argument: LabeledExprSyntax, _ file: Int) {
        guard let segment = argument.parent?.parent?.as(ExpressionSegmentSyntax.self),
            let literal = segment.parent?.parent?.as(StringLiteralExprSyntax.self), !project.isTest(file)
        else { return }
        constants[literal.id] = (file, Syntax(literal), "this text always shows the same value now")
    }

    /// The offset of a token that only goes together with the code around a constant.
    private func place(of node: Syntax) -> Int {
        guard node.is(LabeledExprSyntax.self) || node.is(ArrayElementSyntax.self), let list = node.parent else {
            return node.startOffset
        }
        return list.firstToken(viewMode: .sourceAccurate)?.previousToken(viewMode: .sourceAccurate)?.startOffset
            ?? node.startOffset
    }

    /// Returns whether the parameter for an argument is removed or listed, or also has other values.
    private func isSettled(_ argument: Argument) -> Bool {
        // A closure is listed itself.
        if isRemoved(argument.node) || argument.node.expression.is(ClosureExprSyntax.self) { return true }
        if isOutsideProduct(argument.node, argument.file) { return true }
        guard let target = argument.target else { return false }
        return solved.contains(target) || constants[target] != nil || contested.contains(target)
    }

    /// Returns why an argument that always has the same value should be read; `nil` for one of a framework.
    private func reason(for argument: Argument) -> String? {
        guard let owner = argument.node.parent?.parent else { return nil }
        if let call = owner.as(FunctionCallExprSyntax.self) {
            guard argument.target != nil || isOwn(call, argument) else { return nil }
            let name = constructedType(call, argument.file) ?? call.calledExpression.lastName ?? "the function"
            return "‘\(name)’ always gets this value here; see whether it still needs the parameter"
        }
        if let call = owner.as(SubscriptCallExprSyntax.self) {
            let type = typeName(of: call.calledExpression, argument.file)
            guard type.map({ project.types.files[$0] != nil }) ?? true else { return nil }
            return "this subscript always gets the same value here; see whether it still needs the parameter"
        }
        if let tuple = owner.as(TupleExprSyntax.self), tuple.elements.count > 1, isStored(tuple) {
            return "this part of a tuple always has the same value now"
        }
        return nil
    }

    /// Returns whether a tuple is a value of its own, and not only compared or taken apart.
    private func isStored(_ tuple: TupleExprSyntax) -> Bool {
        guard let parent = tuple.parent else { return false }
        if let list = parent.as(ExprListSyntax.self) {
            return assignedExpression(list)?.is(TupleExprSyntax.self) == false
        }
        if parent.is(InitializerClauseSyntax.self) { return true }
        return parent.is(ReturnStmtSyntax.self) || parent.is(CodeBlockItemSyntax.self)
            || parent.is(LabeledExprSyntax.self)
    }

    /// Returns whether the project declares what a call calls.
    private func isOwn(_ call: FunctionCallExprSyntax, _ argument: Argument) -> Bool {
        let label = argument.node.label?.name ?? "_"
        if let type = constructedType(call, argument.file) {
            guard project.types.files[type] != nil else { return false }
            // The memberwise initializer of a property, or an initializer with the parameter.
            return label == "_"
                || project.names(label)?.contains { $0.token.parent?.is(LabeledExprSyntax.self) != true }
                    ?? true
        }
        guard let name = call.calledExpression.lastName else { return false }
        // A type of a framework only has the functions of an extension, which may be one of its protocols.
        let type = call.calledExpression.memberBase.flatMap { typeName(of: $0, argument.file) }
        let isForeign = type.map { project.types.files[$0] == nil } ?? false
        let given = Set(call.arguments.map { $0.label?.name ?? "_" })
        return project.functions(name).contains { function in
            (!isForeign || function.parent?.parent?.parent?.parent?.is(ExtensionDeclSyntax.self) ?? false)
                && given.isSubset(of: function.signature.parameterClause.parameters.map(\.firstName.name) + ["_"])
                && function.signature.parameterClause.parameters.contains { $0.firstName.name == label }
        }
    }
}
