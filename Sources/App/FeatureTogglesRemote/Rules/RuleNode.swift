package import FeatureToggles
import ToggleBase

/// The operation of a node in a compiled rule.
package enum RuleOperation: UInt8, Sendable, BitwiseCopyable {
    /// A value, including the value of any constant part.
    case constant
    /// An array whose elements are rules.
    case array
    /// A rule of `$evaluators`, which starts at `first`.
    case reference
    /// An unknown operator, or a reference to a rule that does not exist; `value` is its name.
    case unknown
    // Variables.
    case attribute, scoped, computedVariable, flagKey, timestamp, targetingKey
    // Logic.
    case `if`, and, or, not, toBool
    case equal, notEqual, strictEqual, strictNotEqual, less, lessOrEqual, greater, greaterOrEqual
    // Numbers.
    case add, subtract, multiply, divide, remainder, min, max
    // Text and arrays.
    case contains, concatenate, substring, merge, missing, missingSome, log
    case filter, map, reduce, all, some, none
    // flagd's own operators.
    case fractional, semanticVersion, startsWith, endsWith

    /// Creates the operation for the name of an operator in a document.
    init?(_ name: FlatString) {
        var slot = name.hash % Self.slotCount
        while Self.slots[Int(slot)] != 0 {
            let (text, operation) = Self.names[Int(Self.slots[Int(slot)]) - 1]
            if text == name {
                self = operation
                return
            }
            slot = (slot + 1) % Self.slotCount
        }
        return nil
    }

    // Unchecked: the names are string literals, which are immutable.
    nonisolated(unsafe) private static let names: [(FlatString, RuleOperation)] = [
        (FlatString("if"), .if), (FlatString("?:"), .if), (FlatString("var"), .computedVariable),
        (FlatString("=="), .equal), (FlatString("!="), .notEqual), (FlatString("==="), .strictEqual),
        (FlatString("!=="), .strictNotEqual), (FlatString("and"), .and), (FlatString("or"), .or),
        (FlatString("!"), .not), (FlatString("!!"), .toBool), (FlatString("in"), .contains),
        (FlatString("fractional"), .fractional), (FlatString("sem_ver"), .semanticVersion),
        (FlatString("starts_with"), .startsWith), (FlatString("ends_with"), .endsWith), (FlatString("<"), .less),
        (FlatString("<="), .lessOrEqual), (FlatString(">"), .greater), (FlatString(">="), .greaterOrEqual),
        (FlatString("+"), .add), (FlatString("-"), .subtract), (FlatString("*"), .multiply), (FlatString("/"), .divide),
        (FlatString("%"), .remainder), (FlatString("min"), .min), (FlatString("max"), .max),
        (FlatString("cat"), .concatenate), (FlatString("substr"), .substring), (FlatString("merge"), .merge),
        (FlatString("missing"), .missing), (FlatString("missing_some"), .missingSome), (FlatString("log"), .log),
        (FlatString("filter"), .filter), (FlatString("map"), .map), (FlatString("reduce"), .reduce),
        (FlatString("all"), .all), (FlatString("some"), .some), (FlatString("none"), .none),
    ]

    /// More than twice the number of operators.
    private static let slotCount: UInt32 = 128
    /// The position of each name, plus one, by its hash; zero marks a free slot.
    private static let slots: [UInt8] = {
        var slots = [UInt8](repeating: 0, count: Int(slotCount))
        for (position, operation) in names.enumerated() {
            var slot = operation.0.hash % slotCount
            while slots[Int(slot)] != 0 { slot = (slot + 1) % slotCount }
            slots[Int(slot)] = UInt8(position + 1)
        }
        return slots
    }()

    /// Whether the second argument is applied to the elements of the first one.
    package var isIteration: Bool {
        switch self {
        case .filter, .map, .reduce, .all, .some, .none: true
        default: false
        }
    }

    /// Whether the value is the same whenever the arguments are, and can be computed once if they are constant.
    ///
    /// `if`, `and`, `or`, and `fractional` have their own conditions.
    var dependsOnlyOnArguments: Bool {
        switch self {
        case .array, .not, .toBool, .equal, .notEqual, .strictEqual, .strictNotEqual, .less, .lessOrEqual, .greater,
            .greaterOrEqual, .add, .subtract, .multiply, .divide, .remainder, .min, .max, .contains, .concatenate,
            .substring, .merge, .log, .semanticVersion, .startsWith, .endsWith:
            true
        default: false
        }
    }

    /// Whether the operator reads the context by itself, and not only through its arguments.
    package var readsContext: Bool {
        switch self {
        case .missing, .missingSome, .fractional: true
        default: false
        }
    }

    /// The names of all operators, for suggestions.
    static var allNames: [FlatString] { names.map(\.0) }

    /// All operators by name, for tools.
    package static var operators: [(name: String, operation: RuleOperation)] {
        names.map { ($0.0.text, $0.1) }
    }
}

/// A node of a compiled rule: an operation and its operands.
///
/// Nodes are stored in one array, in which the arguments of a node are adjacent. A node owns no memory; values, names,
/// and paths are in the document's memory.
package struct RuleNode: BitwiseCopyable {
    package let operation: RuleOperation
    /// The number of names in the path of a variable.
    var pathCount: UInt16 = 0
    /// The index of the first argument.
    package var first: UInt32 = 0
    /// The number of arguments.
    package var count: UInt32 = 0
    /// The index of the first name in the path of a variable.
    var pathStart: UInt32 = 0
    /// The value of a constant, the key of a variable, the name of an unknown operator, or the ``TextTable`` of a long
    /// list.
    package var value = FlatValue.null

    /// A placeholder node.
    static let empty = RuleNode(operation: .constant)
}

/// The compiled rules of a document, without ownership.
package struct RuleProgram {
    /// The nodes of all rules.
    package var nodes: UnsafeBufferPointer<RuleNode>
    /// The names of which the paths of variables consist.
    var path: UnsafeBufferPointer<FlatString>
    var bucketing: Bucketing
}

/// The reason why a rule has no result.
enum RuleEvaluationError: UInt8 {
    /// An unknown operator, or a reference to a rule that does not exist.
    case unknownOperation
    /// A division by zero.
    case division
    /// A meaningless operation, such as a shorthand `fractional` over elements that are not objects.
    case meaningless
    /// The rule exceeds the limit of steps or memory.
    case tooExpensive
}
