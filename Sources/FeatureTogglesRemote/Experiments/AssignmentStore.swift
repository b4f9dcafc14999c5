/// Keeps the variant of an experiment that a person was given first, so that it stays when the shares change.
///
/// Without one, `fractional` gives the same person the same variant as long as the document's shares stay; with one, the
/// variant stays as long as the experiment runs: while its definition is there, is enabled and still has the variant. The
/// store is asked at each read of an experiment, so it answers from memory.
///
/// ``InMemoryAssignmentStore`` and ``FileAssignmentStore`` are there.
public protocol AssignmentStore: Sendable {
    /// The variant that was kept.
    ///
    /// - Parameters:
    ///   - experiment: The remote parameter of the toggle: a new parameter is a new experiment.
    ///   - targetingKey: Who is asking.
    /// - Returns: The name of the variant, or `nil` when none was kept.
    func variant(of experiment: String, for targetingKey: String) -> String?

    /// Keeps a variant, unless one was kept already.
    ///
    /// - Parameters:
    ///   - variant: The name of the variant.
    ///   - experiment: The remote parameter of the toggle.
    ///   - targetingKey: Who was given it.
    func keep(_ variant: String, of experiment: String, for targetingKey: String)
}
