import FeatureToggles

// Unchecked: an error must be sendable, and this one is caught where it is thrown.
/// Something in a definition that cannot work.
struct RuleProblem: Error, @unchecked Sendable {
    let message: String
    /// Where it stands; a name that is not in the text when that is not known.
    let place: FlatString
}

/// Turns rules of a document into nodes.
///
/// It recurses once a level of the rule. Parts that depend on nothing are evaluated here, once; each rule of
/// `$evaluators` is compiled once, however often it is referred to.
struct RuleCompiler {
    /// What a rule looks at.
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
        let root: UInt32
        let dependencies: Dependencies
        /// For an array its elements, which stand for arguments where arguments are expected.
        let arguments: (first: UInt32, count: UInt32)?
    }

    /// How deep operators may be nested.
    let maximumDepth: Int
    let bucketing: Bucketing
    private let arena: FlatArena
    var nodes: [RuleNode] = []
    var path: [FlatString] = []
    private(set) var problems: [RuleProblem] = []
    /// What the rule that was compiled last looks at.
    var dependencies = Dependencies()
    private var evaluators: [Evaluator] = []
    /// The flag at hand; `nil` within `$evaluators`.
    var flagKey: FlatValue?
    /// Whether variables are looked up in the element of an iteration.
    var isScoped = false
    private(set) var isTooDeep = false
    /// How many more bytes may be made by evaluating constant parts.
    private var foldingBudget: Int

    init(arena: FlatArena, bucketing: Bucketing, maximumDepth: Int, foldingBudget: Int) {
        self.arena = arena
        self.bucketing = bucketing
        self.maximumDepth = maximumDepth
        self.foldingBudget = foldingBudget
    }

    /// Compiles a rule of `$evaluators`.
    mutating func compileEvaluator(_ member: FlatMember) {
        begin(flagKey: nil)
        var arguments: (first: UInt32, count: UInt32)?
        let root: UInt32
        if member.value.kind == .array {
            let first = reserve(member.value.elements.count)
            for (index, element) in member.value.elements.enumerated() { compile(element, at: first + index, depth: 1) }
            arguments = (UInt32(first), UInt32(member.value.elements.count))
            root = UInt32(nodes.count)
            nodes.append(RuleNode(operation: .array, first: UInt32(first), count: UInt32(member.value.elements.count)))
        } else {
            root = UInt32(reserve(1))
            compile(member.value, at: Int(root), depth: 1)
        }
        evaluators.append(
            Evaluator(name: member.name, root: root, dependencies: dependencies, arguments: arguments)
        )
    }

    /// Compiles the rule of a flag.
    ///
    /// - Returns: The index of its node.
    mutating func compileRule(_ rule: FlatValue, ofFlag key: FlatValue) -> Int {
        begin(flagKey: key)
        let root = reserve(1)
        compile(rule, at: root, depth: 1)
        return root
    }

    private mutating func begin(flagKey: FlatValue?) {
        self.flagKey = flagKey
        dependencies = Dependencies()
        isScoped = false
    }

    mutating func reserve(_ count: Int) -> Int {
        let first = nodes.count
        nodes.append(contentsOf: repeatElement(.empty, count: count))
        return first
    }

    private mutating func report(_ message: String, at place: FlatString) {
        problems.append(RuleProblem(message: message, place: place))
    }

    // MARK: One rule

    mutating func compile(_ rule: FlatValue, at slot: Int, depth: Int) {
        switch rule.kind {
        case .array: compileArray(rule, at: slot, depth: depth)
        case .object:
            guard let operation = Self.operation(of: rule) else { break }
            guard depth <= maximumDepth else {
                isTooDeep = true
                return
            }
            compileOperation(operation.name, operation.value, at: slot, depth: depth + 1)
            return
        default: break
        }
        if rule.kind != .array { nodes[slot] = RuleNode(operation: .constant, value: rule) }
    }

    /// The operator of a rule and its arguments; `nil` when the object is no rule but a value.
    ///
    /// An operator that is written twice counts once, as the last one.
    private static func operation(of rule: FlatValue) -> FlatMember? {
        let members = rule.members
        guard let last = members.last, members.allSatisfy({ $0.name == last.name }) else { return nil }
        return last
    }

    private mutating func compileArray(_ rule: FlatValue, at slot: Int, depth: Int) {
        guard Self.hasRules(rule) else {
            nodes[slot] = RuleNode(operation: .constant, value: rule)
            return
        }
        guard depth <= maximumDepth else {
            isTooDeep = true
            return
        }
        compileArguments(rule.elements, of: RuleNode(operation: .array), at: slot, depth: depth + 1)
    }

    /// Whether an array has rules in it, and not only values.
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

    /// Compiles arguments, and evaluates the node when that can be done once and for all.
    mutating func compileArguments(
        _ arguments: UnsafeBufferPointer<FlatValue>,
        of node: RuleNode,
        at slot: Int,
        depth: Int
    ) {
        var node = node
        let first = reserve(arguments.count)
        node.first = UInt32(first)
        node.count = UInt32(arguments.count)
        let isIteration = RuleFolding.isIteration(node.operation)
        for (index, argument) in arguments.enumerated() {
            let wasScoped = isScoped
            if isIteration, index == 1 { isScoped = true }
            compile(argument, at: first + index, depth: depth)
            isScoped = wasScoped
        }
        nodes[slot] = node
        fold(slot, from: first)
    }

    private mutating func compileOperation(_ name: FlatString, _ argument: FlatValue, at slot: Int, depth: Int) {
        if name == FlatString("$ref") {
            compileReference(argument, name, at: slot)
            return
        }
        let operation = RuleOperation(name) ?? .unknown
        if operation == .unknown {
            let hint = Suggestion.closest(to: name.text, in: RuleOperation.allNames).map { "; did you mean ‘\($0)’?" }
            report("there is no operator ‘\(name.text)’\(hint ?? "")", at: name)
        }
        var node = RuleNode(operation: operation)
        if operation == .unknown { node.value = FlatValue(string: name.bytes) }
        if let evaluator = evaluator(in: argument), let arguments = evaluator.arguments {
            // Its elements stand for the arguments.
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
        switch operation {
        case .computedVariable:
            dependencies = Dependencies(context: true, time: true)
        case .missing, .missingSome, .fractional:
            dependencies.context = dependencies.context || !isScoped
        default: break
        }
    }

    // MARK: References

    private func evaluator(in rule: FlatValue) -> Evaluator? {
        guard flagKey != nil, rule.kind == .object, let member = Self.operation(of: rule),
            member.name == FlatString("$ref"), member.value.kind == .string
        else { return nil }
        return evaluators.last { $0.name == FlatString(member.value.bytes) }
    }

    private mutating func compileReference(_ argument: FlatValue, _ place: FlatString, at slot: Int) {
        let name = argument.kind == .string ? FlatString(argument.bytes) : nil
        if flagKey != nil, let name, let evaluator = evaluators.last(where: { $0.name == name }) {
            dependencies.form(evaluator.dependencies)
            nodes[slot] = RuleNode(operation: .reference, first: evaluator.root)
            return
        }
        if flagKey == nil {
            report("a rule in ‘$evaluators’ cannot refer to another one; write that one out", at: place)
        } else if let name {
            let names = evaluators.map(\.name.text)
            let hint = Suggestion.closest(to: name.text, in: names).map { "; did you mean ‘\($0)’?" } ?? ""
            report("‘$evaluators’ has no rule ‘\(name.text)’\(hint)", at: place)
        } else {
            report("‘$ref’ is the name of a rule in ‘$evaluators’, this is \(argument.kindDescription)", at: place)
        }
        nodes[slot] = RuleNode(operation: .unknown, value: FlatValue(string: place.bytes))
    }

    // MARK: Constants

    /// Replaces a node by its value when it has one whatever the context is.
    private mutating func fold(_ slot: Int, from first: Int) {
        guard let foldable = RuleFolding.foldable(nodes[slot], in: nodes), foldingBudget > 0 else { return }
        let value: FlatValue
        switch foldable {
        case .value(let known): value = known
        case .evaluation:
            let before = arena.used
            let result = nodes.withUnsafeBufferPointer { nodes in
                path.withUnsafeBufferPointer { path -> FlatValue? in
                    var evaluator = RuleEvaluator(
                        program: RuleProgram(nodes: nodes, path: path, bucketing: bucketing),
                        context: FlatContext(),
                        flagKey: flagKey ?? .null,
                        timestamp: 0,
                        scratch: arena
                    )
                    let result = evaluator.value(of: slot)
                    return evaluator.failure == nil ? result : nil
                }
            }
            foldingBudget -= arena.used - before + 16
            guard let result else { return }
            value = result
        }
        nodes[slot] = RuleNode(operation: .constant, value: value)
        // The arguments are the last nodes, unless there is more behind them.
        if slot < first { nodes.removeLast(nodes.count - first) }
    }
}
