/// An error in the text of a remote document that makes the whole document unusable.
///
/// A problem of a single flag is a ``FlagDiagnostic`` instead, and doesn't affect other flags.
public struct RemoteDocumentError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A sentence that says what is wrong and where.
    public let description: String
}
