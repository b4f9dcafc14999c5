/// Reads JSON text (RFC 8259), strictly and within bounds.
///
/// Nothing outside the standard is accepted: no comments, trailing commas, single quotes, NaN. A byte order mark at the
/// start is skipped. Whatever the text holds, the reader answers a value or an error; it never traps.
///
/// - A number without fraction and exponent that fits `Int` becomes ``JSONValue/integer(_:)``.
/// - Every other number becomes the nearest ``JSONValue/number(_:)``: also whole numbers beyond `Int`, which lose digits
///   when they are beyond 2^53, and `-0`, which keeps its sign. What is too small becomes zero; what is too large for a
///   `Double`, as `1e400`, is an error.
/// - When a name occurs twice in an object, both members are kept. ``document(from:spanDepth:)`` lists such names.
///
/// ```swift
/// let value = try JSONReader().value(from: #"{ "limits": { "max": 3 } }"#)
/// ```
package struct JSONReader: Sendable {
    /// The longest number that is read, in characters.
    ///
    /// Longer ones are an error.
    package static let maximumNumberLength = 1_024

    /// How deep arrays and objects may be nested, from 1 to 256.
    package let maximumDepth: Int

    /// Creates a reader.
    ///
    /// - Parameter maximumDepth: How deep arrays and objects may be nested; taken as 1 when less, as 256 when more.
    package init(maximumDepth: Int = 128) {
        self.maximumDepth = min(max(maximumDepth, 1), 256)
    }

    /// Reads a value from text.
    ///
    /// - Parameter text: The text.
    /// - Returns: The value.
    /// - Throws: The first mistake in the text.
    /// - Complexity: O(*n*) in the length of the text.
    package func value(from text: String) throws(JSONSyntaxError) -> JSONValue {
        try value(from: Array(text.utf8))
    }

    /// Reads a value from the bytes of a text in UTF-8.
    ///
    /// - Parameter bytes: The text.
    /// - Returns: The value.
    /// - Throws: The first mistake in the text.
    /// - Complexity: O(*n*) in the length of the text.
    package func value(from bytes: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
        try bytes.withUnsafeBufferPointer { input in
            parse(input, options: JSONParser.Options(maximumDepth: maximumDepth)).map(\.value)
        }
        .get()
    }

    /// Reads a value together with the places of its members and the names that occur twice.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8.
    ///   - spanDepth: For how many levels of objects the places of members are kept: 1 for the outermost object, 2 for
    ///     the objects in it as well, and so on.
    ///   - skimmer: Receives the members of one object, which is empty in the document then.
    /// - Returns: The document.
    /// - Throws: The first mistake in the text.
    /// - Complexity: O(*n*) in the length of the text.
    package func document(
        from bytes: [UInt8],
        spanDepth: Int = 2,
        skimmer: (any JSONSkimmer)? = nil
    ) throws(JSONSyntaxError) -> JSONDocument {
        let options = JSONParser.Options(
            maximumDepth: maximumDepth,
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
