import FeatureToggles

/// Operators that apply a rule to each element of an array.
extension RuleEvaluator {
    /// `filter`, `map`, `all`, `some`, `none`.
    mutating func value(ofIteration node: RuleNode) -> FlatValue {
        let isMap = node.operation == .map
        guard node.count > (isMap ? 0 : 1) else { return nothing(for: node.operation) }
        let items = argument(0, of: node)
        guard items.kind == .array else { return nothing(for: node.operation) }
        var results: [FlatValue] = []
        let outer = scope
        defer { scope = outer }
        for item in items.elements where failure == nil {
            scope = item
            pay(1)
            let result = argument(1, of: node)
            switch node.operation {
            case .map: results.append(result)
            case .filter: if result.isTruthy { results.append(item) }
            case .all: if !result.isTruthy { return FlatValue(false) }
            case .some: if result.isTruthy { return FlatValue(true) }
            default: if result.isTruthy { return FlatValue(false) }
            }
        }
        switch node.operation {
        case .map, .filter: return array(of: results)
        case .all: return FlatValue(items.count > 0)
        case .some: return FlatValue(false)
        default: return FlatValue(true)
        }
    }

    /// What there is without an array, or without a rule to apply.
    private mutating func nothing(for operation: RuleOperation) -> FlatValue {
        switch operation {
        case .map, .filter: array(of: [])
        case .none: FlatValue(true)
        default: FlatValue(false)
        }
    }

    /// `reduce` [array, rule, start]: the rule sees `current` and `accumulator`.
    mutating func value(ofReduction node: RuleNode) -> FlatValue {
        let items = argument(0, of: node)
        var result = argument(2, of: node)
        guard items.kind == .array else { return result }
        let outer = scope
        defer { scope = outer }
        for item in items.elements where failure == nil {
            pay(1)
            scope = object(of: [
                FlatMember(name: FlatString("accumulator"), value: result),
                FlatMember(name: FlatString("current"), value: item),
            ])
            result = argument(1, of: node)
        }
        return result
    }
}
