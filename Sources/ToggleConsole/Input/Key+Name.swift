#if OVERRIDES
extension Key {
    /// The display name of the key: `Space`, `C-r`, `PgDn`.
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
#endif
