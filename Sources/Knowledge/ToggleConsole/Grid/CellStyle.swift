/// The semantic style of a cell.
///
/// A theme maps it to the terminal's colors; without colors, only the attributes apply.
struct CellStyle: Hashable, Sendable {
    /// The role of a cell's content.
    enum Role: UInt8, CaseIterable, Sendable {
        /// Ordinary text.
        case text
        /// Less important text: descriptions, units, hints.
        case faint
        /// The header and footer lines.
        case bar
        /// A key that can be pressed.
        case key
        /// The title of a group, a column, or a box.
        case title
        /// A value that is on.
        case on
        /// A value that is off.
        case off
        /// Any other value.
        case value
        /// A value decided by an override, and its mark.
        case overridden
        /// A value decided by the remote document.
        case remote
        /// A stale toggle, and its mark.
        case stale
        /// An error.
        case error
        /// A success.
        case success
        /// The letters that match the filter.
        case match
        /// The frame of a box.
        case border
    }

    var role: Role
    var isBold: Bool
    var isUnderlined: Bool
    /// Whether foreground and background are swapped, as in the selected row.
    var isReversed: Bool

    init(_ role: Role = .text, bold: Bool = false, underlined: Bool = false, reversed: Bool = false) {
        self.role = role
        isBold = bold
        isUnderlined = underlined
        isReversed = reversed
    }

    static let text = CellStyle()
}
