#if OVERRIDES
/// The content of a ``LocalDefaultsFile``.
public struct LocalDefaultsState: Sendable, Hashable {
    /// The overrides by toggle key.
    ///
    /// The keys and types have not been checked against any registry.
    public let values: [String: JSONValue]
    /// The number of times that tools have changed the file.
    ///
    /// It is 0 without a file. Editing by hand doesn't change it.
    package let revision: Int
    /// The problems in the file that don't make it unusable.
    package let problems: [LocalDefaultsProblem]

    /// Creates a state.
    package init(values: [String: JSONValue] = [:], revision: Int = 0, problems: [LocalDefaultsProblem] = []) {
        self.values = values
        self.revision = revision
        self.problems = problems
    }
}

/// A problem in a ``LocalDefaultsFile`` that its owner should look at.
package struct LocalDefaultsProblem: Sendable, Hashable, CustomStringConvertible {
    /// A sentence that says what was found and what to write instead.
    package let message: String
    /// The location of the problem in the file.
    package let location: JSONLocation?

    /// Creates a problem.
    package init(_ message: String, at location: JSONLocation? = nil) {
        self.message = message
        self.location = location
    }

    /// The line and column, if known, and the message.
    package var description: String {
        guard let location else { return message }
        return "line \(location.line), column \(location.column): \(message)"
    }
}

/// The result of an update of a ``LocalDefaultsFile``.
public struct LocalDefaultsUpdate: Sendable, Hashable {
    /// The new content of the file.
    public let state: LocalDefaultsState
    /// Whether the file was written; edits that change nothing don't write it.
    public let isWritten: Bool
    /// The recovery from an unusable file, if there was one: its new name, and what replaced it.
    package let recovery: LocalDefaultsProblem?

    init(state: LocalDefaultsState, isWritten: Bool, recovery: LocalDefaultsProblem? = nil) {
        self.state = state
        self.isWritten = isWritten
        self.recovery = recovery
    }
}
#endif
