/// Something that a client skipped because it could not be used: an override of an unknown toggle, an unreadable file,
/// a broken definition.
///
/// Reads go on without it.
public struct ToggleProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// Where it was found.
    public let source: ToggleSource
    /// Where exactly: the argument, the variable, the file, the remote parameter.
    public let origin: String
    /// A sentence that says what is wrong and what to write instead.
    public let message: String

    /// Creates a problem.
    public init(source: ToggleSource, origin: String, message: String) {
        self.source = source
        self.origin = origin
        self.message = message
    }

    /// The place and the sentence.
    public var description: String { "\(origin): \(message)" }
}
