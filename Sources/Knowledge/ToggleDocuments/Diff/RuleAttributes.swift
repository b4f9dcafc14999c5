import FeatureToggles
import FeatureTogglesRemote
import ForcedUpdates
import ToggleBase

/// The attributes that a rule uses, with values that make a difference: the constants that it compares them with, and
/// their neighbors.
struct RuleAttributes: Sendable {
    /// The values by attribute; a dot separates the names of nested attributes.
    private(set) var values: [String: [JSONValue]] = [:]
    /// The shared rules that were added.
    private var added: Set<String> = []
    /// The operations whose operands are a shared rule, each with the name of that rule.
    private var used: Set<[String]> = []
    /// Whether shared rules are only listed.
    private let leavesSharedOut: Bool
    /// The maximum number of values of an attribute.
    static let limit = 64

    /// Creates an empty collection.
    ///
    /// - Parameter leavesSharedOut: Whether to leave out the attributes of shared rules, which ``shared`` then lists.
    init(leavesSharedOut: Bool = false) {
        self.leavesSharedOut = leavesSharedOut
    }

    /// The shared rules that were added or left out, each as its name, preceded by the operator if it is the operands
    /// of one.
    var shared: [[String]] { added.map { [$0] } + used }

    /// Adds the attributes of a rule, whose nesting depth the reader limits.
    mutating func add(_ rule: JSONValue, evaluators: [String: JSONValue]) {
        switch rule {
        case .null, .bool, .integer, .number, .string: return
        case .array(let elements):
            for element in elements { add(element, evaluators: evaluators) }
        case .object(let object):
            for member in object.members {
                if member.name == "$ref" {
                    addShared(member.value, evaluators)
                    continue
                }
                // The same operation on the same shared rule adds nothing.
                if let name = member.value.reference {
                    if !used.insert([member.name, name]).inserted || leavesSharedOut { continue }
                }
                if member.name == "var" {
                    addVariable(member.value, evaluators)
                } else {
                    addOperation(member.name, member.value, evaluators)
                }
            }
        }
    }

    /// Adds a shared rule once, because all uses are the same.
    private mutating func addShared(_ reference: JSONValue, _ evaluators: [String: JSONValue]) {
        guard case .string(let name) = reference, let shared = evaluators[name], added.insert(name).inserted,
            !leavesSharedOut
        else { return }
        // Shared rules don't refer to others.
        add(shared, evaluators: [:])
    }

    private mutating func addVariable(_ value: JSONValue, _ evaluators: [String: JSONValue]) {
        let operands = value.resolved(evaluators).operands
        if case .string(let name)? = operands.first?.resolved(evaluators) {
            note(name, [])
        }
        add(.array(operands), evaluators: evaluators)
    }

    private mutating func addOperation(_ operation: String, _ value: JSONValue, _ evaluators: [String: JSONValue]) {
        let operands = value.resolved(evaluators).operands.map { $0.resolved(evaluators) }
        let names = operands.compactMap { $0.variable(evaluators) }
        if !names.isEmpty {
            // The branches of a condition are not values of the attribute.
            let constants =
                Self.conditions.contains(operation)
                ? [.bool(true)] : Array(operands.lazy.filter(\.isConstant).prefix(Self.limit))
            let candidates = constants.flatMap { Self.candidates(for: $0, operation: operation) }
            for name in names { note(name, candidates) }
        }
        add(value, evaluators: evaluators)
    }

    private static let conditions: Set<String> = ["if", "?:", "and", "or", "!", "!!"]

    private mutating func note(_ name: String, _ candidates: [JSONValue]) {
        guard !name.isEmpty, !name.hasPrefix("$flagd."), name != "targetingKey" else { return }
        var known = values[name] ?? []
        for candidate in candidates where known.count < Self.limit && !known.contains(candidate) {
            known.append(candidate)
        }
        values[name] = known
    }
}

extension JSONValue {
    /// The value, or the elements of a list.
    func scalars(atMost count: Int) -> [JSONValue] {
        if case .array(let elements) = self { return Array(elements.lazy.filter(\.isScalar).prefix(count)) }
        return isScalar ? [self] : []
    }

    /// Whether this is a value or a list of values, not a rule.
    fileprivate var isConstant: Bool {
        if case .object = self { false } else { true }
    }

    var isScalar: Bool {
        switch self {
        case .array, .object: false
        default: true
        }
    }
}
