/// What a move does when the key it moves a value to has another value already.
///
/// The same value is no collision.
public enum Collision: Sendable, Hashable {
    /// The step fails.
    case fail
    /// Both values stay under their keys, and the report says so.
    case keepTarget
    /// The moved value takes the place of the other one, and the report says so.
    case replaceTarget
}
