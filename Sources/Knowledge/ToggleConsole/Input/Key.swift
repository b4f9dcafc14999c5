/// A pressed key.
enum Key: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
    /// A printable character, including the space.
    case character(Character)
    /// A letter with Control, in lowercase.
    case control(Character)
    case up, down, left, right
    case home, end, pageUp, pageDown
    case enter, escape, tab, backTab, backspace, delete
    /// A function key, from 1.
    case function(Int)

    init(extendedGraphemeClusterLiteral character: Character) { self = .character(character) }

    /// The display name of the key, such as `Space`, `C-r`, or `PgDn`.
    var name: String {
        switch self {
        case .character(" "): "Space"
        case .character(let character): String(character)
        case .control(let character): "C-\(character)"
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .enter: "Enter"
        case .escape: "Esc"
        case .tab: "Tab"
        case .backTab: "S-Tab"
        case .backspace: "Backspace"
        case .delete: "Delete"
        case .function(let number): "F\(number)"
        }
    }

    /// The display name in ASCII.
    var asciiName: String {
        switch self {
        case .up: "Up"
        case .down: "Down"
        case .left: "Left"
        case .right: "Right"
        default: name
        }
    }
}
