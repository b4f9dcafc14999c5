#if OVERRIDES
extension String {
    /// The text without leading and trailing white space.
    package var trimmed: String {
        var text = Substring(self)
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
#endif
