/// A failure of something outside the console, such as a file.
package struct ConsoleFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence that says what failed, where, why, and what to do.
    package var message: String
    /// Whether nothing was written because of a conflicting change by another program.
    package var isConflict: Bool

    package init(_ message: String, isConflict: Bool = false) {
        self.message = message
        self.isConflict = isConflict
    }

    package var description: String { message }
}
