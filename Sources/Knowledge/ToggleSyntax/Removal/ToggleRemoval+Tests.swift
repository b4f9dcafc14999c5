import SwiftSyntax
import ToggleLint

extension ToggleRemoval {
    /// Returns the test function around a node.
    func testFunction(around node: some SyntaxProtocol, _ file: Int) -> Syntax? {
        var current = Syntax(node).parent
        while let node = current {
            if let function = node.as(FunctionDeclSyntax.self), isTestFunction(function) { return node }
            current = node.parent
        }
        return nil
    }

    private func isTestFunction(_ function: FunctionDeclSyntax) -> Bool {
        if function.attributes.contains(where: { $0.as(AttributeSyntax.self)?.attributeName.lastName == "Test" }) {
            return true
        }
        return function.name.name.hasPrefix("test") && function.signature.parameterClause.parameters.isEmpty
    }

    /// Notes that a statement in a test may set the toggle to the other side.
    func noteOtherSide(of node: Syntax, _ value: ExprSyntax?, _ file: Int) {
        guard case .bool(let isOn) = kept, isOutsideProduct(node, file) else { return }
        var sets: Bool?
        if let literal = value?.booleanLiteral {
            sets = literal
        } else {
            var text = ""
            if let call = node.as(FunctionCallExprSyntax.self) {
                sets = call.arguments.lazy.compactMap { $0.expression.booleanLiteral }.first
                text = call.calledExpression.lastName ?? ""
            } else if let item = node.as(CodeBlockItemSyntax.self) {
                text = item.item.tokenTexts(limit: 12).joined(separator: " ")
            } else if let list = node.parent?.parent?.parent?.as(ExprListSyntax.self) {
                text = list.first?.lastName ?? ""
            } else if let argument = node.parent?.parent?.parent?.as(LabeledExprSyntax.self) {
                text = argument.label?.name ?? ""
            }
            let lower = text.lowercased()
            if sets == nil {
                if lower.contains("disable") || lower.contains("turnoff") {
                    sets = false
                } else if lower.contains("enable") || lower.contains("turnon") || lower.contains("active") {
                    sets = true
                }
            }
        }
        if let sets {
            if sets != isOn { noteOtherSide(node, file) }
            return
        }
        let arguments = node.as(FunctionCallExprSyntax.self)?.arguments.map(\.expression) ?? []
        guard (arguments + [value].compactMap { $0 }).contains(where: { $0.is(DeclReferenceExprSyntax.self) }),
            let test = testFunction(around: node, file)?.as(FunctionDeclSyntax.self)
        else { return }
        let reason = "‘\(test.name.name)’ may test the side of the toggle that is gone, too; remove that part"
        remark(.read, file, test.name, reason)
    }

    /// Notes that a node sets the toggle to the other side.
    func noteOtherSide(_ node: Syntax, _ file: Int) {
        if let test = testFunction(around: node, file) {
            otherTests[test.id] = Removal(file: file, node: test)
        } else {
            remark(.read, file, node, "this code sets the other side of the toggle, which is gone")
        }
    }

    /// Notes that a test consists only of statements that go.
    private func noteEmptied() {
        var seen: Set<SyntaxIdentifier> = []
        for removal in removals.values where removal.node.is(CodeBlockItemSyntax.self) && project.isTest(removal.file) {
            guard let list = removal.node.parent?.as(CodeBlockItemListSyntax.self), seen.insert(list.id).inserted,
                let function = list.parent?.parent?.as(FunctionDeclSyntax.self), isTestFunction(function),
                otherTests[function.id] == nil, list.allSatisfy({ removals[$0.id] != nil }), !isRemoved(function)
            else { continue }
            if isDeep {
                removeItem(Syntax(function), removal.file)
            } else {
                let reason = "nothing is left of ‘\(function.name.name)’; remove it"
                remark(.read, removal.file, function.name, reason)
            }
        }
    }

    /// Lists the tests of the other side, or removes them.
    func finishTests() {
        noteEmptied()
        for test in otherTests.values {
            if isDeep {
                removeItem(test.node, test.file)
            } else if let function = test.node.as(FunctionDeclSyntax.self) {
                let name = function.name.name
                remark(
                    .read,
                    test.file,
                    function.name,
                    "‘\(name)’ tests the side of the toggle that is gone; remove it"
                )
            }
        }
    }
}
