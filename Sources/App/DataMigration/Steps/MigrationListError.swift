package import ToggleBase

/// An invalid list of steps or mapping of names.
public struct MigrationListError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A mistake.
    package struct Diagnostic: Sendable, Hashable {
        /// The location in a document; `nil` for a list in code.
        package var location: JSONLocation?
        /// A sentence that says what is wrong, and what to do.
        package var sentence: String

        package init(_ sentence: String, at location: JSONLocation? = nil) {
            self.location = location
            self.sentence = sentence
        }

        /// Returns the sentence with its location in a file: `steps.json:3:7: …`.
        package func line(in path: String) -> String {
            location.map { "\(path):\($0.line):\($0.column): \(sentence)" } ?? "\(path): \(sentence)"
        }
    }

    /// The mistakes, in the order of the list.
    package let details: [Diagnostic]

    /// A sentence for each mistake, in the order of the list, with line and column if there is a document.
    public var problems: [String] {
        details.map { problem in
            problem.location.map { "Line \($0.line), column \($0.column): \(problem.sentence)" } ?? problem.sentence
        }
    }

    init(problems: [String]) {
        details = problems.map { Diagnostic($0) }
    }

    init(_ details: [Diagnostic]) {
        self.details = details
    }

    /// The sentences, one per line.
    public var description: String { problems.joined(separator: "\n") }
}
