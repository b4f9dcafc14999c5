package import ToggleManifest

/// The reason why an operation on a flag is refused; nothing has changed.
package struct FlagOperationError: Error, Sendable, CustomStringConvertible {
    /// The problem and its solution, as a sentence that can lack its full stop.
    package let description: String
    /// The errors in the document that are the reason, if any.
    package let diagnostics: [Diagnostic]

    /// Creates a reason.
    package init(_ description: String, _ diagnostics: [Diagnostic] = []) {
        self.description = description
        self.diagnostics = diagnostics
    }
}
