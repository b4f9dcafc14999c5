import FeatureToggles

/// Answers cases of `toggles evaluate`, one line of JSON each.
///
/// It keeps the memory that a line needs for the next one, and each answer of a flag as text.
struct CaseEvaluator {
    /// A line that cannot be answered.
    struct Problem {
        /// The number of the line within what was given, from 0.
        let line: Int
        let message: String
    }

    /// How deep a case may be nested.
    private static let depth = 64

    private let document: FlagDocument
    private let timestamp: Int64
    private let names = CaseNames()
    private let arena = FlatArena(blockSize: 1 << 14)
    /// For each flag the texts of its answers, by variant and type.
    private var values: [[[UInt8]?]]
    /// For each flag the text of its metadata, with a comma in front.
    private var metadata: [[UInt8]?]
    private var output = JSONLine()
    private(set) var problems: [Problem] = []

    init(document: FlagDocument, timestamp: Int64) {
        self.document = document
        self.timestamp = timestamp
        values = Array(repeating: [], count: document.count)
        metadata = Array(repeating: nil, count: document.count)
    }

    /// Answers every line of a text.
    ///
    /// - Returns: The answers, a line each, and how many lines the text has.
    mutating func answers(to text: UnsafeBufferPointer<UInt8>) -> (bytes: [UInt8], lines: Int) {
        output = JSONLine()
        problems = []
        var line = 0
        var start = 0
        while start < text.count {
            var end = start
            while end < text.count, text[end] != UInt8(ascii: "\n") { end &+= 1 }
            let bytes = UnsafeBufferPointer(rebasing: text[start..<end])
            if !bytes.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { answer(bytes, line: line) }
            start = end &+ 1
            line &+= 1
        }
        return (output.bytes, line)
    }

    private mutating func answer(_ text: UnsafeBufferPointer<UInt8>, line: Int) {
        arena.reset()
        var parser = FlatParser(text, into: arena, maximumDepth: Self.depth)
        guard let json = parser.parse() else {
            let reader = JSONReader(maximumDepth: Self.depth)
            var message = "the case is no JSON"
            do { _ = try reader.value(from: Array(text)) } catch {
                message = "column \(error.location.column): \(error.message)"
            }
            fail("PARSE_ERROR", message, line: line, standard: nil)
            return
        }
        guard json.kind == .object else {
            fail("PARSE_ERROR", "a case is an object with ‘flag’ and ‘type’", line: line, standard: nil)
            return
        }
        answer(CaseFields(json, names), line: line)
        // Nothing of the line is in use any more.
        withExtendedLifetime(arena) {}
    }

    private mutating func answer(_ fields: CaseFields, line: Int) {
        let standard = fields.standard
        guard fields.flag.kind == .string else {
            fail("PARSE_ERROR", "‘flag’ is missing or no text; write the key of a flag", line: line, standard: standard)
            return
        }
        guard let type = names.type(fields.type) else {
            let message = "‘type’ is missing or unknown; write Boolean, String, Integer, Float or Object"
            fail("PARSE_ERROR", message, line: line, standard: standard)
            return
        }
        guard fields.targetingKey.kind == .null || fields.targetingKey.kind == .string else {
            fail("INVALID_CONTEXT", "‘targetingKey’ is no text", line: line, standard: standard)
            return
        }
        guard fields.context.kind == .null || fields.context.kind == .object else {
            fail("INVALID_CONTEXT", "‘context’ is no object", line: line, standard: standard)
            return
        }
        guard let index = document.index(of: FlatString(fields.flag.bytes)) else {
            write(value: standard, reason: "ERROR", code: "FLAG_NOT_FOUND", metadata: [])
            return
        }
        let answer = document.answer(
            index,
            context: FlatContext(targetingKey: fields.targetingKey, attributes: fields.context),
            timestamp: timestamp,
            requested: type
        )
        if let code = answer.errorCode {
            write(value: standard, reason: "ERROR", code: code.rawValue, metadata: [])
        } else if let value = answer.value {
            output.append(text(of: value, variant: Int(answer.outcome), of: index, as: type))
            finish(reason: answer.reason.rawValue, code: nil, metadata: metadata(of: index))
        } else {
            write(value: standard, reason: answer.reason.rawValue, code: nil, metadata: metadata(of: index))
        }
    }

    // MARK: Writing

    private mutating func fail(_ code: String, _ message: String, line: Int, standard: FlatValue?) {
        problems.append(Problem(line: line, message: message))
        write(value: standard, reason: "ERROR", code: code, metadata: [])
    }

    private mutating func write(value: FlatValue?, reason: String, code: String?, metadata: [UInt8]) {
        output.append("{")
        if let value {
            output.append("\"value\":")
            output.append(value)
            output.append(",")
        }
        finish(reason: reason, code: code, metadata: metadata)
    }

    private mutating func finish(reason: String, code: String?, metadata: [UInt8]) {
        output.append("\"reason\":\"")
        output.append(words: reason)
        if let code {
            output.append("\",\"errorCode\":\"")
            output.append(words: code)
        }
        output.append("\"")
        output.append(metadata)
        output.append("}\n")
    }

    /// `{"value":…,"variant":"…",` for one variant as one type.
    private mutating func text(of value: FlatValue, variant: Int, of index: Int, as type: FlagType) -> [UInt8] {
        if values[index].isEmpty {
            let count = document.flag(at: index).variantCount * FlagType.allCases.count
            values[index] = Array(repeating: nil, count: count)
        }
        let place = variant * FlagType.allCases.count + names.number(of: type)
        if let known = values[index][place] { return known }
        var line = JSONLine()
        line.append("{\"value\":")
        line.append(value)
        line.append(",\"variant\":")
        line.append(JSONWriter().bytes(.string(document.flag(at: index).variantName(at: variant) ?? "")))
        line.append(",")
        values[index][place] = line.bytes
        return line.bytes
    }

    private mutating func metadata(of index: Int) -> [UInt8] {
        if let known = metadata[index] { return known }
        let object = document.flag(at: index).metadata
        let text = object.members.isEmpty ? [] : Array(",\"metadata\":".utf8) + JSONWriter().bytes(.object(object))
        metadata[index] = text
        return text
    }
}

extension JSONLine {
    /// Appends text that needs no escapes.
    mutating func append(words: String) {
        var words = words
        words.withUTF8 { append(plain: $0) }
    }
}
