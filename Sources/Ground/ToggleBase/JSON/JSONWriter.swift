/// Writes JSON values as text (RFC 8259).
///
/// Equal values always produce the same text. A number is written with the fewest digits that read back as the same
/// number, and an integral ``JSONValue/number(_:)`` keeps a fraction or an exponent (`1.0`), so that it reads back as
/// the same kind. NaN and the infinities, which JSON can't represent, are written as `null`. Control characters,
/// quotes, and backslashes are escaped; all other characters are written unchanged.
///
/// ```swift
/// JSONWriter().text(["max": 3])   // {"max":3}
/// ```
package struct JSONWriter: Sendable {
    /// The layout of the text.
    package enum Style: Sendable, Hashable {
        /// Without whitespace.
        case compact
        /// On one line, with conventional spaces: `{ "max": 3 }`.
        case oneLine
        /// One line per member or element, indented by two spaces per level.
        case pretty
    }

    /// The layout of the text.
    package let style: Style

    /// Creates a writer.
    ///
    /// - Parameter style: The layout of the text.
    package init(_ style: Style = .compact) {
        self.style = style
    }

    /// Returns the text of a value, without a trailing line break.
    ///
    /// - Parameter value: The value, nested to any depth.
    /// - Returns: The text.
    /// - Complexity: O(*n*) in the size of the value.
    package func text(_ value: JSONValue) -> String {
        String(decoding: bytes(value), as: UTF8.self)
    }

    /// Returns the text of a value in UTF-8, without a trailing line break.
    ///
    /// - Parameter value: The value, nested to any depth.
    /// - Returns: The bytes.
    /// - Complexity: O(*n*) in the size of the value.
    package func bytes(_ value: JSONValue) -> [UInt8] {
        var output = Output(style: style)
        output.write(value)
        return output.bytes
    }

    /// The text so far, and the open containers.
    private struct Output {
        /// The remaining content of a container.
        enum Rest {
            case elements(ArraySlice<JSONValue>)
            case members(ArraySlice<JSONObject.Member>)
        }

        let style: Style
        var bytes: [UInt8] = []
        /// The open containers, outermost first.
        ///
        /// Writing uses a loop instead of recursion, because values can be nested to any depth.
        var open: [Rest] = []

        init(style: Style) {
            self.style = style
        }

        mutating func write(_ value: JSONValue) {
            begin(value)
            while let rest = open.popLast() {
                switch rest {
                case .elements(var elements):
                    let isFirst = elements.startIndex == 0
                    guard let element = elements.popFirst() else {
                        close("]", isEmpty: isFirst)
                        continue
                    }
                    open.append(.elements(elements))
                    separate(isFirst: isFirst)
                    begin(element)
                case .members(var members):
                    let isFirst = members.startIndex == 0
                    guard let member = members.popFirst() else {
                        close("}", isEmpty: isFirst)
                        continue
                    }
                    open.append(.members(members))
                    separate(isFirst: isFirst)
                    JSONWriter.append(member.name, to: &bytes)
                    bytes.append(UInt8(ascii: ":"))
                    if style != .compact { bytes.append(UInt8(ascii: " ")) }
                    begin(member.value)
                }
            }
        }

        private mutating func begin(_ value: JSONValue) {
            switch value {
            case .null: append("null")
            case .bool(let flag): append(flag ? "true" : "false")
            case .integer(let integer): append(String(integer))
            case .number(let number): append(number.isFinite ? number.description : "null")
            case .string(let string): JSONWriter.append(string, to: &bytes)
            case .array(let elements):
                bytes.append(UInt8(ascii: "["))
                open.append(.elements(elements[...]))
            case .object(let object):
                bytes.append(UInt8(ascii: "{"))
                open.append(.members(object.members[...]))
            }
        }

        private mutating func separate(isFirst: Bool) {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            lineBreak(level: open.count)
        }

        private mutating func close(_ bracket: Unicode.Scalar, isEmpty: Bool) {
            if !isEmpty { lineBreak(level: open.count) }
            bytes.append(UInt8(ascii: bracket))
        }

        private mutating func lineBreak(level: Int) {
            switch style {
            case .compact: break
            case .oneLine: bytes.append(UInt8(ascii: " "))
            case .pretty:
                bytes.append(UInt8(ascii: "\n"))
                bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
            }
        }

        private mutating func append(_ text: String) {
            bytes.append(contentsOf: text.utf8)
        }
    }

    /// Appends a string with quotes and escapes.
    package static func append(_ string: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        let isAppended: Void? = string.utf8.withContiguousStorageIfAvailable { text in
            var isPlain = true
            for byte in text where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                isPlain = false
                break
            }
            if isPlain { bytes.append(contentsOf: text) } else { appendEscaped(text, to: &bytes) }
        }
        if isAppended == nil { appendEscaped(string.utf8, to: &bytes) }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func appendEscaped(_ text: some Sequence<UInt8>, to bytes: inout [UInt8]) {
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""): bytes.append(contentsOf: #"\""#.utf8)
            case UInt8(ascii: "\\"): bytes.append(contentsOf: #"\\"#.utf8)
            case 0x08: bytes.append(contentsOf: #"\b"#.utf8)
            case 0x0C: bytes.append(contentsOf: #"\f"#.utf8)
            case UInt8(ascii: "\n"): bytes.append(contentsOf: #"\n"#.utf8)
            case UInt8(ascii: "\r"): bytes.append(contentsOf: #"\r"#.utf8)
            case UInt8(ascii: "\t"): bytes.append(contentsOf: #"\t"#.utf8)
            case 0..<0x20:
                bytes.append(contentsOf: (byte < 0x10 ? #"\u000"# : #"\u00"#).utf8)
                bytes.append(contentsOf: String(byte, radix: 16).utf8)
            default: bytes.append(byte)
            }
        }
    }
}
