/// Stores the variant of an experiment that a user was given first, so that it doesn't change with the shares.
///
/// Without a store, `fractional` gives the same user the same variant as long as the document's shares don't change.
/// With a store, the variant stays for as long as the experiment runs: while its definition exists, is enabled, still
/// has the variant, and its rule sends the user to `fractional`. The store is queried at each read of an experiment, so
/// it must answer from memory.
///
/// The package provides ``InMemoryAssignmentStore`` and ``FileAssignmentStore``.
public protocol AssignmentStore: Sendable {
    /// Returns the stored variant.
    ///
    /// - Parameters:
    ///   - experiment: The remote parameter of the toggle; a new parameter is a new experiment.
    ///   - targetingKey: The user's targeting key.
    /// - Returns: The name of the variant, or `nil` if none is stored.
    func variant(of experiment: String, for targetingKey: String) -> String?

    /// Stores a variant, unless one is already stored.
    ///
    /// - Parameters:
    ///   - variant: The name of the variant.
    ///   - experiment: The remote parameter of the toggle.
    ///   - targetingKey: The targeting key of the user who was given the variant.
    func keep(_ variant: String, of experiment: String, for targetingKey: String)
}
