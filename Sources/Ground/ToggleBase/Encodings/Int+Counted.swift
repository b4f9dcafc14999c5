extension Int {
    /// Returns the number with a noun: `1 toggle`, `0 toggles`, `2 entries`.
    ///
    /// - Parameters:
    ///   - noun: The singular; an `s` is appended unless the number is 1.
    ///   - plural: The plural, if it is irregular.
    /// - Returns: The number and the noun.
    package func counted(_ noun: String, plural: String? = nil) -> String {
        "\(self) " + (self == 1 ? noun : plural ?? noun + "s")
    }
}
