/// Why typed text, such as a value, a filter, or a context, is invalid.
package struct InputError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A message with the mistake, and what to write instead.
    package let description: String
    /// The column of the first invalid character in a text of one line, from 1.
    package let column: Int?

    package init(_ description: String, column: Int? = nil) {
        self.description = description
        self.column = column
    }
}
