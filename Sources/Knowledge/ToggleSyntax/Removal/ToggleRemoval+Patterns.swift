import SwiftSyntax
import ToggleLint

/// Mentions in patterns.
extension ToggleRemoval {
    /// Handles a pattern that compares something with the flag.
    func pattern(_ pattern: ExpressionPatternSyntax, _ isCertain: Bool, _ file: Int, _ mentions: Mentions) {
        var node = Syntax(pattern)
        while let parent = node.parent, !parent.is(SwitchCaseItemSyntax.self) {
            guard
                parent.is(PatternSyntax.self) || parent.is(TuplePatternElementSyntax.self)
                    || parent.is(TuplePatternElementListSyntax.self)
            else {
                let subject = (parent.as(MatchingPatternConditionSyntax.self)?.initializer.value)
                let type = subject.flatMap { typeName(of: $0, file) }
                if isCertain || type.map(mentions.containers.contains) ?? isOnly(pattern.expression, mentions) {
                    guard parent.is(MatchingPatternConditionSyntax.self), isComparable(mentions),
                        pattern.parent?.id == parent.id
                    else { return block(file, pattern, "a pattern outside of a switch compares the flag") }
                    let optional = pattern.expression.as(OptionalChainingExprSyntax.self)
                    setGone(optional?.expression ?? pattern.expression, file, mentions)
                } else if type.map({ project.types.files[$0] == nil }) ?? true {
                    remark(
                        .mention,
                        file,
                        pattern,
                        "this pattern may be the flag, or another declaration with its name"
                    )
                }
                return
            }
            node = parent
        }
        guard let item = node.parent?.as(SwitchCaseItemSyntax.self),
            let label = item.parent?.parent?.as(SwitchCaseLabelSyntax.self),
            let clause = label.parent?.as(SwitchCaseSyntax.self),
            let expression = clause.parent?.parent?.as(SwitchExprSyntax.self)
        else { return }
        guard isCertain || isOverFlags(expression, file, mentions) else { return }
        if followsFallthrough(clause) {
            block(file, pattern, "the case above falls through to this one")
            return
        }
        removeArm(item, file)
    }

    /// Removes a pattern, and the case whose only one it is.
    func removeArm(_ item: SwitchCaseItemSyntax, _ file: Int) {
        removeMention(item, file)
        guard let label = item.parent?.parent?.as(SwitchCaseLabelSyntax.self),
            let clause = label.parent?.as(SwitchCaseSyntax.self)
        else { return }
        if label.caseItems.allSatisfy({ removals[$0.id] != nil }) {
            for item in label.caseItems {
                removals[item.id] = nil
                declarationRemovals.remove(item.id)
            }
            removeMention(clause, file)
            if project.isTest(file) { removedArms.append((clause, file)) }
        }
    }

    /// Returns whether the case before falls through to another one.
    func followsFallthrough(_ clause: SwitchCaseSyntax) -> Bool {
        guard let list = clause.parent?.as(SwitchCaseListSyntax.self) else { return false }
        let previous = list.prefix { $0.id != clause.id }.last?.as(SwitchCaseSyntax.self)
        return previous?.statements.last?.item.is(FallThroughStmtSyntax.self) ?? false
    }

    /// Returns whether a switch is over flags, according to its subject and its other patterns.
    private func isOverFlags(_ expression: SwitchExprSyntax, _ file: Int, _ mentions: Mentions) -> Bool {
        if let type = typeName(of: expression.subject, file) {
            if mentions.containers.contains(type) { return true }
            if project.types.files[type] != nil { return false }
        }
        var names: Set<String> = []
        for clause in expression.cases {
            guard let clause = clause.as(SwitchCaseSyntax.self), case .case(let label) = clause.label else { continue }
            for item in label.caseItems {
                guard let pattern = item.pattern.as(ExpressionPatternSyntax.self) else { return false }
                if let access = pattern.expression.as(MemberAccessExprSyntax.self) {
                    if let base = access.base?.lastName, !mentions.containers.contains(base) { return false }
                    names.insert(access.declName.baseName.name)
                } else {
                    return false
                }
            }
        }
        let isKnown = mentions.containers.contains { names.isSubset(of: mentions.siblings[$0] ?? []) }
        guard isKnown else { return false }
        if names.count > 1 { return true }
        let subject = expression.subject.lastName?.lowercased() ?? ""
        return ["flag", "feature", "toggle", "self"].contains { subject.contains($0) }
    }
}
