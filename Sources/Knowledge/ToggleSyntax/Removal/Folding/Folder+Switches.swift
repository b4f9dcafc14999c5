import SwiftSyntax

extension Folder {
    /// What is left of a `switch` over a known value.
    private enum Selection {
        /// The statements that run.
        case body(Block)
        /// The cases depend on something that isn't known.
        case unknown
    }

    /// Folds a `switch` that is a statement.
    func fold(_ expression: SwitchExprSyntax, _ site: Site) -> Remainder {
        let subject = isTouched(expression.subject) ? fold(expression.subject, hoist: !site.isResult) : .same
        if case .known(let value) = subject.form {
            if case .body(var block) = selection(expression, value), !Self.hasConditions(expression) {
                let inner = fold(block.statements, place: .body)
                foldBreaks(of: &block, inner, site)
                return unwrap(block, site, effects: subject.effects, inner)
            }
            remark(.blocks, expression.subject, "this switch can't be reduced to one of its cases")
            return .same(exits: Effects.exits(ExprSyntax(expression)))
        }
        insert(subject.effects, site)
        emit(subject, expression.subject)
        let exits = foldCases(expression)
        return .same(exits: exits)
    }

    /// Folds a `switch` whose value is used.
    func fold(value expression: SwitchExprSyntax) -> Folded {
        let subject = isTouched(expression.subject) ? fold(expression.subject, hoist: false) : .same
        if case .known(let value) = subject.form {
            if case .body(let block) = selection(expression, value), !Self.hasConditions(expression) {
                return self.value(of: block.statements, expression)
            }
            remark(.blocks, expression.subject, "this switch can't be reduced to one of its cases")
            return .same
        }
        emit(subject, expression.subject)
        _ = foldCases(expression)
        return .same
    }

    private static func hasConditions(_ expression: SwitchExprSyntax) -> Bool {
        expression.cases.contains { if case .ifConfigDecl = $0 { true } else { false } }
    }

    private func selection(_ expression: SwitchExprSyntax, _ value: KnownValue) -> Selection {
        let branches = expression.cases.compactMap { $0.as(SwitchCaseSyntax.self) }
        for (index, branch) in branches.enumerated() {
            guard !removals.contains(branch.id) else { continue }
            guard let isTaken = takes(branch, value) else { return .unknown }
            guard isTaken else { continue }
            return Jumps(in: branch.statements).fallthroughs.isEmpty
                ? .body(block(branch)) : through(Array(branches[index...]))
        }
        return .unknown
    }

    /// Returns whether a case runs for a value; `nil` if that is unknown.
    private func takes(_ branch: SwitchCaseSyntax, _ value: KnownValue) -> Bool? {
        guard case .case(let label) = branch.label else { return true }
        for item in label.caseItems {
            guard let matches = Self.matches(item.pattern, value) else { return nil }
            guard matches else { continue }
            guard let clause = item.whereClause else { return true }
            guard isTouched(clause), let value = fold(clause.condition, hoist: false).bool else { return nil }
            if value { return true }
        }
        return false
    }

    /// The statements of a case that ends with `fallthrough`.
    private func through(_ branches: [SwitchCaseSyntax]) -> Selection {
        guard let branch = branches.first else { return .unknown }
        let jumps = Jumps(in: branch.statements)
        guard let last = branch.statements.last, jumps.fallthroughs.count == 1,
            last.item.is(FallThroughStmtSyntax.self),
            branch.statements.count == 1, branches.count > 1
        else { return .unknown }
        let next = branches[1]
        return Jumps(in: next.statements).fallthroughs.isEmpty
            ? .body(block(next)) : through(Array(branches.dropFirst()))
    }

    private func block(_ branch: SwitchCaseSyntax) -> Block {
        var end = branch.statements.endOffset
        if let token = branch.statements.lastToken(viewMode: .sourceAccurate) {
            end = token.endPosition.utf8Offset
        }
        let start = branch.label.endOffset
        return Block(branch.statements, content: start..<max(start, end))
    }

    /// Removes the `break` at the end of a case, or gives others the label of a `do`.
    private func foldBreaks(of block: inout Block, _ inner: Outcome, _ site: Site) {
        let breaks = inner.items.flatMap { Jumps(in: $0).breaks }
        guard let last = breaks.last else { return }
        if breaks.count == 1, let item = inner.items.last, item.item.id == last.id {
            let (range, isWhole) = extent.range(of: item)
            text.replace(range, with: [], isSeam: isWhole)
            block.endsWithBreak = true
            return
        }
        let label = site.label?.label.text ?? "selection"
        for statement in breaks {
            text.replace(statement.breakKeyword.offsets, with: [.text("break \(label)")])
        }
        block.label = label
    }

    // MARK: - Cases

    /// Folds the cases of a `switch` over something unknown; returns whether all of them exit.
    private func foldCases(_ expression: SwitchExprSyntax) -> Bool {
        var exits = true
        var unconditional: Set<String> = []
        var isExhausted = false
        let branches = Array(expression.cases)
        for (index, element) in branches.enumerated() {
            guard case .switchCase(let branch) = element else {
                if isTouched(element) { descend(element) }
                exits = false
                continue
            }
            let isReached =
                index > 0
                && (branches[index - 1].as(SwitchCaseSyntax.self).map {
                    !Jumps(in: $0.statements).fallthroughs.isEmpty
                } ?? true)
            if removals.contains(branch.id) || isExhausted, !isReached {
                remove(lines: branch)
                continue
            }
            if case .case(let label) = branch.label {
                let kept = foldItems(label, &unconditional, &isExhausted, isReached: isReached)
                if kept.isEmpty, !isReached {
                    remove(lines: branch)
                    continue
                }
            }
            let outcome = fold(branch.statements, place: .branch)
            let jumps = Jumps(in: branch.statements)
            exits = exits && outcome.exits && jumps.breaks.isEmpty
        }
        return exits && !expression.cases.isEmpty
    }

    /// Folds the patterns of a case, and returns those that are left.
    private func foldItems(
        _ label: SwitchCaseLabelSyntax,
        _ unconditional: inout Set<String>,
        _ isExhausted: inout Bool,
        isReached: Bool
    ) -> [SwitchCaseItemSyntax] {
        var kept: [SwitchCaseItemSyntax] = []
        var dropped: Set<SyntaxIdentifier> = []
        for item in label.caseItems {
            let pattern = item.pattern.trimmedDescription
            if removals.contains(item.id) || item.whereClause == nil && unconditional.contains(pattern) {
                dropped.insert(item.id)
                continue
            }
            if let clause = item.whereClause, isTouched(clause) {
                let folded = fold(clause.condition, hoist: false)
                if folded.bool == false, !isReached {
                    dropped.insert(item.id)
                    continue
                }
                if folded.bool == true {
                    text.remove(item.pattern.endOffset..<clause.endOffset)
                    // A later case with the same pattern would never run.
                    unconditional.insert(pattern)
                    if item.pattern.is(ValueBindingPatternSyntax.self), item.pattern.isIrrefutable {
                        isExhausted = true
                    }
                } else {
                    emit(folded, clause.condition)
                }
            }
            kept.append(item)
        }
        if kept.isEmpty, isReached { return Array(label.caseItems) }
        if !kept.isEmpty { removeElements(of: Syntax(label.caseItems), dropped) }
        return kept
    }

    private func remove(lines node: some SyntaxProtocol) {
        let (range, isWhole) = extent.range(of: node)
        text.replace(range, with: [], isSeam: isWhole)
    }
}

extension PatternSyntax {
    /// Whether a pattern matches everything: `let value`.
    var isIrrefutable: Bool {
        if self.is(WildcardPatternSyntax.self) || self.is(IdentifierPatternSyntax.self) { return true }
        return self.as(ValueBindingPatternSyntax.self)?.pattern.is(IdentifierPatternSyntax.self) ?? false
    }
}
