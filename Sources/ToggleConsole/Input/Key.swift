#if OVERRIDES
/// A pressed key.
enum Key: Hashable, Sendable {
    /// A printable character, including the space.
    case character(Character)
    /// A letter with Control, in lowercase.
    case control(Character)
    case up, down, left, right
    case home, end, pageUp, pageDown
    case enter, escape, tab, backTab, backspace, delete
    /// A function key, from 1.
    case function(Int)
}
#endif
