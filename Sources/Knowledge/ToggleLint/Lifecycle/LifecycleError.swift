/// The reason why a step in a toggle's lifecycle is impossible; nothing has changed.
package struct LifecycleError: Error, Sendable, CustomStringConvertible {
    /// The problem and its solution, as a sentence.
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
