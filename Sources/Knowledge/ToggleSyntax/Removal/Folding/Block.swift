import SwiftSyntax

/// The statements of a branch, with the range of their text.
struct Block {
    let statements: CodeBlockItemListSyntax
    /// The text with all comments, without braces.
    let content: Range<Int>
    /// The range with the braces; `nil` for the case of a `switch`.
    let braces: Range<Int>?
    /// The label that `break` statements in the block need.
    var label: String?
    /// Whether a `break` at the end was removed.
    var endsWithBreak = false

    init(_ block: CodeBlockSyntax) {
        statements = block.statements
        content = block.leftBrace.endOffset..<block.rightBrace.startOffset
        braces = block.offsets
    }

    init(_ statements: CodeBlockItemListSyntax, content: Range<Int>) {
        self.statements = statements
        self.content = content
        braces = nil
    }

    var hasComments: Bool {
        guard let first = statements.firstToken(viewMode: .sourceAccurate) else {
            guard let parent = statements.parent?.as(CodeBlockSyntax.self) else { return false }
            return parent.leftBrace.trailingTrivia.contains(where: \.isComment)
                || parent.rightBrace.leadingTrivia.contains(where: \.isComment)
        }
        guard let next = statements.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate),
            braces != nil
        else { return false }
        return first.previousToken(viewMode: .sourceAccurate)?.trailingTrivia.contains(where: \.isComment) == true
            || next.leadingTrivia.contains(where: \.isComment)
    }

    /// The indentation of the statements.
    func indentation(_ extent: LineExtent) -> String {
        for item in statements where extent.isFirstOnLine(item.startOffset) {
            return extent.indentation(at: item.startOffset)
        }
        let bytes = extent.tree.bytes
        // A comment on a line of its own.
        if statements.isEmpty, let start = content.first(where: { bytes[$0] == UInt8(ascii: "/") }),
            extent.isFirstOnLine(start)
        {
            return extent.indentation(at: start)
        }
        return extent.indentation(at: content.lowerBound)
    }

    /// The text with braces, at another place.
    func inBraces(_ extent: LineExtent, at place: Int) -> [FoldedText.Piece] {
        if let braces {
            return [
                .source(
                    braces,
                    from: extent.indentation(at: max(braces.lowerBound, braces.upperBound - 1)),
                    to: extent.indentation(at: place)
                )
            ]
        }
        let outer = extent.indentation(at: place)
        let old = indentation(extent)
        let unit = outer.contains("\t") || old.hasPrefix("\t") ? "\t" : "    "
        let newline = FoldedText(tree: extent.tree).newline
        return [
            .text("{" + newline + outer + unit), .block(content, from: old, to: outer + unit),
            .text(newline + outer + "}"),
        ]
    }
}

extension TriviaPiece {
    var isComment: Bool {
        switch self {
        case .lineComment, .blockComment, .docLineComment, .docBlockComment: true
        default: false
        }
    }

    /// Whether this is a comment about more than the next statement.
    var isKeptComment: Bool {
        switch self {
        case .lineComment(let text), .blockComment(let text), .docLineComment(let text), .docBlockComment(let text):
            LineExtent.isKept(text)
        default: false
        }
    }
}

extension SyntaxProtocol {
    /// Returns whether one of some names occurs in code, other than as a member or a label.
    func mentions(_ names: Set<String>) -> Bool {
        !names.isEmpty && anyMention { names.contains($0) }
    }

    /// Returns whether a name for which a closure returns `true` occurs in code, other than as a member or a label.
    fileprivate func anyMention(_ isWanted: (String) -> Bool) -> Bool {
        var stack = [Syntax(self)]
        while let node = stack.popLast() {
            if let token = node.as(TokenSyntax.self) {
                guard case .identifier = token.tokenKind else { continue }
                if token.parent?.is(LabeledExprSyntax.self) == true { continue }
                if let reference = token.parent?.as(DeclReferenceExprSyntax.self),
                    reference.parent?.as(MemberAccessExprSyntax.self)?.declName.id == reference.id
                {
                    continue
                }
                if isWanted(token.name) { return true }
            } else {
                stack += node.children(viewMode: .sourceAccurate)
            }
        }
        return false
    }
}

extension CodeBlockItemListSyntax {
    /// The statements that mention each name, up to two for each.
    var mentioningItems: [String: [SyntaxIdentifier]] {
        var result: [String: [SyntaxIdentifier]] = [:]
        for item in self {
            _ = item.anyMention { name in
                let known = result[name] ?? []
                if known.count < 2, known.last != item.id { result[name] = known + [item.id] }
                return false
            }
        }
        return result
    }
}

extension CodeBlockItemSyntax {
    /// The names that a statement declares in its scope.
    var declaredNames: Set<String> {
        switch item {
        case .decl(let declaration):
            switch declaration.as(DeclSyntaxEnum.self) {
            case .variableDecl(let variable):
                return variable.bindings.reduce(into: []) { $0.formUnion($1.pattern.boundNames) }
            case .functionDecl(let function): return [function.name.name]
            case .structDecl(let type): return [type.name.name]
            case .classDecl(let type): return [type.name.name]
            case .enumDecl(let type): return [type.name.name]
            case .actorDecl(let type): return [type.name.name]
            case .typeAliasDecl(let type): return [type.name.name]
            case .ifConfigDecl(let declaration):
                return declaration.clauses.reduce(into: []) { names, clause in
                    guard case .statements(let list)? = clause.elements else { return }
                    for item in list { names.formUnion(item.declaredNames) }
                }
            default: return []
            }
        case .stmt(let statement):
            guard let statement = statement.as(GuardStmtSyntax.self) else { return [] }
            return statement.conditions.reduce(into: []) { $0.formUnion($1.boundNames) }
        case .expr: return []
        }
    }
}

extension CodeBlockItemSyntax.Item {
    var isTypeDeclaration: Bool {
        switch self {
        case .decl(let declaration):
            declaration.is(StructDeclSyntax.self) || declaration.is(ClassDeclSyntax.self)
                || declaration.is(EnumDeclSyntax.self) || declaration.is(TypeAliasDeclSyntax.self)
                || declaration.is(ActorDeclSyntax.self)
        default: false
        }
    }
}

extension ConditionElementSyntax {
    /// The names that a condition binds.
    var boundNames: Set<String> {
        switch condition {
        case .optionalBinding(let binding): binding.pattern.boundNames
        case .matchingPattern(let match): match.pattern.boundNames
        default: []
        }
    }
}

extension PatternSyntax {
    /// The names that a pattern binds.
    var boundNames: Set<String> {
        var result: Set<String> = []
        var stack = [Syntax(self)]
        while let node = stack.popLast() {
            if let identifier = node.as(IdentifierPatternSyntax.self) {
                result.insert(identifier.identifier.name)
            } else {
                stack += node.children(viewMode: .sourceAccurate)
            }
        }
        return result
    }
}
