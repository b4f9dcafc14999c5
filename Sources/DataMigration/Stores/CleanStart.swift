/// Whether a store was started clean.
public enum CleanStart: Sendable, Hashable {
    /// It was; what was there is kept, `nil` when there was nothing.
    case started(backup: String?)
    /// It was not, since what is there is not what was to give way.
    case refused
}
