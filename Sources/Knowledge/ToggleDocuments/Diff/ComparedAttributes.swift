import DocumentSyntax
import ToggleBase

/// The attributes that the rules of a document use, with values that make a difference to them.
///
/// The attributes of a shared rule are collected once, regardless of how many flags refer to it.
struct ComparedAttributes {
    /// The maximum number of attributes that are tried for one flag, far more than rules usually use.
    static let limit = 256

    private let evaluators: [String: LocatedValue]
    private var known: [[String]: [String: [JSONValue]]] = [:]

    init(evaluators: [String: LocatedValue]) {
        self.evaluators = evaluators
    }

    /// Adds the attributes that the rule of a flag compares.
    ///
    /// - Parameters:
    ///   - rule: The rule.
    ///   - values: The attributes to add to, up to ``limit``.
    /// - Returns: Whether attributes were left out.
    mutating func add(_ rule: LocatedValue, to values: inout [String: [JSONValue]]) -> Bool {
        var own = RuleAttributes(leavesSharedOut: true)
        own.add(rule, evaluators: evaluators)
        var isCut = Self.add(own.values, to: &values)
        for reference in own.shared.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            isCut = Self.add(shared(reference), to: &values) || isCut
        }
        return isCut
    }

    /// Returns the attributes that a shared rule compares, by itself or as the operands of an operation.
    private mutating func shared(_ reference: [String]) -> [String: [JSONValue]] {
        if let values = known[reference] { return values }
        var values = RuleAttributes()
        if let rule = reference.last.flatMap({ evaluators[$0] }) {
            if reference.count > 1 {
                values.add(reference[0], rule, evaluators: evaluators)
            } else {
                values.add(rule, evaluators: [:])
            }
        }
        let first = values.values.sorted { $0.key < $1.key }.prefix(Self.limit + 1)
        let result = Dictionary(uniqueKeysWithValues: first.map { ($0.key, $0.value) })
        known[reference] = result
        return result
    }

    private static func add(_ new: [String: [JSONValue]], to values: inout [String: [JSONValue]]) -> Bool {
        var isCut = false
        for (name, candidates) in new.sorted(by: { $0.key < $1.key }) {
            guard values[name] != nil || values.count < limit else {
                isCut = true
                // The rest can't be added either.
                if new.count > limit { break }
                continue
            }
            var list = values[name] ?? []
            for candidate in candidates where list.count < RuleAttributes.limit && !list.contains(candidate) {
                list.append(candidate)
            }
            values[name] = list
        }
        return isCut
    }
}
