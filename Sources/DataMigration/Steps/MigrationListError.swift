package import JSONText

/// What is wrong with a list of steps or a mapping of keys, as it is built.
public struct MigrationListError: Error, Sendable, Hashable, CustomStringConvertible {
    /// One mistake.
    package struct Problem: Sendable, Hashable {
        /// Where it is in a document; `nil` for a list that was made in code.
        package var location: JSONLocation?
        /// What is wrong, and what to do.
        package var sentence: String

        package init(_ sentence: String, at location: JSONLocation? = nil) {
            self.location = location
            self.sentence = sentence
        }

        /// The sentence behind its place in a file: `steps.json:3:7: …`.
        package func line(in path: String) -> String {
            location.map { "\(path):\($0.line):\($0.column): \(sentence)" } ?? "\(path): \(sentence)"
        }
    }

    /// The mistakes, in the order of the list.
    package let details: [Problem]

    /// A sentence for each mistake, in the order of the list; of a document with line and column in front.
    public var problems: [String] {
        details.map { problem in
            problem.location.map { "Line \($0.line), column \($0.column): \(problem.sentence)" } ?? problem.sentence
        }
    }

    init(problems: [String]) {
        details = problems.map { Problem($0) }
    }

    init(_ details: [Problem]) {
        self.details = details
    }

    /// The sentences, a line each.
    public var description: String { problems.joined(separator: "\n") }
}
