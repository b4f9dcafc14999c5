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
            // In the key of a localized text, the number of arguments must stay.
            let isString = literal.isString
            if let value = folded.bool, isString {
                text.replace(interpolation.offsets, with: [.text(value ? "true" : "false")])
            } else if case .pieces = folded.form, isString,
                let inner = folded.nodes.only?.as(StringLiteralExprSyntax.self),
                let segment = inner.segments.only, case .stringSegment(let content) = segment,
                inner.openingQuote.tokenKind == .stringQuote,
                inner.openingPounds?.text == literal.openingPounds?.text || !content.content.text.hasEscapes
            {
                text.replace(interpolation.offsets, with: [.source(content.offsets)])
            } else {
                emit(folded, element.expression)
            }
        }
    }
}

extension String {
    /// Whether text means something else in a literal with other delimiters.
    fileprivate var hasEscapes: Bool { contains { $0 == "\\" || $0 == "\"" || $0 == "#" } }
}

/// The labels of arguments that are a `String` in every framework: `URL(string:)`, `UIImage(named:)`.
private let labelsOfStrings: Set<String> = [
    "string", "fileURLWithPath", "named", "systemName", "verbatim", "forKey", "withIdentifier",
]

/// The first words of the names of functions that only record a text, which isn't the key of a localized one.
private let verbsOfLogs: Set<String> = ["log", "print", "debug", "info", "notice", "warn", "warning", "trace", "track"]

/// Returns whether the texts that a function takes are for developers: `print`, `logEvent`, `debugPrint`.
private func takesText(_ name: String) -> Bool {
    ["fatalError", "preconditionFailure", "String"].contains(name)
        || name.first?.isLowercase ?? false && verbsOfLogs.contains(FlagNames.words(name).first ?? "")
}

extension StringLiteralExprSyntax {
    /// Whether the place of a literal shows that it is a `String`.
    fileprivate var isString: Bool {
        func isString(_ type: TypeSyntax?) -> Bool {
            ["String", "String?", "Substring"].contains(type?.trimmedDescription)
        }
        var child = Syntax(self)
        while let parent = child.parent {
            switch parent.as(SyntaxEnum.self) {
            case .exprList(let list):
                if list.contains(where: { $0.as(BinaryOperatorExprSyntax.self)?.operator.text == "+" }) { return true }
            case .sequenceExpr, .tupleExpr, .unresolvedTernaryExpr: break
            case .labeledExprList(let list):
                if let call = list.parent?.as(FunctionCallExprSyntax.self) {
                    return call.calledExpression.lastName.map(takesText) ?? false
                }
                guard list.parent?.is(TupleExprSyntax.self) == true else { return false }
            case .labeledExpr(let argument):
                if argument.label.map({ labelsOfStrings.contains($0.text) }) ?? false { return true }
            case .initializerClause(let clause):
                guard let binding = clause.parent?.as(PatternBindingSyntax.self) else {
                    return isString(clause.parent?.as(FunctionParameterSyntax.self)?.type)
                }
                return binding.typeAnnotation == nil || isString(binding.typeAnnotation?.type)
            case .returnStmt, .codeBlockItem, .codeBlockItemList, .codeBlock, .accessorBlock, .accessorDecl,
                .accessorDeclList:
                break
            case .patternBinding(let binding): return isString(binding.typeAnnotation?.type)
            case .functionDecl(let function): return isString(function.signature.returnClause?.type)
            default: return false
            }
            child = parent
        }
        return false
    }
}
