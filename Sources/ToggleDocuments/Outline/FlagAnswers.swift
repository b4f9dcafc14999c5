import FeatureToggles

/// What a flag answers to whom, as far as its definition says so by itself: by conditions, by shares, or the same to all.
///
/// Two of them are compared person by person where that can be told: those for whom the same condition holds, or who are in
/// the same share. Of a condition that only one of them has, it is known that somebody meets it, and not who.
package struct FlagAnswers: Sendable, Hashable {
    /// People who had one answer, and have another one now.
    package struct Move: Sendable, Hashable {
        /// How much is known of who went where.
        package enum Extent: Sendable, Hashable {
            /// Somebody went from each of the old answers to each of the new ones.
            case each
            /// Whoever has one of the new answers came from one of the old ones.
            case arrivals
            /// Whoever had one of the old answers went to one of the new ones.
            case departures
        }

        /// The answers before.
        package let old: Set<FlagDifference.Answer>
        /// The answers now.
        package let new: Set<FlagDifference.Answer>
        /// How much is known of who went where.
        package let extent: Extent
    }

    private indirect enum Node: Sendable, Hashable {
        case shares(RuleShares)
        /// The first whose condition holds, or the last one.
        case branches([Branch], otherwise: Node)
        /// What takes an evaluation to know.
        case unknown
    }

    private struct Branch: Sendable, Hashable {
        let condition: JSONValue
        let node: Node
    }

    private let root: Node

    /// The same answer for everybody.
    package init(everybody answer: FlagDifference.Answer) {
        root = .shares(RuleShares(answer))
    }

    /// Reads the definition of a flag.
    ///
    /// - Complexity: O(*n*) in the size of the definition.
    init(_ definition: JSONValue) {
        guard case .object(let flag) = definition else {
            root = .shares(.failing)
            return
        }
        root = RuleShares(flag).map { .shares($0) } ?? Self.node(flag["targeting"] ?? .null, in: flag)
    }

    // MARK: - Reading

    /// How deep a rule is nested was bounded by the reader.
    private static func node(_ rule: JSONValue, in flag: JSONObject) -> Node {
        switch rule {
        case .null, .string, .bool: return .shares(shares(rule, in: flag))
        case .object(let object):
            guard let member = object.members.first, object.members.count == 1 else { return .unknown }
            if member.name == "if", case .array(let elements) = member.value, elements.count > 1 {
                return branches(elements, in: flag)
            }
            var copy = flag
            copy["targeting"] = rule
            return RuleShares(copy).map { .shares($0) } ?? .unknown
        case .integer, .number, .array: return .shares(.failing)
        }
    }

    /// The one answer of a result without a rule: the name of a variant, or none for the default.
    private static func shares(_ result: JSONValue, in flag: JSONObject) -> RuleShares {
        let name: String
        switch result {
        case .string(let text): name = text
        case .bool(let isOn): name = isOn ? "true" : "false"
        default:
            var copy = flag
            copy["targeting"] = nil
            return RuleShares(copy) ?? .failing
        }
        guard case .object(let variants)? = flag["variants"], let value = variants[name] else { return .failing }
        return RuleShares(.value(value))
    }

    private static func branches(_ elements: [JSONValue], in flag: JSONObject) -> Node {
        var result: [Branch] = []
        var last: Node?
        for index in stride(from: 0, to: elements.count - 1, by: 2) {
            switch elements[index] {
            case .bool(false), .null: continue
            case .bool(true): last = node(elements[index + 1], in: flag)
            default: result.append(Branch(condition: elements[index], node: node(elements[index + 1], in: flag)))
            }
            if last != nil { break }
        }
        let otherwise =
            last ?? node(elements.count.isMultiple(of: 2) ? .null : elements[elements.count - 1], in: flag)
        // `else { if … }` is one list of conditions.
        if case .branches(let more, let end) = otherwise { return .branches(result + more, otherwise: end) }
        return result.isEmpty ? otherwise : .branches(result, otherwise: otherwise)
    }

    // MARK: - Answers

    /// All answers that somebody may get; `nil` when there may be others.
    package var all: Set<FlagDifference.Answer>? { Self.all(root) }

    private static func all(_ node: Node) -> Set<FlagDifference.Answer>? {
        switch node {
        case .shares(let shares): return Set(shares.stretches.filter { $0.weight > 0 }.map(\.answer))
        case .branches(let branches, let otherwise):
            var result: Set<FlagDifference.Answer> = []
            for node in branches.map(\.node) + [otherwise] {
                guard let answers = all(node) else { return nil }
                result.formUnion(answers)
            }
            return result
        case .unknown: return nil
        }
    }

    // MARK: - Moves

    /// Who gets another answer from other answers; nothing about those of whom that cannot be told.
    ///
    /// - Parameter other: The answers that follow.
    /// - Returns: The moves, in no particular order.
    package func moves(to other: FlagAnswers) -> Set<Move> { Self.moves(from: root, to: other.root) }

    private static func moves(from old: Node, to new: Node) -> Set<Move> {
        if case .shares(let before) = old, case .shares(let after) = new {
            guard let transitions = before.transitions(to: after) else {
                // People are told apart by something else now.
                let (before, after) = (all(old), all(new))
                return unite(before, after, .arrivals).union(unite(before, after, .departures))
            }
            return Set(transitions.map { Move(old: [$0.old], new: [$0.new], extent: .each) })
        }
        let (before, after) = (split(old), split(new))
        guard !before.branches.isEmpty || !after.branches.isEmpty else { return [] }
        let olds = Dictionary(before.branches.map { ($0.condition, $0.node) }, uniquingKeysWith: { first, _ in first })
        let news = Set(after.branches.map(\.condition))
        let (allOld, allNew) = (all(old), all(new))
        var result = moves(from: before.otherwise, to: after.otherwise)
        for branch in after.branches {
            if let known = olds[branch.condition] {
                result.formUnion(moves(from: known, to: branch.node))
            } else {
                result.formUnion(unite(allOld, all(branch.node), .arrivals))
            }
        }
        for branch in before.branches where !news.contains(branch.condition) {
            result.formUnion(unite(all(branch.node), allNew, .departures))
        }
        return result
    }

    private static func split(_ node: Node) -> (branches: [Branch], otherwise: Node) {
        if case .branches(let branches, let otherwise) = node { return (branches, otherwise) }
        return ([], node)
    }

    private static func unite(
        _ old: Set<FlagDifference.Answer>?,
        _ new: Set<FlagDifference.Answer>?,
        _ extent: Move.Extent
    ) -> Set<Move> {
        guard let old, let new else { return [] }
        return [Move(old: old, new: new, extent: extent)]
    }
}
