import FeatureToggles
import FeatureTogglesRemote
import ToggleBase

/// Answers cases of `toggles evaluate`, one line of JSON each.
///
/// Memory is reused from line to line, and the answers of each flag are cached as text.
struct CaseEvaluator {
    /// A line that cannot be answered.
    struct Problem {
        /// The index of the line.
        let line: Int
        let message: String
    }

    /// The maximum nesting depth of a case.
    private static let depth = 64

    private let document: FlagDocument
    private let timestamp: Int64
    private let names = CaseNames()
    private let arena: FlatArena
    private var reader: FlatReader
    /// The texts of each flag's answers, by variant and type.
    private var values: [[[UInt8]]]
    /// The text of each flag's metadata, with a leading comma.
    private var metadata: [[UInt8]?]
    /// The answers to the last text.
    private(set) var output = AnswerLine()
    /// The number of lines in the last text.
    private(set) var lines = 0
    private(set) var problems: [Problem] = []

    init(document: FlagDocument, timestamp: Int64) {
        self.document = document
        self.timestamp = timestamp
        arena = FlatArena(blockSize: 1 << 14)
        reader = FlatReader(into: arena, maximumDepth: Self.depth)
        values = Array(repeating: [], count: document.count)
        metadata = Array(repeating: nil, count: document.count)
    }

    /// Answers every line of a text, and stores the answers, one per line, in ``output``.
    mutating func answer(_ text: UnsafeBufferPointer<UInt8>) {
        output.removeAll()
        problems = []
        lines = 0
        var rest = text
        while !rest.isEmpty {
            let end = rest.lineEnd
            let line = UnsafeBufferPointer(rebasing: rest[..<end])
            if !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { answer(line, line: lines) }
            rest = UnsafeBufferPointer(rebasing: rest[min(end &+ 1, rest.count)...])
            lines &+= 1
        }
    }

    private mutating func answer(_ text: UnsafeBufferPointer<UInt8>, line: Int) {
        arena.reset()
        let json: FlatValue
        do {
            json = try reader.value(from: text)
        } catch {
            let message = "column \(error.location.column): \(error.message)"
            fail("PARSE_ERROR", message, line: line, standard: nil)
            return
        }
        guard json.kind == .object else {
            fail("PARSE_ERROR", "a case must be an object with ‘flag’ and ‘type’", line: line, standard: nil)
            return
        }
        answer(CaseFields(json, names), line: line)
        // No reference into the arena is used after this.
        withExtendedLifetime(arena) {}
    }

    private mutating func answer(_ fields: CaseFields, line: Int) {
        let standard = fields.standard
        guard fields.flag.kind == .string else {
            fail(
                "PARSE_ERROR",
                "‘flag’ is missing or not text; write the key of a flag",
                line: line,
                standard: standard
            )
            return
        }
        guard let type = names.type(fields.type) else {
            let message = "‘type’ is missing or unknown; write Boolean, String, Integer, Float or Object"
            fail("PARSE_ERROR", message, line: line, standard: standard)
            return
        }
        guard fields.targetingKey.kind == .null || fields.targetingKey.kind == .string else {
            fail("INVALID_CONTEXT", "‘targetingKey’ is not text", line: line, standard: standard)
            return
        }
        guard fields.context.kind == .null || fields.context.kind == .object else {
            fail("INVALID_CONTEXT", "‘context’ must be an object", line: line, standard: standard)
            return
        }
        guard let index = document.index(of: FlatString(fields.flag.bytes)) else {
            write(value: standard, reason: "ERROR", code: "FLAG_NOT_FOUND", flag: nil)
            return
        }
        let answer = document.answer(
            index,
            context: FlatContext(targetingKey: fields.targetingKey, attributes: fields.context),
            timestamp: timestamp,
            requested: type
        )
        if let code = answer.errorCode {
            write(value: standard, reason: "ERROR", code: code.rawValue, flag: nil)
        } else if let value = answer.value {
            appendText(of: value, variant: Int(answer.outcome), of: index, as: type)
            finish(reason: answer.reason.rawValue, code: nil, flag: index)
        } else {
            write(value: standard, reason: answer.reason.rawValue, code: nil, flag: index)
        }
    }

    // MARK: Writing

    private mutating func fail(_ code: String, _ message: String, line: Int, standard: FlatValue?) {
        problems.append(Problem(line: line, message: message))
        write(value: standard, reason: "ERROR", code: code, flag: nil)
    }

    private mutating func write(value: FlatValue?, reason: String, code: String?, flag: Int?) {
        output.append("{")
        if let value {
            output.append("\"value\":")
            output.append(value)
            output.append(",")
        }
        finish(reason: reason, code: code, flag: flag)
    }

    /// Ends a line, with the metadata of a flag if one is given.
    private mutating func finish(reason: String, code: String?, flag: Int?) {
        output.append("\"reason\":\"")
        output.append(words: reason)
        if let code {
            output.append("\",\"errorCode\":\"")
            output.append(words: code)
        }
        output.append("\"")
        if let flag { appendMetadata(of: flag) }
        output.append("}\n")
    }

    /// Appends `{"value":…,"variant":"…",` for a variant converted to a type.
    private mutating func appendText(of value: FlatValue, variant: Int, of index: Int, as type: FlagType) {
        if values[index].isEmpty {
            let count = document.flag(at: index).variantCount * FlagType.allCases.count
            values[index] = Array(repeating: [], count: count)
        }
        let place = variant * FlagType.allCases.count + names.number(of: type)
        if values[index][place].isEmpty {
            var line = AnswerLine()
            line.append("{\"value\":")
            line.append(value)
            line.append(",\"variant\":")
            line.append(JSONWriter().bytes(.string(document.flag(at: index).variantName(at: variant) ?? "")))
            line.append(",")
            values[index][place] = line.bytes
        }
        output.append(values[index][place])
    }

    /// Appends `,"metadata":…`, or nothing if the flag has no metadata.
    private mutating func appendMetadata(of index: Int) {
        if let known = metadata[index] {
            if !known.isEmpty { output.append(known) }
            return
        }
        let object = document.flag(at: index).metadata
        let text = object.members.isEmpty ? [] : Array(",\"metadata\":".utf8) + JSONWriter().bytes(.object(object))
        metadata[index] = text
        output.append(text)
    }
}

extension AnswerLine {
    /// Appends text that needs no escapes.
    mutating func append(words: String) {
        var words = words
        words.withUTF8 { append(plain: $0) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The index of the first line break, or the end.
    fileprivate var lineEnd: Int {
        UnsafeRawBufferPointer(self).firstOffset(of: UInt8(ascii: "\n")) ?? count
    }
}
