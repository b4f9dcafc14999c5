/// An operator of targeting rules, with the arguments that flagd's schema defines.
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
        case variable
        case missing
        case missingSome
        case stringPair
        case version
        case fractional
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

    let arguments: Arguments
    let result: Result

    static let all: [String: RuleOperator] = {
        var all: [String: RuleOperator] = [
            "if": RuleOperator(arguments: .count(1...Int.max), result: .branches),
            "var": RuleOperator(arguments: .variable, result: .anything),
            "missing": RuleOperator(arguments: .missing, result: .anything),
            "missing_some": RuleOperator(arguments: .missingSome, result: .anything),
            "reduce": RuleOperator(arguments: .count(3...3), result: .anything),
            "*": RuleOperator(arguments: .count(2...Int.max), result: .anything),
            "substr": RuleOperator(arguments: .count(2...3), result: .anything),
            "fractional": RuleOperator(arguments: .fractional, result: .share),
            "sem_ver": RuleOperator(arguments: .version, result: .boolean),
        ]
        for name in ["==", "===", "!=", "!==", ">", ">=", "all", "none", "some", "in"] {
            all[name] = RuleOperator(arguments: .count(2...2), result: .boolean)
        }
        for name in ["%", "/", "map", "filter"] {
            all[name] = RuleOperator(arguments: .count(2...2), result: .anything)
        }
        for name in ["<", "<="] { all[name] = RuleOperator(arguments: .count(2...3), result: .boolean) }
        for name in ["!", "!!"] { all[name] = RuleOperator(arguments: .single, result: .boolean) }
        for name in ["or", "and"] { all[name] = RuleOperator(arguments: .count(1...Int.max), result: .operands) }
        for name in ["+", "-", "max", "min", "merge", "cat"] {
            all[name] = RuleOperator(arguments: .count(1...Int.max), result: .anything)
        }
        for name in ["starts_with", "ends_with"] {
            all[name] = RuleOperator(arguments: .stringPair, result: .boolean)
        }
        return all
    }()

    /// Operators of JsonLogic that clients support but that aren't in the schema, with their replacements.
    static let unscheduled = ["?:": "‘if’", "log": "only the logged value"]

    /// The names, for suggestions, in a stable order.
    static let names = all.keys.sorted()
}
