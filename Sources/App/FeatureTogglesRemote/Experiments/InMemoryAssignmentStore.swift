import ToggleBase

/// An assignment store that is empty after the process ends.
///
/// It stores up to ``limit`` assignments. Beyond that, it drops the oldest one of the experiment with the most
/// assignments.
public final class InMemoryAssignmentStore: AssignmentStore {
    /// The maximum number of assignments in a store.
    public static let limit = 10_000

    private let table: Mutex<AssignmentTable>

    /// Creates a store.
    ///
    /// - Parameter variants: The initial variants by experiment and targeting key.
    public init(_ variants: [String: [String: String]] = [:]) {
        var table = AssignmentTable(limit: Self.limit)
        for experiment in Array(variants.keys).inOrder() {
            let users = variants[experiment] ?? [:]
            for user in Array(users.keys).inOrder() {
                if let variant = users[user] { table.keep(variant, of: experiment, for: user) }
            }
        }
        self.table = Mutex(table)
    }

    /// Returns the stored variant.
    public func variant(of experiment: String, for targetingKey: String) -> String? {
        table.withLock { $0.variant(of: experiment, for: targetingKey) }
    }

    /// Stores a variant, unless one is already stored.
    public func keep(_ variant: String, of experiment: String, for targetingKey: String) {
        table.withLock { _ = $0.keep(variant, of: experiment, for: targetingKey) }
    }
}
