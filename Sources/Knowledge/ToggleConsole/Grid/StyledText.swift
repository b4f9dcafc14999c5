/// A line of text with several styles.
struct StyledText: Equatable, Sendable {
    /// A part of the line with one style.
    struct Span: Equatable, Sendable {
        var text: String
        var style: CellStyle
    }

    var spans: [Span]

    init(_ spans: [Span] = []) { self.spans = spans }

    init(_ text: String, _ style: CellStyle = .text) { spans = [Span(text: text, style: style)] }

    static func + (left: StyledText, right: StyledText) -> StyledText { StyledText(left.spans + right.spans) }

    /// The text without styles.
    var text: String { spans.map(\.text).joined() }

    /// Wraps the line to a width, between words if possible.
    ///
    /// - Parameters:
    ///   - columns: The width; values below 1 count as 1.
    ///   - indentation: The number of spaces before the second and later lines.
    ///   - width: The rules for measuring characters.
    /// - Returns: The lines, at least one.
    func wrapped(columns: Int, indentation: Int = 0, width: TextWidth) -> [StyledText] {
        let columns = max(1, columns)
        let indentation = indentation < columns / 2 ? indentation : 0
        if let count = asciiCount, count <= columns { return [self] }
        var lines: [StyledText] = []
        var line = StyledText()
        var used = 0
        func blank() -> StyledText {
            indentation > 0 ? StyledText(String(repeating: " ", count: indentation)) : StyledText()
        }
        for span in spans {
            for word in Self.words(span.text) {
                let wordWidth = TextWidth.asciiCount(word) ?? width.width(word)
                let trailing = word.utf8.last == 0x20 ? 1 : 0
                if used > indentation, used + wordWidth - trailing > columns {
                    lines.append(line)
                    line = blank()
                    used = indentation
                }
                if used + wordWidth - trailing <= columns {
                    // The line ends at a space that doesn't fit.
                    let fits = used + wordWidth <= columns
                    line.spans.append(Span(text: String(fits ? word : word.dropLast()), style: span.style))
                    used += wordWidth
                    continue
                }
                for piece in width.pieces(word) {
                    if used + piece.width > columns, used > 0 {
                        lines.append(line)
                        line = blank()
                        used = indentation
                    }
                    line.spans.append(Span(text: piece.text, style: span.style))
                    used += piece.width
                }
            }
        }
        lines.append(line)
        return lines
    }

    /// The number of characters if all are printable ASCII, otherwise `nil`.
    private var asciiCount: Int? {
        var sum = 0
        for span in spans {
            guard let count = TextWidth.asciiCount(span.text) else { return nil }
            sum += count
        }
        return sum
    }

    /// Splits text into words, each including the space after it.
    private static func words(_ text: String) -> [Substring] {
        var words: [Substring] = []
        var start = text.startIndex
        if TextWidth.asciiCount(text) != nil {
            for index in text.utf8.indices where text.utf8[index] == 0x20 {
                let next = text.utf8.index(after: index)
                words.append(text[start..<next])
                start = next
            }
        } else {
            for index in text.indices where text[index] == " " {
                let next = text.index(after: index)
                words.append(text[start..<next])
                start = next
            }
        }
        if start < text.endIndex { words.append(text[start...]) }
        return words
    }
}
