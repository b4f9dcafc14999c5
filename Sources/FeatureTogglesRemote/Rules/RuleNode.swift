import FeatureToggles

/// What a node of a compiled rule does.
enum RuleOperation: UInt8, Sendable, BitwiseCopyable {
    /// A value; also every part that depends on nothing.
    case constant
    /// An array whose elements are rules.
    case array
    /// A rule of `$evaluators`, which starts at `first`.
    case reference
    /// An operator that nobody knows, or a reference to nothing; `value` is its name.
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
    // flagd's own.
    case fractional, semanticVersion, startsWith, endsWith

    /// The operator of that name in a document.
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

    // Unchecked: the names are string literals, which nobody changes.
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

    /// More than twice as many as there are operators.
    private static let slotCount: UInt32 = 128
    /// Where each name is, plus one, by its hash; zero where nothing is.
    private static let slots: [UInt8] = {
        var slots = [UInt8](repeating: 0, count: Int(slotCount))
        for (position, operation) in names.enumerated() {
            var slot = operation.0.hash % slotCount
            while slots[Int(slot)] != 0 { slot = (slot + 1) % slotCount }
            slots[Int(slot)] = UInt8(position + 1)
        }
        return slots
    }()

    /// Every operator of a document, for suggestions.
    static var allNames: [FlatString] { names.map(\.0) }
}

/// A node of a compiled rule: what to do, with what.
///
/// Nodes lie in one array; the arguments of a node are neighbours in it. A node owns nothing: values, names and paths lie
/// in the document's memory.
struct RuleNode: BitwiseCopyable {
    let operation: RuleOperation
    /// How many names the path of a variable has.
    var pathCount: UInt16 = 0
    /// The index of the first argument.
    var first: UInt32 = 0
    /// How many arguments there are.
    var count: UInt32 = 0
    /// Where the path of a variable begins.
    var pathStart: UInt32 = 0
    /// The value of a constant, the key of a variable, the name of something unknown, the ``TextTable`` of a long list.
    var value = FlatValue.null

    /// A node that does nothing yet.
    static let empty = RuleNode(operation: .constant)
}

/// The compiled rules of a document, without ownership.
struct RuleProgram {
    var nodes: UnsafeBufferPointer<RuleNode>
    /// The names that paths of variables are made of.
    var path: UnsafeBufferPointer<FlatString>
    var bucketing: Bucketing
}

/// Why a rule has no result.
enum RuleFailure: UInt8 {
    /// An operator that nobody knows, or a reference to nothing.
    case unknownOperation
    /// A division by zero.
    case division
    /// Something that has no meaning, as a shorthand `fractional` over elements that are no objects.
    case meaningless
    /// The rule takes more steps or memory than rules may.
    case tooExpensive
}
