import FeatureTogglesRemote

/// What tools know about an operator of targeting rules, with the arguments that flagd's schema defines.
///
/// - SeeAlso: https://flagd.dev/schema/v0/targeting.json
struct RuleOperator {
    /// The arguments of an operator.
    enum Arguments {
        /// A number of arguments, each of which can be any rule or value.
        case count(ClosedRange<Int>)
        /// One argument, with or without an array around it.
        case single
        // Operators with their own checks:
        case variable, missing, missingSome, stringPair, version, fractional

        static func atLeast(_ count: Int) -> Arguments { .count(count...Int.max) }
    }

    /// The result of an operator.
    enum Result {
        /// One of its arguments, which alternate between conditions and results.
        case branches
        /// One of its arguments, or a value computed from them.
        case operands
        /// `true` or `false`.
        case boolean
        /// A variant by weight.
        case share
        /// Anything.
        case anything
    }

    /// The kinds of work that operators do, from which their steps follow.
    enum Cost {
        /// Compares the text of its arguments.
        case comparison
        /// Compares its arguments at all levels.
        case identity
        case branches, operand, variable, number, version, text, list, merging, names, share, membership
        // Applies its second argument to the elements of the first one.
        case mapping, filtering, reduction, test
    }

    /// The values of an attribute for which the result of a comparison with a text differs.
    enum Neighbors {
        case same, version, beginning, end, part
    }

    let arguments: Arguments
    let result: Result
    var cost = Cost.comparison
    /// The operator in a condition that people read, if it isn't shown as JSON.
    var word: String?
    var neighbors = Neighbors.same
    /// The comparison with its arguments exchanged, if it's one by order.
    var mirror: String?

    /// Whether the operator uses its arguments as conditions, and doesn't compare them.
    var isLogic: Bool {
        switch (result, arguments) {
        case (.branches, _), (.operands, _), (_, .single): true
        default: false
        }
    }

    /// Whether the operator combines conditions, which stand in parentheses inside of another one.
    var isJunction: Bool { if case .operands = result { word != nil } else { false } }

    /// Describes an operation; returns `nil` if it isn't an operator.
    init?(_ operation: RuleOperation) {
        switch operation {
        case .constant, .array, .reference, .unknown, .attribute, .scoped, .flagKey, .timestamp, .targetingKey:
            return nil
        case .computedVariable: self.init(.variable, .anything, .variable)
        case .if: self.init(.atLeast(1), .branches, .branches)
        case .and: self.init(.atLeast(1), .operands, .operand, word: "and")
        case .or: self.init(.atLeast(1), .operands, .operand, word: "or")
        case .not: self.init(.single, .boolean, word: "not")
        case .toBool: self.init(.single, .boolean)
        case .equal: self.init(.count(2...2), .boolean, word: "==")
        case .notEqual: self.init(.count(2...2), .boolean, word: "!=")
        case .strictEqual: self.init(.count(2...2), .boolean, .identity, word: "==")
        case .strictNotEqual: self.init(.count(2...2), .boolean, .identity, word: "!=")
        case .less: self.init(.count(2...3), .boolean, word: "<", mirror: ">")
        case .lessOrEqual: self.init(.count(2...3), .boolean, word: "<=", mirror: ">=")
        case .greater: self.init(.count(2...2), .boolean, word: ">", mirror: "<")
        case .greaterOrEqual: self.init(.count(2...2), .boolean, word: ">=", mirror: "<=")
        case .contains: self.init(.count(2...2), .boolean, .membership, word: "in", neighbors: .part)
        case .semanticVersion: self.init(.version, .boolean, .version, neighbors: .version)
        case .startsWith: self.init(.stringPair, .boolean, word: "starts_with", neighbors: .beginning)
        case .endsWith: self.init(.stringPair, .boolean, word: "ends_with", neighbors: .end)
        case .fractional: self.init(.fractional, .share, .share)
        case .add, .subtract, .min, .max: self.init(.atLeast(1), .anything, .number)
        case .multiply: self.init(.atLeast(2), .anything, .number)
        case .divide, .remainder: self.init(.count(2...2), .anything, .number)
        case .concatenate: self.init(.atLeast(1), .anything, .text)
        case .substring: self.init(.count(2...3), .anything, .text)
        case .merge: self.init(.atLeast(1), .anything, .merging)
        case .missing: self.init(.missing, .anything, .names)
        case .missingSome: self.init(.missingSome, .anything, .names)
        case .log: self.init(.count(1...1), .anything, .operand)
        case .map: self.init(.count(2...2), .anything, .mapping)
        case .filter: self.init(.count(2...2), .anything, .filtering)
        case .reduce: self.init(.count(3...3), .anything, .reduction)
        case .all, .some, .none: self.init(.count(2...2), .boolean, .test)
        }
    }

    private init(
        _ arguments: Arguments,
        _ result: Result,
        _ cost: Cost = .comparison,
        word: String? = nil,
        neighbors: Neighbors = .same,
        mirror: String? = nil
    ) {
        (self.arguments, self.result, self.cost) = (arguments, result, cost)
        (self.word, self.neighbors, self.mirror) = (word, neighbors, mirror)
    }

    /// The operators by name.
    static let all: [String: RuleOperator] = Dictionary(
        uniqueKeysWithValues: RuleOperation.operators.compactMap { name, operation in
            RuleOperator(operation).map { (name, $0) }
        }
    )

    /// Operators of JsonLogic that clients support but that aren't in the schema, with their replacements.
    static let unscheduled = ["?:": "‘if’", "log": "only the logged value"]

    /// The names, for suggestions, in a stable order.
    static let names = all.keys.filter { unscheduled[$0] == nil }.sorted()

    /// The kind of work of each operation, at the index of its raw value.
    private static let costs: [Cost] = (0...UInt8.max).map { rawValue in
        guard let operation = RuleOperation(rawValue: rawValue) else { return .comparison }
        if let known = RuleOperator(operation) { return known.cost }
        switch operation {
        case .attribute, .scoped, .flagKey, .timestamp, .targetingKey: return .variable
        case .array: return .list
        default: return .comparison
        }
    }

    /// Returns the kind of work of an operation.
    static func cost(of operation: RuleOperation) -> Cost { costs[Int(operation.rawValue)] }
}
