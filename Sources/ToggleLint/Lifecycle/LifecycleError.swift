/// Why a step in a toggle's life cannot be taken, in which case nothing has changed.
package struct LifecycleError: Error, Sendable, CustomStringConvertible {
    /// A sentence that says what, and what to do instead.
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
