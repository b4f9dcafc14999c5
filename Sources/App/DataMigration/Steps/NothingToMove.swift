/// What a step does if no move finds anything.
///
/// Neither a new installation nor one that predates the migrations has a stored version, so all steps run in both. Each
/// step therefore declares what to do if it finds nothing.
public enum NothingToMove: Sendable, Hashable {
    /// Nothing.
    case leave
    /// Sets these values for keys without a value.
    case set([String: StoredValue])
    /// Fails, because the data must exist.
    case fail
}
