import ToggleBase
import ToggleManifest

extension FlagAnswers {
    /// The maximum number of conditions and variants; flags with more must be evaluated.
    static let limit = 1_000

    /// Reads the definition of a flag.
    ///
    /// - Complexity: O(*n*) in the size of the definition.
    init(_ definition: JSONValue) {
        guard case .object(let flag) = definition else {
            self.init(root: .shares(.failing))
            return
        }
        if let shares = RuleShares(flag) {
            self.init(root: .shares(shares))
            return
        }
        // Only rules of valid flags remain.
        var fallback = flag
        fallback["targeting"] = nil
        guard case .object(let variants)? = flag["variants"], variants.members.count <= Self.limit,
            let fallback = RuleShares(fallback), let rule = flag["targeting"]
        else {
            self.init(root: .unknown)
            return
        }
        var reader = Reader(values: variants.valuesByName, fallback: fallback)
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
        mutating func node(_ rule: JSONValue) -> Node {
            switch rule {
            case .null: return .shares(fallback)
            case .string(let name): return .shares(shares(name))
            case .bool(let isOn): return .shares(shares(isOn ? "true" : "false"))
            case .object(let object):
                guard let member = object.members.first, object.members.count == 1,
                    case .array(let elements) = member.value
                else { return .unknown }
                switch member.name {
                case "if" where elements.count > 1: return branches(elements)
                case "fractional": return RuleShares(elements, values).map { .shares($0) } ?? .unknown
                default: return .unknown
                }
            case .integer, .number, .array: return .shares(.failing)
            }
        }

        /// Returns the answer of a constant result.
        private func shares(_ name: String) -> RuleShares {
            values[name].map { RuleShares(.value($0)) } ?? .failing
        }

        private mutating func branches(_ elements: [JSONValue]) -> Node {
            var result: [Branch] = []
            var last: Node?
            for index in stride(from: 0, to: elements.count - 1, by: 2) {
                switch elements[index] {
                case .bool(false), .null: continue
                case .bool(true): last = node(elements[index + 1])
                default:
                    rest -= 1
                    guard rest >= 0 else { return .unknown }
                    result.append(Branch(condition: elements[index], node: node(elements[index + 1])))
                }
                if last != nil { break }
            }
            var otherwise = last ?? node(elements.count.isMultiple(of: 2) ? .null : elements[elements.count - 1])
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
