/// What a move does if the target already has another value.
///
/// An equal value isn't a collision.
public enum Collision: Sendable, Hashable {
    /// The step fails.
    case fail
    /// Both values keep their keys, with a note in the report.
    case keepTarget
    /// The moved value replaces the other one, with a note in the report.
    case replaceTarget
}
