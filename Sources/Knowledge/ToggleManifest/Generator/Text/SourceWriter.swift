/// Collects indented lines of Swift source, at most 120 columns wide where text can be wrapped.
struct SourceWriter {
    /// The maximum number of columns.
    static let width = 120

    private(set) var text = ""
    /// The indentation of a line.
    private var margin = ""

    private var indentation: Int { margin.utf8.count }

    /// Adds a line, or an empty one without indentation.
    mutating func line(_ content: String = "") {
        if !content.isEmpty {
            text += margin
            text += content
        }
        text += "\n"
    }

    /// Adds lines indented by four more columns, between an opening and a closing line.
    mutating func block(_ opening: String, closing: String = "}", _ body: (inout SourceWriter) -> Void) {
        line(opening)
        continuedBlock(closing: closing, body)
    }

    /// Adds indented lines and a closing line, after an opening that is already written.
    mutating func continuedBlock(closing: String = "}", _ body: (inout SourceWriter) -> Void) {
        indented(body)
        line(closing)
    }

    /// Adds lines indented by four more columns.
    private mutating func indented(_ body: (inout SourceWriter) -> Void) {
        let outer = margin
        margin += "    "
        body(&self)
        margin = outer
    }

    /// Adds a documentation comment: a summary of one sentence, a discussion, and a list.
    ///
    /// The text is wrapped. It must already be escaped (see ``SwiftEscaping/commented(_:)``). An empty paragraph is left
    /// out.
    mutating func documentation(_ summary: String, _ discussion: String = "", list: [String] = []) {
        comment(summary)
        if !discussion.isEmpty {
            line("///")
            comment(discussion)
        }
        if !list.isEmpty {
            line("///")
            for item in list {
                comment(item, first: "- ", others: "  ")
            }
        }
    }

    /// Adds a documentation comment of one line.
    mutating func documentation(verbatim summary: String) {
        line("/// \(summary)")
    }

    /// Adds an expression, on one line if it fits.
    ///
    /// - Parameters:
    ///   - prefix: The text before it.
    ///   - expression: The expression.
    ///   - suffix: The text after it.
    mutating func expression(_ prefix: String, _ expression: SwiftExpression, _ suffix: String = "") {
        let room = Self.width - indentation
        if !expression.needs(room + 1) {
            let whole = prefix + expression.flat + suffix
            // There are never more scalars than bytes, and the number of bytes is already known.
            if whole.utf8.count <= room || whole.unicodeScalars.count <= room {
                line(whole)
                return
            }
        }
        switch expression {
        case .code(let source):
            line(prefix + source + suffix)
        case .text(let text):
            string(prefix, text, suffix)
        case .list(let opening, let elements, let closing, let isCollection):
            block(prefix + opening, closing: closing + suffix) { writer in
                var others = elements.count
                for element in elements {
                    others -= 1
                    let hasComma = others > 0 || isCollection && elements.count > 1
                    writer.expression(element.label, element.value, hasComma ? "," : "")
                }
            }
        }
    }

    /// Adds an assignment of an expression with an alternative, on up to three lines.
    mutating func assignment(to target: String, of expression: String, else alternative: String) {
        let whole = "\(expression) \(alternative)"
        let room = Self.width - indentation
        if target.unicodeScalars.count + " = ".count + whole.unicodeScalars.count <= room {
            line("\(target) = \(whole)")
            return
        }
        line("\(target) =")
        indented { writer in
            if whole.unicodeScalars.count <= room - 4 {
                writer.line(whole)
            } else {
                writer.line(expression)
                writer.line(alternative)
            }
        }
    }

    /// Adds a string literal on several lines.
    private mutating func string(_ prefix: String, _ value: String, _ suffix: String) {
        line(prefix + "\"\"\"")
        indented { writer in
            // The backslash that continues a line takes a column.
            let lines = TextWrapping.literalLines(value, width: Self.width - writer.indentation - 1)
            for (index, content) in lines.enumerated() {
                writer.line(index == lines.count - 1 ? content : content + "\\")
            }
            writer.line("\"\"\"" + suffix)
        }
    }

    private mutating func comment(_ content: String, first: String = "", others: String = "") {
        let lines = TextWrapping.commentLines(
            content,
            width: Self.width - indentation - "/// ".count - first.count
        )
        var bullet = first
        for content in lines {
            line("/// " + bullet + content)
            bullet = others
        }
    }
}
