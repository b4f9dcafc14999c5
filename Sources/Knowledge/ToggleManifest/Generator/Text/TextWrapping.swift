/// Breaks long text into lines.
enum TextWrapping {
    /// Returns the lines of a comment, broken at spaces; a word is broken only if it is longer than a line.
    ///
    /// A line doesn't begin with Markdown syntax of a list, a heading, or a quotation.
    static func commentLines(_ text: String, width: Int) -> [String] {
        let width = max(width, 20)
        if text.utf8.count < width {
            return text.isEmpty ? [] : [harmlessAtStart(text)]
        }
        var lines: [String] = []
        var current = ""
        var length = 0
        func finish() {
            if !current.isEmpty {
                lines.append(harmlessAtStart(current))
            }
            current = ""
            length = 0
        }
        for word in text.split(separator: " ") {
            var word = word
            var count = word.count
            if !current.isEmpty, length + 1 + count > width - 1 {
                finish()
            }
            while count > width - 1 {
                lines.append(harmlessAtStart(String(word.prefix(width - 1))))
                word = word.dropFirst(width - 1)
                count -= width - 1
            }
            if !current.isEmpty {
                current += " "
                length += 1
            }
            current += word
            length += count
        }
        finish()
        return lines
    }

    /// Returns the lines of a multi-line string literal, without the backslashes that join them.
    ///
    /// They are broken after spaces, and never inside an escape sequence.
    static func literalLines(_ text: String, width: Int) -> [String] {
        let width = max(width, 20)
        var lines: [String] = []
        var current: [String] = []
        var length = 0
        for scalar in text.unicodeScalars {
            let piece = SwiftEscaping.escaped(scalar)
            let count = piece.unicodeScalars.count
            if length + count > width {
                let end = current.lastIndex(of: " ").map { $0 + 1 } ?? current.count
                lines.append(current[..<end].joined())
                current.removeSubrange(..<end)
                length = current.reduce(0) { $0 + $1.unicodeScalars.count }
            }
            current.append(piece)
            length += count
        }
        // A space at the end of a line is invisible.
        if current.last == " " {
            current[current.count - 1] = "\\u{20}"
        }
        lines.append(current.joined())
        return lines
    }

    private static func harmlessAtStart(_ line: String) -> String {
        guard let first = line.unicodeScalars.first, !first.isASCIILetter else { return line }
        if "-+*#>=~|".unicodeScalars.contains(first) {
            return "\\" + line
        }
        let digits = line.prefix { ("0"..."9").contains($0) }
        guard !digits.isEmpty, let next = line.dropFirst(digits.count).first, next == "." || next == ")" else {
            return line
        }
        return digits + "\\" + line.dropFirst(digits.count)
    }
}
