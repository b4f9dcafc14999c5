import Synchronization

/// An assignment store that forgets everything with the process.
public final class InMemoryAssignmentStore: AssignmentStore {
    private let variants: Mutex<[String: [String: String]]>

    /// Creates a store.
    ///
    /// - Parameter variants: The variants that are kept from the start, by experiment and targeting key.
    public init(_ variants: [String: [String: String]] = [:]) {
        self.variants = Mutex(variants)
    }

    /// The variant that was kept.
    public func variant(of experiment: String, for targetingKey: String) -> String? {
        variants.withLock { $0[experiment]?[targetingKey] }
    }

    /// Keeps a variant, unless one was kept already.
    public func keep(_ variant: String, of experiment: String, for targetingKey: String) {
        variants.withLock { variants in
            if variants[experiment]?[targetingKey] == nil { variants[experiment, default: [:]][targetingKey] = variant }
        }
    }
}
