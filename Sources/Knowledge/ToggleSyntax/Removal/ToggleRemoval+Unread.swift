import SwiftSyntax
import ToggleLint

extension ToggleRemoval {
    /// A stored property or a parameter that only removed code read, with the code that gives it a value.
    struct Unread {
        var copy: Copy
        var evidence: Evidence
        /// Why it can't be proven that nothing else reads it; `nil` if it can.
        var doubt: String?
    }

    /// A name in a function, which is searched once.
    private struct SearchedName: Hashable {
        var function: SyntaxIdentifier?
        var text: String

        init(_ reference: DeclReferenceExprSyntax) {
            let access = reference.parent?.as(MemberAccessExprSyntax.self)
            let isMember = access?.declName.id == reference.id
            text = (isMember ? (access?.base?.lastName ?? "") + "." : "") + reference.baseName.text
            var node = reference.parent
            while let current = node, !current.is(DeclSyntax.self) { node = current.parent }
            function = node?.id
        }
    }

    /// Returns the stored properties and parameters that only removed code read.
    func unread(_ results: [(file: Int, result: FileFolding.Result)]) -> [Unread] {
        let removed = Dictionary(results.map { ($0.file, $0.result.removed) }) { first, _ in first }
        var seen: Set<SyntaxIdentifier> = []
        var searched: Set<SearchedName> = []
        var result: [Unread] = []
        for (file, ranges) in removed.sorted(by: { $0.key < $1.key }) {
            guard let tree = project.tree(file) else { continue }
            var cursor = TokenCursor(tree.root)
            for range in ranges {
                var token = cursor.token(around: range.lowerBound)
                while let current = token, current.position.utf8Offset < range.upperBound {
                    token = current.nextToken(viewMode: .sourceAccurate)
                    guard let reference = current.parent?.as(DeclReferenceExprSyntax.self),
                        searched.insert(SearchedName(reference)).inserted, let source = source(of: reference, file),
                        seen.insert(source.node.id).inserted,
                        let tree = project.tree(source.file), let copy = Copy(source.node, source.file, in: tree)
                    else { continue }
                    result += unread(copy, without: removed)
                }
            }
        }
        return result
    }

    /// Returns the parameter or stored property that a name refers to.
    private func source(of reference: DeclReferenceExprSyntax, _ file: Int) -> (node: Syntax, file: Int)? {
        var whole = ExprSyntax(reference)
        if let access = reference.parent?.as(MemberAccessExprSyntax.self), access.declName.id == reference.id {
            whole = ExprSyntax(access)
        } else if let local = LocalName.declaration(of: reference.baseName.name, at: reference) {
            return local.parent.flatMap { $0.is(FunctionParameterSyntax.self) ? ($0, file) : nil }
        }
        let found = ownMember(whole, file) ?? declaration(of: whole, file)
        return found?.node.as(PatternBindingSyntax.self)?.accessorBlock == nil ? found : nil
    }

    /// Returns the member of the type around it that an expression names: `settings` or `self.settings`.
    private func ownMember(_ expression: ExprSyntax, _ file: Int) -> (node: Syntax, file: Int)? {
        // The name of a service may be too frequent to search all files for it.
        let access = expression.as(MemberAccessExprSyntax.self)
        guard access.map({ $0.base?.lastName == "self" }) ?? true, let tree = project.tree(file),
            let name = access?.declName.baseName.name ?? expression.as(DeclReferenceExprSyntax.self)?.baseName.name
        else { return nil }
        let type = EnclosingDeclarations(expression, in: tree).types.first
        return project.members(file).members[name]?.first { $0.owner == type }.map { ($0.node, file) }
    }

    /// Returns a declaration that nothing reads any more, after the properties that only store it; otherwise nothing.
    private func unread(_ copy: Copy, without removed: [Int: [Range<Int>]]) -> [Unread] {
        func isGone(_ node: some SyntaxProtocol, _ file: Int) -> Bool {
            isRemoved(node) || (removed[file] ?? []).cover(node.positionAfterSkippingLeadingTrivia.utf8Offset)
        }
        guard copy.kind == .member || copy.kind == .parameter, !copy.isFunction, !isGone(copy.node, copy.file),
            !isReadBeside(copy, isGone: { isGone($0, $1) }),
            let evidence = copy.kind == .parameter ? evidence(onParameter: copy) : evidence(on: copy),
            evidence.obstacles.allSatisfy({ isGone($0.node, $0.file) }),
            evidence.others.allSatisfy({ $0.node.is(ClosureCaptureSyntax.self) || isGone($0.node, $0.file) }),
            !evidence.declarations.isEmpty
        else { return [] }
        var result: [Unread] = []
        for name in remainingNames(evidence, isGone: { isGone($0, $1) }) {
            guard copy.kind == .parameter, let value = name.token.parent?.as(DeclReferenceExprSyntax.self),
                let property = storedProperty(ExprSyntax(value), name.file)
            else { return [] }
            let unread = unread(property, without: removed)
            if unread.isEmpty { return [] }
            result += unread
        }
        var doubt = evidence.declarations.lazy.compactMap(doubt).first
        for input in evidence.inputs {
            if let node = input.node, isGone(node, input.file) { continue }
            if let expression = input.expression, Effects(known: { _ in false }).isPossible([expression]) {
                doubt = doubt ?? "a value of it may have an effect"
            }
            if let item = input.node?.as(CodeBlockItemSyntax.self), !input.replacesInitialValue || !isStatement(item) {
                return []
            }
        }
        // What nothing gives a value is a declaration without any use.
        if copy.kind == .member, evidence.inputs.allSatisfy({ $0.node == nil }) { return [] }
        return result + [Unread(copy: copy, evidence: evidence, doubt: doubt)]
    }

    /// Returns whether the type of a property still reads it in the same file, so that no other file has to be searched.
    private func isReadBeside(_ copy: Copy, isGone: (Syntax, Int) -> Bool) -> Bool {
        guard copy.kind == .member, publisherTargets[copy.node.id] == nil else { return false }
        let names = project.names(copy.name, in: copy.file)
        // Statements with `$name` or `\.name` may go with the property.
        guard
            names.allSatisfy({ name in
                !name.token.text.hasPrefix("$")
                    && name.token.parent?.parent?.is(KeyPathPropertyComponentSyntax.self) != true
            })
        else { return false }
        return names.contains { name in
            guard let reference = name.token.parent?.as(DeclReferenceExprSyntax.self),
                reference.parent?.is(ClosureCaptureSyntax.self) != true,
                enclosingTypes(of: name.token, copy.file).first == copy.type, !isGone(Syntax(reference), copy.file)
            else { return false }
            var whole = ExprSyntax(reference)
            if let access = reference.parent?.as(MemberAccessExprSyntax.self), access.declName.id == reference.id {
                guard access.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == "self" else { return false }
                whole = ExprSyntax(access)
            } else if LocalName.declaration(of: copy.name, at: reference) != nil {
                return false
            }
            return !isCalled(whole) && describedElement(whole, copy.file) == nil
                && !isAssigned(copy.name, around: whole)
        }
    }

    /// Returns whether an expression is part of a statement that assigns a variable.
    private func isAssigned(_ name: String, around expression: ExprSyntax) -> Bool {
        var node = expression.parent
        while let current = node {
            if let list = current.as(ExprListSyntax.self), assignedExpression(list)?.lastName == name { return true }
            node = current.parent
        }
        return false
    }

    /// Returns the property that only stores the value of a parameter: `self.settings = settings`.
    private func storedProperty(_ value: ExprSyntax, _ file: Int) -> Copy? {
        guard let list = value.parent?.as(ExprListSyntax.self), list.count == 3, list.last?.id == value.id,
            let found = assignedExpression(list).flatMap({ ownMember($0, file) }), let tree = project.tree(file),
            let copy = Copy(found.node, file, in: tree), copy.kind == .member, copy.isPrivate,
            copy.node.as(PatternBindingSyntax.self)?.accessorBlock == nil
        else { return nil }
        return copy
    }

    private func isStatement(_ item: CodeBlockItemSyntax) -> Bool {
        item.item.as(ExprSyntax.self)?.as(SequenceExprSyntax.self)?.elements.count == 3
    }

    private func doubt(_ copy: Copy) -> String? {
        guard let tree = project.tree(copy.file) else { return nil }
        let modifiers = copy.declaration.asProtocol((any WithModifiersSyntax).self)?.modifiers
        if modifiers?.contains(where: { $0.name.text == "required" }) ?? false { return "it is required" }
        let synthesizing: Set<String> = ["Decodable", "Equatable", "Hashable", "Comparable"]
        if copy.kind == .member, let type = copy.type,
            let name = project.types.ancestors(of: type).intersection(synthesizing).sorted().first
        {
            return "‘\(type)’ is ‘\(name)’"
        }
        return doubt(copy.declaration, in: tree, copy.file)
    }

    /// Lists a property or parameter, and the code that gives it a value.
    func list(_ unread: Unread) {
        let doubt = unread.doubt.map { ", as far as the Swift code shows; \($0)" } ?? ""
        let reason = "only removed code read ‘\(unread.copy.name)’\(doubt)"
        for declaration in unread.evidence.declarations {
            remark(.unused, declaration.file, declaration.nameToken, reason)
        }
        for input in unread.evidence.inputs {
            guard let node = input.node, !isRemoved(node) else { continue }
            remark(.unused, input.file, node, reason)
        }
    }

    func remove(_ unread: Unread) {
        for declaration in unread.evidence.declarations { removeDeclaration(declaration) }
        for input in unread.evidence.inputs { if let node = input.node { remove(node, input.file) } }
        for other in unread.evidence.others { remove(other.node, other.file) }
    }
}
