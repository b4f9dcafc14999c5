import FeatureToggles
import ToggleBase

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
        for item in items.elements {
            scope = item
            guard pay(1) else { return .null }
            let result = argument(1, of: node)
            switch node.operation {
            case .map: results.append(result)
            case .filter: if result.isTruthy { results.append(item) }
            case .all: if !result.isTruthy { return FlatValue(false) }
            case .some: if result.isTruthy { return FlatValue(true) }
            default: if result.isTruthy { return FlatValue(false) }
            }
        }
        guard failure == nil else { return .null }
        switch node.operation {
        case .map, .filter: return array(of: results)
        case .all: return FlatValue(items.count > 0)
        case .some: return FlatValue(false)
        default: return FlatValue(true)
        }
    }

    /// Returns the result of an iteration without an array or without a rule to apply.
    private mutating func nothing(for operation: RuleOperation) -> FlatValue {
        switch operation {
        case .map, .filter: array(of: [])
        case .none: FlatValue(true)
        default: FlatValue(false)
        }
    }

    /// `reduce` [array, rule, start]: the rule reads `current` and `accumulator`.
    mutating func value(ofReduction node: RuleNode) -> FlatValue {
        let items = argument(0, of: node)
        var result = argument(2, of: node)
        guard items.kind == .array else { return result }
        let outer = scope
        defer { scope = outer }
        for item in items.elements {
            guard pay(4), let memory = memory(for: 64) else { return .null }
            let room = memory.room(for: 2, of: FlatMember.self)
            room.initializeElement(at: 0, to: FlatMember(name: Self.accumulator, value: result))
            room.initializeElement(at: 1, to: FlatMember(name: Self.current, value: item))
            scope = flat(FlatValue(members: UnsafeBufferPointer(room)))
            result = argument(1, of: node)
        }
        return result
    }
    // Unchecked: the names are string literals, which are immutable.
    nonisolated(unsafe) private static let accumulator = FlatString("accumulator")
    nonisolated(unsafe) private static let current = FlatString("current")
}
