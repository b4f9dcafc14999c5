/// Why something outside of the console did not work.
package struct ConsoleFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence that says what, where, why, and what to do.
    package var message: String

    package init(_ message: String) { self.message = message }

    package var description: String { message }
}
