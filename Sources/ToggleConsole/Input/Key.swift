#if !RELEASE || InternalBuild
/// A key that was pressed.
enum Key: Hashable, Sendable {
    /// A printable character, Space included.
    case character(Character)
    /// A letter with Control, in lower case.
    case control(Character)
    case up, down, left, right
    case home, end, pageUp, pageDown
    case enter, escape, tab, backTab, backspace, delete
    /// A function key, from 1.
    case function(Int)
}
#endif
