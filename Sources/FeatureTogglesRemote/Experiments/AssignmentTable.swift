import FeatureToggles

/// Kept variants by experiment and person, no more than a limit.
///
/// Beyond the limit the oldest assignment goes of the experiment that has most: an experiment that ended long ago makes room
/// before one that has just begun.
struct AssignmentTable: Sendable {
    private struct People: Sendable {
        var variants: [String: String] = [:]
        /// Who was given one, the oldest first.
        var order: ArraySlice<String> = []
    }

    private var experiments: [String: People] = [:]
    private let limit: Int
    /// How many assignments there are.
    private(set) var count = 0

    init(limit: Int) {
        self.limit = max(limit, 1)
    }

    func variant(of experiment: String, for person: String) -> String? {
        experiments[experiment]?.variants[person]
    }

    /// Keeps a variant, unless one was kept already.
    ///
    /// - Returns: Whether it is new.
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

    /// The experiments by name, each with its people from the oldest to the newest.
    var members: [(experiment: String, people: [(person: String, variant: String)])] {
        Array(experiments.keys).inOrder().compactMap { experiment in
            experiments[experiment].map { people in
                (experiment, people.order.compactMap { person in people.variants[person].map { (person, $0) } })
            }
        }
    }
}
