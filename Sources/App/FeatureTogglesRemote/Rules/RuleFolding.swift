import FeatureToggles
import ToggleBase

/// Finds the nodes whose value is the same for every context.
enum RuleFolding {
    /// How to obtain the value.
    enum Foldable {
        case value(FlatValue)
        case evaluation
    }

    /// Returns how to obtain the value of a node, or `nil` if it may depend on the context or is left unchanged.
    static func foldable(_ node: RuleNode, in nodes: [RuleNode]) -> Foldable? {
        let arguments = nodes[Int(node.first)..<Int(node.first + node.count)]
        func isConstant(_ node: RuleNode) -> Bool { node.operation == .constant }
        switch node.operation {
        case .if: return branch(of: arguments)
        case .and, .or:
            // The first argument that decides is enough if all arguments before it are known.
            for argument in arguments {
                guard isConstant(argument) else { return nil }
                if argument.value.isTruthy == (node.operation == .or) { return .value(argument.value) }
            }
            return .value(arguments.last?.value ?? .null)
        case .fractional:
            // Only with an explicit bucketing value, which doesn't depend on the targeting key.
            guard let key = arguments.first, isConstant(key), key.value.kind == .string || key.value.kind == .null,
                arguments.allSatisfy(isConstant)
            else { return nil }
            return .evaluation
        default:
            return node.operation.dependsOnlyOnArguments && arguments.allSatisfy(isConstant) ? .evaluation : nil
        }
    }

    private static func branch(of arguments: ArraySlice<RuleNode>) -> Foldable? {
        var index = arguments.startIndex
        while index + 1 < arguments.endIndex {
            guard arguments[index].operation == .constant else { return nil }
            if arguments[index].value.isTruthy {
                let branch = arguments[index + 1]
                return branch.operation == .constant ? .value(branch.value) : nil
            }
            index += 2
        }
        guard index < arguments.endIndex else { return .value(.null) }
        return arguments[index].operation == .constant ? .value(arguments[index].value) : nil
    }
}
