import SwiftSyntax
import ToggleManifest

/// Folds the known values of a file upwards, into operators, conditions, and statements.
///
/// It only visits nodes that contain a known value or a node to remove.
final class Folder {
    /// What an expression is after folding.
    struct Folded {
        enum Form {
            /// The expression stays, apart from edits inside of it.
            case same
            case known(KnownValue)
            /// A known value in a chain, or `nil` if what is before the last `?` of the chain is.
            case chain(KnownValue, ExprSyntax)
            /// `nil`, which needs a type around it.
            case null
            /// Other text, with how tightly it binds.
            case pieces([FoldedText.Piece], OperatorTree.Level)
        }

        var form: Form
        /// What is left of the expression.
        var nodes: [Syntax] = []
        /// Expressions that have to be evaluated before.
        var effects: [[FoldedText.Piece]] = []
        /// What read the value, if it may be `nil`: `flags` in `flags?.isOn(.x)`.
        var reader: ExprSyntax?
        /// Whether what is left is never `nil`, so that it needs no default.
        var isNeverNil = false

        static let same = Folded(form: .same)

        /// The value if it is a known Boolean.
        var bool: Bool? {
            if case .known(.bool(let value)) = form { value } else { nil }
        }
    }

    let tree: SourceTree
    let extent: LineExtent
    var removals: Set<SyntaxIdentifier>
    var values: [SyntaxIdentifier: KnownValue]
    /// Nodes that contain a known value or a node to remove.
    var touched: Set<SyntaxIdentifier> = []
    var text: FoldedText
    var remarks: [RemovalPlan.Remark] = []
    /// The declarations of local constants whose uses are all known.
    var aliases: Set<SyntaxIdentifier> = []
    /// The uses of local constants, with their declarations.
    var uses: [(range: Range<Int>, declaration: SyntaxIdentifier)] = []
    /// The declarations of local constants that have to stay.
    let excluded: Set<SyntaxIdentifier>
    /// The folded closures that use `$0`, `$1`, …, with these uses.
    var closures: [(closure: ClosureExprSyntax, parameters: [(index: Int, range: Range<Int>)])] = []
    /// The closures that no longer use a parameter, so that they need `_ in`.
    let unnamed: Set<SyntaxIdentifier>
    /// The keywords, labels, and `do` statements that only code that goes needed.
    let spent: Set<SyntaxIdentifier>
    /// The statements that are left of the lists that were folded.
    var remaining: [SyntaxIdentifier: [CodeBlockItemSyntax]] = [:]
    /// The statements that mention each name, up to two of each list.
    var mentioning: [SyntaxIdentifier: [String: [SyntaxIdentifier]]] = [:]
    /// The statements in front of which others were written.
    var inserted: Set<SyntaxIdentifier> = []
    /// What became of the expressions that are statements or that are returned.
    var results: [SyntaxIdentifier: Folded] = [:]
    /// The assignments that became `x = x`, which doesn't compile.
    var assignsItself: Set<SyntaxIdentifier> = []
    /// The statements of cases of which only `break` is left, and the arguments that became empty literals.
    var emptied: Set<SyntaxIdentifier> = []
    /// The bindings whose types were written.
    var annotated: Set<SyntaxIdentifier> = []
    /// Whether the values in front of the first `?` of chains are `nil`.
    var nullChains: [SyntaxIdentifier: Bool] = [:]
    /// Whether calls that modify a view have no effect any more.
    var idleModifiers: [SyntaxIdentifier: Bool] = [:]
    /// The types and members of the file, once they are needed.
    var outlines: [String: Bool]?
    var memberIndex: MemberIndex?
    /// The names of the variants of the toggle in the manifest, by their names in Swift.
    let variants: [String: String]

    /// The depth of a tree up to which recursion is safe.
    static let maximumDepth = 900

    init(
        tree: SourceTree,
        values: [SyntaxIdentifier: KnownValue],
        removals: Set<SyntaxIdentifier>,
        variants: [String: String] = [:],
        excluded: Set<SyntaxIdentifier> = [],
        unnamed: Set<SyntaxIdentifier> = [],
        spent: Set<SyntaxIdentifier> = []
    ) {
        self.tree = tree
        self.spent = spent
        self.unnamed = unnamed
        self.variants = variants
        self.excluded = excluded
        self.values = values
        self.removals = removals
        extent = LineExtent(tree: tree)
        text = FoldedText(tree: tree)
    }

    /// Whether the condition of `#if` is being folded, whose calls such as `os(iOS)` have no effects.
    var isInDirective = false

    var effects: Effects { Effects { [values, isInDirective] in isInDirective || values[$0] != nil } }

    func isTouched(_ node: some SyntaxProtocol) -> Bool { touched.contains(node.id) }

    /// Finds the nodes to visit; returns `false` if the tree is too deep.
    func mark() -> Bool {
        var stack: [(node: Syntax, depth: Int)] = [(Syntax(tree.root), 0)]
        while let (node, depth) = stack.popLast() {
            guard depth <= Self.maximumDepth else { return false }
            if values[node.id] != nil || removals.contains(node.id) { touch(node) }
            for child in node.children(viewMode: .sourceAccurate) where !child.is(TokenSyntax.self) {
                stack.append((child, depth + 1))
            }
        }
        return true
    }

    /// Records that a node has to be visited.
    func touch(_ node: Syntax) {
        var current: Syntax? = node
        while let next = current, touched.insert(next.id).inserted { current = next.parent }
    }

    func run() {
        AliasFinder(folder: self).find()
        _ = fold(tree.root.statements, place: .file)
    }

    /// Runs a trial, whose changes are dropped if it returns `nil`, or if they aren't wanted.
    func trial<Value>(keepsChanges: Bool, _ body: () -> Value?) -> Value? {
        let saved = (text, remarks, inserted, removals, touched, remaining, closures, results, annotated, emptied)
        let value = body()
        if value == nil || !keepsChanges {
            (text, remarks, inserted, removals, touched, remaining, closures, results, annotated, emptied) = saved
        }
        return value
    }

    // MARK: - Remarks

    func remark(_ kind: RemovalPlan.Remark.Kind, _ node: some SyntaxProtocol, _ reason: String) {
        let remark = RemovalPlan.Remark(
            kind: kind,
            path: tree.path,
            range: tree.lines.range(node.offsets),
            reason: reason
        )
        if !remarks.contains(remark) { remarks.append(remark) }
    }

    // MARK: - Nodes

    /// Folds the expressions inside of a node.
    func descend(_ node: some SyntaxProtocol) {
        for child in node.children(viewMode: .sourceAccurate) where isTouched(child) { visit(child) }
    }

    /// Folds a node that isn't known to be an expression or a statement.
    func visit(_ child: Syntax) {
        if removals.contains(child.id), remove(child) { return }
        if let expression = child.as(ExprSyntax.self) {
            let folded = fold(expression, hoist: false)
            if folded.isEmptyLiteral, let parent = child.parent { emptied.insert(parent.id) }
            emit(folded, expression, lowest: requiredLevel(of: expression))
        } else if let list = child.as(CodeBlockItemListSyntax.self) {
            _ = fold(list, place: list.parent?.is(IfConfigClauseSyntax.self) == true ? .conditional : .body)
        } else if let clause = child.as(IfConfigDeclSyntax.self) {
            fold(clause)
        } else if let block = child.as(AccessorBlockSyntax.self), case .accessors(let list) = block.accessors {
            fold(list, of: block)
        } else {
            if child.kind.isSyntaxCollection { removeElements(of: child) }
            if let list = child.as(FunctionParameterListSyntax.self) { removeDocumentation(of: list) }
            descend(child)
        }
    }

    /// Folds accessors, and removes the observers that become empty.
    private func fold(_ list: AccessorDeclListSyntax, of block: AccessorBlockSyntax) {
        var emptied: [AccessorDeclSyntax] = []
        for accessor in list where isTouched(accessor) {
            guard let body = accessor.body, isTouched(body) else {
                descend(accessor)
                continue
            }
            let outcome = fold(body.statements, place: .body)
            let isObserver = [.keyword(.willSet), .keyword(.didSet)].contains(accessor.accessorSpecifier.tokenKind)
            if isObserver, outcome.items.isEmpty, !Block(body).hasComments { emptied.append(accessor) }
        }
        if emptied.count == list.count {
            text.remove(spaceBefore(block)..<block.endOffset)
        } else {
            for accessor in emptied {
                let (range, isWhole) = extent.range(of: accessor)
                text.replace(range, with: [], isSeam: isWhole)
            }
        }
    }

    /// Returns the end of the token before a node, if it is on the same line or separated by blanks only.
    func spaceBefore(_ node: some SyntaxProtocol) -> Int {
        node.firstToken(viewMode: .sourceAccurate)?.previousToken(viewMode: .sourceAccurate)?.endOffset
            ?? node.startOffset
    }
}
