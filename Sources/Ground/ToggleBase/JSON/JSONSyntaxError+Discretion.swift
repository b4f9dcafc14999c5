extension JSONSyntaxError {
    /// A sentence about the kind of error and how to correct it, without quoting the text.
    ///
    /// Use it for texts whose content must not appear in logs and reports; ``message`` quotes the text.
    package var messageWithoutContent: String {
        switch code {
        case .emptyInput: "The text is empty; write a value."
        case .unexpectedEnd: "The text ends in the middle of a value; restore what was cut off."
        case .unexpectedCharacter: "A character is not allowed at this position; remove or replace it."
        case .unknownWord:
            "A word without quotes is not true, false, or null; write text in double quotes."
        case .trailingComma: "A comma follows the last member or element; remove it."
        case .missingComma: "There is no comma between two members or elements; write one."
        case .missingColon: "There is no colon after a name; write one, and then the value."
        case .singleQuotes: "Text is in single quotes; write it in double quotes."
        case .comment: "There is a comment; JSON doesn't allow comments, so remove it."
        case .unquotedName: "A name has no quotes; write it in double quotes."
        case .unterminatedString: "A string is not closed; write a double quote at its end."
        case .controlCharacter: "A string contains a control character; write it as an escape, or remove it."
        case .invalidEscape: #"A backslash doesn't begin a valid escape; write \\ for the backslash itself."#
        case .loneSurrogate: #"A surrogate pair is incomplete; write both halves, as in \ud83d\ude00."#
        case .invalidUTF8: "The text contains bytes that are not UTF-8; save it as UTF-8."
        case .invalidNumber: "A number has a format that JSON doesn't allow; write digits with at most one point."
        case .numberOutOfRange: "A number is too large or too long; write a smaller one, or text in double quotes."
        case .tooDeep: "Arrays and objects are nested too deeply; flatten them."
        case .trailingContent: "Something follows the value; JSON text has one value; remove the rest."
        default: "This is not JSON (\(code.rawValue))."
        }
    }
}
