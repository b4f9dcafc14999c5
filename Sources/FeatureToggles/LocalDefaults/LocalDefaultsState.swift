#if !RELEASE || InternalBuild
/// What a ``LocalDefaultsFile`` says.
public struct LocalDefaultsState: Sendable, Hashable {
    /// The overrides by the toggle's key.
    ///
    /// Nobody has looked yet whether there are such toggles and of what type.
    public var values: [String: JSONValue]
    /// How many times tools have changed the file.
    ///
    /// It is 0 when there is no file. Editing by hand leaves it as it is.
    public var revision: Int
    /// What is strange in the file without making it useless.
    public var problems: [LocalDefaultsProblem]

    /// Creates a state.
    public init(values: [String: JSONValue] = [:], revision: Int = 0, problems: [LocalDefaultsProblem] = []) {
        self.values = values
        self.revision = revision
        self.problems = problems
    }
}

/// Something in a ``LocalDefaultsFile`` that its owner should look at.
public struct LocalDefaultsProblem: Sendable, Hashable, CustomStringConvertible {
    /// A sentence that says what was found and what to write instead.
    public let message: String
    /// Where it is in the file.
    public let location: JSONLocation?

    /// Creates a problem.
    public init(_ message: String, at location: JSONLocation? = nil) {
        self.message = message
        self.location = location
    }

    /// Line and column, where there are, and the sentence.
    public var description: String {
        guard let location else { return message }
        return "line \(location.line), column \(location.column): \(message)"
    }
}

/// What became of an update of a ``LocalDefaultsFile``.
public struct LocalDefaultsUpdate: Sendable, Hashable {
    /// What the file says now.
    public let state: LocalDefaultsState
    /// Whether the file was written, which an edit that changes nothing does not do.
    public let isWritten: Bool
    /// That the file could not be used, under which name it was kept, and what was taken instead.
    public let recovery: LocalDefaultsProblem?

    init(state: LocalDefaultsState, isWritten: Bool, recovery: LocalDefaultsProblem? = nil) {
        self.state = state
        self.isWritten = isWritten
        self.recovery = recovery
    }
}
#endif
