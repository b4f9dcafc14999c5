#if OVERRIDES
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
