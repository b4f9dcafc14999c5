import DocumentSyntax
import FeatureToggles
import ToggleBase

/// The attributes that the rules of a document use, with values that make a difference: the constants that rules compare
/// them with, and their neighbors.
///
/// The attributes of a shared rule are collected once, regardless of how many flags refer to it.
struct RuleAttributes {
    /// The values by attribute; a dot separates the names of nested attributes.
    typealias Values = [String: [JSONValue]]

    /// The maximum number of values of an attribute.
    static let limit = 64
    /// The maximum number of attributes that are tried for one flag, far more than rules usually use.
    static let attributeLimit = 256

    private let evaluators: [String: LocatedValue]
    /// The attributes of shared rules, each by its name, preceded by the operator if it is the operands of one.
    private var known: [[String]: Values] = [:]

    init(evaluators: [String: LocatedValue]) {
        self.evaluators = evaluators
    }

    /// Adds the attributes that the rule of a flag compares.
    ///
    /// - Parameters:
    ///   - rule: The rule, whose nesting depth the reader limits.
    ///   - values: The attributes to add to, up to ``attributeLimit``.
    /// - Returns: Whether attributes were left out.
    mutating func add(_ rule: LocatedValue, to values: inout Values) -> Bool {
        var own: Values = [:]
        var shared: Set<[String]> = []
        collect(rule, &own, &shared)
        var isCut = Self.add(own, to: &values)
        for reference in shared.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            isCut = Self.add(self.values(of: reference), to: &values) || isCut
        }
        return isCut
    }

    /// Returns the attributes of a shared rule.
    private mutating func values(of reference: [String]) -> Values {
        if let values = known[reference] { return values }
        var values: Values = [:]
        // Shared rules don't refer to others.
        var others: Set<[String]> = []
        if let rule = reference.last.flatMap({ evaluators[$0] }) {
            if reference.count > 1 {
                collect(reference[0], rule, &values, &others)
            } else {
                collect(rule, &values, &others)
            }
        }
        let first = values.sorted { $0.key < $1.key }.prefix(Self.attributeLimit + 1)
        let result = Dictionary(uniqueKeysWithValues: first.map { ($0.key, $0.value) })
        known[reference] = result
        return result
    }

    private static func add(_ new: Values, to values: inout Values) -> Bool {
        var isCut = false
        for (name, candidates) in new.sorted(by: { $0.key < $1.key }) {
            guard values[name] != nil || values.count < attributeLimit else {
                isCut = true
                // The rest can't be added either.
                if new.count > attributeLimit { break }
                continue
            }
            note(name, candidates, &values)
        }
        return isCut
    }

    private static func note(_ name: String, _ candidates: [JSONValue], _ values: inout Values) {
        var list = values[name] ?? []
        for candidate in candidates where list.count < limit && !list.contains(candidate) { list.append(candidate) }
        values[name] = list
    }

    // MARK: - Rules

    /// Collects the attributes of a rule, and the shared rules that it refers to.
    private func collect(_ rule: LocatedValue, _ values: inout Values, _ shared: inout Set<[String]>) {
        for element in rule.elements ?? [] { collect(element, &values, &shared) }
        for member in rule.members ?? [] {
            if member.name == "$ref" {
                if let name = member.value.string { shared.insert([name]) }
            } else if let name = member.value.reference {
                shared.insert([member.name, name])
            } else {
                collect(member.name, member.value, &values, &shared)
            }
        }
    }

    private func collect(
        _ operation: String,
        _ value: LocatedValue,
        _ values: inout Values,
        _ shared: inout Set<[String]>
    ) {
        let operands = value.operands.map { $0.resolved(evaluators) }
        let known = RuleOperator.all[operation]
        var names = operands.compactMap { $0.variable(evaluators) }
        var candidates: [JSONValue] = []
        if case .variable? = known?.arguments {
            names = [operands.first?.string].compactMap { $0 }
        } else if known?.isLogic == true {
            // The branches of a condition are not values of the attribute.
            candidates = [true, false]
        } else if !names.isEmpty {
            let constants = operands.lazy.filter { $0.members == nil }.prefix(Self.limit)
            candidates = Array(constants).flatMap { Self.candidates(for: $0, known?.neighbors ?? .same) }
        }
        for name in names where !name.isEmpty && !name.hasPrefix("$flagd.") && name != "targetingKey" {
            Self.note(name, candidates, &values)
        }
        collect(value, &values, &shared)
    }
}
