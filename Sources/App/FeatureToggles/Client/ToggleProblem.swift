/// Something that a client skipped because it was unusable, such as an override of an unknown toggle, an unreadable
/// file, or an invalid definition.
///
/// Reads continue without it.
public struct ToggleProblem: Sendable, Hashable, CustomStringConvertible {
    /// The source in which the problem was found.
    public let source: ToggleSource
    /// The exact place of the problem: the argument, variable, file, or remote parameter.
    public let origin: String
    /// A sentence that says what is wrong and what to write instead.
    public let message: String

    /// Creates a problem.
    package init(source: ToggleSource, origin: String, message: String) {
        self.source = source
        self.origin = origin
        self.message = message
    }

    /// The origin and the message.
    public var description: String { "\(origin): \(message)" }
}
