/// An expression that is written on one line or, if it doesn't fit, with one element per line.
indirect enum SwiftExpression {
    /// An element of a list, with its label and colon, if any.
    struct Element {
        var label: String
        var value: SwiftExpression
    }

    /// Source that is never broken.
    case code(String)
    /// A string literal.
    case text(String)
    /// Elements between an opening and a closing: arguments, or a collection, which gets a trailing comma when it is
    /// broken.
    case list(opening: String, elements: [Element], closing: String, isCollection: Bool)

    /// Returns a call with labeled arguments; an empty label is not written.
    static func call(_ name: String, _ arguments: [(label: String, value: SwiftExpression)]) -> SwiftExpression {
        var elements: [Element] = []
        elements.reserveCapacity(arguments.count)
        for argument in arguments {
            let label = argument.label.isEmpty ? "" : argument.label + ": "
            elements.append(Element(label: label, value: argument.value))
        }
        return .list(opening: name + "(", elements: elements, closing: ")", isCollection: false)
    }

    /// Returns an array literal.
    static func array(_ elements: [SwiftExpression], opening: String = "[", closing: String = "]") -> SwiftExpression {
        let elements = elements.map { Element(label: "", value: $0) }
        return .list(opening: opening, elements: elements, closing: closing, isCollection: true)
    }

    /// Returns whether the expression needs at least a number of columns on one line, estimated without creating its
    /// text.
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
        var result = ""
        append(to: &result)
        return result
    }

    private func append(to result: inout String) {
        switch self {
        case .code(let source):
            result += source
        case .text(let text):
            result += "\""
            result += SwiftEscaping.escaped(text)
            result += "\""
        case .list(let opening, let elements, let closing, _):
            result += opening
            var separator = ""
            for element in elements {
                result += separator
                result += element.label
                element.value.append(to: &result)
                separator = ", "
            }
            result += closing
        }
    }
}
