import SwiftSyntax

extension Folder {
    /// Folds the interpolations of a string, and writes values directly into its text.
    func fold(_ literal: StringLiteralExprSyntax) {
        for segment in literal.segments {
            guard case .expressionSegment(let interpolation) = segment, isTouched(interpolation) else { continue }
            guard let element = interpolation.expressions.only, element.label == nil else {
                descend(interpolation)
                continue
            }
            let folded = fold(element.expression, hoist: false)
            let isBuiltIn = literal.parent?.is(MacroExpansionExprSyntax.self) != true
            if let value = folded.bool, isBuiltIn {
                text.replace(interpolation.offsets, with: [.text(value ? "true" : "false")])
            } else if case .pieces = folded.form, let inner = folded.nodes.only?.as(StringLiteralExprSyntax.self),
                let segment = inner.segments.only, case .stringSegment(let content) = segment,
                inner.openingPounds?.text == literal.openingPounds?.text,
                inner.openingQuote.tokenKind == .stringQuote
            {
                text.replace(interpolation.offsets, with: [.source(content.offsets)])
            } else {
                emit(folded, element.expression)
            }
        }
    }
}
