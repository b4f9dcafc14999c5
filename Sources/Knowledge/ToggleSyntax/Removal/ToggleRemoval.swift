import SwiftSyntax
import ToggleLint
import ToggleManifest

/// A removal in progress: what is known so far about the values of expressions, and what is to be removed.
final class ToggleRemoval {
    /// A node that is removed.
    struct Removal {
        var file: Int
        var node: Syntax
    }

    /// A rewritten file.
    struct Folding {
        var values: [SyntaxIdentifier: KnownValue]
        var removals: Set<SyntaxIdentifier>
        var result: FileFolding.Result
    }

    let project: RemovalProject
    let kept: KnownValue
    let isDeep: Bool
    /// The functions and members that read flags.
    let readers: Set<String>
    /// The names of the variants of the toggle in the manifest, by their names in Swift; empty if it has none, or they are
    /// unknown.
    let variants: [String: String]
    /// The cases of enums that may only stand for the flag.
    var flagRows: [FlagRow] = []
    /// The expressions with known values.
    var values: [SyntaxIdentifier: (value: KnownValue, file: Int, node: Syntax)] = [:]
    /// The calls of `select`, and those that are skipped.
    private var selections: Set<SyntaxIdentifier> = []
    /// The nodes to remove.
    var removals: [SyntaxIdentifier: Removal] = [:]
    private(set) var remarks: [RemovalPlan.Remark] = []
    private var remarked: Set<RemovalPlan.Remark> = []
    /// The tests that set the toggle to the other side.
    var otherTests: [SyntaxIdentifier: Removal] = [:]
    /// Declarations that stay as constants, by their nodes, with the reason.
    var constants: [SyntaxIdentifier: (file: Int, node: Syntax, reason: String)] = [:]
    /// The declarations that are gone.
    var solved: Set<SyntaxIdentifier> = []
    /// The declarations that are being examined.
    var examined: Set<SyntaxIdentifier> = []
    /// The statements that assign the values of a publisher of the toggle, by the declaration of their target.
    var publisherTargets: [SyntaxIdentifier: [Input]] = [:]
    /// The removals of declarations and of tables with all flags, which stay if the toggle stays.
    var declarationRemovals: Set<SyntaxIdentifier> = []
    /// The names of the generated type of the values, which goes with the toggle, and the namespaces around it.
    var generatedTypes: [(namespace: String, name: String)] = []
    /// The types that declare toggles.
    var flagTypes: Set<String> = []
    /// The removed arms of stand-ins for a switch over all flags.
    var removedArms: [(clause: SwitchCaseSyntax, file: Int)] = []
    /// The names of the toggle in Swift, and its keys.
    var names: Set<String> = []
    /// The names of removed members and global declarations.
    var removedNames: Set<String> = []
    /// The parameters whose values don't matter any more.
    var forced: Set<SyntaxIdentifier> = []
    /// The members with a name, and the types around names.
    var memberNames: [String: NamedMembers] = [:]
    var typesAround: [SyntaxIdentifier: [String]] = [:]
    /// Whether all values are known, and only code that nothing uses is searched.
    var isListing = false
    /// The bodies with several statements in which values have become known.
    var pendingBodies: [SyntaxIdentifier: (list: CodeBlockItemListSyntax, owner: Syntax, file: Int)] = [:]
    /// What was found about the calls of gates, the initializers of types, and the cases with associated values.
    var gates: [String: Gated?] = [:]
    var typeInitializers: [String: [InitializerDeclSyntax]] = [:]
    var fileInitializers: [Int: [String: [InitializerDeclSyntax]]] = [:]
    var namedCases: [String: [(element: EnumCaseElementSyntax, file: Int)]] = [:]
    var labels: [String: LabelIndex] = [:]
    /// The labels and types of parameters.
    var parameterTexts: [SyntaxIdentifier: String] = [:]
    /// The values of parameters that stay for now, with the number of values that were known then.
    var parameterValues: [SyntaxIdentifier: (count: Int, value: KnownValue?)] = [:]
    /// The places with the names that removed code used, in all files.
    var wordPlaces: [String: [(file: Int, offset: Int)]] = [:]
    /// The rewritten files, with the values and removals from which they result.
    var foldings: [Int: Folding] = [:]
    /// What to list about declarations that also have other values, unless they go after all.
    var contestedPlaces: [SyntaxIdentifier: [(file: Int, node: Syntax, reason: String)]] = [:]
    /// The arguments that always have the same value.
    var arguments: [SyntaxIdentifier: Argument] = [:]
    /// The declarations that also have other values.
    var contested: Set<SyntaxIdentifier> = []
    private var pending: [(expression: ExprSyntax, file: Int)] = []
    /// The declarations whose values may have become known.
    private var pendingDeclarations: [(node: Syntax, value: KnownValue, file: Int)] = []
    private var awaiting: Set<SyntaxIdentifier> = []

    init(project: RemovalProject, kept: KnownValue, isDeep: Bool, readers: Set<String>, variants: [String: String]) {
        self.variants = variants
        self.project = project
        self.readers = readers
        self.kept = kept
        self.isDeep = isDeep
    }

    // MARK: - Recording

    func remark(_ kind: RemovalPlan.Remark.Kind, _ file: Int, _ node: some SyntaxProtocol, _ reason: String) {
        remark(kind, file, node.offsets, reason)
    }

    func remark(_ kind: RemovalPlan.Remark.Kind, _ file: Int, _ offsets: Range<Int>, _ reason: String) {
        guard let tree = project.tree(file) else { return }
        let remark = RemovalPlan.Remark(
            kind: kind,
            path: tree.path,
            range: tree.lines.range(offsets),
            reason: reason
        )
        if remarked.insert(remark).inserted { remarks.append(remark) }
    }

    func remarkUnparsed(_ file: Int, _ range: ToggleManifest.SourceRange, _ reason: String) {
        remarks.append(RemovalPlan.Remark(kind: .blocks, path: project.files[file].path, range: range, reason: reason))
    }

    var isBlocked: Bool { remarks.contains { $0.kind == .blocks } }

    func remove(_ node: some SyntaxProtocol, _ file: Int) {
        removals[node.id] = Removal(file: file, node: Syntax(node))
    }

    /// Returns whether a node, or one around it, is removed.
    func isRemoved(_ node: some SyntaxProtocol) -> Bool {
        var current: Syntax? = Syntax(node)
        while let node = current {
            if removals[node.id] != nil { return true }
            current = node.parent
        }
        return false
    }

    /// Records the value of an expression, which `run()` follows.
    func set(_ value: KnownValue, of expression: ExprSyntax, _ file: Int) {
        guard values[expression.id] == nil else { return }
        values[expression.id] = (value, file, Syntax(expression))
        pending.append((expression, file))
    }

    /// Records that a `select` selects the kept side, or that a call is skipped; its own value isn't known.
    func set(_ value: KnownValue, ofCall call: ExprSyntax, _ file: Int) {
        values[call.id] = (value, file, Syntax(call))
        selections.insert(call.id)
    }

    /// Follows all known values to what they determine.
    func run() {
        repeat {
            while let (expression, file) = pending.popLast() { follow(expression, file) }
        } while solvePendingDeclarations() || solvePendingBodies()
    }

    /// Records that a declaration may always have a value, which is decided once everything around is known.
    func examine(_ node: some SyntaxProtocol, _ value: KnownValue, _ file: Int) {
        guard awaiting.insert(node.id).inserted else { return }
        pendingDeclarations.append((Syntax(node), value, file))
    }

    /// Decides on the declarations whose values may have become known; returns whether there were any.
    private func solvePendingDeclarations() -> Bool {
        let declarations = pendingDeclarations
        (pendingDeclarations, awaiting) = ([], [])
        for declaration in declarations { solve(declaration.node, declaration.value, declaration.file) }
        return !declarations.isEmpty
    }

    // MARK: - Following values

    private func follow(_ expression: ExprSyntax, _ file: Int) {
        guard let whole = known(around: expression), let value = value(of: whole), let parent = whole.parent else {
            return
        }
        if let list = parent.as(ExprListSyntax.self) {
            // The right side of an assignment.
            if let target = assignedExpression(list) { assign(value, to: target, file) }
            return
        }
        switch parent.as(SyntaxEnum.self) {
        case .initializerClause(let clause):
            if let binding = clause.parent?.as(PatternBindingSyntax.self) {
                examine(binding, value, file)
            } else if let parameter = clause.parent?.as(FunctionParameterSyntax.self) {
                examine(parameter, value, file)
            }
        case .codeBlockItem, .returnStmt:
            if let result = resultOwner(parent) { return examine(result, value, file) }
            solveBody(around: parent, file)
            let item = parent.is(ReturnStmtSyntax.self) ? parent.parent : parent
            guard let closure = item?.parent?.parent?.as(ClosureExprSyntax.self),
                ExprSyntax(closure).closureResult != nil
            else { return }
            constants[closure.id] = (file, Syntax(closure), "this closure now always returns the same value")
            followClosure(closure, value, file)
        case .labeledExpr(let argument):
            pass(value, argument, file)
            noteText(around: argument, file)
        case .arrayElement, .dictionaryElement:
            if !isOutsideProduct(parent, file) {
                constants[parent.id] = (file, parent, "this element always has the same value now")
            }
        default: break
        }
        solveBody(around: parent, file)
    }

    /// Follows a closure that returns a value to the property or parameter that calls it: `Gate(isOpen: { value })`.
    private func followClosure(_ closure: ClosureExprSyntax, _ value: KnownValue, _ file: Int) {
        if let argument = closure.parent?.as(LabeledExprSyntax.self) {
            pass(value, argument, file)
        } else if let binding = closure.parent?.parent?.as(PatternBindingSyntax.self) {
            examine(binding, value, file)
        } else if let parameter = closure.parent?.parent?.as(FunctionParameterSyntax.self) {
            examine(parameter, value, file)
        }
    }

    /// Returns the largest expression around one with a known value whose value is known, too.
    ///
    /// For the right side of an assignment, it is the last operand.
    func known(around expression: ExprSyntax) -> ExprSyntax? {
        var current = expression
        while let parent = current.parent {
            if let list = parent.as(ExprListSyntax.self) {
                guard let sequence = list.parent?.as(SequenceExprSyntax.self) else { return current }
                if assignedExpression(list) != nil {
                    return value(ofOperands: Array(list.dropFirst(2))) == nil ? nil : ExprSyntax(list.last)
                }
                guard value(of: ExprSyntax(sequence)) != nil else { return nil }
                current = ExprSyntax(sequence)
            } else if parent.is(TryExprSyntax.self) || parent.is(AwaitExprSyntax.self)
                || parent.is(PrefixOperatorExprSyntax.self)
            {
                guard let outer = parent.as(ExprSyntax.self), value(of: outer) != nil else { return nil }
                current = outer
            } else if let tuple = parent.parent?.parent?.as(TupleExprSyntax.self), tuple.elements.count == 1,
                tuple.elements.first?.label == nil
            {
                current = ExprSyntax(tuple)
            } else if let call = calledClosure(around: parent) {
                current = call
            } else {
                return current
            }
        }
        return current
    }

    /// Returns the call `{ value }()` whose only statement is given.
    private func calledClosure(around statement: Syntax) -> ExprSyntax? {
        let item = statement.is(ReturnStmtSyntax.self) ? statement.parent : statement
        guard let item = item?.as(CodeBlockItemSyntax.self), let list = item.parent?.as(CodeBlockItemListSyntax.self),
            list.count == 1, let closure = list.parent?.as(ClosureExprSyntax.self), closure.signature == nil,
            let call = closure.parent?.as(FunctionCallExprSyntax.self),
            call.calledExpression.id == ExprSyntax(closure).id, call.arguments.isEmpty
        else { return nil }
        return ExprSyntax(call)
    }

    /// Returns the property or function whose body is a single result.
    func resultOwner(_ statement: Syntax) -> Syntax? {
        let item = statement.is(ReturnStmtSyntax.self) ? statement.parent : statement
        guard let list = item?.as(CodeBlockItemSyntax.self)?.parent?.as(CodeBlockItemListSyntax.self), list.count == 1,
            let block = list.parent
        else { return nil }
        if let accessors = block.as(AccessorBlockSyntax.self) { return accessors.parent }
        if let function = block.parent?.as(FunctionDeclSyntax.self) { return Syntax(function) }
        if let accessor = block.parent?.as(AccessorDeclSyntax.self),
            accessor.accessorSpecifier.tokenKind == .keyword(.get),
            let accessors = accessor.parent?.parent?.as(AccessorBlockSyntax.self)
        {
            if case .accessors(let all) = accessors.accessors, all.count > 1 { return nil }
            return accessors.parent
        }
        return nil
    }

    /// Returns the left side of an assignment.
    func assignedExpression(_ list: ExprListSyntax) -> ExprSyntax? {
        guard let operation = list.dropFirst().first, operation.is(AssignmentExprSyntax.self) else { return nil }
        return list.first
    }

    // MARK: - Values

    private var effects: Effects { Effects { [values] in values[$0] != nil } }

    /// Returns the value of an expression as far as it is known.
    func value(of expression: ExprSyntax) -> KnownValue? {
        value(of: expression, depth: 0)
    }

    private func value(of expression: ExprSyntax, depth: Int) -> KnownValue? {
        guard depth < 64 else { return nil }
        if let known = values[expression.id] {
            return selections.contains(expression.id) || expression.isOptionalRead ? nil : known.value
        }
        switch expression.as(ExprSyntaxEnum.self) {
        case .booleanLiteralExpr: return expression.booleanLiteral.map(KnownValue.bool)
        case .tupleExpr(let tuple):
            guard tuple.elements.count == 1, let element = tuple.elements.first, element.label == nil else {
                return nil
            }
            return value(of: element.expression, depth: depth + 1)
        case .prefixOperatorExpr(let prefix):
            guard prefix.operator.text == "!" else { return nil }
            return value(of: prefix.expression, depth: depth + 1)?.negated
        case .tryExpr(let attempt):
            return attempt.questionOrExclamationMark == nil ? value(of: attempt.expression, depth: depth + 1) : nil
        case .awaitExpr(let wait): return value(of: wait.expression, depth: depth + 1)
        case .sequenceExpr(let sequence):
            guard !ConditionReader.isLong(sequence.elements) else { return nil }
            return value(ofOperands: Array(sequence.elements), depth: depth + 1)
        case .functionCallExpr(let call):
            guard let closure = call.calledExpression.as(ClosureExprSyntax.self), call.arguments.isEmpty,
                closure.statements.count == 1, let item = closure.statements.first?.item
            else { return nil }
            let result = item.as(ExprSyntax.self) ?? item.as(ReturnStmtSyntax.self)?.expression
            return result.flatMap { value(of: $0, depth: depth + 1) }
        case .ifExpr(let choice) where choice.hasValue:
            guard case .bool(let isMet)? = value(ofConditions: choice.conditions) else { return nil }
            if isMet { return choice.body.statements.only?.item.expression.flatMap { value(of: $0, depth: depth + 1) } }
            switch choice.elseBody {
            case .codeBlock(let block)?:
                return block.statements.only?.item.expression.flatMap { value(of: $0, depth: depth + 1) }
            case .ifExpr(let other)?: return value(of: ExprSyntax(other), depth: depth + 1)
            case nil: return nil
            }
        default: return nil
        }
    }

    /// Returns the value of operands with operators between them.
    func value(ofOperands elements: [ExprSyntax], depth: Int = 0) -> KnownValue? {
        guard depth < 64, !elements.isEmpty else { return nil }
        return OperatorTree(elements[...]).flatMap { value(of: $0, depth: depth + 1) }
    }

    private func value(of tree: OperatorTree, depth: Int) -> KnownValue? {
        switch tree {
        case .operand(let expression): return value(of: expression, depth: depth + 1)
        case .choice(let condition, let first, let second):
            guard case .bool(let isTrue)? = value(of: condition, depth: depth) else { return nil }
            return isTrue ? value(of: first, depth: depth + 1) : value(of: second, depth: depth)
        case .binary(let name, .and, let left, let right), .binary(let name, .or, let left, let right):
            let strong = KnownValue.bool(name == "||")
            let first = value(of: left, depth: depth)
            if first == strong { return first }
            let second = value(of: right, depth: depth)
            // What is evaluated before has to stay, for which the folder rewrites the statement.
            if second == strong { return effects.isPossible(left.operands) ? nil : second }
            return first.flatMap { _ in second }
        case .binary("??", _, let left, _): return value(of: left, depth: depth)
        case .binary(let name, .comparison, .operand(let left), .operand(let right)) where name == "==" || name == "!=":
            let (first, second) = (value(of: left, depth: depth + 1), value(of: right, depth: depth + 1))
            if first == .gone || second == .gone { return .bool(name == "!=") }
            guard let one = first ?? left.variant, let other = second ?? right.variant, first != nil || second != nil
            else { return nil }
            return one.isEqual(to: other, among: Set(variants.keys)).map { .bool($0 == (name == "==")) }
        default: return nil
        }
    }
}
