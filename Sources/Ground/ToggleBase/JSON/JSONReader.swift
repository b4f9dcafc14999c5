/// A strict JSON reader (RFC 8259) with limits.
///
/// It accepts no extensions: no comments, trailing commas, single quotes, or NaN. A byte order mark at the start is
/// skipped. For any input, the reader returns a value or throws an error; it never traps.
///
/// - A number without fraction and exponent that fits `Int` becomes ``JSONValue/integer(_:)``.
/// - Every other number becomes the nearest ``JSONValue/number(_:)``. This includes integers beyond `Int`, which lose
///   digits beyond 2^53 unless ``roundsIntegers`` is `false`, and `-0`, which keeps its sign. Numbers too small for a
///   `Double` become zero; numbers too large for it, such as `1e400`, are an error.
/// - If a name is repeated in an object, all its members are kept. ``JSONDocument/duplicates`` lists such names.
///
/// ```swift
/// let value = try JSONReader().value(from: #"{ "limits": { "max": 3 } }"#)
/// ```
package struct JSONReader: Sendable {
    /// The maximum length of a number in characters.
    ///
    /// Longer numbers are an error.
    package static let maximumNumberLength = 1_024

    /// The mark with which a text may begin.
    package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The maximum nesting depth of arrays and objects, from 1 to 256.
    package let maximumDepth: Int
    /// Whether integers that are too large to keep all digits are rounded; otherwise they are an error.
    package let roundsIntegers: Bool

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - maximumDepth: The maximum nesting depth of arrays and objects, clamped to 1 through 256.
    ///   - roundsIntegers: Whether integers that are too large to keep all digits are rounded; otherwise they are an
    ///     error.
    package init(maximumDepth: Int = 128, roundsIntegers: Bool = true) {
        self.maximumDepth = min(max(maximumDepth, 1), 256)
        self.roundsIntegers = roundsIntegers
    }

    /// Parses a value from a string.
    ///
    /// - Parameter text: The text.
    /// - Returns: The value.
    /// - Throws: The first error in the text.
    /// - Complexity: O(*n*) in the length of the text.
    package func value(from text: String) throws(JSONSyntaxError) -> JSONValue {
        try value(from: Array(text.utf8))
    }

    /// Parses a value from UTF-8 bytes.
    ///
    /// - Parameter bytes: The text.
    /// - Returns: The value.
    /// - Throws: The first error in the text.
    /// - Complexity: O(*n*) in the length of the text.
    package func value(from bytes: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
        try parse(bytes, into: JSONValueSink(), options).value
    }

    /// Parses a value that can have commas before closing brackets.
    ///
    /// - Parameter bytes: The text in UTF-8.
    /// - Returns: The value, and the offsets of these commas.
    /// - Throws: The first other error in the text.
    /// - Complexity: O(*n*) in the length of the text.
    package func valueAndTrailingCommas(
        from bytes: [UInt8]
    ) throws(JSONSyntaxError) -> (value: JSONValue, commas: [Int]) {
        var options = options
        options.allowsTrailingCommas = true
        return try parse(bytes, into: JSONValueSink(), options)
    }

    /// Parses a value with the places of its parts.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8.
    ///   - skipsDeeper: Whether arrays and objects nested deeper than ``maximumDepth`` are only validated, and read as
    ///     `null`; otherwise they are an error.
    ///   - allowsTrailingCommas: Whether commas before closing brackets are noted in the document; otherwise they are
    ///     an error.
    /// - Returns: The document.
    /// - Throws: The first error in the text; a value that is nested too deeply comes first, even if it was skipped.
    /// - Complexity: O(*n*) in the length of the text.
    package func document(
        from bytes: [UInt8],
        skipsDeeper: Bool = false,
        allowsTrailingCommas: Bool = false
    ) throws(JSONSyntaxError) -> JSONDocument {
        var options = options
        options.skipsDeeper = skipsDeeper
        options.allowsTrailingCommas = allowsTrailingCommas
        let (root, commas) = try parse(bytes, into: LocatedValueSink(), options)
        return JSONDocument(bytes: bytes, root: root, trailingCommas: commas)
    }

    /// Returns a text with spaces in place of the commas before closing brackets, so that all other offsets stay the
    /// same; or the same text if it has another error, or none.
    package func blankingTrailingCommas(in bytes: [UInt8]) -> [UInt8] {
        var options = options
        options.allowsTrailingCommas = true
        var result = bytes
        for comma in (try? parse(bytes, into: JSONNothing(), options))?.commas ?? [] {
            result[comma] = UInt8(ascii: " ")
        }
        return result
    }

    private var options: JSONParserOptions {
        JSONParserOptions(maximumDepth: maximumDepth, roundsIntegers: roundsIntegers)
    }

    private func parse<Sink: JSONSink>(
        _ bytes: [UInt8],
        into sink: Sink,
        _ options: JSONParserOptions
    ) throws(JSONSyntaxError) -> (value: Sink.Value, commas: [Int]) {
        try bytes.withUnsafeBufferPointer { input -> Result<(value: Sink.Value, commas: [Int]), JSONSyntaxError> in
            var parser = JSONParser(input, into: sink, options: options)
            do throws(JSONSyntaxError) {
                return .success((try parser.parse(), parser.trailingCommas))
            } catch {
                return .failure(error)
            }
        }
        .get()
    }
}
