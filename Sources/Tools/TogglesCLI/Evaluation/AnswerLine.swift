import FeatureToggles
import ToggleBase

/// A buffer for lines of JSON, which are written without intermediate allocations.
struct AnswerLine {
    private(set) var bytes: [UInt8] = []

    /// Removes the content, and keeps the memory.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends bytes that need no escapes.
    mutating func append(plain other: UnsafeBufferPointer<UInt8>) {
        bytes.append(contentsOf: other)
    }

    mutating func append(_ other: [UInt8]) {
        bytes.append(contentsOf: other)
    }

    /// Appends a value.
    ///
    /// It recurses once per level, and readers limit the depth.
    mutating func append(_ value: FlatValue) {
        switch value.kind {
        case .null: append("null")
        case .false: append("false")
        case .true: append("true")
        case .string: append(string: value.bytes)
        case .integer where value.integer >= 0 && value.integer < 10:
            bytes.append(UInt8(ascii: "0") + UInt8(value.integer))
        case .integer: bytes.append(contentsOf: String(value.integer).utf8)
        case .number: bytes.append(contentsOf: (value.number.isFinite ? value.number.description : "null").utf8)
        case .array:
            bytes.append(UInt8(ascii: "["))
            for (index, element) in value.elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                append(element)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object:
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in value.members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                append(string: member.name.bytes)
                bytes.append(UInt8(ascii: ":"))
                append(member.value)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    /// Appends a string with its quotes.
    mutating func append(string: UnsafeBufferPointer<UInt8>) {
        guard string.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) else {
            bytes.append(UInt8(ascii: "\""))
            bytes.append(contentsOf: string)
            bytes.append(UInt8(ascii: "\""))
            return
        }
        append(JSONWriter().bytes(.string(String(decoding: string, as: UTF8.self))))
    }
}
