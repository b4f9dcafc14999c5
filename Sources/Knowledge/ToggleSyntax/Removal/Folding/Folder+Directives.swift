import SwiftSyntax

extension Folder {
    /// Chooses a block of `#if` whose condition is known, and removes the blocks of which nothing is left.
    func fold(_ declaration: IfConfigDeclSyntax) {
        var kept: [IfConfigClauseSyntax] = []
        var decided: IfConfigClauseSyntax?
        for clause in declaration.clauses where decided == nil {
            guard let condition = clause.condition, isTouched(condition) else {
                kept.append(clause)
                continue
            }
            isInDirective = true
            let folded = fold(condition, hoist: false)
            isInDirective = false
            switch folded.bool {
            case true: decided = clause
            case false: continue
            case nil:
                emit(folded, condition)
                kept.append(clause)
            }
        }
        if decided == nil, let last = kept.only, last.condition == nil {
            (decided, kept) = (last, [])
        }
        if decided == nil, kept.count == declaration.clauses.count {
            for clause in kept where clause.elements.map({ isTouched($0) }) ?? false { descend(clause) }
            return removeEmptied(kept, of: declaration)
        }
        guard let first = kept.first else {
            if let decided { return choose(decided, of: declaration) }
            let (range, isWhole) = extent.range(of: declaration)
            return text.replace(range, with: [], isSeam: isWhole)
        }
        let clauses = Array(declaration.clauses)
        for (index, clause) in clauses.enumerated() {
            let isKept = kept.contains { $0.id == clause.id } || clause.id == decided?.id
            if isKept {
                if let elements = clause.elements, isTouched(elements) { descend(clause) }
                continue
            }
            let next = index + 1 < clauses.count ? clauses[index + 1].poundKeyword : declaration.poundEndif
            text.remove(extent.lineStart(clause.poundKeyword.startOffset)..<extent.lineStart(next.startOffset))
        }
        if first.id != clauses[0].id { text.replace(first.poundKeyword.offsets, with: [.text("#if")]) }
        if let decided, let condition = decided.condition {
            text.replace(decided.poundKeyword.startOffset..<condition.endOffset, with: [.text("#else")])
        }
    }

    /// Whether nothing is left of a block.
    func isEmptied(_ clause: IfConfigClauseSyntax) -> Bool {
        switch clause.elements {
        case .statements(let list)?:
            return !list.isEmpty && (remaining[list.id]?.isEmpty ?? false)
        case .decls(let list)?:
            return !list.isEmpty && list.allSatisfy { removals.contains($0.id) || removals.contains($0.decl.id) }
        default: return false
        }
    }

    /// Removes the blocks of which nothing is left, if the others stay as they are.
    private func removeEmptied(_ clauses: [IfConfigClauseSyntax], of declaration: IfConfigDeclSyntax) {
        let pounds = clauses.map(\.poundKeyword) + [declaration.poundEndif]
        guard clauses.contains(where: isEmptied),
            pounds.dropFirst().allSatisfy({ extent.isFirstOnLine($0.startOffset) })
        else { return }
        func remove(_ index: Int) {
            text.replace(
                extent.lineStart(pounds[index].startOffset)..<extent.lineStart(pounds[index + 1].startOffset),
                with: []
            )
        }
        func hasComment(_ index: Int) -> Bool { pounds[index + 1].leadingTrivia.contains(where: \.isComment) }
        let last = clauses.count - 1
        if clauses.allSatisfy(isEmptied), !clauses.indices.contains(where: hasComment) {
            let (range, isWhole) = extent.range(of: declaration)
            return text.replace(range, with: [], isSeam: isWhole)
        }
        if last > 0, clauses[last].condition == nil, isEmptied(clauses[last]), !hasComment(last) {
            remove(last)
        } else if last == 1, clauses[1].condition == nil, isEmptied(clauses[0]), !hasComment(0),
            let condition = clauses[0].condition
        {
            // `#if DEBUG … #else`
            text.replace(condition.startOffset..<clauses[1].poundKeyword.endOffset, with: negation(of: condition))
        }
    }

    private func choose(_ clause: IfConfigClauseSyntax, of declaration: IfConfigDeclSyntax) {
        guard let elements = clause.elements, !elements.offsets.isEmpty else {
            let (range, isWhole) = extent.range(of: declaration)
            return text.replace(range, with: [], isSeam: isWhole)
        }
        if isTouched(elements) { descend(clause) }
        let indentation = extent.indentation(at: declaration.startOffset)
        text.replace(
            declaration.offsets,
            with: [
                .block(
                    elements.position.utf8Offset..<elements.endPosition.utf8Offset,
                    from: extent.indentation(at: elements.startOffset),
                    to: indentation
                )
            ]
        )
    }
}
