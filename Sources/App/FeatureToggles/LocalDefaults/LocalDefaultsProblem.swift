#if OVERRIDES
/// A problem in a ``LocalDefaultsFile`` that its owner should look at.
package struct LocalDefaultsProblem: Sendable, Hashable, CustomStringConvertible {
    /// A sentence that says what was found and what to write instead.
    package let message: String
    /// The location of the problem in the file.
    package let location: JSONLocation?

    /// Creates a problem.
    package init(_ message: String, at location: JSONLocation? = nil) {
        self.message = message
        self.location = location
    }

    /// The line and column, if known, and the message.
    package var description: String {
        guard let location else { return message }
        return "line \(location.line), column \(location.column): \(message)"
    }
}
#endif
