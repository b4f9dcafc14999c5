/// A finding in a file: the problem, its location, and what to write instead.
///
/// ``description`` has the form `path:line:column: error: sentence`, which Xcode and editors turn into a jump to the
/// line.
public struct Diagnostic: Sendable, Hashable {
    /// The severity of a finding.
    public enum Severity: String, Sendable, Hashable, CaseIterable {
        /// The file cannot be used.
        case error
        /// The file can be used, but something in it is probably unintended.
        case warning
        /// Additional information.
        case note
    }

    /// The severity.
    public let severity: Severity
    /// The path of the file, as it was given to the parser.
    public let path: String
    /// The range of the file that the finding refers to.
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

    /// Returns ``description``, then the line of the file with a caret below the range.
    ///
    /// - Parameter line: The text of the line in which the range starts, without its line break.
    /// - Returns: Three lines of text without a final line break; a long line is truncated around the range.
    public func rendering(line: some StringProtocol) -> String {
        rendering(SourceExcerpt(line: line, range: range))
    }

    func rendering(_ excerpt: SourceExcerpt) -> String {
        "\(description)\n\(excerpt.text)\n\(excerpt.marker)"
    }
}

extension Diagnostic: CustomStringConvertible {
    /// `path:line:column: error: sentence`.
    public var description: String {
        "\(path):\(range.start.line):\(range.start.column): \(severity.rawValue): \(message)"
    }
}
