import SwiftSyntax
import ToggleLint

/// Mentions in the arguments of calls, subscripts, and attributes.
extension ToggleRemoval {
    /// Handles an argument of a call, a subscript, or an attribute.
    func argument(_ argument: LabeledExprSyntax, _ file: Int, _ mentions: Mentions) {
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
            } else if let entry = owner.as(SubscriptCallExprSyntax.self), let row = row(around: Syntax(argument)),
                let change = change(of: entry, in: row),
                isOutsideProduct(argument, file) || !Effects(known: { _ in false }).isPossible(change.values)
            {
                noteOtherSide(of: Syntax(row), change.values.first, file)
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

    /// A statement that only changes the entry of a dictionary, with the value that it assigns.
    private struct Change {
        var values: [ExprSyntax]
    }

    /// Returns the change that a statement makes: `overrides[.newCart] = true`, `overrides[.newCart]?.toggle()`.
    private func change(of entry: SubscriptCallExprSyntax, in row: CodeBlockItemSyntax) -> Change? {
        if let list = entry.parent?.as(ExprListSyntax.self), list.count == 3, let value = list.last,
            assignedExpression(list)?.id == ExprSyntax(entry).id
        {
            return Change(values: [value])
        }
        guard let call = row.item.result?.as(FunctionCallExprSyntax.self), call.arguments.isEmpty,
            call.trailingClosure == nil, call.calledExpression.lastName == "toggle",
            var base = call.calledExpression.memberBase
        else { return nil }
        if let chain = base.as(OptionalChainingExprSyntax.self) { base = chain.expression }
        if let forced = base.as(ForceUnwrapExprSyntax.self) { base = forced.expression }
        return base.id == ExprSyntax(entry).id ? Change(values: []) : nil
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
}
