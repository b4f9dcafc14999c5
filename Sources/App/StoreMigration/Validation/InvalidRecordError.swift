/// An error for a record that doesn't have the shape that its store requires.
public struct InvalidRecordError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name of the record type.
    public let type: String
    /// A sentence for each problem, without values.
    public let problems: [String]

    /// Creates an error.
    public init(type: String, problems: [String]) {
        self.type = type
        self.problems = problems
    }

    /// The record type, and all problems.
    public var description: String { "invalid \(type): \(problems.joined(separator: " "))" }
}
