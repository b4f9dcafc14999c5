import SwiftSyntax

extension Folder {
    /// Chooses a block of `#if` whose condition is known.
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
