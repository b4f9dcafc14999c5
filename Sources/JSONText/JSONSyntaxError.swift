/// Why a text is not JSON: what was found, where, and what to write instead.
package struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of mistake it is.
    package struct Code: RawRepresentable, Sendable, Hashable {
        /// The word.
        package let rawValue: String

        /// Creates a code from its word.
        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// There is no value at all.
        package static let emptyInput = Code(rawValue: "empty_input")
        /// The text ends in the middle of a value.
        package static let unexpectedEnd = Code(rawValue: "unexpected_end")
        /// Something stands where it cannot stand.
        package static let unexpectedCharacter = Code(rawValue: "unexpected_character")
        /// A word that JSON does not know, such as `NaN`, `True` or text without quotes.
        package static let unknownWord = Code(rawValue: "unknown_word")
        /// A comma behind the last member or element.
        package static let trailingComma = Code(rawValue: "trailing_comma")
        /// No comma between two members or elements.
        package static let missingComma = Code(rawValue: "missing_comma")
        /// No colon between a name and its value.
        package static let missingColon = Code(rawValue: "missing_colon")
        /// A string or name in single quotes.
        package static let singleQuotes = Code(rawValue: "single_quotes")
        /// A comment.
        package static let comment = Code(rawValue: "comment")
        /// A name without quotes.
        package static let unquotedName = Code(rawValue: "unquoted_name")
        /// A string without its closing quote.
        package static let unterminatedString = Code(rawValue: "unterminated_string")
        /// A control character that is not escaped.
        package static let controlCharacter = Code(rawValue: "control_character")
        /// A backslash sequence that JSON does not know.
        package static let invalidEscape = Code(rawValue: "invalid_escape")
        /// One half of a surrogate pair without the other.
        package static let loneSurrogate = Code(rawValue: "lone_surrogate")
        /// Bytes that are not UTF-8.
        package static let invalidUTF8 = Code(rawValue: "invalid_utf8")
        /// A number that is spelt in a way JSON does not know.
        package static let invalidNumber = Code(rawValue: "invalid_number")
        /// A number too large for a `Double`, or longer than ``JSONReader/maximumNumberLength``.
        package static let numberOutOfRange = Code(rawValue: "number_out_of_range")
        /// Arrays and objects nested deeper than the reader allows.
        package static let tooDeep = Code(rawValue: "too_deep")
        /// Something behind the value.
        package static let trailingContent = Code(rawValue: "trailing_content")
    }

    /// What kind of mistake it is.
    package let code: Code
    /// Where it is.
    package let location: JSONLocation
    /// A sentence that says what was found and what to write instead.
    package let message: String

    /// Creates an error.
    package init(_ code: Code, at location: JSONLocation, _ message: String) {
        self.code = code
        self.location = location
        self.message = message
    }

    /// The sentence as a part of another one: without its full stop, and without a capital at its front.
    package var clause: String {
        var words = message
        if words.last == "." { words.removeLast() }
        // What begins with a quotation mark or a name in capitals stays as it is.
        if words.dropFirst().first?.isLowercase == true || words.hasPrefix("A ") {
            words = words.prefix(1).lowercased() + words.dropFirst()
        }
        return words
    }

    /// Line, column and the sentence.
    package var description: String { "line \(location.line), column \(location.column): \(message)" }
}
