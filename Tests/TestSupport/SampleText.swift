/// A text as the argument of a test, which is abbreviated in the name of the test case if it is long.
package struct SampleText: Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// The whole text.
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    package init(stringLiteral text: String) {
        self.text = text
    }

    /// The text, with at most 100 of its characters.
    package var description: String {
        let characters = text.count
        guard characters > 100 else { return text }
        return "\(text.prefix(60))… (\(characters) characters) …\(text.suffix(20))"
    }
}
