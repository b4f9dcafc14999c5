import DocumentSyntax
import ToggleBase

extension FlagAnswers {
    /// The maximum number of conditions and variants; flags with more must be evaluated.
    static let limit = 1_000

    /// Reads the definition of a flag.
    ///
    /// - Complexity: O(*n*) in the size of the definition.
    init(_ definition: LocatedValue) {
        guard definition.members != nil else {
            self.init(root: .shares(.failing))
            return
        }
        if let shares = RuleShares(definition) {
            self.init(root: .shares(shares))
            return
        }
        // Only rules of valid flags remain.
        guard definition["variants"]?.value.members?.count ?? 0 <= Self.limit,
            let fallback = RuleShares.fallback(definition), let rule = definition["targeting"]?.value
        else {
            self.init(root: .unknown)
            return
        }
        var reader = Reader(values: definition.variantValues, fallback: RuleShares(fallback.answer))
        let root = reader.node(rule)
        self.init(root: reader.rest < 0 ? .unknown : root)
    }

    private struct Reader {
        /// The values of the variants.
        let values: [String: JSONValue]
        /// The answer if no rule applies.
        let fallback: RuleShares
        /// The remaining number of conditions.
        var rest = FlagAnswers.limit

        /// Returns the node for a rule, whose depth the reader limits.
        mutating func node(_ rule: LocatedValue?) -> Node {
            if let conditions = rule.flatMap({ LocatedConditions($0) }) { return branches(conditions) }
            switch LocatedRule(result: rule) {
            case .none: return .shares(fallback)
            case .variant(let name, _): return .shares(shares(name))
            case .shares(let shares): return RuleShares(shares, values).map { .shares($0) } ?? .unknown
            case .foreign(let value) where value.members == nil: return .shares(.failing)
            case .foreign, .conditions, .killed: return .unknown
            }
        }

        /// Returns the answer of a constant result.
        private func shares(_ name: String) -> RuleShares {
            values[name].map { RuleShares(.value($0)) } ?? .failing
        }

        private mutating func branches(_ conditions: LocatedConditions) -> Node {
            var result: [Branch] = []
            var last: Node?
            for (condition, consequence) in zip(conditions.conditions, conditions.consequences) {
                switch condition.content {
                case .bool(false), .null: continue
                case .bool(true): last = node(consequence)
                default:
                    rest -= 1
                    guard rest >= 0 else { return .unknown }
                    result.append(Branch(condition: condition.json, node: node(consequence)))
                }
                if last != nil { break }
            }
            var otherwise = last ?? node(conditions.alternative)
            // `else { if … }` is one list of conditions.
            if case .branches(let more, let end) = otherwise {
                result += more
                otherwise = end
            }
            // A repeated condition is unreachable.
            var seen: Set<JSONValue> = []
            result.removeAll { !seen.insert($0.condition).inserted }
            return result.isEmpty ? otherwise : .branches(result, otherwise: otherwise)
        }
    }
}
