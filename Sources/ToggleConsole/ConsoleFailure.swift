/// Why something outside of the console did not work.
package struct ConsoleFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence that says what, where, why, and what to do.
    package var message: String
    /// Whether nothing was written because somebody else had changed the same.
    package var isConflict: Bool

    package init(_ message: String, isConflict: Bool = false) {
        self.message = message
        self.isConflict = isConflict
    }

    package var description: String { message }
}
