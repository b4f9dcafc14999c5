import SwiftSyntax

extension Folder {
    /// Removes a node as a whole; returns `false` if its list removes it.
    func remove(_ node: Syntax) -> Bool {
        guard let parent = node.parent else { return false }
        if parent.kind.isSyntaxCollection, Self.isSeparated(parent) { return false }
        if let item = parent.as(CodeBlockItemSyntax.self) { return remove(Syntax(item)) }
        if let item = parent.as(MemberBlockItemSyntax.self) { return remove(Syntax(item)) }
        if node.is(AttributeSyntax.self) {
            removeAttribute(node)
            return true
        }
        if node.is(LabeledExprListSyntax.self), let call = parent.as(FunctionCallExprSyntax.self),
            let left = call.leftParen, let right = call.rightParen
        {
            text.remove(left.startOffset..<right.endOffset)
            return true
        }
        let (range, isWhole) = extent.range(of: node)
        text.replace(range, with: [], isSeam: isWhole)
        return true
    }

    /// Removes an attribute, with its line if nothing else is on it.
    private func removeAttribute(_ node: Syntax) {
        let offsets = node.offsets
        if extent.isFirstOnLine(offsets.lowerBound), let end = extent.lineEnd(after: node) {
            text.replace(extent.lineStart(offsets.lowerBound)..<end, with: [])
            return
        }
        var end = offsets.upperBound
        while end < tree.bytes.count, tree.bytes[end] == 0x20 { end += 1 }
        text.remove(offsets.lowerBound..<end)
    }

    private static func isSeparated(_ list: Syntax) -> Bool {
        switch list.kind {
        case .labeledExprList, .arrayElementList, .dictionaryElementList, .functionParameterList, .enumCaseElementList,
            .patternBindingList, .switchCaseItemList, .inheritedTypeList, .closureCaptureList, .conditionElementList,
            .enumCaseParameterList, .closureParameterList, .closureShorthandParameterList, .tupleTypeElementList,
            .genericParameterList, .genericArgumentList, .catchItemList:
            true
        default: false
        }
    }

    /// Removes the elements of a list that are to be removed, with their commas.
    func removeElements(of list: Syntax) {
        guard Self.isSeparated(list) else { return }
        let elements = list.children(viewMode: .sourceAccurate).filter { removals.contains($0.id) }
        if !elements.isEmpty { removeElements(of: list, Set(elements.map(\.id))) }
    }

    func removeElements(of list: Syntax, _ ids: Set<SyntaxIdentifier>) {
        guard !ids.isEmpty else { return }
        let elements = Array(list.children(viewMode: .sourceAccurate))
        guard elements.contains(where: { !ids.contains($0.id) }) else { return removeAll(elements, of: list) }
        keepType(of: elements, without: ids)
        keepLabel(of: elements, without: ids)
        let lastKept = elements.lastIndex { !ids.contains($0.id) } ?? 0
        // A bracket on the line of the last element follows the last one that stays.
        let end = elements[elements.count - 1]
        let isClosed =
            lastKept < elements.count - 1
            && !(extent.isFirstOnLine(end.startOffset) && extent.lineEnd(after: end) != nil)
        if isClosed { text.remove(contentEnd(of: elements[lastKept])..<end.endOffset) }
        let count = isClosed ? lastKept : elements.count
        for (index, element) in elements.prefix(count).enumerated() where ids.contains(element.id) {
            let offsets = element.offsets
            if extent.isFirstOnLine(offsets.lowerBound), let end = extent.lineEnd(after: element) {
                text.replace(extent.start(of: element)..<end, with: [], isSeam: true)
            } else if index < lastKept {
                // `if(on), b`
                let isDirect = offsets.lowerBound > 0 && isWord(tree.bytes[offsets.lowerBound - 1])
                let range = offsets.lowerBound..<elements[index + 1].startOffset
                text.replace(range, with: isDirect ? [.text(" ")] : [])
            } else if index == lastKept + 1 || extent.isFirstOnLine(offsets.lowerBound) {
                text.remove(contentEnd(of: elements[index - 1])..<offsets.upperBound)
            } else {
                text.remove(elements[index - 1].endOffset..<offsets.upperBound)
            }
        }
        // The comma of the last element that stays.
        if lastKept < count - 1, let comma = elements[lastKept].lastToken(viewMode: .sourceAccurate),
            comma.tokenKind == .comma,
            elements[elements.count - 1].lastToken(viewMode: .sourceAccurate)?.tokenKind != .comma
        {
            text.remove(contentEnd(of: elements[lastKept])..<comma.endOffset)
        }
    }

    /// Writes the label of a variadic argument, `of: .a(), .b()`, in front of the first one that stays.
    private func keepLabel(of elements: [Syntax], without ids: Set<SyntaxIdentifier>) {
        for (index, element) in elements.enumerated().dropLast() where ids.contains(element.id) {
            guard let argument = element.as(LabeledExprSyntax.self), let label = argument.label?.text,
                let next = elements[index + 1].as(LabeledExprSyntax.self), !ids.contains(next.id), next.label == nil,
                argument.isImplicitCall, next.isImplicitCall
            else { continue }
            let start = next.startOffset
            text.replace(start..<start, with: [.text("\(label): ")])
        }
    }

    /// Writes the type of the first element of an array, `[Flag.a, .b]`, in front of the first one that stays.
    private func keepType(of elements: [Syntax], without ids: Set<SyntaxIdentifier>) {
        func member(_ element: Syntax?) -> MemberAccessExprSyntax? {
            element?.as(ArrayElementSyntax.self)?.expression.as(MemberAccessExprSyntax.self)
        }
        guard let first = elements.first, ids.contains(first.id), let base = member(first)?.base, base.isType,
            let next = member(elements.first { !ids.contains($0.id) }), next.base == nil
        else { return }
        let start = next.startOffset
        text.replace(start..<start, with: [.text(tree.text(base.offsets))])
    }

    /// Removes the associated values of a pattern that go, and a `let` that binds nothing without them.
    func removeBindings(of pattern: PatternSyntax) {
        var stack = [Syntax(pattern)]
        while let node = stack.popLast() {
            guard isTouched(node) else { continue }
            if let binding = node.as(ValueBindingPatternSyntax.self), bindsNothing(binding) {
                text.remove(binding.startOffset..<binding.pattern.startOffset)
            }
            if let list = node.as(LabeledExprListSyntax.self) {
                if removals.contains(list.id), remove(node) { continue }
                removeElements(of: node)
            }
            stack += node.children(viewMode: .sourceAccurate)
        }
    }

    /// Returns whether a pattern binds nothing but what is removed.
    private func bindsNothing(_ binding: ValueBindingPatternSyntax) -> Bool {
        var stack = [Syntax(binding.pattern)]
        var isChanged = false
        while let node = stack.popLast() {
            if removals.contains(node.id) {
                isChanged = true
                continue
            }
            if node.is(IdentifierPatternSyntax.self) { return false }
            stack += node.children(viewMode: .sourceAccurate)
        }
        return isChanged
    }

    /// The end of an element without its comma.
    private func contentEnd(of element: Syntax) -> Int {
        guard let last = element.lastToken(viewMode: .sourceAccurate), last.tokenKind == .comma,
            let previous = last.previousToken(viewMode: .sourceAccurate)
        else { return element.endOffset }
        return previous.endOffset
    }

    /// Removes all elements of a list, and what is nothing without them.
    private func removeAll(_ elements: [Syntax], of list: Syntax) {
        guard let parent = list.parent, let first = elements.first, let last = elements.last else { return }
        switch parent.as(SyntaxEnum.self) {
        case .enumCaseDecl, .variableDecl:
            _ = remove(parent)
        case .inheritanceClause:
            text.remove(spaceBefore(parent)..<parent.endOffset)
        case .dictionaryExpr:
            text.replace(between(first, last), with: [.text(":")])
        case .attribute(let attribute):
            text.remove((attribute.leftParen?.startOffset ?? first.startOffset)..<parent.endOffset)
        case .functionCallExpr(let call) where call.trailingClosure != nil:
            if let left = call.leftParen, let right = call.rightParen {
                text.remove(left.startOffset..<right.endOffset)
            }
        case .enumCaseParameterClause: text.remove(parent.offsets)
        default: text.remove(between(first, last))
        }
    }

    /// The range between the brackets around elements.
    private func between(_ first: Syntax, _ last: Syntax) -> Range<Int> {
        let start = first.firstToken(viewMode: .sourceAccurate)?.previousToken(viewMode: .sourceAccurate)?.endOffset
        let end = last.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate)?.startOffset
        return (start ?? first.startOffset)..<(end ?? last.endOffset)
    }

    /// Removes the captures of a closure, with the brackets around them.
    func removeCaptures(
        _ capture: ClosureCaptureClauseSyntax,
        of closure: ClosureExprSyntax,
        _ signature: ClosureSignatureSyntax
    ) {
        let isAlone =
            signature.parameterClause == nil && signature.returnClause == nil
            && signature.effectSpecifiers == nil && signature.attributes.isEmpty
        let start = capture.startOffset
        if isAlone {
            text.remove(closure.leftBrace.endOffset..<signature.inKeyword.endOffset)
        } else {
            var end = capture.endOffset
            while end < tree.bytes.count, tree.bytes[end] == 0x20 { end += 1 }
            text.remove(start..<end)
        }
    }
}
