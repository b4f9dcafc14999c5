package import DocumentSyntax
import ToggleBase

/// The answers of a flag that follow from its definition: by conditions, by shares, or the same for all users.
///
/// Two versions are compared user by user where possible: for users who meet the same condition, or who are in the same
/// share. If only one version has a condition, some users are assumed to meet it, but it is unknown which ones.
package struct FlagAnswers: Sendable, Hashable {
    indirect enum Node: Sendable, Hashable {
        case shares(RuleShares)
        /// The first branch whose condition holds, otherwise the last node.
        case branches([Branch], otherwise: Node)
        /// Unknown without an evaluation.
        case unknown
    }

    struct Branch: Sendable, Hashable {
        let condition: JSONValue
        let node: Node
    }

    let root: Node

    init(root: Node) {
        self.root = root
    }

    /// Creates the same answer for all users.
    package init(allUsers answer: FlagAnswer) {
        root = .shares(RuleShares(answer))
    }

    // MARK: - Answers

    /// All possible answers; `nil` if there can be others.
    ///
    /// - Complexity: O(*n*) in the number of branches and shares.
    package var all: Set<FlagAnswer>? { Self.all(root) }

    static func all(_ node: Node) -> Set<FlagAnswer>? {
        switch node {
        case .shares(let shares): return Set(shares.stretches.filter { $0.weight > 0 }.map(\.answer))
        case .branches(let branches, let otherwise):
            guard var result = all(otherwise) else { return nil }
            for branch in branches {
                guard let answers = all(branch.node) else { return nil }
                result.formUnion(answers)
            }
            return result
        case .unknown: return nil
        }
    }

    /// Returns the same groups with other answers.
    package func map(_ transform: (FlagAnswer) -> FlagAnswer) -> FlagAnswers {
        FlagAnswers(root: Self.map(root, transform))
    }

    private static func map(_ node: Node, _ transform: (FlagAnswer) -> FlagAnswer) -> Node {
        switch node {
        case .shares(let shares): .shares(shares.map(transform))
        case .branches(let branches, let otherwise):
            .branches(
                branches.map { Branch(condition: $0.condition, node: map($0.node, transform)) },
                otherwise: map(otherwise, transform)
            )
        case .unknown: .unknown
        }
    }

    static func split(_ node: Node) -> (branches: [Branch], otherwise: Node) {
        if case .branches(let branches, let otherwise) = node { return (branches, otherwise) }
        return ([], node)
    }

    static func byCondition(_ branches: [Branch]) -> [JSONValue: Node] {
        Dictionary(branches.map { ($0.condition, $0.node) }, uniquingKeysWith: { first, _ in first })
    }
}

extension FlagAnswers {
    /// Which users get which answer of a Boolean flag, as a clause: `of all users, 10% get true, and 90% get false`.
    var booleanShares: String {
        let answers = all ?? []
        let others = answers.filter { answer in
            if case .value(.bool) = answer { false } else { true }
        }
        if case .value(let value)? = others.first(where: { $0 != .codeDefault && $0 != .failure }) {
            return "users can get \(FlagAnswer.value(value)), which isn't a Boolean, so apps use the default instead"
        }
        guard case .shares(let shares) = root else { return "its rule decides which users get true" }
        let total = Double(shares.stretches.reduce(0) { $0 + $1.weight })
        var parts: [(answer: FlagAnswer, share: Double)] = []
        for stretch in shares.stretches where stretch.weight > 0 {
            if let index = parts.firstIndex(where: { $0.answer == stretch.answer }) {
                parts[index].share += Double(stretch.weight) / total
            } else {
                parts.append((stretch.answer, Double(stretch.weight) / total))
            }
        }
        if parts.count == 1 { return "all users get \(parts[0].answer)" }
        let texts = zip(parts, parts.map(\.share).percentTexts).map { part, share in "\(share) get \(part.answer)" }
        return "of all users, \(texts.joined(separator: ", and "))"
    }
}
