#if OVERRIDES
/// One change to the overrides of a ``LocalDefaultsFile``.
public enum LocalDefaultsEdit: Sendable, Hashable {
    /// Overrides a toggle with a value, replacing any previous one.
    case set(String, JSONValue)
    /// Removes the override of a toggle, if there is one.
    case unset(String)
    /// Removes all overrides.
    case unsetAll
}
#endif
