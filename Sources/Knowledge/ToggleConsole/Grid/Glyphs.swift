/// The marks and lines that the console draws.
struct Glyphs: Equatable, Sendable {
    var expanded = "▾"
    var collapsed = "▸"
    var selected = "▶"
    var marked = "●"
    var pinned = "★"
    var arrow = "→"
    var ellipsis = "…"
    var horizontal = "─"
    var vertical = "│"
    var topLeft = "┌"
    var topRight = "┐"
    var bottomLeft = "└"
    var bottomRight = "┘"
    var dot = "·"

    static let unicode = Glyphs()

    /// ASCII glyphs, for terminals that support nothing else or draw the others two columns wide.
    static let ascii = Glyphs(
        expanded: "-",
        collapsed: "+",
        selected: ">",
        marked: "#",
        pinned: "^",
        arrow: ">",
        ellipsis: "~",
        horizontal: "-",
        vertical: "|",
        topLeft: "+",
        topRight: "+",
        bottomLeft: "+",
        bottomRight: "+",
        dot: "-"
    )

    /// ASCII glyphs with spaces for all lines.
    static let withoutFrames: Glyphs = {
        var glyphs = ascii
        for line in [
            \Glyphs.horizontal, \.vertical, \.topLeft, \.topRight, \.bottomLeft, \.bottomRight,
        ] { glyphs[keyPath: line] = " " }
        return glyphs
    }()
}
