/// An error in JSON text: what was found, where, and what to write instead.
package struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of a syntax error.
    package struct Code: RawRepresentable, Sendable, Hashable {
        /// The code as a word.
        package let rawValue: String

        /// Creates a code from its word.
        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The text contains no value.
        package static let emptyInput = Code(rawValue: "empty_input")
        /// The text ends in the middle of a value.
        package static let unexpectedEnd = Code(rawValue: "unexpected_end")
        /// A character is not allowed at its position.
        package static let unexpectedCharacter = Code(rawValue: "unexpected_character")
        /// An unknown word, such as `NaN`, `True`, or text without quotes.
        package static let unknownWord = Code(rawValue: "unknown_word")
        /// A comma follows the last member or element.
        package static let trailingComma = Code(rawValue: "trailing_comma")
        /// A comma between two members or elements is missing.
        package static let missingComma = Code(rawValue: "missing_comma")
        /// The colon between a name and its value is missing.
        package static let missingColon = Code(rawValue: "missing_colon")
        /// A string or name is in single quotes.
        package static let singleQuotes = Code(rawValue: "single_quotes")
        /// The text contains a comment.
        package static let comment = Code(rawValue: "comment")
        /// A name has no quotes.
        package static let unquotedName = Code(rawValue: "unquoted_name")
        /// The closing quote of a string is missing.
        package static let unterminatedString = Code(rawValue: "unterminated_string")
        /// A string contains an unescaped control character.
        package static let controlCharacter = Code(rawValue: "control_character")
        /// A string contains an invalid escape sequence.
        package static let invalidEscape = Code(rawValue: "invalid_escape")
        /// A string contains one half of a surrogate pair without the other.
        package static let loneSurrogate = Code(rawValue: "lone_surrogate")
        /// The text contains invalid UTF-8.
        package static let invalidUTF8 = Code(rawValue: "invalid_utf8")
        /// A number has an invalid format.
        package static let invalidNumber = Code(rawValue: "invalid_number")
        /// A number is too large for a `Double`, or longer than ``JSONReader/maximumNumberLength``.
        package static let numberOutOfRange = Code(rawValue: "number_out_of_range")
        /// Arrays and objects are nested deeper than the reader allows.
        package static let tooDeep = Code(rawValue: "too_deep")
        /// Something follows the value.
        package static let trailingContent = Code(rawValue: "trailing_content")
    }

    /// The kind of the error.
    package let code: Code
    /// The location of the error.
    package let location: JSONLocation
    /// A sentence that says what was found and what to write instead.
    package let message: String

    /// Creates an error.
    package init(_ code: Code, at location: JSONLocation, _ message: String) {
        self.code = code
        self.location = location
        self.message = message
    }

    /// The sentence as part of another one, without its full stop and initial capital.
    package var clause: String {
        var words = message
        if words.last == "." { words.removeLast() }
        // A quotation mark or a name in capitals at the beginning stays as it is.
        if words.dropFirst().first?.isLowercase == true || words.hasPrefix("A ") {
            words = words.prefix(1).lowercased() + words.dropFirst()
        }
        return words
    }

    /// The line, the column, and the sentence.
    package var description: String { "line \(location.line), column \(location.column): \(message)" }
}
