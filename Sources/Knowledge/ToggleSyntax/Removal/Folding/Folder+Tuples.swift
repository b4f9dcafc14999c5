import SwiftSyntax

extension Folder {
    /// Removes the known elements of a tuple from a `switch` over it, and the patterns that don't match them.
    ///
    /// - Returns: The values of the elements, `nil` for unknown ones, and the case that always runs; `nil` if the `switch`
    ///   isn't reduced.
    func tupleValues(_ expression: SwitchExprSyntax) -> (values: [KnownValue?], decided: SwitchCaseSyntax?)? {
        guard let tuple = expression.subject.as(TupleExprSyntax.self), tuple.elements.count > 1, isTouched(tuple),
            tuple.elements.allSatisfy({ $0.label == nil })
        else { return nil }
        let hasEffects = effects.isPossible([tuple])
        let reduced = trial(keepsChanges: true) { () -> ([Folded], [KnownValue?], [(SwitchCaseItemSyntax, Bool)])? in
            let folded = tuple.elements.map { fold($0.expression, hoist: false) }
            let values: [KnownValue?] = folded.map { if case .known(let value) = $0.form { value } else { nil } }
            guard values.contains(where: { $0 != nil }), !hasEffects || values.contains(nil) else { return nil }
            return patterns(expression, values).map { (folded, values, $0) }
        }
        guard let (folded, values, patterns) = reduced else { return nil }
        guard values.contains(where: { $0 == nil }) else { return (values, nil) }
        let matching = Set(patterns.lazy.filter(\.1).map(\.0.id))
        if !hasEffects, let decided = decided(expression, values, matching) { return (values, decided) }
        let elements = zip(tuple.elements, folded).map { ($0.expression, $1) }
        let rest = zip(elements, values).filter { $1 == nil }.map(\.0)
        for (inner, folded) in rest { emit(folded, inner) }
        replace(tuple.offsets, rest.map(\.0))
        for (item, isMatching) in patterns {
            guard isMatching else {
                removals.insert(item.id)
                touch(Syntax(item))
                continue
            }
            guard let elements = item.pattern.tupleElements else { continue }
            replace(item.pattern.offsets, zip(elements, values).filter { $1 == nil }.map(\.0))
        }
        removeUnreached(expression, values, matching)
        return (values, nil)
    }

    /// Removes the cases after the first one that matches everything that is left.
    private func removeUnreached(
        _ expression: SwitchExprSyntax,
        _ values: [KnownValue?],
        _ matching: Set<SyntaxIdentifier>
    ) {
        var isExhausted = false
        for case .switchCase(let branch) in expression.cases {
            if isExhausted {
                removals.insert(branch.id)
                touch(Syntax(branch))
            } else if case .case(let label) = branch.label, let item = label.caseItems.only, item.whereClause == nil,
                matching.contains(item.id), let elements = item.pattern.tupleElements,
                zip(elements, values).allSatisfy({ $1 != nil || $0.is(DiscardAssignmentExprSyntax.self) })
            {
                isExhausted = true
            }
        }
    }

    /// The first case with a pattern that matches the known elements, if it matches any others.
    private func decided(
        _ expression: SwitchExprSyntax,
        _ values: [KnownValue?],
        _ matching: Set<SyntaxIdentifier>
    ) -> SwitchCaseSyntax? {
        for case .switchCase(let branch) in expression.cases where !removals.contains(branch.id) {
            guard case .case(let label) = branch.label else { return branch }
            guard let item = label.caseItems.first(where: { matching.contains($0.id) }) else { continue }
            let others = zip(item.pattern.tupleElements ?? [], values).lazy.filter { $1 == nil }.map(\.0)
            let matchesAll = item.whereClause == nil && others.allSatisfy { $0.is(DiscardAssignmentExprSyntax.self) }
            return matchesAll ? branch : nil
        }
        return nil
    }

    private func replace(_ range: Range<Int>, _ elements: [ExprSyntax]) {
        var pieces: [FoldedText.Piece] = []
        for element in elements {
            if !pieces.isEmpty { pieces.append(.text(", ")) }
            pieces.append(.source(element.offsets))
        }
        text.replace(range, with: elements.count == 1 ? pieces : [.text("(")] + pieces + [.text(")")])
    }

    /// The patterns of a `switch`, with whether they match the known elements; `nil` if that is unknown for one of them.
    private func patterns(
        _ expression: SwitchExprSyntax,
        _ values: [KnownValue?]
    ) -> [(SwitchCaseItemSyntax, Bool)]? {
        var result: [(SwitchCaseItemSyntax, Bool)] = []
        for element in expression.cases {
            guard case .switchCase(let branch) = element, Jumps(in: branch.statements).fallthroughs.isEmpty else {
                return nil
            }
            guard case .case(let label) = branch.label else { continue }
            for item in label.caseItems {
                if item.pattern.is(WildcardPatternSyntax.self)
                    || item.pattern.as(ExpressionPatternSyntax.self)?.expression.is(DiscardAssignmentExprSyntax.self)
                        == true
                {
                    result.append((item, true))
                    continue
                }
                guard let elements = item.pattern.tupleElements, elements.count == values.count else { return nil }
                var isMatching = true
                for (element, value) in zip(elements, values) {
                    guard let value else { continue }
                    guard let matches = matches(element, value) else { return nil }
                    isMatching = isMatching && matches
                }
                result.append((item, isMatching))
            }
        }
        return result
    }
}

extension PatternSyntax {
    /// The elements of `(a, b)`.
    var tupleElements: [ExprSyntax]? {
        guard let tuple = self.as(ExpressionPatternSyntax.self)?.expression.as(TupleExprSyntax.self),
            tuple.elements.allSatisfy({ $0.label == nil })
        else { return nil }
        return tuple.elements.map(\.expression)
    }
}

extension Array where Element == KnownValue? {
    /// The values, if all are known.
    var complete: [KnownValue]? {
        let result = compactMap { $0 }
        return result.count == count ? result : nil
    }
}
