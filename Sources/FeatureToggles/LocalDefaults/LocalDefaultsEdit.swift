#if !RELEASE || InternalBuild
/// One change to the overrides of a ``LocalDefaultsFile``.
public enum LocalDefaultsEdit: Sendable, Hashable {
    /// Overrides a toggle with a value, whatever it was before.
    case set(String, JSONValue)
    /// Takes the override of a toggle away, if there is one.
    case unset(String)
    /// Takes every override away.
    case unsetAll
}
#endif
