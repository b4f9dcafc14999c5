import ToggleBase

/// The approximate cost of evaluating a rule: its values and the length of its strings, including shared rules each
/// time that the rule refers to them.
struct RuleWeight {
    private let evaluators: [String: JSONValue]
    private var known: [String: Int] = [:]
    private var weight = 0

    init(evaluators: [String: JSONValue]) {
        self.evaluators = evaluators
    }

    /// The cost as a number of comparisons, each of about four values.
    var comparisons: Int { 1 + weight / 4 }

    /// Adds a rule, whose nesting depth the reader limits.
    mutating func add(_ rule: JSONValue) {
        let (sum, isOverflow) = weight.addingReportingOverflow(size(of: rule))
        weight = isOverflow ? .max : sum
    }

    private mutating func size(of value: JSONValue) -> Int {
        switch value {
        case .null, .bool, .integer, .number: return 1
        case .string(let text): return 1 + text.utf8.count / 32
        case .array(let elements): return elements.reduce(1) { Self.sum($0, size(of: $1)) }
        case .object(let object):
            return object.members.reduce(1) { sum, member in
                guard member.name == "$ref", case .string(let name) = member.value else {
                    return Self.sum(sum, 1 + size(of: member.value))
                }
                return Self.sum(sum, size(ofShared: name))
            }
        }
    }

    // Shared rules don't refer to others.
    private mutating func size(ofShared name: String) -> Int {
        if let size = known[name] { return size }
        var alone = RuleWeight(evaluators: [:])
        let size = evaluators[name].map { alone.size(of: $0) } ?? 1
        known[name] = size
        return size
    }

    private static func sum(_ left: Int, _ right: Int) -> Int {
        let (sum, isOverflow) = left.addingReportingOverflow(right)
        return isOverflow ? .max : sum
    }
}
