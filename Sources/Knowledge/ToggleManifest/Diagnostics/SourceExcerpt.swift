import ToggleBase

/// The line of a diagnostic as shown in a terminal, and the marker below it.
package struct SourceExcerpt {
    /// The line, without characters that move the cursor of a terminal.
    package let text: String
    /// Spaces up to the range, a caret, and tildes to the end of the range.
    package let marker: String

    /// The maximum number of characters shown of a line.
    static let limit = 120

    /// Returns the number of characters at the start of a line that an excerpt of a range leaves out.
    static func skipped(before range: SourceRange) -> Int {
        let start = max(0, range.start.column - 1)
        return start > limit - 20 ? start - 40 : 0
    }

    /// Creates an excerpt of a line, truncated if it is long, with a range marked.
    init(line: some StringProtocol, range: SourceRange) {
        let shown = line.unicodeScalars.dropFirst(Self.skipped(before: range))
        self.init(rest: String(String.UnicodeScalarView(shown.prefix(Self.limit + 1))), range: range)
    }

    /// Creates an excerpt with the text of a line after the characters that are left out.
    init(rest: String, range: SourceRange) {
        let start = max(0, range.start.column - 1)
        let end = range.end.line == range.start.line ? max(start + 1, range.end.column - 1) : Int.max

        let skipped = Self.skipped(before: range)
        var text = skipped > 0 ? "…" : ""
        var marker = skipped > 0 ? " " : ""
        var column = skipped
        for scalar in rest.unicodeScalars {
            if column - skipped >= Self.limit {
                text += "…"
                break
            }
            let shown = Self.shown(scalar)
            text.unicodeScalars.append(shown)
            let width = shown.terminalWidth
            if column == start {
                marker += "^" + String(repeating: "~", count: max(0, width - 1))
            } else if column > start, column < end {
                marker += String(repeating: "~", count: width)
            } else if column < start {
                marker += shown == "\t" ? "\t" : String(repeating: " ", count: width)
            }
            column += 1
        }
        if column <= start {
            marker += "^"
        }
        self.text = text
        self.marker = marker
    }

    private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        scalar == "\t" || !scalar.isUnprintable ? scalar : "\u{FFFD}"
    }
}
