import SwiftSyntax

extension Folder {
    /// What is left of a `switch` over a known value.
    private enum Selection {
        /// The statements that run.
        case body(Block)
        /// The statements that run if conditions are met, and otherwise others.
        case chain([(condition: ExprSyntax, block: Block)], Block)
        /// The cases depend on something that isn't known.
        case unknown
    }

    /// Whether a case runs for a known value.
    private enum Match {
        case always, never, unknown
        case ifTrue(ExprSyntax)
    }

    /// Folds a `switch` that is a statement.
    func fold(_ expression: SwitchExprSyntax, _ site: Site) -> Remainder {
        if let (values, decided) = tupleValues(expression) {
            if let decided { return take(block(decided), [], site) }
            guard let values = values.complete else {
                return .same(exits: foldCases(expression))
            }
            return select(expression, values, [], site)
        }
        let subject = isTouched(expression.subject) ? fold(expression.subject, hoist: !site.isResult) : .same
        if case .known(let value) = subject.form { return select(expression, [value], subject.effects, site) }
        insert(subject.effects, site)
        emit(subject, expression.subject)
        let exits = foldCases(expression)
        let branches = expression.cases.compactMap { $0.as(SwitchCaseSyntax.self) }
        if branches.count == expression.cases.count, branches.contains(where: { emptied.contains($0.statements.id) }),
            branches.allSatisfy({ branch in
                emptied.contains(branch.statements.id) || branch.statements.only?.item.is(BreakStmtSyntax.self) == true
            }), !effects.isPossible([Syntax(expression.subject)] + branches.map { Syntax($0.label) })
        {
            return .removed
        }
        return .same(exits: exits)
    }

    private func select(
        _ expression: SwitchExprSyntax,
        _ values: [KnownValue],
        _ effects: [[FoldedText.Piece]],
        _ site: Site
    ) -> Remainder {
        switch selection(expression, values) {
        case .body(let block): return take(block, effects, site)
        case .chain(let links, let last):
            let place = site.item.startOffset
            var pieces = statements(effects, site)
            var exits = true
            for (index, link) in links.enumerated() {
                exits = fold(link.block.statements, place: .body).exits && exits
                pieces.append(.text(index == 0 ? "if " : " else if "))
                pieces +=
                    [moved(link.condition.offsets, to: place), .text(" ")] + link.block.inBraces(extent, at: place)
            }
            let inner = fold(last.statements, place: .body)
            if !inner.items.isEmpty { pieces += [.text(" else ")] + last.inBraces(extent, at: place) }
            text.replace(site.range, with: pieces)
            return .replaced(exits: exits && inner.exits)
        case .unknown:
            keep(expression, values)
            return .same(exits: foldCases(expression))
        }
    }

    private func take(_ block: Block, _ effects: [[FoldedText.Piece]], _ site: Site) -> Remainder {
        var block = block
        let inner = fold(block.statements, place: .body)
        foldBreaks(of: &block, inner, site)
        return unwrap(block, site, effects: effects, inner)
    }

    /// Writes the value as the subject of a `switch` that stays.
    private func keep(_ expression: SwitchExprSyntax, _ values: [KnownValue]) {
        guard case .bool(let value)? = values.only else {
            return remark(.blocks, expression.subject, "this switch can't be reduced to one of its cases")
        }
        emit(Folded(form: .known(.bool(value))), expression.subject)
        remark(.read, expression.subject, "this switch can't be reduced to one of its cases")
    }

    /// Folds a `switch` whose value is used.
    func fold(value expression: SwitchExprSyntax) -> Folded {
        var known: [KnownValue]?
        if let (values, decided) = tupleValues(expression) {
            if let decided { return value(of: decided.statements, expression) }
            known = values.complete
        } else {
            let subject = isTouched(expression.subject) ? fold(expression.subject, hoist: false) : .same
            if case .known(let value) = subject.form { known = [value] } else { emit(subject, expression.subject) }
        }
        guard let known else {
            _ = foldCases(expression)
            return .same
        }
        if case .body(let block) = selection(expression, known) { return value(of: block.statements, expression) }
        keep(expression, known)
        _ = foldCases(expression)
        return .same
    }

    private func selection(_ expression: SwitchExprSyntax, _ values: [KnownValue]) -> Selection {
        var links: [(condition: ExprSyntax, block: Block)] = []
        let branches = expression.cases.compactMap { $0.as(SwitchCaseSyntax.self) }
        guard branches.count == expression.cases.count else { return .unknown }
        for (index, branch) in branches.enumerated() where !removals.contains(branch.id) {
            let hasJumps = !Jumps(in: branch.statements).fallthroughs.isEmpty
            switch match(branch, values) {
            case .never: continue
            case .unknown: return .unknown
            case .ifTrue(let condition):
                guard !hasJumps, Jumps(in: branch.statements).breaks.isEmpty else { return .unknown }
                links.append((condition, block(branch)))
            case .always:
                guard links.isEmpty else {
                    var block = block(branch)
                    let breaks = Jumps(in: branch.statements).breaks
                    if let last = breaks.only, branch.statements.only?.item.id == last.id {
                        removals.formUnion(branch.statements.map(\.id))
                        branch.statements.forEach { touch(Syntax($0)) }
                        block.endsWithBreak = false
                    } else if hasJumps || !breaks.isEmpty {
                        return .unknown
                    }
                    return .chain(links, block)
                }
                return hasJumps ? through(Array(branches[index...])) : .body(block(branch))
            }
        }
        return .unknown
    }

    /// Returns whether a case runs for known values.
    private func match(_ branch: SwitchCaseSyntax, _ values: [KnownValue]) -> Match {
        guard case .case(let label) = branch.label else { return .always }
        var result = Match.never
        for item in label.caseItems where !removals.contains(item.id) {
            guard let matches = matches(item.pattern, values) else { return .unknown }
            guard matches else { continue }
            guard case .never = result else { return .unknown }
            guard let clause = item.whereClause else { return .always }
            guard isTouched(clause) else {
                result = .ifTrue(clause.condition)
                continue
            }
            let folded = fold(clause.condition, hoist: false)
            switch folded.bool {
            case true: return .always
            case false: continue
            case nil:
                emit(folded, clause.condition)
                result = .ifTrue(clause.condition)
            }
        }
        return result
    }

    /// Returns whether a pattern matches values; `nil` if that is unknown.
    private func matches(_ pattern: PatternSyntax, _ values: [KnownValue]) -> Bool? {
        if let value = values.only { return matches(pattern, value) }
        if pattern.is(WildcardPatternSyntax.self) { return true }
        guard let elements = pattern.tupleElements, elements.count == values.count else { return nil }
        var result = true
        for (element, value) in zip(elements, values) {
            guard let matches = matches(element, value) else { return nil }
            result = result && matches
        }
        return result
    }

    /// Returns whether an element of a tuple pattern matches a value; `nil` if that is unknown.
    func matches(_ element: ExprSyntax, _ value: KnownValue) -> Bool? {
        matches(PatternSyntax(ExpressionPatternSyntax(expression: element)), value)
    }

    /// The statements of a case that ends with `fallthrough`.
    private func through(_ branches: [SwitchCaseSyntax]) -> Selection {
        for branch in branches {
            if Jumps(in: branch.statements).fallthroughs.isEmpty { return .body(block(branch)) }
            guard branch.statements.only?.item.is(FallThroughStmtSyntax.self) == true else { return .unknown }
        }
        return .unknown
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
        let depth = site.enclosingSwitches
        let label = site.label?.label.text ?? (depth == 0 ? "selection" : "selection\(depth + 1)")
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
                && !Jumps(
                    in: branches[index - 1].as(SwitchCaseSyntax.self).map { Syntax($0.statements) }
                        ?? Syntax(branches[index - 1])
                ).fallthroughs.isEmpty
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
            removeBindings(of: item.pattern)
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
