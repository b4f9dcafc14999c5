import FeatureToggles

/// Walks compiled rules.
///
/// It recurses once a level of the rule, which the document's limits bound, and gives up after
/// ``RuleEvaluator/maximumSteps``: whatever a document says, an evaluation ends. A step is an operator, a variable, a constant
/// or an element that is looked at, or 32 bytes of a text; what costs more than the others takes more steps, and they are
/// taken before the work is done. Comparisons, logic, variables and flagd's own operators allocate nothing; operators that
/// make text or arrays take memory from an arena that lives as long as the evaluator, after they know how much they need.
///
/// What they make nests no deeper than ``FlagDocument/Limits/bracketDepth``, as deep as what a text can say: everything that
/// looks into a value recurses over it, and a rule that adds a level to its own result (`reduce`) could go on otherwise.
///
/// Where JsonLogic leaves room, it does what flagd's own evaluators do, and what JavaScript does where those differ: a number
/// is never the same (`===`) as a Boolean, `%` has the sign of the dividend, and `cat` writes `true` for a Boolean and nothing
/// for `null`. A division by zero is an error.
struct RuleEvaluator {
    /// How many steps one evaluation may take.
    static let maximumSteps = RuleAllowance.stepsOfOne
    /// How many bytes of text and arrays one evaluation may make.
    static let maximumScratch = 1 << 20

    let program: RuleProgram
    let context: FlatContext
    let flagKey: FlatValue
    let timestamp: Int64
    /// The element at hand within `map`, `filter` and the like; `nil` outside.
    var scope: FlatValue?
    private(set) var failure: RuleFailure?
    /// The index of the node that failed.
    private(set) var failedNode = 0
    /// How many more steps it may take.
    private(set) var remaining: Int
    /// How many steps it could take at first.
    private let granted: Int
    private var stepsUntilFailure = 0
    /// How many steps were taken.
    var steps: Int { failure == nil ? granted &- remaining : stepsUntilFailure }
    /// Everything that variables are looked up in, once something asked for all of it.
    var wholeData: FlatValue?
    /// Where text and arrays are that the rule made; results may be in it.
    private(set) var scratch: FlatArena?
    private var scratchUsed = 0

    /// Creates an evaluator with an arena of its own.
    ///
    /// - Parameters:
    ///   - program: The nodes.
    ///   - context: Who is asking.
    ///   - flagKey: The flag at hand.
    ///   - timestamp: The time in seconds since 1970.
    ///   - steps: How many steps it may take.
    init(
        program: RuleProgram,
        context: FlatContext,
        flagKey: FlatValue,
        timestamp: Int64,
        steps: Int = Self.maximumSteps
    ) {
        self.program = program
        self.context = context
        self.flagKey = flagKey
        self.timestamp = timestamp
        remaining = steps
        granted = steps
    }

    /// Creates an evaluator of parts that depend on nothing.
    ///
    /// - Parameters:
    ///   - program: The nodes.
    ///   - flagKey: The flag at hand.
    ///   - arena: Where the values that it makes are kept.
    ///   - steps: How many steps it may take.
    init(folding program: RuleProgram, flagKey: FlatValue, into arena: FlatArena, steps: Int) {
        self.init(
            program: program,
            context: FlatContext(),
            flagKey: flagKey,
            timestamp: 0,
            steps: min(steps, Self.maximumSteps)
        )
        scratch = arena
    }

    /// The value of a node; `null` and a ``failure`` when it has none.
    mutating func value(of index: Int) -> FlatValue {
        let node = program.nodes[index]
        remaining &-= 1
        guard remaining >= 0 else { return fail(.tooExpensive, at: index) }
        if node.operation == .constant { return node.value }
        switch node.operation {
        case .constant: return node.value
        case .reference: return value(of: Int(node.first))
        // A rule of `$evaluators` that is applied to elements looks into those.
        case .attribute: return scope == nil ? attribute(node) : value(ofVariable: node)
        case .flagKey: return scope == nil ? flagKey : value(ofVariable: node)
        case .timestamp: return scope == nil ? FlatValue(timestamp) : value(ofVariable: node)
        case .targetingKey:
            if scope != nil { return value(ofVariable: node) }
            return context.targetingKey.kind == .null && node.count > 0
                ? value(of: Int(node.first)) : context.targetingKey
        case .if: return value(ofIf: node)
        case .and: return value(ofAnd: node)
        case .or: return value(ofOr: node)
        case .not: return FlatValue(!argument(0, of: node).isTruthy)
        case .toBool: return FlatValue(argument(0, of: node).isTruthy)
        case .equal: return FlatValue(areLooselyEqual(argument(0, of: node), argument(1, of: node)))
        case .notEqual: return FlatValue(!areLooselyEqual(argument(0, of: node), argument(1, of: node)))
        case .strictEqual: return FlatValue(areSame(node))
        case .strictNotEqual: return FlatValue(!areSame(node))
        case .less, .lessOrEqual, .greater, .greaterOrEqual: return value(ofComparison: node)
        case .contains: return FlatValue(isContained(node))
        case .fractional: return value(ofFractional: node, at: index)
        case .semanticVersion: return value(ofVersionComparison: node)
        case .startsWith, .endsWith: return value(ofAffix: node)
        default: return value(ofRare: node, at: index)
        }
    }

    /// The operators that are rare, apart from the others so that those stay small.
    @inline(never)
    private mutating func value(ofRare node: RuleNode, at index: Int) -> FlatValue {
        switch node.operation {
        case .unknown:
            for argument in 0..<Int(node.count) where remaining >= 0 { _ = value(of: Int(node.first) + argument) }
            return fail(.unknownOperation, at: index)
        case .array: return value(ofArray: node)
        case .scoped, .computedVariable: return value(ofVariable: node)
        case .add, .multiply, .min, .max: return value(ofSeries: node)
        case .subtract, .divide, .remainder: return value(ofArithmetic: node, at: index)
        case .concatenate: return concatenation(of: values(of: node))
        case .substring: return substring(values(of: node), at: index)
        case .merge: return merged(values(of: node))
        case .missing: return value(ofMissing: node)
        case .missingSome: return value(ofMissingSome: node)
        case .log: return argument(0, of: node)
        case .filter, .map, .all, .some, .none: return value(ofIteration: node)
        case .reduce: return value(ofReduction: node)
        default: return .null
        }
    }

    /// The value of an argument; `null` when there is none.
    @inline(__always)
    mutating func argument(_ number: UInt32, of node: RuleNode) -> FlatValue {
        guard number < node.count else { return .null }
        return value(of: Int(node.first &+ number))
    }

    /// The values of all arguments.
    mutating func values(of node: RuleNode) -> [FlatValue] {
        // There is no memory for what there are no steps for.
        remaining &-= 8
        guard Int(node.count) <= remaining else {
            _ = fail(.tooExpensive, at: 0)
            return []
        }
        return (0..<Int(node.count)).map { value(of: Int(node.first) + $0) }
    }

    /// Notes why there is no value, if that is not known yet, and stops everything.
    @inline(never)
    mutating func fail(_ reason: RuleFailure, at index: Int) -> FlatValue {
        if failure == nil {
            failure = reason
            failedNode = index
            stepsUntilFailure = min(granted &- remaining, granted)
        }
        // So far below zero that nothing brings it back.
        remaining = .min / 2
        return .null
    }

    /// Takes steps for work that grows with the size of a value, before it is done.
    ///
    /// - Returns: Whether there were so many; otherwise the rule has failed, and the work is not to be done.
    @inline(__always)
    @discardableResult
    mutating func pay(_ steps: Int) -> Bool {
        remaining &-= steps
        if remaining >= 0 { return true }
        _ = fail(.tooExpensive, at: 0)
        return false
    }

    /// Does work that takes steps by itself, and fails when there were too few.
    @inline(__always)
    mutating func spending(_ work: (inout Int) -> Bool) -> Bool {
        let result = work(&remaining)
        return pay(0) && result
    }
}

// MARK: - Logic

extension RuleEvaluator {
    private mutating func areSame(_ node: RuleNode) -> Bool {
        let left = argument(0, of: node)
        let right = argument(1, of: node)
        return spending { left.isSame(as: right, budget: &$0) }
    }

    private mutating func value(ofIf node: RuleNode) -> FlatValue {
        var index: UInt32 = 0
        while index &+ 1 < node.count {
            if argument(index, of: node).isTruthy { return argument(index &+ 1, of: node) }
            if remaining < 0 { return .null }
            index &+= 2
        }
        return argument(index, of: node)
    }

    private mutating func value(ofAnd node: RuleNode) -> FlatValue {
        var result = FlatValue.null
        for number in 0..<node.count {
            result = argument(number, of: node)
            if !result.isTruthy { return result }
        }
        return result
    }

    private mutating func value(ofOr node: RuleNode) -> FlatValue {
        var result = FlatValue.null
        for number in 0..<node.count {
            result = argument(number, of: node)
            if result.isTruthy || remaining < 0 { return result }
        }
        return result
    }

    /// The number of the argument that an `if` answers with, for explanations.
    mutating func branch(ofIf node: RuleNode) -> Int? {
        var index: UInt32 = 0
        while index &+ 1 < node.count {
            if argument(index, of: node).isTruthy { return Int(index) + 1 }
            index &+= 2
        }
        return index < node.count ? Int(index) : nil
    }
}

// MARK: - Memory

extension RuleEvaluator {
    /// Memory for what operators make, or `nil` when an evaluation has made too much.
    ///
    /// It takes two steps; what is put there takes its own.
    mutating func memory(for bytes: Int) -> FlatArena? {
        let size = max((bytes &+ 15) & ~15, 16)
        remaining &-= 2
        // The arena of a document is larger than what one evaluation may make, and folding is bounded by the document.
        guard remaining >= 0, scratchUsed &+ size <= Self.maximumScratch else {
            _ = fail(.tooExpensive, at: 0)
            return nil
        }
        scratchUsed &+= size
        let arena = scratch ?? FlatArena(blockSize: 4_096)
        scratch = arena
        return arena
    }

    /// An array of values.
    mutating func array(of values: [FlatValue]) -> FlatValue {
        guard let memory = memory(for: 16 * values.count) else { return .null }
        return flat(memory.array(values))
    }

    /// An object of members.
    mutating func object(of members: [FlatMember]) -> FlatValue {
        guard let memory = memory(for: 32 * members.count) else { return .null }
        return flat(memory.object(members))
    }

    /// A value that operators made, unless it nests too deep.
    mutating func flat(_ value: FlatValue) -> FlatValue {
        Int(value.height) > FlagDocument.Limits.bracketDepth ? fail(.tooExpensive, at: 0) : value
    }

    /// An array of rules.
    private mutating func value(ofArray node: RuleNode) -> FlatValue {
        guard Int(node.count) <= remaining, let memory = memory(for: 16 &* Int(node.count)) else {
            return fail(.tooExpensive, at: 0)
        }
        let room = memory.room(for: Int(node.count), of: FlatValue.self)
        for number in 0..<Int(node.count) {
            room.initializeElement(at: number, to: value(of: Int(node.first) &+ number))
        }
        return failure == nil ? flat(FlatValue(elements: UnsafeBufferPointer(room))) : .null
    }

    /// `merge`: the elements of arrays, and what is no array, one after the other.
    private mutating func merged(_ values: [FlatValue]) -> FlatValue {
        let count = values.reduce(0) { $0 &+ ($1.kind == .array ? Int($1.count) : 1) }
        guard pay(count >> 1), let memory = memory(for: 16 &* count) else { return .null }
        let room = memory.room(for: count, of: FlatValue.self)
        var end = 0
        for value in values {
            if value.kind == .array {
                for element in value.elements {
                    room.initializeElement(at: end, to: element)
                    end &+= 1
                }
            } else {
                room.initializeElement(at: end, to: value)
                end &+= 1
            }
        }
        return flat(FlatValue(elements: UnsafeBufferPointer(room)))
    }
}
