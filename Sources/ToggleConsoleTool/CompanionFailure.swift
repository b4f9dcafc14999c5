/// Why the console cannot show what is declared, in a sentence.
package struct CompanionFailure: Error {
    /// The sentence.
    package let message: String

    /// Creates a failure.
    package init(_ message: String) {
        self.message = message
    }

    /// Creates a failure of several errors, of which the first one is told; `nil` for none.
    package init?(errors: [String]) {
        guard let first = errors.first else { return nil }
        let count = errors.count - 1
        self.init(count == 0 ? first : "\(first) (and \(count) more \(count == 1 ? "error" : "errors"))")
    }
}
