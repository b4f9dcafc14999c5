/// An invalid list of steps or mapping of names.
public struct MigrationListError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A sentence for each mistake, in the order of the list.
    public let problems: [String]

    init(problems: [String]) {
        self.problems = problems
    }

    /// The sentences, one per line.
    public var description: String { problems.joined(separator: "\n") }
}
