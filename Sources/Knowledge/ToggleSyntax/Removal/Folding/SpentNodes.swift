import SwiftSyntax

/// Finds nodes that were only there for code that is gone: `try` without a call, a label without `break`, a capture, a
/// constant.
///
/// A node whose purpose the folding didn't touch stays, even if it never had one.
struct SpentNodes {
    private let folder: Folder
    private let removed: [Range<Int>]
    /// The keywords, labels, and `do` statements that don't do anything any more.
    private(set) var nodes: Set<SyntaxIdentifier> = []
    /// The captures and constants that nothing uses any more.
    private(set) var removals: Set<SyntaxIdentifier> = []
    /// The constants that nothing uses any more, but whose values may have an effect.
    private(set) var effectful: [IdentifierPatternSyntax] = []

    /// Finds the nodes of a folded file, given the ranges that are not part of the new text.
    init(_ folder: Folder, removed: [Range<Int>]) {
        (self.folder, self.removed) = (folder, removed)
        var stack = [Syntax(folder.tree.root)]
        while let node = stack.popLast() {
            switch node.as(SyntaxEnum.self) {
            case .tryExpr, .awaitExpr: checkKeyword(node)
            // In `try a + b`, the keyword covers both.
            case .exprList(let list): for element in list { checkKeyword(Syntax(element)) }
            case .forStmt(let statement): check(statement)
            case .doStmt(let statement): check(statement)
            case .labeledStmt(let statement): check(statement)
            case .closureExpr(let closure): check(closure)
            case .codeBlockItemList(let list): check(list)
            default: break
            }
            for child in node.children(viewMode: .sourceAccurate) where folder.isTouched(child) { stack.append(child) }
        }
    }

    private func isLeft(_ token: TokenSyntax?) -> Bool { token.map { !removed.cover($0.startOffset) } ?? false }

    /// Whether a node is left, judged by its end, because code inside of it may have taken its place.
    private func isLeft(_ node: Syntax) -> Bool { isLeft(node.lastToken(viewMode: .sourceAccurate)) }

    // MARK: - Keywords and statements

    private mutating func checkKeyword(_ node: Syntax) {
        guard let keyword = node.as(ExprSyntax.self), !keyword.hasOptionalTry, let operand = keyword.operandOfKeyword,
            isLeft(node.firstToken(viewMode: .sourceAccurate))
        else { return }
        var operands = [Syntax(operand)]
        var whole = node
        while let parent = whole.parent, parent.is(TryExprSyntax.self) || parent.is(AwaitExprSyntax.self) {
            whole = parent
        }
        if let list = whole.parent?.as(ExprListSyntax.self) {
            operands += list.drop { $0.id != whole.id }.dropFirst().map { Syntax($0) }
        }
        if !Effects.mayNeedKeyword(operands, where: isLeft), Effects.mayNeedKeyword(operands) { nodes.insert(node.id) }
    }

    /// Writes `_` for the element of a loop that doesn't use it any more.
    private mutating func check(_ statement: ForStmtSyntax) {
        guard let pattern = statement.pattern.as(IdentifierPatternSyntax.self), isLeft(pattern.identifier) else {
            return
        }
        let uses = uses(of: [pattern.identifier.name], in: Syntax(statement.body))
        if isUnused(pattern.identifier.name, uses), statement.whereClause == nil { nodes.insert(pattern.id) }
    }

    private mutating func check(_ statement: DoStmtSyntax) {
        guard !statement.catchClauses.isEmpty, statement.throwsClause == nil, isLeft(statement.doKeyword) else {
            return
        }
        let sources = tokens(in: Syntax(statement.body)) { token in
            switch token.tokenKind {
            case .keyword(.throw): true
            case .keyword(.try): token.parent?.as(TryExprSyntax.self)?.questionOrExclamationMark == nil
            default: false
            }
        }
        if !sources.isEmpty, !sources.contains(where: isLeft) { nodes.insert(statement.id) }
    }

    private mutating func check(_ statement: LabeledStmtSyntax) {
        guard isLeft(statement.label) else { return }
        let name = statement.label.text
        let jumps = tokens(in: Syntax(statement.statement)) { token in
            token.text == name
                && (token.parent?.is(BreakStmtSyntax.self) == true || token.parent?.is(ContinueStmtSyntax.self) == true)
        }
        if !jumps.isEmpty, !jumps.contains(where: isLeft) { nodes.insert(statement.id) }
    }

    /// Returns tokens outside of closures and functions inside of a node.
    private func tokens(in node: Syntax, where isWanted: (TokenSyntax) -> Bool) -> [TokenSyntax] {
        var result: [TokenSyntax] = []
        var stack = [node]
        while let node = stack.popLast() {
            if let token = node.as(TokenSyntax.self) {
                if isWanted(token) { result.append(token) }
            } else if !node.is(ClosureExprSyntax.self), !node.is(FunctionDeclSyntax.self) {
                stack += node.children(viewMode: .sourceAccurate)
            }
        }
        return result
    }

    // MARK: - Names

    /// The places where names are used in code, also those that are removed.
    private func uses(of names: Set<String>, in node: Syntax) -> [String: [Int]] {
        var result: [String: [Int]] = [:]
        var stack = [node]
        while let node = stack.popLast() {
            guard let token = node.as(TokenSyntax.self) else {
                stack += node.children(viewMode: .sourceAccurate)
                continue
            }
            if names.contains(token.name), token.isUse { result[token.name, default: []].append(token.startOffset) }
        }
        return result
    }

    /// Whether a name was used, but isn't any more.
    private func isUnused(_ name: String, _ uses: [String: [Int]]) -> Bool {
        uses[name]?.allSatisfy { removed.cover($0) } ?? false
    }

    private mutating func check(_ closure: ClosureExprSyntax) {
        var unread: [ClosureCaptureSyntax] = []
        for capture in closure.signature?.capture?.items ?? [] where !folder.removals.contains(capture.id) {
            // `[self]` allows members without `self.`.
            if capture.initializer == nil, capture.specifier != nil || capture.name.text != "self" {
                unread.append(capture)
            }
        }
        guard let first = unread.first, isLeft(first.name) else { return }
        let uses = uses(of: Set(unread.map(\.name.name)), in: Syntax(closure.statements))
        for capture in unread where isUnused(capture.name.name, uses) { removals.insert(capture.id) }
    }

    private mutating func check(_ list: CodeBlockItemListSyntax) {
        guard let parent = list.parent, !parent.is(SourceFileSyntax.self), !parent.is(IfConfigClauseSyntax.self) else {
            return
        }
        var constants: [(item: CodeBlockItemSyntax, binding: PatternBindingSyntax, pattern: IdentifierPatternSyntax)] =
            []
        for item in list {
            guard let variable = item.item.as(VariableDeclSyntax.self), variable.attributes.isEmpty,
                variable.modifiers.isEmpty, let binding = variable.bindings.only, binding.accessorBlock == nil,
                let pattern = binding.pattern.as(IdentifierPatternSyntax.self), isLeft(pattern.identifier)
            else { continue }
            constants.append((item, binding, pattern))
        }
        guard !constants.isEmpty else { return }
        let uses = uses(of: Set(constants.map(\.pattern.identifier.name)), in: Syntax(list))
        // Constants that go, last to first, because only what follows uses them.
        var gone: [Range<Int>] = []
        for (item, binding, pattern) in constants.reversed() {
            guard let places = uses[pattern.identifier.name],
                places.contains(where: { removed.cover($0) }) || !gone.isEmpty
            else { continue }
            let isUsed = places.contains { place in
                if removed.cover(place) { return false }
                let index = gone.partitioningIndex { $0.lowerBound <= place }
                return index == gone.count || !gone[index].contains(place)
            }
            guard !isUsed else { continue }
            if let value = binding.initializer?.value, folder.effects.isPossible([value], where: isLeft) {
                effectful.append(pattern)
            } else {
                removals.insert(item.id)
                gone.append(item.offsets)
            }
        }
    }
}

extension TokenSyntax {
    /// Whether a name is used here, other than as a member, a label, or the name of a declaration.
    fileprivate var isUse: Bool {
        guard let parent else { return false }
        switch parent.as(SyntaxEnum.self) {
        case .declReferenceExpr:
            return parent.parent?.as(MemberAccessExprSyntax.self)?.declName.id
                != parent.as(DeclReferenceExprSyntax.self)?.id
        case .identifierPattern:
            // `if let name` uses the name, and `let name = …` declares it.
            guard let binding = parent.parent?.as(OptionalBindingConditionSyntax.self) else { return false }
            return binding.initializer == nil
        case .closureCapture(let capture): return capture.initializer == nil
        default: return false
        }
    }
}
