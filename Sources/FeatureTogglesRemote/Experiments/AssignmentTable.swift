import FeatureToggles

/// Stored variants by experiment and user, up to a limit.
///
/// Beyond the limit, the table drops the oldest assignment of the experiment with the most assignments. So an
/// experiment that ended long ago makes room before one that has just begun.
struct AssignmentTable: Sendable {
    private struct People: Sendable {
        var variants: [String: String] = [:]
        /// The users with an assignment, oldest first.
        var order: ArraySlice<String> = []
    }

    private var experiments: [String: People] = [:]
    private let limit: Int
    /// The number of assignments.
    private(set) var count = 0

    init(limit: Int) {
        self.limit = max(limit, 1)
    }

    func variant(of experiment: String, for person: String) -> String? {
        experiments[experiment]?.variants[person]
    }

    /// Stores a variant, unless one is already stored.
    ///
    /// - Returns: Whether the assignment is new.
    @discardableResult
    mutating func keep(_ variant: String, of experiment: String, for person: String) -> Bool {
        guard experiments[experiment]?.variants[person] == nil else { return false }
        experiments[experiment, default: People()].variants[person] = variant
        experiments[experiment, default: People()].order.append(person)
        count += 1
        while count > limit { dropOldest() }
        return true
    }

    private mutating func dropOldest() {
        let largest = experiments.max { ($0.value.order.count, $0.key) < ($1.value.order.count, $1.key) }
        guard let experiment = largest?.key, let person = experiments[experiment]?.order.popFirst() else {
            count = 0
            return
        }
        experiments[experiment]?.variants[person] = nil
        count -= 1
    }

    /// The experiments sorted by name, each with its users from the oldest to the newest assignment.
    var members: [(experiment: String, people: [(person: String, variant: String)])] {
        Array(experiments.keys).inOrder().compactMap { experiment in
            experiments[experiment].map { people in
                (experiment, people.order.compactMap { person in people.variants[person].map { (person, $0) } })
            }
        }
    }
}
