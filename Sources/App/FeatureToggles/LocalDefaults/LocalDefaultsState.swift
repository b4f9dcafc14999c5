#if OVERRIDES
/// The content of a ``LocalDefaultsFile``.
public struct LocalDefaultsState: Sendable, Hashable {
    /// The overrides by toggle key.
    ///
    /// The keys and types have not been checked against any registry.
    public let values: [String: JSONValue]
    /// The number of times that tools have changed the file.
    ///
    /// It is 0 without a file. Editing by hand doesn't change it.
    package let revision: Int
    /// The problems in the file that don't make it unusable.
    package let problems: [LocalDefaultsProblem]

    /// Creates a state.
    package init(values: [String: JSONValue] = [:], revision: Int = 0, problems: [LocalDefaultsProblem] = []) {
        self.values = values
        self.revision = revision
        self.problems = problems
    }
}
#endif
