import FeatureToggles

/// An assignment store that forgets everything with the process.
///
/// It keeps up to ``limit`` assignments. Beyond that the oldest one goes of the experiment that has most.
public final class InMemoryAssignmentStore: AssignmentStore {
    /// How many assignments a store keeps.
    public static let limit = 10_000

    private let table: Mutex<AssignmentTable>

    /// Creates a store.
    ///
    /// - Parameter variants: The variants that are kept from the start, by experiment and targeting key.
    public init(_ variants: [String: [String: String]] = [:]) {
        var table = AssignmentTable(limit: Self.limit)
        for experiment in Array(variants.keys).inOrder() {
            let people = variants[experiment] ?? [:]
            for person in Array(people.keys).inOrder() {
                if let variant = people[person] { table.keep(variant, of: experiment, for: person) }
            }
        }
        self.table = Mutex(table)
    }

    /// The variant that was kept.
    public func variant(of experiment: String, for targetingKey: String) -> String? {
        table.withLock { $0.variant(of: experiment, for: targetingKey) }
    }

    /// Keeps a variant, unless one was kept already.
    public func keep(_ variant: String, of experiment: String, for targetingKey: String) {
        table.withLock { _ = $0.keep(variant, of: experiment, for: targetingKey) }
    }
}
