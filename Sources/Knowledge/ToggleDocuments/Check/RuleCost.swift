import FeatureToggles
import FeatureTogglesRemote
import ToggleBase

/// Estimates the maximum number of steps of rules, before they are evaluated.
///
/// For values that an app provides, it assumes strings of ``RuleCost/assumedBytes`` bytes and arrays of
/// ``RuleCost/assumedItems`` elements.
struct RuleCost {
    static let assumedBytes = 16
    static let assumedItems = 16

    /// The estimated steps of a part of a rule, and the size of its value.
    struct Estimate {
        /// The number of steps.
        var steps = 1
        /// The number of bytes of its value as text.
        var bytes = 0
        /// The number of elements of its value.
        var items = 0
        /// The size of the largest element of its value.
        var element: (bytes: Int, items: Int) = (0, 0)
        /// Whether the result depends on the flag that has the rule.
        var isOfKey = false
    }

    /// Arguments that several nodes share, in the scope of one of them.
    private struct Shared: Hashable {
        let operation: RuleOperation
        let first: UInt32
        let count: UInt32
        let scope: [Int]
    }

    /// An upper bound for all numbers, which prevents overflow.
    private static let ceiling = 1 << 40

    private let program: RuleProgram
    private var references: [UInt32: Estimate] = [:]
    private var shared: [Shared: Estimate] = [:]

    init(_ program: RuleProgram) {
        self.program = program
    }

    /// Estimates a node.
    ///
    /// It recurses once per level of the rule, and visits each node once.
    mutating func estimate(_ index: Int, scope: (bytes: Int, items: Int)? = nil) -> Estimate {
        let node = program.nodes[index]
        switch node.operation {
        case .constant: return Self.estimate(of: node.value)
        case .reference:
            var result = references[node.first] ?? estimate(Int(node.first))
            references[node.first] = result
            result.steps += 1
            return result
        default: break
        }
        // The elements of a shared rule, which precede the node itself, may be the arguments of many nodes.
        guard Int(node.first) < index, node.count > 0 else { return estimate(of: node, scope: scope) }
        let key = Shared(
            operation: node.operation,
            first: node.first,
            count: node.count,
            scope: scope.map { [$0.bytes, $0.items] } ?? []
        )
        if let known = shared[key] { return known }
        let result = estimate(of: node, scope: scope)
        shared[key] = result
        return result
    }

    private mutating func estimate(of node: RuleNode, scope: (bytes: Int, items: Int)?) -> Estimate {
        switch RuleOperator.cost(of: node.operation) {
        case .branches: estimate(ofIf: node, scope: scope)
        case .mapping, .filtering, .reduction, .test: estimate(ofIteration: node, scope: scope)
        case let cost: estimate(ofPlain: node, cost, scope: scope)
        }
    }

    private static func estimate(of value: FlatValue) -> Estimate {
        var result = Estimate()
        switch value.kind {
        case .string: result.bytes = Int(value.count)
        case .array:
            result.items = Int(value.count)
            for element in value.elements {
                let inner = estimate(of: element)
                result.bytes += inner.bytes + 1
                result.element = (max(result.element.bytes, inner.bytes), max(result.element.items, inner.items))
            }
        case .object:
            result.bytes = 15
            result.items = Int(value.count)
        default: result.bytes = 20
        }
        return result
    }

    private mutating func arguments(of node: RuleNode, scope: (bytes: Int, items: Int)?) -> [Estimate] {
        (0..<Int(node.count)).map { estimate(Int(node.first) + $0, scope: scope) }
    }

    private mutating func estimate(ofIf node: RuleNode, scope: (bytes: Int, items: Int)?) -> Estimate {
        var result = Estimate()
        var longest = 0
        for (number, part) in arguments(of: node, scope: scope).enumerated() {
            let isBranch = number % 2 == 1 || number == Int(node.count) - 1
            if isBranch { longest = max(longest, part.steps) } else { result.steps += part.steps }
            if isBranch { Self.widen(&result, by: part) }
            if part.isOfKey { result.isOfKey = true }
        }
        result.steps = min(result.steps + longest, Self.ceiling)
        return result
    }

    private static func widen(_ result: inout Estimate, by part: Estimate) {
        result.bytes = max(result.bytes, part.bytes)
        result.items = max(result.items, part.items)
        result.element = (max(result.element.bytes, part.element.bytes), max(result.element.items, part.element.items))
    }

    private mutating func estimate(ofIteration node: RuleNode, scope: (bytes: Int, items: Int)?) -> Estimate {
        guard node.count > 1 else { return Estimate() }
        let list = estimate(Int(node.first), scope: scope)
        let body = estimate(Int(node.first) + 1, scope: list.element)
        var result = Estimate(steps: list.steps, bytes: 5, items: 0)
        result.isOfKey = list.isOfKey || body.isOfKey
        let cost = RuleOperator.cost(of: node.operation)
        let each = body.steps + (cost == .reduction ? 7 : 1)
        result.steps = Self.sum(result.steps, Self.product(list.items, each))
        switch cost {
        case .mapping:
            result.items = list.items
            result.bytes = Self.product(list.items, body.bytes + 1)
            result.element = (body.bytes, body.items)
        case .filtering: Self.widen(&result, by: list)
        case .reduction:
            Self.widen(&result, by: body)
            for number in 2..<max(2, Int(node.count)) {
                let start = estimate(Int(node.first) + number, scope: scope)
                result.steps = Self.sum(result.steps, start.steps)
                if start.isOfKey { result.isOfKey = true }
            }
        default: break
        }
        return result
    }

    private mutating func estimate(
        ofPlain node: RuleNode,
        _ cost: RuleOperator.Cost,
        scope: (bytes: Int, items: Int)?
    ) -> Estimate {
        let parts = arguments(of: node, scope: scope)
        var result = Estimate()
        for part in parts { result.steps = Self.sum(result.steps, part.steps) }
        let readsKey = node.operation == .flagKey || node.operation == .computedVariable
        result.isOfKey = readsKey || cost == .share || parts.contains { $0.isOfKey }
        let bytes = parts.reduce(0) { Self.sum($0, $1.bytes) }
        let items = parts.reduce(0) { Self.sum($0, $1.items) }
        let work: Int
        switch cost {
        case .variable:
            Self.widen(&result, by: parts.last ?? Estimate())
            let known = scope ?? (Self.assumedBytes, Self.assumedItems)
            result.bytes = max(result.bytes, known.bytes)
            result.items = max(result.items, known.items)
            result.element = (max(result.element.bytes, Self.assumedBytes), result.element.items)
            work = node.operation == .attribute ? 0 : 6 + (bytes + Int(node.value.count)) >> 2
        case .operand:
            for part in parts { Self.widen(&result, by: part) }
            work = 0
        // The table is searched, not the list.
        case .membership where node.value.kind == .string: work = 4 + (parts.first?.bytes ?? 0) >> 4
        case .membership:
            let list = parts.dropFirst().first ?? Estimate()
            work = list.items > 0 ? list.items >> 2 + list.bytes >> 5 : bytes >> 3
        case .text:
            result.bytes = bytes
            work = 10 + bytes >> 4
        case .merging, .list:
            result.bytes = bytes
            result.items = cost == .merging ? Self.sum(items, parts.count) : parts.count
            for part in parts {
                result.element.bytes = max(result.element.bytes, part.element.bytes, part.bytes)
                result.element.items = max(result.element.items, part.element.items, part.items)
            }
            work = 10 + items >> 1
        case .version: work = bytes >> 2
        case .share:
            result.bytes = parts.dropFirst().reduce(0) { max($0, $1.bytes) }
            work = Self.sum(result.steps, bytes >> 4)
        case .names:
            result.items = parts.count + items
            work = 4 + 8 * (parts.count + items) + bytes >> 2
        case .identity: work = items + bytes >> 5
        case .number: work = 4 + bytes >> 3
        case .comparison, .branches, .mapping, .filtering, .reduction, .test: work = bytes >> 5
        }
        result.steps = Self.sum(result.steps, work)
        return result
    }

    private static func sum(_ left: Int, _ right: Int) -> Int { min(left + right, ceiling) }

    private static func product(_ left: Int, _ right: Int) -> Int {
        let (product, overflows) = left.multipliedReportingOverflow(by: right)
        return overflows ? ceiling : min(product, ceiling)
    }
}
