import ToggleBase
import ToggleTool

/// What a server says in an error response, for a message.
///
/// It's on one line, so that it can't begin a line of its own, and short. Secrets are hidden before the end is cut off,
/// because the beginning of a secret would no longer be recognized.
struct ServerWords: Sendable, Hashable, CustomStringConvertible {
    let description: String

    /// Creates the words from a text of any origin.
    init(_ text: some StringProtocol, limit: Int = 200) {
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        description = String(ToolOutput.shown(line).prefix(limit))
    }

    /// Whether the server says nothing.
    var isEmpty: Bool { description.isEmpty }
}
