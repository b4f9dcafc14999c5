/// An expression that can be written on one line or, when it does not fit, with each element on a line of its own.
indirect enum SwiftExpression {
    /// One element of a list, with the label and colon in front of it, or nothing.
    struct Element {
        var label: String
        var value: SwiftExpression
    }

    /// Source that is not broken.
    case code(String)
    /// A string literal for a text.
    case text(String)
    /// Elements between an opening and a closing: arguments, or a collection, which ends in a comma when it is broken.
    case list(opening: String, elements: [Element], closing: String, isCollection: Bool)

    /// A call with labelled arguments; a label that is empty is not written.
    static func call(_ name: String, _ arguments: [(label: String, value: SwiftExpression)]) -> SwiftExpression {
        let elements = arguments.map { Element(label: $0.label.isEmpty ? "" : $0.label + ": ", value: $0.value) }
        return .list(opening: name + "(", elements: elements, closing: ")", isCollection: false)
    }

    /// An array literal.
    static func array(_ elements: [SwiftExpression], opening: String = "[", closing: String = "]") -> SwiftExpression {
        let elements = elements.map { Element(label: "", value: $0) }
        return .list(opening: opening, elements: elements, closing: closing, isCollection: true)
    }

    /// Whether the expression needs at least so many columns on one line: an estimate that makes no text.
    func needs(_ columns: Int) -> Bool {
        leastLength(upTo: columns) >= columns
    }

    private func leastLength(upTo limit: Int) -> Int {
        switch self {
        case .code(let source):
            return source.unicodeScalars.count
        case .text(let text):
            return text.unicodeScalars.count + 2
        case .list(let opening, let elements, let closing, _):
            var length = opening.utf8.count + closing.utf8.count
            for element in elements where length < limit {
                length += element.label.unicodeScalars.count + element.value.leastLength(upTo: limit - length)
            }
            return length
        }
    }

    /// The expression on one line.
    var flat: String {
        switch self {
        case .code(let source): source
        case .text(let text): SwiftText.literal(text)
        case .list(let opening, let elements, let closing, _):
            opening + elements.map { $0.label + $0.value.flat }.joined(separator: ", ") + closing
        }
    }
}
