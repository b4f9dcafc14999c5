import SwiftSyntax

/// Runs the functions of ``ProgramGenerator``.
///
/// It also rejects what a compiler would reject: unknown names, names that are declared twice or used before their
/// declaration, constants that are set twice, and functions that don't return.
final class ProgramInterpreter {
    /// What a program did.
    struct Run: Equatable {
        var events: [String] = []
        var result = ""
    }

    /// A program took too many steps.
    struct Unfinished: Error {}

    /// Why a program isn't valid.
    struct Failure: Error {
        let reason: String
    }

    enum Value {
        case int(Int)
        case bool(Bool)
        case none
        case void
        case member(String)
        case tuple([Value])
        case closure(ClosureExprSyntax, Scope)
        case object(String, [String: Value])
    }

    private enum Flow {
        case next
        case returned(Value)
        case broken(String?)
        case continued(String?)
        case fallsThrough
    }

    final class Variable {
        var value: Value?
        let isConstant: Bool

        init(_ value: Value?, isConstant: Bool) {
            (self.value, self.isConstant) = (value, isConstant)
        }
    }

    final class Scope {
        let parent: Scope?
        var variables: [String: Variable] = [:]
        /// Names that the scope declares later.
        var pending: Set<String> = []

        init(_ parent: Scope?) {
            self.parent = parent
        }
    }

    private var run = Run()
    private var steps = 0
    /// What the files of a project declare.
    var declarations = Declarations()
    /// The values of the toggles.
    var toggles: [String: Value] = [:]

    /// Runs a function, whose text is parsed.
    static func run(_ tree: SourceFileSyntax, a: Int, b: Bool, c: Bool) throws -> Run {
        let interpreter = ProgramInterpreter()
        guard let function = tree.statements.first?.item.as(FunctionDeclSyntax.self) else {
            throw Failure(reason: "there is no function")
        }
        let scope = Scope(nil)
        scope.variables = [
            "on": Variable(.bool(true), isConstant: true), "off": Variable(.bool(false), isConstant: true),
            "variant": Variable(.member("treatment"), isConstant: true),
        ]
        return try interpreter.run(function, a, b, c, scope)
    }

    func run(_ function: FunctionDeclSyntax, _ a: Int, _ b: Bool, _ c: Bool, _ scope: Scope) throws -> Run {
        for (name, value) in [("a", Value.int(a)), ("b", .bool(b)), ("c", .bool(c))] { declare(name, value, scope) }
        run.result = "\(try call(function, scope))"
        return run
    }

    /// Runs the body of a function in a scope with its parameters.
    func call(_ function: FunctionDeclSyntax, _ scope: Scope) throws -> Value {
        guard let body = function.body, case .returned(let value) = try execute(body.statements, Scope(scope)) else {
            throw fail("the function doesn't return")
        }
        return value
    }

    func fail(_ reason: String) -> Failure { Failure(reason: reason) }

    // MARK: - Statements

    private func execute(_ list: CodeBlockItemListSyntax, _ scope: Scope) throws -> Flow {
        for item in list {
            for name in declaredNames(item) {
                guard scope.variables[name] == nil, scope.pending.insert(name).inserted else {
                    throw fail("\(name) is declared twice")
                }
            }
        }
        var deferred: [CodeBlockItemListSyntax] = []
        var flow = Flow.next
        for item in list {
            if let statement = item.item.as(DeferStmtSyntax.self) {
                deferred.append(statement.body.statements)
                continue
            }
            flow = try execute(item.item, scope, nil)
            if case .next = flow { continue }
            break
        }
        for body in deferred.reversed() { _ = try execute(body, Scope(scope)) }
        return flow
    }

    private func declaredNames(_ item: CodeBlockItemSyntax) -> [String] {
        if let variable = item.item.as(VariableDeclSyntax.self) {
            return variable.bindings.map(\.pattern.trimmedDescription)
        }
        guard let statement = item.item.as(GuardStmtSyntax.self) else { return [] }
        return statement.conditions.compactMap {
            if case .optionalBinding(let binding) = $0.condition { binding.pattern.trimmedDescription } else { nil }
        }
    }

    private func execute(_ item: CodeBlockItemSyntax.Item, _ scope: Scope, _ label: String?) throws -> Flow {
        steps += 1
        guard steps < 5_000 else { throw Unfinished() }
        switch item {
        case .decl(let declaration):
            guard let variable = declaration.as(VariableDeclSyntax.self) else { throw fail("unknown declaration") }
            for binding in variable.bindings {
                let value = try binding.initializer.map { try evaluate($0.value, scope) }
                declare(
                    binding.pattern.trimmedDescription,
                    value,
                    scope,
                    isConstant: variable.bindingSpecifier.text == "let"
                )
            }
            return .next
        case .expr(let expression): return try execute(expression, scope, label)
        case .stmt(let statement): return try execute(statement, scope, label)
        }
    }

    func declare(_ name: String, _ value: Value?, _ scope: Scope, isConstant: Bool = true) {
        scope.pending.remove(name)
        scope.variables[name] = Variable(value, isConstant: isConstant)
    }

    private func execute(_ expression: ExprSyntax, _ scope: Scope, _ label: String?) throws -> Flow {
        if let choice = expression.as(IfExprSyntax.self) {
            return leave(try execute(choice, scope), label, isSwitch: false)
        }
        if let choice = expression.as(SwitchExprSyntax.self) {
            return leave(try execute(choice, scope), label, isSwitch: true)
        }
        _ = try evaluate(expression, scope)
        return .next
    }

    /// Ends a statement that is left by `break`.
    private func leave(_ flow: Flow, _ label: String?, isSwitch: Bool) -> Flow {
        guard case .broken(let target) = flow else { return flow }
        if target == nil ? isSwitch : target == label { return .next }
        return flow
    }

    private func execute(_ statement: StmtSyntax, _ scope: Scope, _ label: String?) throws -> Flow {
        switch statement.as(StmtSyntaxEnum.self) {
        case .expressionStmt(let statement): return try execute(statement.expression, scope, label)
        case .labeledStmt(let statement):
            return try execute(.stmt(statement.statement), scope, statement.label.text)
        case .returnStmt(let statement):
            return .returned(try statement.expression.map { try evaluate($0, scope) } ?? .void)
        case .breakStmt(let statement): return .broken(statement.label?.text)
        case .continueStmt(let statement): return .continued(statement.label?.text)
        case .fallThroughStmt: return .fallsThrough
        case .doStmt(let statement):
            return leave(try execute(statement.body.statements, Scope(scope)), label, isSwitch: false)
        case .guardStmt(let statement):
            if try check(statement.conditions, scope) { return .next }
            let flow = try execute(statement.body.statements, Scope(scope))
            if case .next = flow { throw fail("a guard doesn't exit") }
            return flow
        case .whileStmt(let statement):
            while true {
                let inner = Scope(scope)
                guard try check(statement.conditions, inner) else { return .next }
                if let flow = end(try execute(statement.body.statements, Scope(inner)), label) { return flow }
            }
        case .repeatStmt(let statement):
            repeat {
                if let flow = end(try execute(statement.body.statements, Scope(scope)), label) { return flow }
            } while try bool(statement.condition, scope)
            return .next
        case .forStmt(let statement):
            for value in 0..<2 {
                let inner = Scope(scope)
                declare(statement.pattern.trimmedDescription, .int(value), inner)
                if let clause = statement.whereClause, try !bool(clause.condition, inner) { continue }
                if let flow = end(try execute(statement.body.statements, Scope(inner)), label) { return flow }
            }
            return .next
        default: throw fail("unknown statement")
        }
    }

    /// What ends a loop; `nil` if it goes on.
    private func end(_ flow: Flow, _ label: String?) -> Flow? {
        switch flow {
        case .next: return nil
        case .broken(let target): return target == nil || target == label ? .next : flow
        case .continued(let target): return target == nil || target == label ? nil : flow
        default: return flow
        }
    }

    private func execute(_ expression: IfExprSyntax, _ scope: Scope) throws -> Flow {
        let inner = Scope(scope)
        if try check(expression.conditions, inner) { return try execute(expression.body.statements, Scope(inner)) }
        switch expression.elseBody {
        case .codeBlock(let block): return try execute(block.statements, Scope(scope))
        case .ifExpr(let other): return try execute(other, scope)
        case nil: return .next
        }
    }

    private func check(_ list: ConditionElementListSyntax, _ scope: Scope) throws -> Bool {
        for element in list {
            switch element.condition {
            case .expression(let expression): if try !bool(expression, scope) { return false }
            case .optionalBinding(let binding):
                guard let initializer = binding.initializer else { throw fail("unknown binding") }
                let value = try evaluate(initializer.value, scope)
                if case .none = value { return false }
                declare(binding.pattern.trimmedDescription, value, scope)
            case .matchingPattern(let match):
                if try !matches(match.pattern, evaluate(match.initializer.value, scope), scope) { return false }
            default: throw fail("unknown condition")
            }
        }
        return true
    }

    private func matches(_ pattern: PatternSyntax, _ value: Value, _ scope: Scope) throws -> Bool {
        if pattern.is(WildcardPatternSyntax.self) { return true }
        if let name = pattern.as(ValueBindingPatternSyntax.self)?.pattern.as(IdentifierPatternSyntax.self) {
            declare(name.identifier.text, value, scope)
            return true
        }
        guard let expression = pattern.as(ExpressionPatternSyntax.self)?.expression else {
            throw fail("unknown pattern")
        }
        return try matches(expression, value, scope)
    }

    private func matches(_ expression: ExprSyntax, _ value: Value, _ scope: Scope) throws -> Bool {
        if expression.is(DiscardAssignmentExprSyntax.self) { return true }
        guard case .tuple(let values) = value, let tuple = expression.as(TupleExprSyntax.self) else {
            return equal(try evaluate(expression, scope), value)
        }
        return try zip(tuple.elements, values).allSatisfy { try matches($0.expression, $1, scope) }
    }

    private func execute(_ expression: SwitchExprSyntax, _ scope: Scope) throws -> Flow {
        let branches = expression.cases.compactMap { $0.as(SwitchCaseSyntax.self) }
        let value = try evaluate(expression.subject, scope)
        guard var index = try branches.firstIndex(where: { try takes($0, value, scope) }) else {
            throw fail("no case matches")
        }
        while true {
            guard !branches[index].statements.isEmpty else { throw fail("a case is empty") }
            let flow = try execute(branches[index].statements, Scope(scope))
            guard case .fallsThrough = flow else { return flow }
            index += 1
        }
    }

    private func takes(_ branch: SwitchCaseSyntax, _ value: Value, _ scope: Scope) throws -> Bool {
        guard case .case(let label) = branch.label else { return true }
        return try label.caseItems.contains { item in
            try matches(item.pattern, value, scope) && item.whereClause.map { try bool($0.condition, scope) } ?? true
        }
    }

    // MARK: - Expressions

    /// Returns whether a name refers to something local.
    func isLocal(_ name: String, _ scope: Scope) -> Bool {
        var current: Scope? = scope
        while let next = current {
            if next.pending.contains(name) || next.variables[name] != nil { return true }
            current = next.parent
        }
        return false
    }

    private func find(_ name: String, _ scope: Scope) throws -> Variable {
        var current: Scope? = scope
        while let next = current {
            if next.pending.contains(name) { throw fail("\(name) is used before its declaration") }
            if let variable = next.variables[name] { return variable }
            current = next.parent
        }
        throw fail("\(name) is unknown")
    }

    private func bool(_ expression: ExprSyntax, _ scope: Scope) throws -> Bool {
        guard case .bool(let value) = try evaluate(expression, scope) else {
            throw fail("\(expression) is not a Boolean")
        }
        return value
    }

    private func equal(_ left: Value, _ right: Value) -> Bool { "\(left)" == "\(right)" }

    func evaluate(_ expression: ExprSyntax, _ scope: Scope) throws -> Value {
        switch expression.as(ExprSyntaxEnum.self) {
        case .integerLiteralExpr(let literal): return .int(Int(literal.literal.text) ?? 0)
        case .booleanLiteralExpr(let literal): return .bool(literal.literal.text == "true")
        case .nilLiteralExpr: return .none
        case .declReferenceExpr(let reference):
            let name = reference.baseName.text
            if let value = try global(name, scope) { return value }
            guard let value = try find(name, scope).value else { throw fail("\(name) has no value") }
            return value
        case .memberAccessExpr(let access):
            guard let base = access.base else { return .member(access.declName.baseName.text) }
            if let value = try member(access.declName.baseName.text, of: base, scope) { return value }
            return .bool(access.declName.baseName.text == "x")
        case .prefixOperatorExpr(let negation): return .bool(try !bool(negation.expression, scope))
        case .tupleExpr(let tuple):
            guard let element = tuple.elements.first else { throw fail("unknown tuple") }
            guard tuple.elements.count == 1 else {
                return .tuple(try tuple.elements.map { try evaluate($0.expression, scope) })
            }
            return try evaluate(element.expression, scope)
        case .closureExpr(let closure): return .closure(closure, scope)
        case .functionCallExpr(let call): return try evaluate(call, scope)
        case .sequenceExpr(let sequence):
            var elements = Array(sequence.elements)[...]
            return try evaluate(&elements, 0, scope, isSkipped: false)
        case .ifExpr(let choice):
            let inner = Scope(scope)
            if try check(choice.conditions, inner) { return try value(of: choice.body.statements, inner) }
            switch choice.elseBody {
            case .codeBlock(let block): return try value(of: block.statements, scope)
            case .ifExpr(let other): return try evaluate(ExprSyntax(other), scope)
            case nil: throw fail("an if has no value")
            }
        case .switchExpr(let choice):
            let value = try evaluate(choice.subject, scope)
            for branch in choice.cases.compactMap({ $0.as(SwitchCaseSyntax.self) })
            where try takes(branch, value, scope) {
                return try self.value(of: branch.statements, scope)
            }
            throw fail("no case matches")
        default: throw fail("unknown expression \(expression.kind)")
        }
    }

    private func value(of statements: CodeBlockItemListSyntax, _ scope: Scope) throws -> Value {
        guard statements.count == 1, let item = statements.first?.item else { throw fail("a branch has no value") }
        if case .expr(let expression) = item { return try evaluate(expression, scope) }
        if let expression = item.as(ExpressionStmtSyntax.self)?.expression { return try evaluate(expression, scope) }
        throw fail("a branch has no value")
    }

    private func evaluate(_ call: FunctionCallExprSyntax, _ scope: Scope) throws -> Value {
        if let value = try declared(call, scope) { return value }
        let arguments = try call.arguments.map { try evaluate($0.expression, scope) }
        switch (call.calledExpression.trimmedDescription, arguments.count) {
        case ("log", 1), ("number", 1), ("check", 2), ("maybe", 2):
            run.events.append("\(arguments[0])")
            if arguments.count == 1 { return arguments[0] }
            guard call.calledExpression.trimmedDescription == "maybe", case .bool(let isPresent) = arguments[1] else {
                return arguments[1]
            }
            return isPresent ? arguments[0] : .none
        default:
            guard case .closure(let closure, let captured) = try evaluate(call.calledExpression, scope) else {
                throw fail("unknown function")
            }
            switch try execute(closure.statements, Scope(captured)) {
            case .returned(let value): return value
            case .next:
                // A single expression is the result.
                if let item = closure.statements.first?.item, closure.statements.count == 1,
                    case .expr(let expression) = item
                {
                    return try evaluate(expression, Scope(captured))
                }
                throw fail("a closure doesn't return")
            default: throw fail("a closure is left")
            }
        }
    }

    // MARK: - Operators

    private static let levels: [String: Int] = [
        "=": 1, "?": 2, "||": 3, "&&": 4, "==": 5, "!=": 5, "<": 5, "??": 6, "+": 8, "-": 8, "*": 9,
    ]

    private func name(_ element: ExprSyntax) -> String {
        if element.is(UnresolvedTernaryExprSyntax.self) { return "?" }
        if element.is(AssignmentExprSyntax.self) { return "=" }
        return element.trimmedDescription
    }

    /// Evaluates the operators from a level on; skipped operands are only parsed.
    private func evaluate(
        _ elements: inout ArraySlice<ExprSyntax>,
        _ lowest: Int,
        _ scope: Scope,
        isSkipped: Bool
    ) throws -> Value {
        let first = elements.removeFirst()
        if name(elements.first ?? first) == "=", let target = first.as(DeclReferenceExprSyntax.self)?.baseName.text {
            elements.removeFirst()
            let value = try evaluate(&elements, 1, scope, isSkipped: isSkipped)
            let variable = try find(target, scope)
            if variable.isConstant, variable.value != nil { throw fail("\(target) is set twice") }
            variable.value = value
            return .void
        }
        if first.is(DiscardAssignmentExprSyntax.self) {
            elements.removeFirst()
            _ = try evaluate(&elements, 1, scope, isSkipped: isSkipped)
            return .void
        }
        var left = isSkipped ? Value.void : try evaluate(first, scope)
        while let element = elements.first {
            let name = name(element)
            guard let level = Self.levels[name] else { throw fail("unknown operator \(name)") }
            guard level >= lowest else { break }
            elements.removeFirst()
            if let choice = element.as(UnresolvedTernaryExprSyntax.self) {
                var isTrue = false
                if !isSkipped {
                    guard case .bool(let value) = left else { throw fail("the condition is not a Boolean") }
                    isTrue = value
                }
                let value = !isSkipped && isTrue ? try evaluate(choice.thenExpression, scope) : .void
                let other = try evaluate(&elements, level, scope, isSkipped: isSkipped || isTrue)
                left = isTrue ? value : other
                continue
            }
            var skips = isSkipped
            switch (name, left) {
            case ("&&", .bool(false)), ("||", .bool(true)): skips = true
            case ("??", .none): break
            case ("??", _): skips = true
            default: break
            }
            let right = try evaluate(&elements, name == "??" ? level : level + 1, scope, isSkipped: skips)
            guard !isSkipped else { continue }
            left = try apply(name, left, right)
        }
        return left
    }

    private func apply(_ name: String, _ left: Value, _ right: Value) throws -> Value {
        switch (name, left, right) {
        case ("&&", .bool(let value), _): return value ? right : left
        case ("||", .bool(let value), _): return value ? left : right
        case ("??", .none, _): return right
        case ("??", _, _): return left
        case ("==", _, _): return .bool(equal(left, right))
        case ("!=", _, _): return .bool(!equal(left, right))
        case ("<", .int(let one), .int(let other)): return .bool(one < other)
        case ("+", .int(let one), .int(let other)): return .int(one &+ other)
        case ("-", .int(let one), .int(let other)): return .int(one &- other)
        case ("*", .int(let one), .int(let other)): return .int(one &* other)
        default: throw fail("\(name) doesn't take its operands")
        }
    }
}
