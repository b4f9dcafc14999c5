/// A finding in a file: the problem, its place, and what to write instead.
///
/// ``description`` has the form `path:line:column: error: sentence`, which Xcode and editors turn into a jump to the line.
public struct Diagnostic: Sendable, Hashable {
    /// How much a finding matters.
    public enum Severity: String, Sendable, Hashable, CaseIterable {
        /// The file cannot be used.
        case error
        /// The file can be used, but something in it is probably not meant.
        case warning
        /// Something to know.
        case note
    }

    /// How much it matters.
    public let severity: Severity
    /// The path of the file, as it was given to the parser.
    public let path: String
    /// What it is about.
    public let range: SourceRange
    /// The cause and what to write instead, in one line.
    public let message: String

    /// Creates a diagnostic.
    public init(_ severity: Severity, path: String, range: SourceRange, message: String) {
        self.severity = severity
        self.path = path
        self.range = range
        self.message = message
    }

    /// ``description``, then the line of the file and a caret below the text that is meant.
    ///
    /// - Parameter line: The text of the line in which the range starts, without its line break.
    /// - Returns: Three lines of text without a final line break; a long line is cut around the range.
    public func rendering(line: some StringProtocol) -> String {
        let excerpt = SourceExcerpt(line: line, range: range)
        return "\(description)\n\(excerpt.text)\n\(excerpt.marker)"
    }
}

extension Diagnostic: CustomStringConvertible {
    /// `path:line:column: error: sentence`.
    public var description: String {
        "\(path):\(range.start.line):\(range.start.column): \(severity.rawValue): \(message)"
    }
}
