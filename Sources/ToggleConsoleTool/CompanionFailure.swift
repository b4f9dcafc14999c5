/// Why the console cannot show what is declared, in a sentence.
package struct CompanionFailure: Error {
    /// The sentence.
    package let message: String

    /// Creates a failure.
    package init(_ message: String) {
        self.message = message
    }
}
