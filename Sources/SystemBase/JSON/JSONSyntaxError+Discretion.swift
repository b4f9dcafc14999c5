extension JSONSyntaxError {
    /// A sentence about the kind of error and how to correct it, without quoting the text.
    ///
    /// Use it for texts whose content must not appear in logs and reports; ``message`` quotes the text.
    package var messageWithoutContent: String {
        switch code {
        case .emptyInput: "The text is empty; write a value."
        case .unexpectedEnd: "The text ends in the middle of a value; restore what was cut off."
        case .unexpectedCharacter: "A character stands where it cannot stand; remove it, or write what belongs there."
        case .unknownWord:
            "A word stands without quotes that is neither true, false nor null; write text in double quotes."
        case .trailingComma: "A comma stands behind the last member or element; remove it."
        case .missingComma: "There is no comma between two members or elements; write one."
        case .missingColon: "There is no colon behind a name; write one, and then the value."
        case .singleQuotes: "Text stands in single quotes; write it in double quotes."
        case .comment: "There is a comment; JSON has none, remove it."
        case .unquotedName: "A name stands without quotes; write it in double quotes."
        case .unterminatedString: "A string is not closed; write a double quote at its end."
        case .controlCharacter: "A control character stands in a string; write it as an escape, or remove it."
        case .invalidEscape: #"A backslash is followed by what is no escape; write \\ for the backslash itself."#
        case .loneSurrogate: #"Half of a surrogate pair stands alone; write both halves, as \ud83d\ude00."#
        case .invalidUTF8: "Here are bytes that are not UTF-8; save the text as UTF-8."
        case .invalidNumber: "A number is spelt in a way that JSON does not know; write digits with at most one point."
        case .numberOutOfRange: "A number is too large or too long; write a smaller one, or text in double quotes."
        case .tooDeep: "Arrays and objects are nested too deep; nest them less."
        case .trailingContent: "Something stands behind the value; a text holds one value, remove the rest."
        default: "This is not JSON (\(code.rawValue))."
        }
    }
}
