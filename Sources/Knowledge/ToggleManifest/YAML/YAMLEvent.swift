import CYaml

/// An event of a YAML stream, as reported by libyaml.
enum YAMLEvent {
    case documentStart
    case scalar(YAMLScalar, properties: YAMLProperties)
    case sequenceStart(isFlow: Bool, properties: YAMLProperties)
    case mappingStart(isFlow: Bool, properties: YAMLProperties)
    case collectionEnd
    case alias(String)
    case streamEnd
    case other
}

/// The anchor and tag before a value.
struct YAMLProperties {
    /// The name after `&`.
    var anchor: String?
    /// The tag, in its long form.
    var tag: String?
}

/// The error at which libyaml stopped reading, with libyaml's messages.
struct YAMLError {
    let problem: String
    let character: Int
    let context: String
    let contextCharacter: Int
}

/// Reads the events of a YAML stream, one at a time.
///
/// The bytes must outlive the reader.
struct YAMLEventReader: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>

    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        parser = .allocate(capacity: 1)
        guard yaml_parser_initialize(parser) == 1 else {
            parser.deallocate()
            return nil
        }
        // The bytes have no byte order mark, and the encoding isn't guessed.
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    /// Returns the next event and the characters at which it starts and ends, or `nil` if there is a syntax error.
    mutating func next() -> (event: YAMLEvent, start: Int, end: Int)? {
        var raw = yaml_event_t()
        guard yaml_parser_parse(parser, &raw) == 1 else { return nil }
        defer { yaml_event_delete(&raw) }
        return (Self.event(raw), Int(raw.start_mark.index), Int(raw.end_mark.index))
    }

    /// The reason why ``next()`` returned `nil`.
    var failure: YAMLError {
        YAMLError(
            problem: parser.pointee.problem.map { String(cString: $0) } ?? "the text cannot be read",
            character: Int(parser.pointee.problem_mark.index),
            context: parser.pointee.context.map { String(cString: $0) } ?? "",
            contextCharacter: Int(parser.pointee.context_mark.index)
        )
    }

    private static func event(_ raw: yaml_event_t) -> YAMLEvent {
        switch raw.type {
        case YAML_DOCUMENT_START_EVENT:
            return .documentStart
        case YAML_SCALAR_EVENT:
            let data = raw.data.scalar
            let text = String(decoding: UnsafeBufferPointer(start: data.value, count: data.length), as: UTF8.self)
            return .scalar(
                YAMLScalar(text, style: style(data.style)),
                properties: properties(data.anchor, data.tag)
            )
        case YAML_SEQUENCE_START_EVENT:
            let data = raw.data.sequence_start
            return .sequenceStart(
                isFlow: data.style == YAML_FLOW_SEQUENCE_STYLE,
                properties: properties(data.anchor, data.tag)
            )
        case YAML_MAPPING_START_EVENT:
            let data = raw.data.mapping_start
            return .mappingStart(
                isFlow: data.style == YAML_FLOW_MAPPING_STYLE,
                properties: properties(data.anchor, data.tag)
            )
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
            return .collectionEnd
        case YAML_ALIAS_EVENT:
            return .alias(string(raw.data.alias.anchor) ?? "")
        case YAML_STREAM_END_EVENT, YAML_NO_EVENT:
            return .streamEnd
        default:
            return .other
        }
    }

    private static func style(_ style: yaml_scalar_style_t) -> YAMLScalar.Style {
        switch style {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
        case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
        case YAML_LITERAL_SCALAR_STYLE: .literal
        case YAML_FOLDED_SCALAR_STYLE: .folded
        default: .plain
        }
    }

    private static func properties(
        _ anchor: UnsafeMutablePointer<yaml_char_t>?,
        _ tag: UnsafeMutablePointer<yaml_char_t>?
    ) -> YAMLProperties {
        YAMLProperties(anchor: string(anchor), tag: string(tag))
    }

    private static func string(_ text: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        guard let text else { return nil }
        return String(cString: text)
    }
}
