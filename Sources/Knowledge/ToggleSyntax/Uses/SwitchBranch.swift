import SwiftSyntax

/// A case of a `switch` over a Boolean value.
struct SwitchBranch {
    /// The code of the case.
    let code: ConditionReader.Branch
    /// The values for which the case may run.
    private(set) var possible: Set<Bool> = []
    /// The values for which no later case runs.
    private(set) var taken: Set<Bool> = []
    /// Whether the case also depends on something else.
    private(set) var isGuarded = false
    /// Whether the next case runs as well.
    let fallsThrough: Bool

    init(_ branch: SwitchCaseSyntax) {
        code = ConditionReader.Branch(branch.statements)
        fallsThrough = branch.statements.contains { $0.item.is(FallThroughStmtSyntax.self) }
        guard case .case(let label) = branch.label else {
            (possible, taken) = ([true, false], [true, false])
            return
        }
        for item in label.caseItems {
            var values: Set<Bool> = [true, false]
            var isKnown = item.pattern.is(WildcardPatternSyntax.self)
            if let expression = item.pattern.as(ExpressionPatternSyntax.self)?.expression {
                if let value = expression.booleanLiteral { (values, isKnown) = ([value], true) }
                if expression.is(DiscardAssignmentExprSyntax.self) { isKnown = true }
            }
            possible.formUnion(values)
            if isKnown, item.whereClause == nil { taken.formUnion(values) } else { isGuarded = true }
        }
    }
}

extension [SwitchBranch] {
    /// Returns the code that doesn't run for a value.
    func dead(for value: Bool) -> [ConditionReader.Branch] {
        var isTaken = false
        var result: [ConditionReader.Branch] = []
        for branch in self {
            if isTaken || !branch.possible.contains(value) { result.append(branch.code) }
            if branch.taken.contains(value) { isTaken = true }
        }
        return result
    }
}

extension Collection {
    /// The element, if there is exactly one.
    var only: Element? { first.flatMap { dropFirst().isEmpty ? $0 : nil } }
}
