/// What is wrong with a list of steps or a mapping of keys, as it is built.
public struct MigrationListError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A sentence for each mistake, in the order of the list.
    public let problems: [String]

    init(problems: [String]) {
        self.problems = problems
    }

    /// The sentences, a line each.
    public var description: String { problems.joined(separator: "\n") }
}
