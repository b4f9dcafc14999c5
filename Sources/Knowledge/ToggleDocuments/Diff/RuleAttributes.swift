import DocumentSyntax
import FeatureToggles
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
    mutating func add(_ rule: LocatedValue, evaluators: [String: LocatedValue]) {
        for element in rule.elements ?? [] { add(element, evaluators: evaluators) }
        for member in rule.members ?? [] {
            if member.name == "$ref" {
                addShared(member.value.string, evaluators)
                continue
            }
            // The same operation on the same shared rule adds nothing.
            if let name = member.value.reference {
                if !used.insert([member.name, name]).inserted || leavesSharedOut { continue }
            }
            add(member.name, member.value, evaluators: evaluators)
        }
    }

    /// Adds a shared rule once, because all uses are the same.
    private mutating func addShared(_ name: String?, _ evaluators: [String: LocatedValue]) {
        guard let name, let shared = evaluators[name], added.insert(name).inserted, !leavesSharedOut else { return }
        // Shared rules don't refer to others.
        add(shared, evaluators: [:])
    }

    /// Adds the attributes of an operation.
    ///
    /// - Parameters:
    ///   - operation: The operator.
    ///   - value: Its operands, or a reference to them.
    ///   - evaluators: The shared rules by name.
    mutating func add(_ operation: String, _ value: LocatedValue, evaluators: [String: LocatedValue]) {
        let operands = value.resolved(evaluators).operands.map { $0.resolved(evaluators) }
        if operation == "var" {
            if let name = operands.first?.string { note(name, []) }
        } else {
            let known = RuleOperator.all[operation]
            let names = operands.compactMap { $0.variable(evaluators) }
            if !names.isEmpty {
                let constants = operands.lazy.filter { $0.members == nil }.prefix(Self.limit)
                // The branches of a condition are not values of the attribute.
                let candidates: [JSONValue] =
                    known?.isLogic == true
                    ? [true, false] : Array(constants).flatMap { Self.candidates(for: $0, known?.neighbors ?? .same) }
                for name in names { note(name, candidates) }
            }
        }
        add(value, evaluators: evaluators)
    }

    private mutating func note(_ name: String, _ candidates: [JSONValue]) {
        guard !name.isEmpty, !name.hasPrefix("$flagd."), name != "targetingKey" else { return }
        var known = values[name] ?? []
        for candidate in candidates where known.count < Self.limit && !known.contains(candidate) {
            known.append(candidate)
        }
        values[name] = known
    }
}
