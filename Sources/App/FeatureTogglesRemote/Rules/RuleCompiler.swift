import FeatureToggles
import ToggleBase

// Unchecked: an error must be sendable, and this one never leaves the document reader.
/// A problem in a definition that makes it unusable.
struct RuleError: Error, @unchecked Sendable {
    let message: String
    /// The place in the text, or a name outside the text if the place is unknown.
    let place: FlatString
    /// Whether the rule is valid but exceeds a limit.
    var isTooExpensive = false
}

/// Compiles the rules of a document into nodes.
///
/// It recurses once per level of the rule. It evaluates constant parts once, during compilation, and compiles each rule
/// of `$evaluators` once, regardless of the number of references to it.
struct RuleCompiler {
    /// The inputs that a rule depends on.
    struct Dependencies {
        var context = false
        var time = false

        mutating func form(_ other: Dependencies) {
            context = context || other.context
            time = time || other.time
        }
    }

    /// A rule of `$evaluators`.
    private struct Evaluator {
        let name: FlatString
        /// Whether rules can refer to it.
        let isUsable: Bool
        /// Whether it is a complete rule, which is an object.
        let isObject: Bool
        let root: UInt32
        let dependencies: Dependencies
        /// The elements of an array, which replace the arguments of an operator.
        let arguments: (first: UInt32, count: UInt32)?
    }

    /// The maximum number of nodes of all rules in a document: twice as many as realistic rules have in a document of
    /// the maximum size.
    static let maximumNodes = 1 << 18
    /// The maximum number of names in the paths of all variables in a document.
    ///
    /// Further paths are parsed at each evaluation.
    static let maximumPath = 1 << 17
    /// The maximum number of names in a path that is not parsed at each evaluation.
    static let maximumPathLength = 32
    /// The maximum number of reported problems; further ones are only counted.
    static let maximumProblems = 1_000
    /// The maximum number of unknown names that get a suggestion, and of names among which each suggestion is searched.
    static let maximumSuggestions = 32
    /// The maximum length of a name that gets a suggestion, in bytes.
    static let longestSuggestion = 32

    /// The maximum nesting depth of operators.
    let maximumDepth: Int
    /// Marks the node of a list that has its table in the next node.
    private static let markOfList: UInt16 = 1
    let bucketing: Bucketing
    private let arena: FlatArena
    var nodes: [RuleNode] = []
    var path: [FlatString] = []
    private(set) var problems: [RuleError] = []
    /// The number of problems that are not in `problems`.
    private(set) var omittedProblems = 0
    /// The dependencies of the rule that was compiled last.
    var dependencies = Dependencies()
    private var evaluators: [Evaluator] = []
    private var evaluatorIndex: FlagIndex
    private var suggestions = 0
    /// The key of the current flag; `nil` within `$evaluators`.
    var flagKey: FlatValue?
    /// Whether variables are looked up in the element of an iteration.
    var isScoped = false
    /// The problem that makes the current rule unusable as a whole.
    private var refusal: RuleError?
    /// The operator being compiled.
    private var innermost = FlatString("targeting")
    /// The number of bytes that evaluating constant parts may still create.
    private var foldingBudget: Int
    /// The number of steps that evaluating constant parts may still take.
    private(set) var foldingSteps: Int

    /// Creates a compiler.
    ///
    /// - Parameters:
    ///   - arena: The memory for values.
    ///   - bucketing: How `fractional` assigns users to buckets.
    ///   - maximumDepth: The maximum nesting depth of operators.
    ///   - size: The size of the document, which bounds the evaluation of constant parts.
    ///   - evaluators: The number of rules in `$evaluators`.
    init(arena: FlatArena, bucketing: Bucketing, maximumDepth: Int, size: Int, evaluators: Int) {
        self.arena = arena
        self.bucketing = bucketing
        self.maximumDepth = maximumDepth
        foldingBudget = 2 * size
        foldingSteps = size
        evaluatorIndex = FlagIndex(capacity: evaluators)
    }

    /// Compiles a rule of `$evaluators`.
    mutating func compileEvaluator(_ member: FlatMember) {
        begin(flagKey: nil, place: member.name)
        let start = (nodes.count, path.count)
        var arguments: (first: UInt32, count: UInt32)?
        let root: UInt32
        if member.value.kind == .array, fits(member.value.elements.count) {
            let first = reserve(member.value.elements.count)
            for (index, element) in member.value.elements.enumerated() { compile(element, at: first + index, depth: 1) }
            arguments = (UInt32(first), UInt32(member.value.elements.count))
            root = UInt32(nodes.count)
            if member.value.height == 1, nodes[first...].allSatisfy({ $0.operation == .constant }) {
                // The list as it is in the document, and its table.
                nodes.append(RuleNode(operation: .constant, pathCount: Self.markOfList, value: member.value))
                let table = TextTable(of: member.value.elements, in: arena)?.value ?? .null
                nodes.append(RuleNode(operation: .constant, value: table))
            } else {
                let count = UInt32(member.value.elements.count)
                nodes.append(RuleNode(operation: .array, first: UInt32(first), count: count))
            }
        } else {
            root = UInt32(reserve(1))
            compile(member.value, at: Int(root), depth: 1)
        }
        if let refusal {
            report(refusal.message, at: refusal.place)
            forget(from: start)
        }
        let evaluator = Evaluator(
            name: member.name,
            isUsable: refusal == nil,
            isObject: member.value.kind == .object,
            root: root,
            dependencies: dependencies,
            arguments: arguments
        )
        // Of two rules with the same name, the last one wins.
        let position = evaluators.count
        let known = evaluatorIndex.insert(member.name, at: position) { [evaluators] in evaluators[$0].name }
        if let known {
            evaluators[known] = evaluator
        } else {
            evaluators.append(evaluator)
        }
    }

    private func evaluator(named name: FlatString) -> Evaluator? {
        evaluatorIndex.position(of: name) { evaluators[$0].name }.map { evaluators[$0] }
    }

    /// Compiles the rule of a flag.
    ///
    /// - Returns: The index of the rule's node.
    /// - Throws: The problem that makes the rule unusable as a whole.
    mutating func compileRule(_ rule: FlatMember, ofFlag key: FlatValue) throws(RuleError) -> Int {
        begin(flagKey: key, place: rule.name)
        let start = (nodes.count, path.count)
        if let reference = reference(in: rule.value), let evaluator = evaluator(named: reference), evaluator.isUsable,
            !evaluator.isObject
        {
            throw RuleError(
                message: "‘targeting’ refers to ‘\(reference.text)’, which is not an object, so not a rule by itself",
                place: rule.name
            )
        }
        let root = reserve(1)
        compile(rule.value, at: root, depth: 1)
        if let refusal {
            forget(from: start)
            throw refusal
        }
        return root
    }

    private mutating func begin(flagKey: FlatValue?, place: FlatString) {
        self.flagKey = flagKey
        dependencies = Dependencies()
        isScoped = false
        refusal = nil
        innermost = place
    }

    /// Removes the nodes and paths of an unusable rule.
    private mutating func forget(from start: (nodes: Int, path: Int)) {
        nodes.removeLast(nodes.count - start.nodes)
        path.removeLast(path.count - start.path)
    }

    /// Whether there is room for more nodes; otherwise the rule is refused.
    mutating func fits(_ count: Int) -> Bool {
        if nodes.count + count <= Self.maximumNodes { return refusal == nil }
        refuse("the rules of the document have more than \(Self.maximumNodes) parts in total; shorten this one")
        refusal?.isTooExpensive = true
        return false
    }

    private mutating func refuse(_ message: String) {
        guard refusal == nil else { return }
        refusal = RuleError(message: message, place: innermost)
    }

    @inline(never)
    private mutating func refuseDepth() {
        refuse(
            """
            operators are nested more than \(maximumDepth) levels deep here; flatten the rule, or move a part of it \
            to ‘$evaluators’
            """
        )
    }

    mutating func reserve(_ count: Int) -> Int {
        let first = nodes.count
        nodes.append(contentsOf: repeatElement(.empty, count: count))
        return first
    }

    private mutating func report(_ message: @autoclosure () -> String, at place: FlatString) {
        if problems.count < Self.maximumProblems {
            let message = message()
            problems.append(RuleError(message: message, place: place))
        } else {
            omittedProblems += 1
        }
    }

    /// Returns a suggestion for the unknown name of an operator or a rule in `$evaluators`, as the end of a sentence,
    /// or an empty string if the search would take too long.
    private mutating func hint(for name: FlatString, isOperator: Bool) -> String {
        guard problems.count < Self.maximumProblems, suggestions < Self.maximumSuggestions,
            name.count <= Self.longestSuggestion
        else { return "" }
        suggestions += 1
        let names = isOperator ? RuleOperation.allNames : evaluators.prefix(2 * Self.maximumSuggestions).map(\.name)
        let candidates = names.filter { $0.count <= Self.longestSuggestion }
        return Suggestion.closest(to: name.text, in: candidates.map(\.text)).map { "; did you mean ‘\($0)’?" } ?? ""
    }

    // MARK: One rule

    // Not inlined, nor are the functions that it calls: mutually recursive functions would be copied into each other,
    // which adds twenty kilobytes.
    @inline(never)
    mutating func compile(_ rule: FlatValue, at slot: Int, depth: Int) {
        guard refusal == nil else { return }
        switch rule.kind {
        case .array: compileArray(rule, at: slot, depth: depth)
        case .object:
            guard let operation = Self.operation(of: rule) else { break }
            guard depth <= maximumDepth, rule.height < .max else { return refuseDepth() }
            compileOperation(operation.name, operation.value, at: slot, depth: depth + 1)
            return
        default: if rule.height == .max { return refuseDepth() }
        }
        if rule.kind != .array { nodes[slot] = RuleNode(operation: .constant, value: rule) }
    }

    /// Returns the operator of a rule and its arguments, or `nil` if the object is a value and not a rule.
    ///
    /// If the object contains only duplicates of one operator, the last one wins.
    private static func operation(of rule: FlatValue) -> FlatMember? {
        let members = rule.members
        guard let last = members.last, members.allSatisfy({ $0.name == last.name }) else { return nil }
        return last
    }

    private mutating func compileArray(_ rule: FlatValue, at slot: Int, depth: Int) {
        guard rule.height == .max || Self.hasRules(rule) else {
            nodes[slot] = RuleNode(operation: .constant, value: rule)
            return
        }
        guard depth <= maximumDepth, rule.height < .max else { return refuseDepth() }
        compileArguments(rule.elements, of: RuleNode(operation: .array), at: slot, depth: depth + 1)
    }

    /// Whether an array contains rules, and not only values.
    private static func hasRules(_ array: FlatValue) -> Bool {
        guard array.height > 1 else { return false }
        return array.elements.contains { element in
            switch element.kind {
            case .array: hasRules(element)
            case .object: operation(of: element) != nil
            default: false
            }
        }
    }

    /// Compiles arguments, and evaluates the node if its value is constant.
    @inline(never)
    mutating func compileArguments(
        _ arguments: UnsafeBufferPointer<FlatValue>,
        of node: RuleNode,
        at slot: Int,
        depth: Int
    ) {
        guard fits(arguments.count) else { return }
        var node = node
        let first = reserve(arguments.count)
        node.first = UInt32(first)
        node.count = UInt32(arguments.count)
        let isIteration = node.operation.isIteration
        for (index, argument) in arguments.enumerated() {
            let wasScoped = isScoped
            if isIteration, index == 1 { isScoped = true }
            compile(argument, at: first + index, depth: depth)
            isScoped = wasScoped
        }
        nodes[slot] = node
        fold(slot, from: first)
        if nodes[slot].operation == .contains, arguments.count > 1 { addTable(to: slot) }
    }

    /// Adds a table to a node that searches a long list of strings.
    private mutating func addTable(to slot: Int) {
        let first = Int(nodes[slot].first)
        let list = nodes[first + 1]
        if list.operation == .reference {
            // A rule of `$evaluators` that is only a list has its table in the next node.
            let root = Int(list.first)
            guard nodes[root].pathCount == Self.markOfList else { return }
            nodes[first + 1] = nodes[root]
            nodes[slot].value = nodes[root + 1].value
        } else if list.operation == .constant, list.value.kind == .array {
            nodes[slot].value = TextTable(of: list.value.elements, in: arena)?.value ?? .null
        }
    }

    private mutating func compileOperation(_ name: FlatString, _ argument: FlatValue, at slot: Int, depth: Int) {
        innermost = name
        if name == FlatString("$ref") {
            compileReference(argument, name, at: slot)
            return
        }
        let operation = RuleOperation(name) ?? .unknown
        if operation == .unknown {
            let hint = hint(for: name, isOperator: true)
            report("there is no operator ‘\(name.text)’\(hint)", at: name)
        }
        var node = RuleNode(operation: operation)
        if operation == .unknown { node.value = FlatValue(string: name.bytes) }
        if let evaluator = evaluator(in: argument), let arguments = evaluator.arguments {
            // The elements replace the arguments.
            dependencies.form(evaluator.dependencies)
            node.first = arguments.first
            node.count = arguments.count
            noteContext(of: operation)
            nodes[slot] = node
            return
        }
        if argument.kind == .array {
            compileOperation(operation, node, argument.elements, at: slot, depth: depth)
        } else {
            withUnsafePointer(to: argument) {
                compileOperation(operation, node, UnsafeBufferPointer(start: $0, count: 1), at: slot, depth: depth)
            }
        }
    }

    private mutating func compileOperation(
        _ operation: RuleOperation,
        _ node: RuleNode,
        _ arguments: UnsafeBufferPointer<FlatValue>,
        at slot: Int,
        depth: Int
    ) {
        if operation == .computedVariable {
            compileVariable(arguments, at: slot, depth: depth)
        } else {
            noteContext(of: operation)
            compileArguments(arguments, of: node, at: slot, depth: depth)
        }
    }

    mutating func noteContext(of operation: RuleOperation) {
        if operation == .computedVariable {
            dependencies = Dependencies(context: true, time: true)
        } else if operation.readsContext, !isScoped {
            dependencies.context = true
        }
    }

    // MARK: References

    /// Returns the name in a rule that consists only of a reference.
    private func reference(in rule: FlatValue) -> FlatString? {
        guard flagKey != nil, rule.kind == .object, let member = Self.operation(of: rule),
            member.name == FlatString("$ref"), member.value.kind == .string
        else { return nil }
        return FlatString(member.value.bytes)
    }

    private func evaluator(in rule: FlatValue) -> Evaluator? {
        reference(in: rule).flatMap { evaluator(named: $0) }
    }

    private mutating func compileReference(_ argument: FlatValue, _ place: FlatString, at slot: Int) {
        let name = argument.kind == .string ? FlatString(argument.bytes) : nil
        let evaluator = flagKey == nil ? nil : name.flatMap { self.evaluator(named: $0) }
        if let evaluator, evaluator.isUsable {
            dependencies.form(evaluator.dependencies)
            nodes[slot] = RuleNode(operation: .reference, first: evaluator.root)
            return
        }
        if flagKey == nil {
            report("a rule in ‘$evaluators’ cannot refer to another one; write out the other rule instead", at: place)
        } else if let name, evaluator != nil {
            report("the rule ‘\(name.text)’ in ‘$evaluators’ cannot be used", at: place)
        } else if let name {
            let hint = hint(for: name, isOperator: false)
            report("‘$evaluators’ has no rule ‘\(name.text)’\(hint)", at: place)
        } else {
            report("‘$ref’ must be the name of a rule in ‘$evaluators’, not \(argument.kindDescription)", at: place)
        }
        nodes[slot] = RuleNode(operation: .unknown, value: FlatValue(string: place.bytes))
    }

    // MARK: Constants

    /// Replaces a node with its value if that is the same for every context.
    private mutating func fold(_ slot: Int, from first: Int) {
        guard refusal == nil, foldingBudget > 0, foldingSteps > 0,
            let foldable = RuleFolding.foldable(nodes[slot], in: nodes)
        else { return }
        let value: FlatValue
        switch foldable {
        case .value(let known): value = known
        case .evaluation:
            let before = arena.used
            let (result, steps) = nodes.withUnsafeBufferPointer { nodes in
                path.withUnsafeBufferPointer { path -> (FlatValue?, Int) in
                    var evaluator = RuleEvaluator(
                        folding: RuleProgram(nodes: nodes, path: path, bucketing: bucketing),
                        flagKey: flagKey ?? .null,
                        into: arena,
                        steps: foldingSteps
                    )
                    let result = evaluator.value(of: slot)
                    // A part that fails is evaluated with the rule.
                    return (evaluator.failure == nil ? result : nil, evaluator.steps)
                }
            }
            foldingBudget -= arena.used - before + 16
            foldingSteps -= steps
            guard let result else { return }
            value = result
        }
        nodes[slot] = RuleNode(operation: .constant, value: value)
        // The arguments are the last nodes, unless others follow them.
        if slot < first { nodes.removeLast(nodes.count - first) }
    }
}
