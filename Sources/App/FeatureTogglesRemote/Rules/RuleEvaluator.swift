import FeatureToggles
import ToggleBase

/// Evaluates compiled rules.
///
/// It recurses once per level of the rule, which the document's limits bound, and stops after
/// ``RuleEvaluator/maximumSteps``, so every evaluation ends. A step is an operator, a variable, a constant, an element
/// that is examined, or 32 bytes of text. Expensive work takes more steps, and they are taken before the work starts.
/// Comparisons, logic, variables, and flagd's own operators don't allocate. Operators that create text or arrays
/// allocate from an arena that lives as long as the evaluator, once they know how much they need.
///
/// Created values nest no deeper than ``FlagDocument/Limits/bracketDepth``, the limit for parsed values. Every function
/// that examines a value recurses over it, and a rule that adds a level to its own result (`reduce`) could otherwise
/// nest without bound.
///
/// Where JsonLogic is ambiguous, the evaluator behaves like flagd's own evaluators, and where those differ, like
/// JavaScript. A number is never identical (`===`) to a Boolean, `%` has the sign of the dividend, and `cat` writes
/// `true` for a Boolean and nothing for `null`. A division by zero is an error.
struct RuleEvaluator {
    /// The maximum number of steps of one evaluation.
    static let maximumSteps = RuleAllowance.stepsOfOne
    /// The maximum size of text and arrays that one evaluation may create, in bytes.
    static let maximumScratch = 1 << 20

    let program: RuleProgram
    let context: FlatContext
    let flagKey: FlatValue
    let timestamp: Int64
    /// The current element within `map`, `filter`, and similar operators; `nil` outside of them.
    var scope: FlatValue?
    private(set) var failure: RuleEvaluationError?
    /// The index of the node that failed.
    private(set) var failedNode = 0
    /// Whether `fractional` chose the last result of ``result(of:)``, and not a branch or a default.
    private(set) var isSplit = false
    /// The number of steps left.
    private(set) var remaining: Int
    /// The number of steps granted at the start.
    private let granted: Int
    private var stepsUntilFailure = 0
    /// The number of steps taken.
    var steps: Int { failure == nil ? granted &- remaining : stepsUntilFailure }
    /// The value in which all variables are looked up, once a rule has requested it as a whole.
    var wholeData: FlatValue?
    /// The memory for text and arrays that the rule creates; results may be in it.
    private(set) var scratch: FlatArena?
    private var scratchUsed = 0

    /// Creates an evaluator with its own arena.
    ///
    /// - Parameters:
    ///   - program: The compiled rules.
    ///   - context: The evaluation context.
    ///   - flagKey: The key of the evaluated flag.
    ///   - timestamp: The time in seconds since 1970.
    ///   - steps: The maximum number of steps.
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

    /// Creates an evaluator for constant parts of rules.
    ///
    /// - Parameters:
    ///   - program: The compiled rules.
    ///   - flagKey: The key of the evaluated flag.
    ///   - arena: The memory for created values.
    ///   - steps: The maximum number of steps.
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

    /// Returns the value of a node, or `null` if evaluation fails, which sets ``failure``.
    mutating func value(of index: Int) -> FlatValue {
        let node = program.nodes[index]
        remaining &-= 1
        guard remaining >= 0 else { return fail(.tooExpensive, at: index) }
        if node.operation == .constant { return node.value }
        switch node.operation {
        case .constant: return node.value
        case .reference: return value(of: Int(node.first))
        // A rule of `$evaluators` that is applied to elements looks up its variables in them.
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

    /// Evaluates rare operators, in a separate function to keep the one for common operators small.
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
        // `value(of:)` evaluates these. They are listed so that the compiler finds an operation without an evaluation.
        case .constant, .reference, .attribute, .flagKey, .timestamp, .targetingKey, .if, .and, .or, .not, .toBool,
            .equal, .notEqual, .strictEqual, .strictNotEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
            .contains, .fractional, .semanticVersion, .startsWith, .endsWith:
            return .null
        }
    }

    /// Returns the value of an argument, or `null` if the argument is missing.
    @inline(__always)
    mutating func argument(_ number: UInt32, of node: RuleNode) -> FlatValue {
        guard number < node.count else { return .null }
        return value(of: Int(node.first &+ number))
    }

    /// Returns the values of all arguments, or none after a failure.
    mutating func values(of node: RuleNode) -> [FlatValue] {
        // Don't allocate memory for more values than there are steps left.
        remaining &-= 8
        guard Int(node.count) <= remaining else {
            _ = fail(.tooExpensive, at: 0)
            return []
        }
        var values: [FlatValue] = []
        values.reserveCapacity(Int(node.count))
        for number in 0..<node.count where remaining >= 0 { values.append(argument(number, of: node)) }
        return remaining < 0 ? [] : values
    }

    /// Records a failure unless one is already recorded, and stops the evaluation.
    @inline(never)
    mutating func fail(_ reason: RuleEvaluationError, at index: Int) -> FlatValue {
        if failure == nil {
            failure = reason
            failedNode = index
            stepsUntilFailure = min(granted &- remaining, granted)
        }
        // Far enough below zero that nothing makes it positive again.
        remaining = .min / 2
        return .null
    }

    /// Takes steps for work that grows with the size of a value, before it starts.
    ///
    /// - Returns: Whether enough steps were left; otherwise the rule has failed, and the caller must not do the work.
    @inline(__always)
    @discardableResult
    mutating func pay(_ steps: Int) -> Bool {
        remaining &-= steps
        if remaining >= 0 { return true }
        _ = fail(.tooExpensive, at: 0)
        return false
    }

    /// Does work that takes steps itself, and fails if too few are left.
    @inline(__always)
    mutating func spending(_ work: (inout Int) -> Bool) -> Bool {
        let result = work(&remaining)
        return pay(0) && result
    }
}

// MARK: - Logic

extension RuleEvaluator {
    /// Returns the value of a flag's rule, like ``value(of:)``, and finds out whether `fractional` chose it.
    mutating func result(of index: Int) -> FlatValue {
        isSplit = false
        let node = program.nodes[index]
        switch node.operation {
        case .if, .and, .or, .reference:
            remaining &-= 1
            guard remaining >= 0 else { return fail(.tooExpensive, at: index) }
        default:
            let result = value(of: index)
            isSplit = node.operation == .fractional && result.kind != .null
            return result
        }
        if node.operation == .reference { return result(of: Int(node.first)) }
        if node.operation == .if {
            let branch = branch(ofIf: node)
            return remaining < 0 ? .null : branch.map { result(of: Int(node.first) + $0) } ?? .null
        }
        var last = FlatValue.null
        for number in 0..<Int(node.count) {
            last = result(of: Int(node.first) + number)
            if remaining < 0 || last.isTruthy == (node.operation == .or) { break }
        }
        return last
    }

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

    /// Returns the number of the argument that an `if` selects, for explanations.
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
    /// Returns memory for a value that an operator creates, or `nil` if the evaluation has created too much.
    ///
    /// This takes two steps; filling the memory takes more.
    mutating func memory(for bytes: Int) -> FlatArena? {
        let size = max((bytes &+ 15) & ~15, 16)
        remaining &-= 2
        // A document's arena is larger than the limit of one evaluation, and folding is bounded by the document.
        guard remaining >= 0, scratchUsed &+ size <= Self.maximumScratch else {
            _ = fail(.tooExpensive, at: 0)
            return nil
        }
        scratchUsed &+= size
        let arena = scratch ?? FlatArena(blockSize: 4_096)
        scratch = arena
        return arena
    }

    /// Creates an array of values.
    mutating func array(of values: [FlatValue]) -> FlatValue {
        guard let memory = memory(for: 16 * values.count) else { return .null }
        return flat(memory.array(values))
    }

    /// Creates an object of members.
    mutating func object(of members: [FlatMember]) -> FlatValue {
        guard let memory = memory(for: 32 * members.count) else { return .null }
        return flat(memory.object(members))
    }

    /// Returns a value that operators created, or fails if it nests too deeply.
    mutating func flat(_ value: FlatValue) -> FlatValue {
        Int(value.height) > FlagDocument.Limits.bracketDepth ? fail(.tooExpensive, at: 0) : value
    }

    /// Creates an array from the values of rules.
    private mutating func value(ofArray node: RuleNode) -> FlatValue {
        guard Int(node.count) <= remaining, let memory = memory(for: 16 &* Int(node.count)) else {
            return fail(.tooExpensive, at: 0)
        }
        let room = memory.room(for: Int(node.count), of: FlatValue.self)
        for number in 0..<Int(node.count) {
            room.initializeElement(at: number, to: value(of: Int(node.first) &+ number))
            guard remaining >= 0 else { return .null }
        }
        return flat(FlatValue(elements: UnsafeBufferPointer(room)))
    }

    /// `merge`: concatenates the elements of arrays, and values other than arrays.
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
