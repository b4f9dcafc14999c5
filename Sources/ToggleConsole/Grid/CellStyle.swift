/// How a cell of the screen looks, in terms of what it means.
///
/// A theme turns it into colours that the terminal has; without colours the attributes remain.
struct CellStyle: Hashable, Sendable {
    /// What the cell is part of.
    enum Role: UInt8, CaseIterable, Sendable {
        /// Ordinary text.
        case text
        /// Text that matters less: descriptions, units, hints.
        case faint
        /// The header and footer lines.
        case bar
        /// A key that can be pressed.
        case key
        /// The title of a group, of a column, of a box.
        case title
        /// A value that is on.
        case on
        /// A value that is off.
        case off
        /// Any other value.
        case value
        /// What an override decided, and its mark.
        case overridden
        /// What the remote document decided.
        case remote
        /// What should be gone, and its mark.
        case stale
        /// What is wrong.
        case error
        /// What went well.
        case success
        /// The letters that a filter found.
        case match
        /// The frame of a box.
        case border
    }

    /// What a terminal can do without colours.
    private struct Attributes: OptionSet, Hashable {
        let rawValue: UInt8

        static let bold = Attributes(rawValue: 1)
        static let underlined = Attributes(rawValue: 2)
        static let reversed = Attributes(rawValue: 4)
    }

    var role: Role
    private var attributes: Attributes = []

    init(_ role: Role = .text, bold: Bool = false, underlined: Bool = false, reversed: Bool = false) {
        self.role = role
        isBold = bold
        isUnderlined = underlined
        isReversed = reversed
    }

    var isBold: Bool {
        get { attributes.contains(.bold) }
        set { set(.bold, newValue) }
    }

    var isUnderlined: Bool {
        get { attributes.contains(.underlined) }
        set { set(.underlined, newValue) }
    }

    /// Whether foreground and background change places, which is how the selected row is shown.
    var isReversed: Bool {
        get { attributes.contains(.reversed) }
        set { set(.reversed, newValue) }
    }

    private mutating func set(_ attribute: Attributes, _ isOn: Bool) {
        if isOn { attributes.insert(attribute) } else { attributes.remove(attribute) }
    }

    static let text = CellStyle()
}
