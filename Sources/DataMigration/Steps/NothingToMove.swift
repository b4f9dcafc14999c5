/// What a step does if no move finds anything.
///
/// A new installation has no stored version, like one from before there were migrations, so all steps run in both. So
/// every step declares what that means.
public enum NothingToMove: Sendable, Hashable {
    /// Nothing.
    case leave
    /// Sets these values for keys without a value.
    case set([String: StoredValue])
    /// Fails, because the data must exist.
    case fail
}
