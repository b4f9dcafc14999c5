/// An error of a ``FileDualWriteStore`` or a ``MigrationJournal``; the file is unchanged.
public struct MigrationFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the file.
    public let path: String
    /// A sentence that says what is wrong and what to do.
    public let message: String

    /// The path and the message.
    public var description: String { "\(path): \(message)" }
}
