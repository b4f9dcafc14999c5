/// Parses a JSON text (RFC 8259), and passes its parts to a sink.
///
/// All readers of JSON share this parser: ``JSONReader`` builds values, with places or without, and ``FlatReader``
/// builds values in an arena. A loop instead of recursion makes every depth safe.
struct JSONParser<Sink: JSONSink> {
    /// An array or object whose end has not been found.
    ///
    /// A hostile text can open one with each byte, so they are small. Numbers that don't fit belong to texts that don't
    /// fit memory.
    private struct Container {
        private let shortStart: UInt32
        private let shortBase: UInt32
        let isObject: Bool

        init(start: Int, base: Int, isObject: Bool) {
            shortStart = UInt32(clamping: start)
            shortBase = UInt32(clamping: base)
            self.isObject = isObject
        }

        /// The offset of its bracket.
        var start: Int { Int(shortStart) }
        /// The number of values before its own.
        var base: Int { Int(shortBase) }

        @inline(__always)
        var end: UInt8 { isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }
    }

    private(set) var sink: Sink
    /// The offsets of the commas before closing brackets.
    private(set) var trailingCommas: [Int] = []
    private var lexer: JSONLexer
    private let options: JSONParserOptions
    private var values: [Sink.Value] = []
    private var names: [Sink.Name] = []
    private var open: [Container] = []
    /// The offset of the first array or object that was skipped.
    private var firstSkipped: Int?

    init(_ input: UnsafeBufferPointer<UInt8>, into sink: Sink, options: JSONParserOptions) {
        self.sink = sink
        self.options = options
        lexer = JSONLexer(input, roundsIntegers: options.roundsIntegers)
    }

    /// Replaces the text and the sink, and keeps the memory that was allocated.
    mutating func restart(_ input: UnsafeBufferPointer<UInt8>, into sink: Sink) {
        self.sink = sink
        lexer = JSONLexer(input, roundsIntegers: options.roundsIntegers)
        trailingCommas.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
        names.removeAll(keepingCapacity: true)
        open.removeAll(keepingCapacity: true)
        firstSkipped = nil
    }

    /// Parses the whole text.
    ///
    /// - Returns: The value.
    /// - Throws: The first error in the text; a value that is nested too deeply comes first, even if it was skipped.
    mutating func parse() throws(JSONSyntaxError) -> Sink.Value {
        do throws(JSONSyntaxError) {
            lexer.skipByteOrderMark()
            lexer.skipWhitespace()
            guard !lexer.isAtEnd else { throw lexer.emptyInput() }
            try parseValue()
            lexer.skipWhitespace()
            guard lexer.isAtEnd else { throw lexer.trailingContent() }
            return values.removeLast()
        } catch {
            guard let firstSkipped else { throw error }
            throw lexer.tooDeep(at: firstSkipped, maximum: options.maximumDepth)
        }
    }

    /// Parses the value at the position, and appends it to the values.
    private mutating func parseValue() throws(JSONSyntaxError) {
        values: while true {
            let start = lexer.position
            switch lexer.current {
            case UInt8(ascii: "\""):
                values.append(try parseString { $0.scalar(.string($1), at: $2) })
            case UInt8(ascii: "{"):
                guard try enter(isObject: true) else { break }
                if lexer.current != UInt8(ascii: "}") {
                    try parseName(in: start)
                    continue values
                }
                close()
            case UInt8(ascii: "["):
                guard try enter(isObject: false) else { break }
                if lexer.current != UInt8(ascii: "]") {
                    guard !lexer.isAtEnd else { throw lexer.unexpectedEnd(of: "array", openedAt: start) }
                    continue values
                }
                close()
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                let number = try lexer.parseNumber()
                values.append(sink.scalar(number, at: start..<lexer.position))
            default:
                guard let word = lexer.parseWord() else { throw lexer.noValue() }
                values.append(sink.scalar(word, at: start..<lexer.position))
            }
            // A value ended, and perhaps some of the values that enclose it.
            while let container = open.last {
                lexer.skipWhitespace()
                if lexer.current == UInt8(ascii: ",") {
                    let comma = lexer.position
                    lexer.position &+= 1
                    lexer.skipWhitespace()
                    if lexer.current != container.end {
                        if container.isObject {
                            try parseName(in: container.start)
                        } else if lexer.isAtEnd {
                            throw lexer.unexpectedEnd(of: "array", openedAt: container.start)
                        }
                        continue values
                    }
                    guard options.allowsTrailingCommas else {
                        throw lexer.trailingComma(at: comma, closing: container.isObject ? "}" : "]")
                    }
                    trailingCommas.append(comma)
                } else if lexer.current != container.end {
                    throw lexer.noSeparator(inObject: container.isObject, openedAt: container.start)
                }
                close()
            }
            return
        }
    }

    /// Enters the array or object at the position and skips to its first element or end, unless it is nested too
    /// deeply and was skipped as a whole.
    @inline(__always)
    private mutating func enter(isObject: Bool) throws(JSONSyntaxError) -> Bool {
        guard open.count < options.maximumDepth else {
            try skipTooDeep()
            return false
        }
        open.append(Container(start: lexer.position, base: values.count, isObject: isObject))
        lexer.position &+= 1
        lexer.skipWhitespace()
        return true
    }

    /// Builds the innermost array or object, whose closing bracket is at the position.
    private mutating func close() {
        let container = open.removeLast()
        lexer.position &+= 1
        let range = container.start..<lexer.position
        let count = values.count &- container.base
        let value = values.withUnsafeBufferPointer { values in
            let values = UnsafeBufferPointer(rebasing: values[container.base...])
            guard container.isObject else { return sink.array(values, at: range) }
            return names.withUnsafeBufferPointer { names in
                sink.object(UnsafeBufferPointer(rebasing: names[(names.count &- count)...]), values, at: range)
            }
        }
        values.removeLast(count)
        if container.isObject { names.removeLast(count) }
        values.append(value)
    }

    /// Parses the name at the position, and skips to the value.
    private mutating func parseName(in start: Int) throws(JSONSyntaxError) {
        guard lexer.current == UInt8(ascii: "\"") else { throw lexer.noName(in: start) }
        names.append(try parseString { $0.name($1, at: $2) })
        lexer.skipWhitespace()
        guard lexer.current == UInt8(ascii: ":") else { throw lexer.noColon(in: start) }
        lexer.position &+= 1
        lexer.skipWhitespace()
        guard !lexer.isAtEnd else { throw lexer.unexpectedEnd(of: "object", openedAt: start) }
    }

    @inline(__always)
    private mutating func parseString<Result>(
        _ make: (inout Sink, JSONCharacters, Range<Int>) -> Result
    ) throws(JSONSyntaxError) -> Result {
        let start = lexer.position
        if let bytes = try lexer.parsePlainString() {
            return make(&sink, JSONCharacters(bytes: bytes, areInText: true), start..<lexer.position)
        }
        let text = try lexer.parseEscapedString()
        return text.withUnsafeBufferPointer {
            make(&sink, JSONCharacters(bytes: $0, areInText: false), start..<lexer.position)
        }
    }

    /// Validates the array or object at the position.
    @inline(never)
    private mutating func skipTooDeep() throws(JSONSyntaxError) {
        let start = lexer.position
        guard options.skipsDeeper else { throw lexer.tooDeep(at: start, maximum: options.maximumDepth) }
        firstSkipped = firstSkipped ?? start
        var options = JSONParserOptions(maximumDepth: .max)
        options.allowsTrailingCommas = self.options.allowsTrailingCommas
        var parser = JSONParser<JSONNothing>(lexer.input, into: JSONNothing(), options: options)
        parser.lexer = lexer
        try parser.parseValue()
        lexer = parser.lexer
        trailingCommas += parser.trailingCommas
        values.append(sink.tooDeep(at: start..<lexer.position))
    }
}

/// The limits of a text, and what to accept beyond the standard.
struct JSONParserOptions {
    /// The maximum nesting depth of arrays and objects.
    var maximumDepth: Int
    /// Whether arrays and objects nested deeper are only validated, and replaced by a placeholder; otherwise they
    /// are an error.
    var skipsDeeper = false
    /// Whether integers that are too large to keep all digits are rounded; otherwise they are an error.
    var roundsIntegers = true
    /// Whether commas before closing brackets are noted; otherwise they are an error.
    var allowsTrailingCommas = false
}
