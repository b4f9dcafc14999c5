/// Reads JSON text as flat values: the same language as ``JSONReader``, without values that own memory.
///
/// Strings without escapes refer to the text, so the text must outlive the values.
package struct FlatReader {
    /// Builds flat values.
    private struct Sink: JSONSink {
        let arena: FlatArena
        let stringLength: Int
        var escapedNames: [(name: UnsafePointer<UInt8>, offset: Int)] = []

        @inline(__always)
        func scalar(_ scalar: JSONScalar, at range: Range<Int>) -> FlatValue {
            switch scalar {
            case .null: .null
            case .bool(let flag): FlatValue(flag)
            case .integer(let integer): FlatValue(integer)
            case .number(let number): FlatValue(number)
            case .string(let text): FlatValue(string: bytes(of: text), isLong: text.bytes.count > stringLength)
            }
        }

        @inline(__always)
        mutating func name(_ name: JSONCharacters, at range: Range<Int>) -> FlatString {
            let bytes = bytes(of: name)
            if !name.areInText { noteEscaped(bytes, at: range.lowerBound) }
            return FlatString(bytes, isLong: bytes.count > stringLength)
        }

        @inline(__always)
        private func bytes(of text: JSONCharacters) -> UnsafeBufferPointer<UInt8> {
            text.areInText ? text.bytes : arena.copy(text.bytes)
        }

        @inline(never)
        private mutating func noteEscaped(_ name: UnsafeBufferPointer<UInt8>, at offset: Int) {
            if let start = name.baseAddress, escapedNames.count < FlatReader.maximumEscapedNames {
                escapedNames.append((start, offset))
            }
        }

        func array(_ elements: UnsafeBufferPointer<FlatValue>, at range: Range<Int>) -> FlatValue {
            FlatValue(elements: arena.copy(elements))
        }

        func object(
            _ names: UnsafeBufferPointer<FlatString>,
            _ values: UnsafeBufferPointer<FlatValue>,
            at range: Range<Int>
        ) -> FlatValue {
            let members = arena.room(for: names.count, of: FlatMember.self)
            for index in 0..<names.count {
                members.initializeElement(at: index, to: FlatMember(name: names[index], value: values[index]))
            }
            return FlatValue(members: UnsafeBufferPointer(members))
        }

        func tooDeep(at range: Range<Int>) -> FlatValue { .tooDeep }
    }

    /// How many names with escapes are noted.
    private static let maximumEscapedNames = 1_000

    private var parser: JSONParser<Sink>
    private let sink: Sink

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - arena: The memory for arrays, objects, and strings with escapes.
    ///   - maximumDepth: The maximum nesting depth of arrays and objects, at most 254.
    ///   - skipsDeeper: Whether values nested deeper are only validated, and read as `null` with the maximum height;
    ///     otherwise they are an error.
    ///   - stringLength: The number of bytes from which a string is marked as long.
    package init(into arena: FlatArena, maximumDepth: Int, skipsDeeper: Bool = false, stringLength: Int = .max) {
        sink = Sink(arena: arena, stringLength: stringLength)
        parser = JSONParser(
            UnsafeBufferPointer(start: nil, count: 0),
            into: sink,
            options: JSONParserOptions(maximumDepth: min(maximumDepth, 254), skipsDeeper: skipsDeeper)
        )
    }

    /// Parses a text, and reuses the memory that parsing the previous one took.
    ///
    /// - Parameter text: The text in UTF-8, shorter than 2^31 bytes.
    /// - Returns: The value.
    /// - Throws: The first error in the text; a value that is nested too deeply comes first, even if it was skipped.
    package mutating func value(from text: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) -> FlatValue {
        parser.restart(text, into: sink)
        return try parser.parse()
    }

    /// The first names of the text that are written with escapes, so that they are not in the text as they are, with
    /// their offsets.
    package var escapedNames: [(name: UnsafePointer<UInt8>, offset: Int)] { parser.sink.escapedNames }
}
