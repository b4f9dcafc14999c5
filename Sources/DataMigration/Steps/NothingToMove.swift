/// What a step does when none of its moves finds anything.
///
/// A new installation and one from before there were migrations look the same: both have no stored version, and all steps
/// run. So every step says what that means for it.
public enum NothingToMove: Sendable, Hashable {
    /// Nothing: there was nothing to be done.
    case leave
    /// These values are put where there are none yet.
    case set([String: StoredValue])
    /// It is an error: the data that the step is for must be there.
    case fail
}
