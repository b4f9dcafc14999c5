/// A set of colors, one for each role.
///
/// Colors only repeat information that a mark, a word, or an attribute also shows.
enum Theme: String, CaseIterable, Sendable {
    /// For dark and light backgrounds.
    case `default`
    /// For dark backgrounds, in softer colors.
    case dark
    /// For light backgrounds.
    case light
    /// Blue and orange instead of red and green.
    case colorBlind = "colour-blind"
    /// Maximum contrast.
    case contrast
    /// No colors.
    case mono

    /// The colors of a role; `nil` is the terminal's own color.
    struct Colors: Hashable, Sendable {
        /// The xterm color number, from 0 to 255.
        var foreground: Int?
        var background: Int?
    }

    /// The number of colors that a terminal supports.
    enum Depth: Int, CaseIterable, Sendable {
        case mono = 0
        case eight = 8
        case many = 256
    }

    /// Returns the colors of a role for a terminal.
    ///
    /// With eight colors, the numbers are 0 to 7.
    func colors(of role: CellStyle.Role, depth: Depth) -> Colors {
        guard depth != .mono, let pair = pair(of: role) else { return Colors() }
        let colors = depth == .eight ? pair.eight : pair.many
        return Colors(foreground: colors.0, background: colors.1)
    }

    private typealias Pair = (eight: (Int?, Int?), many: (Int?, Int?))

    private func pair(of role: CellStyle.Role) -> Pair? {
        switch self {
        case .mono: nil
        case .default: Self.default(role)
        case .dark: Self.dark(role)
        case .light: Self.light(role)
        case .colorBlind: Self.colorBlind(role)
        case .contrast: Self.contrast(role)
        }
    }

    private static func `default`(_ role: CellStyle.Role) -> Pair? {
        switch role {
        case .text, .value: nil
        case .faint: ((nil, nil), (244, nil))
        case .bar: ((0, 6), (255, 24))
        case .key: ((6, nil), (38, nil))
        case .title: ((6, nil), (38, nil))
        case .on, .success: ((2, nil), (34, nil))
        case .off: ((nil, nil), (246, nil))
        case .overridden: ((3, nil), (172, nil))
        case .remote: ((4, nil), (68, nil))
        case .stale: ((5, nil), (133, nil))
        case .error: ((1, nil), (160, nil))
        case .match: ((3, nil), (172, nil))
        case .border: ((nil, nil), (242, nil))
        }
    }

    private static func dark(_ role: CellStyle.Role) -> Pair? {
        switch role {
        case .text, .value: ((7, nil), (252, nil))
        case .faint: ((7, nil), (243, nil))
        case .bar: ((7, 4), (253, 236))
        case .key, .title: ((6, nil), (110, nil))
        case .on, .success: ((2, nil), (114, nil))
        case .off: ((7, nil), (245, nil))
        case .overridden, .match: ((3, nil), (179, nil))
        case .remote: ((6, nil), (111, nil))
        case .stale: ((5, nil), (176, nil))
        case .error: ((1, nil), (203, nil))
        case .border: ((7, nil), (239, nil))
        }
    }

    private static func light(_ role: CellStyle.Role) -> Pair? {
        switch role {
        case .text, .value: ((0, nil), (235, nil))
        case .faint: ((0, nil), (242, nil))
        case .bar: ((7, 4), (231, 25))
        case .key, .title: ((4, nil), (25, nil))
        case .on, .success: ((2, nil), (28, nil))
        case .off: ((0, nil), (240, nil))
        case .overridden, .match: ((1, nil), (130, nil))
        case .remote: ((4, nil), (26, nil))
        case .stale: ((5, nil), (90, nil))
        case .error: ((1, nil), (124, nil))
        case .border: ((0, nil), (248, nil))
        }
    }

    private static func colorBlind(_ role: CellStyle.Role) -> Pair? {
        switch role {
        case .text, .value, .off: nil
        case .faint, .border: ((nil, nil), (244, nil))
        case .bar: ((7, 4), (231, 24))
        case .key, .title, .remote: ((6, nil), (74, nil))
        case .on, .success: ((4, nil), (32, nil))
        case .overridden, .match: ((3, nil), (214, nil))
        case .stale: ((5, nil), (175, nil))
        case .error: ((3, nil), (202, nil))
        }
    }

    private static func contrast(_ role: CellStyle.Role) -> Pair? {
        switch role {
        case .text, .value, .off, .faint, .border: nil
        case .bar: ((7, 0), (231, 16))
        case .key, .title: ((6, nil), (51, nil))
        case .on, .success: ((2, nil), (46, nil))
        case .overridden, .match: ((3, nil), (226, nil))
        case .remote: ((6, nil), (45, nil))
        case .stale: ((5, nil), (201, nil))
        case .error: ((1, nil), (196, nil))
        }
    }
}
