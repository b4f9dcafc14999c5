#if !RELEASE || InternalBuild
/// A line of text whose parts look different.
struct StyledText: Equatable, Sendable {
    /// A part that looks the same throughout.
    struct Span: Equatable, Sendable {
        var text: String
        var style: CellStyle
    }

    var spans: [Span]

    init(_ spans: [Span] = []) { self.spans = spans }

    init(_ text: String, _ style: CellStyle = .text) { spans = [Span(text: text, style: style)] }

    static func + (left: StyledText, right: StyledText) -> StyledText { StyledText(left.spans + right.spans) }

    /// The text alone.
    var text: String { spans.map(\.text).joined() }

    /// The line as several that fit a width, broken between words where there are any.
    ///
    /// - Parameters:
    ///   - columns: The width; less than 1 counts as 1.
    ///   - indentation: By how many blanks the second and later lines are indented.
    ///   - width: How characters are measured.
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
                    // A blank for which there is no room is where the line ends.
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

    /// The number of characters where all are printable ASCII.
    private var asciiCount: Int? {
        var sum = 0
        for span in spans {
            guard let count = TextWidth.asciiCount(span.text) else { return nil }
            sum += count
        }
        return sum
    }

    /// The words, each with the blank behind it.
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
#endif
