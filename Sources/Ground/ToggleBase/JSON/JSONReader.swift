/// A strict JSON reader (RFC 8259) with limits.
///
/// It accepts no extensions: no comments, trailing commas, single quotes, or NaN. A byte order mark at the start is
/// skipped. For any input, the reader returns a value or throws an error; it never traps.
///
/// - A number without fraction and exponent that fits `Int` becomes ``JSONValue/integer(_:)``.
/// - Every other number becomes the nearest ``JSONValue/number(_:)``. This includes integers beyond `Int`, which lose
///   digits beyond 2^53 unless ``roundsIntegers`` is `false`, and `-0`, which keeps its sign. Numbers too small for a
///   `Double` become zero; numbers too large for it, such as `1e400`, are an error.
/// - If a name is repeated in an object, all its members are kept. ``document(from:spanDepth:)`` lists such names.
///
/// ```swift
/// let value = try JSONReader().value(from: #"{ "limits": { "max": 3 } }"#)
/// ```
package struct JSONReader: Sendable {
    /// The maximum length of a number in characters.
    ///
    /// Longer numbers are an error.
    package static let maximumNumberLength = 1_024

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
        try bytes.withUnsafeBufferPointer { input in
            parse(input, options: JSONParser.Options(maximumDepth: maximumDepth, roundsIntegers: roundsIntegers))
                .map(\.value)
        }
        .get()
    }

    /// Parses a value, and records the positions of its members and repeated names.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8.
    ///   - spanDepth: The number of object levels whose member positions are recorded: 1 for the outermost object, 2
    ///     for the objects in it as well, and so on.
    ///   - skimmer: Receives the members of one object, which is then empty in the document.
    /// - Returns: The document.
    /// - Throws: The first error in the text.
    /// - Complexity: O(*n*) in the length of the text.
    package func document(
        from bytes: [UInt8],
        spanDepth: Int = 2,
        skimmer: (any JSONSkimmer)? = nil
    ) throws(JSONSyntaxError) -> JSONDocument {
        let options = JSONParser.Options(
            maximumDepth: maximumDepth,
            roundsIntegers: roundsIntegers,
            spanDepth: spanDepth,
            findsDuplicates: true,
            skimmer: skimmer
        )
        return try bytes.withUnsafeBufferPointer { input in
            parse(input, options: options).map { parsed in
                JSONDocument(
                    bytes: bytes,
                    value: parsed.value,
                    valueRange: parsed.range,
                    members: parsed.members,
                    duplicates: parsed.duplicates
                )
            }
        }
        .get()
    }

    private struct Parsed {
        let value: JSONValue
        let range: Range<Int>
        let members: [JSONDocument.Member]
        let duplicates: [JSONDocument.DuplicateName]
    }

    private func parse(
        _ input: UnsafeBufferPointer<UInt8>,
        options: JSONParser.Options
    ) -> Result<Parsed, JSONSyntaxError> {
        var parser = JSONParser(input, options: options)
        do throws(JSONSyntaxError) {
            let (value, range) = try parser.parseDocument()
            return .success(
                Parsed(value: value, range: range, members: parser.members, duplicates: parser.duplicates)
            )
        } catch {
            return .failure(error)
        }
    }
}
