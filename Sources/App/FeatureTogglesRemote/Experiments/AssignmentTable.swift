import ToggleBase

/// Stored variants by experiment and user, up to a limit.
///
/// Beyond the limit, the table drops the oldest assignment of the experiment with the most assignments. So an
/// experiment that ended long ago makes room before one that has just begun.
struct AssignmentTable: Sendable {
    private struct Users: Sendable {
        var variants: [String: String] = [:]
        /// The users with an assignment, oldest first.
        var order: ArraySlice<String> = []
    }

    private var experiments: [String: Users] = [:]
    private let limit: Int
    /// The number of assignments.
    private(set) var count = 0

    init(limit: Int) {
        self.limit = max(limit, 1)
    }

    func variant(of experiment: String, for user: String) -> String? {
        experiments[experiment]?.variants[user]
    }

    /// Stores a variant, unless one is already stored.
    ///
    /// - Returns: Whether the assignment is new.
    @discardableResult
    mutating func keep(_ variant: String, of experiment: String, for user: String) -> Bool {
        guard experiments[experiment]?.variants[user] == nil else { return false }
        experiments[experiment, default: Users()].variants[user] = variant
        experiments[experiment, default: Users()].order.append(user)
        count += 1
        while count > limit { dropOldest() }
        return true
    }

    private mutating func dropOldest() {
        let largest = experiments.max { ($0.value.order.count, $0.key) < ($1.value.order.count, $1.key) }
        guard let experiment = largest?.key, let user = experiments[experiment]?.order.popFirst() else {
            count = 0
            return
        }
        experiments[experiment]?.variants[user] = nil
        count -= 1
    }

    /// The experiments sorted by name, each with its users from the oldest to the newest assignment.
    var members: [(experiment: String, users: [(user: String, variant: String)])] {
        Array(experiments.keys).inOrder().compactMap { experiment in
            experiments[experiment].map { users in
                (experiment, users.order.compactMap { user in users.variants[user].map { (user, $0) } })
            }
        }
    }
}
