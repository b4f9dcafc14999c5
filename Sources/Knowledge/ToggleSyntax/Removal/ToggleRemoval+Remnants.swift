import SwiftSyntax
import ToggleManifest

/// Code that has no purpose any more, which comparing a file with the rewritten one shows.
extension ToggleRemoval {
    /// Lists the closures that do nothing, the properties and functions that are always `nil`, and the variables that are
    /// never changed any more.
    func listRemnants(_ results: [(file: Int, result: FileFolding.Result)]) {
        let work = results.compactMap { file, result -> (file: Int, tree: SourceTree, result: FileFolding.Result)? in
            guard !result.removed.isEmpty, !result.bytes.isEmpty, let tree = project.tree(file) else { return nil }
            return (file, tree, result)
        }
        let found = ParallelWork.map(work) { work in
            Remnants.nodes(in: work.tree, without: work.result.removed, rewrittenAs: work.result.bytes)
        }
        for (work, nodes) in zip(work, found) {
            let known = work.result.remarks + remarks.filter { $0.path == work.tree.path }
            let listed = Set(known.map(\.range.start.line))
            for (node, reason) in nodes
            where !listed.contains(work.tree.lines.line(of: node.startOffset)) && !isInOtherTest(node) {
                remark(.read, work.file, node, reason)
            }
        }
    }

    /// Returns whether a node belongs to a test of the removed side, which is listed itself.
    private func isInOtherTest(_ node: Syntax) -> Bool {
        var current: Syntax? = node
        while let next = current {
            if otherTests[next.id] != nil { return true }
            current = next.parent
        }
        return false
    }
}

/// The closures, properties, and variables of a file, with those that have no purpose.
private final class Remnants: SyntaxVisitor {
    /// A closure or declaration, which has the same place in two versions of a file.
    private struct Entry {
        var place: String
        var node: Syntax
        /// The code in which something must be gone.
        var scope: Range<Int>
        /// Why it has no purpose; `nil` if it may have one.
        var reason: String?
    }

    private var entries: [Entry] = []
    private var path: [String] = []

    /// Returns the nodes that lose their purpose when a file is rewritten.
    static func nodes(
        in tree: SourceTree,
        without removed: [Range<Int>],
        rewrittenAs bytes: [UInt8]
    ) -> [(node: Syntax, reason: String)] {
        let after = Dictionary(grouping: entries(in: SourceTree(path: tree.path, bytes: bytes)), by: \.place)
        let before = Dictionary(
            grouping: entries(in: tree).filter { !removed.cover($0.node.startOffset) },
            by: \.place
        )
        var result: [(node: Syntax, reason: String)] = []
        for (place, entries) in before {
            guard let left = after[place], left.count == entries.count else { continue }
            for (old, new) in zip(entries, left) where old.reason == nil && removed.overlap(old.scope) {
                if let reason = new.reason { result.append((old.node, reason)) }
            }
        }
        return result.sorted { $0.node.position < $1.node.position }
    }

    private static func entries(in tree: SourceTree) -> [Entry] {
        let visitor = Remnants(viewMode: .sourceAccurate)
        visitor.walk(tree.root)
        return visitor.entries
    }

    private func add(_ name: String, _ node: some SyntaxProtocol, in scope: some SyntaxProtocol, _ reason: String?) {
        let place = (path + [name]).joined(separator: "/")
        entries.append(Entry(place: place, node: Syntax(node), scope: scope.offsets, reason: reason))
    }

    // MARK: - Closures

    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
        // `{ … }()`
        if node.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == ExprSyntax(node).id {
            return .visitChildren
        }
        var owner = node.parent
        while let current = owner, current.is(LabeledExprSyntax.self) || current.is(LabeledExprListSyntax.self) {
            owner = current.parent
        }
        let name =
            owner?.as(FunctionCallExprSyntax.self)?.calledExpression.lastName
            ?? owner?.parent?.as(PatternBindingSyntax.self)?.pattern.trimmedDescription ?? ""
        add("{\(name)}", node, in: node, Self.reason(for: node))
        return .visitChildren
    }

    private static func reason(for closure: ClosureExprSyntax) -> String? {
        guard let item = closure.statements.first?.item else { return "this closure is empty now" }
        guard closure.statements.count == 1 else { return nil }
        if let statement = item.as(ReturnStmtSyntax.self), statement.expression == nil {
            return "this closure does nothing now"
        }
        return item.result?.is(BooleanLiteralExprSyntax.self) == true
            ? "this closure now always returns the same value" : nil
    }

    // MARK: - Declarations

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        let result = node.body?.statements.only?.item.result
        let isNothing = node.signature.returnClause != nil && result?.is(NilLiteralExprSyntax.self) == true
        add("\(node.name.text)()", node.name, in: node, isNothing ? "‘\(node.name.name)’ always returns nil now" : nil)
        path.append(node.name.text)
        return .visitChildren
    }

    override func visitPost(_ node: FunctionDeclSyntax) { path.removeLast() }

    override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
        let name = node.pattern.trimmedDescription
        if case .getter(let items)? = node.accessorBlock?.accessors {
            let isNothing = items.only?.item.result?.is(NilLiteralExprSyntax.self) == true
            add(name, node.pattern, in: node, isNothing ? "‘\(name)’ is always nil now" : nil)
        } else if let variable = node.parent?.parent?.as(VariableDeclSyntax.self),
            variable.bindingSpecifier.tokenKind == .keyword(.var), variable.attributes.isEmpty,
            node.accessorBlock == nil, node.initializer != nil, node.pattern.is(IdentifierPatternSyntax.self),
            let list = variable.parent?.parent?.as(CodeBlockItemListSyntax.self),
            list.parent?.is(SourceFileSyntax.self) != true
        {
            let isChanged = list.tokens(viewMode: .sourceAccurate).contains { token in
                token.text == name && Self.mayChange(token)
            }
            add(name, node.pattern, in: list, isChanged ? nil : "‘\(name)’ is never changed now; it can be a constant")
        }
        path.append(name)
        return .visitChildren
    }

    override func visitPost(_ node: PatternBindingSyntax) { path.removeLast() }

    /// Returns whether a use of a variable may change it: an assignment, a call of a method, or `&name`.
    private static func mayChange(_ token: TokenSyntax) -> Bool {
        guard let reference = token.parent?.as(DeclReferenceExprSyntax.self) else { return false }
        var whole = ExprSyntax(reference)
        while let parent = whole.parent {
            if let access = parent.as(MemberAccessExprSyntax.self), access.base?.id == whole.id {
                whole = ExprSyntax(access)
            } else if let call = parent.as(SubscriptCallExprSyntax.self), call.calledExpression.id == whole.id {
                whole = ExprSyntax(call)
            } else if parent.is(OptionalChainingExprSyntax.self) || parent.is(ForceUnwrapExprSyntax.self),
                let outer = parent.as(ExprSyntax.self)
            {
                whole = outer
            } else {
                break
            }
        }
        guard let parent = whole.parent else { return true }
        if let call = parent.as(FunctionCallExprSyntax.self), call.calledExpression.id == whole.id { return true }
        if parent.is(InOutExprSyntax.self) { return true }
        // `(a, b) = …`
        var target = Syntax(whole)
        while let tuple = target.parent?.parent?.parent, target.parent?.is(LabeledExprSyntax.self) == true,
            tuple.is(TupleExprSyntax.self)
        {
            target = tuple
        }
        guard let list = target.parent?.as(ExprListSyntax.self), list.first.map({ Syntax($0).id }) == target.id,
            let operation = list.dropFirst().first
        else { return false }
        let text = operation.as(BinaryOperatorExprSyntax.self)?.operator.text ?? ""
        return operation.is(AssignmentExprSyntax.self)
            || text.hasSuffix("=") && !["==", "!=", "<=", ">=", "===", "!=="].contains(text)
    }

    // MARK: - Types

    private func enter(_ name: String) -> SyntaxVisitorContinueKind {
        path.append(name)
        return .visitChildren
    }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
    override func visitPost(_ node: StructDeclSyntax) { path.removeLast() }
    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
    override func visitPost(_ node: ClassDeclSyntax) { path.removeLast() }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
    override func visitPost(_ node: EnumDeclSyntax) { path.removeLast() }
    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
    override func visitPost(_ node: ActorDeclSyntax) { path.removeLast() }
    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.extendedType.trimmedDescription)
    }
    override func visitPost(_ node: ExtensionDeclSyntax) { path.removeLast() }
}
