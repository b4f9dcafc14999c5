/// The result of starting a store clean.
public enum CleanStart: Sendable, Hashable {
    /// The store is empty; the previous contents are in the backup, or `nil` if there were none.
    case started(backup: String?)
    /// The condition didn't hold, so the store is unchanged.
    case refused
}
