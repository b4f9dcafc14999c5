import SwiftSyntax

extension Folder {
    /// Where a list of statements is.
    enum Place {
        case file, body, closure, branch, conditional
    }

    /// What is left of a list of statements.
    struct Outcome {
        /// Whether control never reaches the end.
        var exits = false
        /// The statements that are left, with those of unwrapped branches.
        var items: [CodeBlockItemSyntax] = []
        /// The names that are declared directly in the list.
        var names: Set<String> = []
        var hasDefer = false

        mutating func append(_ item: CodeBlockItemSyntax) {
            items.append(item)
            names.formUnion(item.declaredNames)
            if item.item.is(DeferStmtSyntax.self) { hasDefer = true }
        }
    }

    /// What is left of a statement.
    enum Remainder {
        /// The statement, perhaps with edits inside.
        case same(exits: Bool)
        case removed
        /// The statements of a branch.
        case unwrapped(Outcome)
        /// Other text.
        case replaced(exits: Bool)
    }

    /// A statement in its list.
    struct Site {
        let item: CodeBlockItemSyntax
        let list: CodeBlockItemListSyntax
        let place: Place
        var label: LabeledStmtSyntax?

        /// The range of the statement without a semicolon.
        var range: Range<Int> { item.item.offsets }
    }

    /// Folds a list of statements.
    func fold(_ list: CodeBlockItemListSyntax, place: Place) -> Outcome {
        var outcome = Outcome()
        guard isTouched(list) else {
            for item in list { outcome.append(item) }
            outcome.exits = Effects.exits(list)
            return outcome
        }
        var removed: [CodeBlockItemSyntax] = []
        var last: CodeBlockItemSyntax?
        var isDead = false
        for item in list {
            if isDead {
                if isUsedBefore(item, outcome.items) {
                    outcome.append(item)
                    last = item
                } else {
                    remove(dead: item, after: &last)
                }
                continue
            }
            if removals.contains(item.id) || removals.contains(item.item.id) {
                removed.append(item)
                continue
            }
            guard isTouched(item) else {
                outcome.append(item)
                outcome.exits = outcome.exits || Effects.exits(item.item)
                last = item
                continue
            }
            var exits = false
            switch fold(item, Site(item: item, list: list, place: place)) {
            case .same(let value), .replaced(let value):
                exits = value
                outcome.append(item)
            case .removed:
                removed.append(item)
                continue
            case .unwrapped(let inner):
                exits = inner.exits
                outcome.items += inner.items
                outcome.names.formUnion(inner.names)
                outcome.hasDefer = outcome.hasDefer || inner.hasDefer
            }
            last = item
            outcome.exits = outcome.exits || exits
            if exits, !Effects.exits(item.item), place != .file, place != .conditional { isDead = true }
        }
        if isDead, let last, last.id != outcome.items.last?.id { removeComments(after: last, list, place) }
        finish(&outcome, removed, list, place)
        mergeDeclarations(&outcome, in: list)
        remaining[list.id] = outcome.items
        return outcome
    }

    /// Removes statements, or writes `break` if none is left of a `case`.
    private func finish(
        _ outcome: inout Outcome,
        _ removed: [CodeBlockItemSyntax],
        _ list: CodeBlockItemListSyntax,
        _ place: Place
    ) {
        if place == .branch, outcome.items.isEmpty, let first = removed.first, let last = removed.last {
            let (range, isWhole) = extent.range(of: first)
            let end = last.endOffset
            let isView = Site(item: first, list: list, place: place).isInBuilder && list.isBesideView
            let nothing = isView ? "EmptyView()" : "break"
            if isWhole {
                let indentation = extent.indentation(at: first.startOffset)
                text.replace(range.lowerBound..<end, with: [.text(indentation + nothing)])
            } else {
                text.replace(first.startOffset..<end, with: [.text(nothing)])
            }
            emptied.insert(list.id)
            outcome.items = [first]
            return
        }
        for item in removed {
            let (range, isWhole) = extent.range(of: item)
            text.replace(range, with: [], isSeam: isWhole)
        }
    }

    // MARK: - Code that is never reached

    private func remove(dead item: CodeBlockItemSyntax, after last: inout CodeBlockItemSyntax?) {
        guard let previous = last else { return }
        last = item
        if let start = extent.lineEnd(after: previous), let end = extent.lineEnd(after: item) {
            text.replace(start..<end, with: [], isSeam: true)
        } else {
            text.remove(previous.item.endOffset..<item.endOffset)
        }
    }

    /// Removes the comments before a closing brace that follow removed code.
    private func removeComments(after last: CodeBlockItemSyntax, _ list: CodeBlockItemListSyntax, _ place: Place) {
        guard place == .body || place == .closure, last.id == list.last?.id,
            let brace = list.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate),
            let start = extent.lineEnd(after: last), extent.isFirstOnLine(brace.startOffset),
            brace.leadingTrivia.contains(where: \.isComment)
        else { return }
        let end = extent.lineStart(brace.startOffset)
        if start < end, !brace.leadingTrivia.contains(where: \.isKeptComment) {
            text.replace(start..<end, with: [], isSeam: true)
        }
    }

    /// Whether a declaration after the end of a function is used before, as local functions can be.
    private func isUsedBefore(_ item: CodeBlockItemSyntax, _ items: [CodeBlockItemSyntax]) -> Bool {
        guard let function = item.item.as(FunctionDeclSyntax.self) else {
            return item.item.isTypeDeclaration && items.contains { $0.mentions(item.declaredNames) }
        }
        return items.contains { $0.mentions([function.name.name]) }
    }

    // MARK: - Scopes

    /// Puts the statements of a block in the place of a statement.
    func unwrap(_ block: Block, _ site: Site, effects: [[FoldedText.Piece]], _ folded: Outcome? = nil) -> Remainder {
        var inner = folded ?? fold(block.statements, place: .body)
        if block.endsWithBreak {
            inner.items.removeLast()
            inner.exits = false
        }
        if inner.items.isEmpty, !block.hasComments {
            guard !effects.isEmpty else { return .removed }
            text.replace(site.range, with: Array(statements(effects, site).dropLast()))
            return .replaced(exits: false)
        }
        let before = statements(effects, site)
        let place = site.item.startOffset
        if let label = scopeLabel(block, inner, site) {
            text.replace(site.range, with: before + [.text(label + "do ")] + block.inBraces(extent, at: place))
            return .replaced(exits: inner.exits && !label.hasSuffix(": "))
        }
        let content = FoldedText.Piece.block(
            block.content,
            from: block.indentation(extent),
            to: extent.indentation(at: place)
        )
        // A case that contains only a comment doesn't compile.
        let needsBreak = site.place == .branch && site.list.count == 1 && inner.items.isEmpty && effects.isEmpty
        let end = needsBreak ? [.text(text.newline + extent.indentation(at: place) + "break")] : [FoldedText.Piece]()
        text.replace(site.range, with: before + [content] + end)
        if needsBreak { return .replaced(exits: false) }
        if !effects.isEmpty { return .replaced(exits: inner.exits) }
        return .unwrapped(inner)
    }

    /// Returns the label of the `do` that a block needs; empty if it needs one without a label, and `nil` if it doesn't
    /// need one.
    private func scopeLabel(_ block: Block, _ inner: Outcome, _ site: Site) -> String? {
        if let label = site.label?.label.text, Jumps(in: block.statements).labels.contains(label) {
            return "\(label): "
        }
        if let label = block.label { return "\(label): " }
        let isLast = site.list.last?.id == site.item.id && site.place != .conditional || inner.exits
        if inner.hasDefer, !isLast { return "" }
        guard !inner.names.isEmpty else { return nil }
        var (list, item) = (site.list, site.item)
        while true {
            if mentions(inner.names, in: list, besides: item) { return "" }
            // The declarations in `#if` belong to the scope around it.
            guard list.parent?.is(IfConfigClauseSyntax.self) == true,
                let outer = list.parent?.parent?.parent?.parent?.as(CodeBlockItemSyntax.self),
                let next = outer.parent?.as(CodeBlockItemListSyntax.self)
            else { return nil }
            (list, item) = (next, outer)
        }
    }

    /// Returns whether a statement of a list mentions one of some names, apart from a given one.
    private func mentions(
        _ names: Set<String>,
        in list: CodeBlockItemListSyntax,
        besides item: CodeBlockItemSyntax
    ) -> Bool {
        let items = mentioning[list.id] ?? list.mentioningItems
        mentioning[list.id] = items
        return names.contains { name in items[name]?.contains { $0 != item.id } ?? false }
    }

    /// The text of statements that evaluate expressions for their effects, each with what separates it from the next.
    func statements(_ effects: [[FoldedText.Piece]], _ site: Site) -> [FoldedText.Piece] {
        let start = site.item.startOffset
        let separator =
            extent.isFirstOnLine(start) ? text.newline + extent.indentation(at: start) : "; "
        let beginning = site.isInBuilder ? "let _ = " : "_ = "
        return effects.flatMap { [.text(beginning)] + $0 + [.text(separator)] }
    }

    /// Writes statements for effects in front of a statement.
    func insert(_ effects: [[FoldedText.Piece]], _ site: Site) {
        guard !effects.isEmpty, !inserted.contains(site.item.id) else { return }
        let start = site.item.startOffset
        text.replace(start..<start, with: statements(effects, site))
        inserted.insert(site.item.id)
    }

    // MARK: - Declarations without a value

    /// Joins `let x: T` with an assignment that was in a branch.
    private func mergeDeclarations(_ outcome: inout Outcome, in list: CodeBlockItemListSyntax) {
        guard outcome.items.contains(where: { $0.parent?.id != list.id }) else { return }
        for (index, item) in outcome.items.enumerated() where item.parent?.id == list.id {
            guard let variable = item.item.as(VariableDeclSyntax.self), let binding = variable.bindings.only,
                let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.name,
                let annotation = binding.typeAnnotation, binding.initializer == nil, binding.accessorBlock == nil,
                variable.attributes.isEmpty,
                let use = outcome.items[(index + 1)...].first(where: { $0.mentions([name]) }),
                use.parent?.id != list.id, !inserted.contains(use.id),
                let sequence = use.item.expression?.as(SequenceExprSyntax.self),
                let target = sequence.elements.first?.as(DeclReferenceExprSyntax.self), target.baseName.name == name,
                sequence.elements.dropFirst().first?.is(AssignmentExprSyntax.self) == true,
                !sequence.elements.dropFirst(2).contains(where: { $0.mentions([name]) })
            else { continue }
            let declaration = tree.text(variable.startOffset..<annotation.endOffset)
            text.replace(target.offsets, with: [.text(declaration)])
            let offsets = item.offsets
            if extent.isFirstOnLine(offsets.lowerBound), let end = extent.lineEnd(after: item) {
                text.replace(extent.lineStart(offsets.lowerBound)..<end, with: [], isSeam: true)
            } else {
                text.replace(extent.range(of: item).range, with: [])
            }
        }
    }
}

extension Folder.Site {
    /// Whether the value of the statement may be the result of a function, because it is the only one.
    var isResult: Bool {
        guard list.count == 1, let parent = list.parent else { return false }
        if parent.is(ClosureExprSyntax.self) || parent.is(AccessorBlockSyntax.self) { return true }
        guard let owner = parent.parent else { return false }
        if let function = owner.as(FunctionDeclSyntax.self) { return function.signature.returnClause != nil }
        return owner.is(AccessorDeclSyntax.self)
    }

    /// Whether the statement may be the value of an `if` or `switch`, or the result of a function.
    var mayBeValue: Bool {
        var node = Syntax(list)
        while true {
            if let list = node.as(CodeBlockItemListSyntax.self), list.count > 1 { return false }
            guard let parent = node.parent else { return false }
            switch parent.kind {
            case .closureExpr, .accessorBlock, .accessorDecl, .initializerClause, .returnStmt, .exprList, .labeledExpr:
                return true
            case .functionDecl: return parent.as(FunctionDeclSyntax.self)?.signature.returnClause != nil
            case .initializerDecl, .deinitializerDecl, .forStmt, .whileStmt, .repeatStmt, .doStmt, .deferStmt,
                .guardStmt, .sourceFile:
                return false
            default: node = parent
            }
        }
    }

    /// Whether the statement may be in the body of a view or another result builder, such as `VStack { … }`.
    var isInBuilder: Bool {
        var node = Syntax(list).parent
        while let current = node {
            if let binding = current.as(PatternBindingSyntax.self), binding.accessorBlock != nil {
                return binding.typeAnnotation?.type.is(SomeOrAnyTypeSyntax.self) ?? false
            }
            if let function = current.as(FunctionDeclSyntax.self) {
                let isBuilder = function.attributes.contains {
                    $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription.hasSuffix("Builder") ?? false
                }
                return isBuilder || function.signature.returnClause?.type.is(SomeOrAnyTypeSyntax.self) ?? false
            }
            if let closure = current.as(ClosureExprSyntax.self), closure.isArgumentOfInitializer { return true }
            node = current.parent
        }
        return false
    }

    /// The number of `switch` statements around it.
    var enclosingSwitches: Int {
        var count = 0
        var node = Syntax(list).parent
        while let current = node {
            if current.is(SwitchExprSyntax.self) { count += 1 }
            node = current.parent
        }
        return count
    }

    /// Whether other statements can stand in front of it: at the top level, only in a file with such code.
    var takesStatements: Bool {
        place != .file
            || list.contains { item in
                if case .decl = item.item { return false }
                return true
            }
    }
}

extension CodeBlockItemListSyntax {
    /// Whether another case of the same `switch` is a view: `Text("a").bold()`.
    fileprivate var isBesideView: Bool {
        parent?.parent?.as(SwitchCaseListSyntax.self)?.contains { element in
            guard let branch = element.as(SwitchCaseSyntax.self), branch.statements.id != id,
                var root = branch.statements.only?.item.expression
            else { return false }
            while let base = root.chained { root = base }
            return root.parent?.is(FunctionCallExprSyntax.self) == true && root.isType
        } ?? false
    }
}

extension ClosureExprSyntax {
    /// Whether it is passed to something with the name of a type.
    fileprivate var isArgumentOfInitializer: Bool {
        var node = parent
        while let current = node, !current.is(FunctionCallExprSyntax.self) {
            guard
                current.is(LabeledExprSyntax.self) || current.is(LabeledExprListSyntax.self)
                    || current.is(MultipleTrailingClosureElementSyntax.self)
                    || current.is(MultipleTrailingClosureElementListSyntax.self)
            else { return false }
            node = current.parent
        }
        return node?.as(FunctionCallExprSyntax.self)?.calledExpression.lastName?.first?.isUppercase ?? false
    }
}
