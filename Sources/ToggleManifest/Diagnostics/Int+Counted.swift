extension Int {
    /// The number with a noun: `1 toggle`, `0 toggles`, `2 entries`.
    ///
    /// - Parameters:
    ///   - noun: One of them; its last word gets an `s` when there is not one.
    ///   - plural: Several of them, where that is not an `s` more.
    /// - Returns: The number and the word for so many.
    package func counted(_ noun: String, plural: String? = nil) -> String {
        "\(self) " + (self == 1 ? noun : plural ?? noun + "s")
    }
}
