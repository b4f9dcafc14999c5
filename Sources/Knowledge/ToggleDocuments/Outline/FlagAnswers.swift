import ToggleBase

/// The answers of a flag that follow from its definition: by conditions, by shares, or the same for all users.
///
/// Two versions are compared user by user where possible: for users who meet the same condition, or who are in the same
/// share. If only one version has a condition, some users are assumed to meet it, but it is unknown which ones.
package struct FlagAnswers: Sendable, Hashable {
    /// A group of users that gets the same answer.
    package struct People: Sendable, Hashable {
        /// The conditions that these users meet, each nested in the previous one.
        ///
        /// They meet no further condition inside the last one, or none at all if the list is empty.
        let conditions: [JSONValue]

        /// Users who meet no condition; all users if there is none.
        package static let others = People(conditions: [])

        func meeting(_ condition: JSONValue) -> People { People(conditions: conditions + [condition]) }
    }

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
    package init(allUsers answer: FlagDifference.Answer) {
        root = .shares(RuleShares(answer))
    }

    // MARK: - Answers

    /// All possible answers; `nil` if there can be others.
    ///
    /// - Complexity: O(*n*) in the number of branches and shares.
    package var all: Set<FlagDifference.Answer>? { Self.all(root) }

    static func all(_ node: Node) -> Set<FlagDifference.Answer>? {
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
    package func map(_ transform: (FlagDifference.Answer) -> FlagDifference.Answer) -> FlagAnswers {
        FlagAnswers(root: Self.map(root, transform))
    }

    private static func map(_ node: Node, _ transform: (FlagDifference.Answer) -> FlagDifference.Answer) -> Node {
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

    // MARK: - People

    /// Whether the answers depend on conditions.
    package var hasConditions: Bool {
        if case .branches = root { true } else { false }
    }

    /// All groups of users.
    package var people: Set<People> {
        var result: Set<People> = []
        Self.collect(root, .others, &result)
        return result
    }

    private static func collect(_ node: Node, _ people: People, _ result: inout Set<People>) {
        result.insert(people)
        guard case .branches(let branches, let otherwise) = node else { return }
        for branch in branches { collect(branch.node, people.meeting(branch.condition), &result) }
        collect(otherwise, people, &result)
    }

    /// Returns these answers, with unknown parts replaced by the previous answers of the same users.
    ///
    /// - Parameter old: The previous answers.
    /// - Returns: The answers, which may still have unknown parts.
    package func filled(from old: FlagAnswers) -> FlagAnswers {
        FlagAnswers(root: Self.filled(root, from: old.root))
    }

    private static func filled(_ node: Node, from old: Node) -> Node {
        switch node {
        case .shares: return node
        case .unknown: return old
        case .branches(let branches, let otherwise):
            let (known, rest) = split(old)
            let nodes = byCondition(known)
            return .branches(
                branches.map { branch in
                    // Users who meet a new condition can come from any earlier group.
                    let before = nodes[branch.condition] ?? (known.isEmpty ? rest : .unknown)
                    return Branch(condition: branch.condition, node: filled(branch.node, from: before))
                },
                otherwise: filled(otherwise, from: rest)
            )
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
