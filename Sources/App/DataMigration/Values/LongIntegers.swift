/// Integers in JSON text that are too large for `Int`.
///
/// JSON readers round them to a `Double`. So they are marked in a copy of the text before it is parsed, and the marks
/// are removed when it is written, so that the number in the file stays exact.
enum LongIntegers {
    static let markerName = "$integer"

    /// Returns whether a text is such an integer in JSON.
    static func isLong(_ text: String) -> Bool {
        guard Int(text) == nil else { return false }
        let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
        return text.utf8.count - digits.count <= 1 && !digits.isEmpty && digits.first != UInt8(ascii: "0")
            && digits.allSatisfy(isDigit)
    }

    /// Returns a copy of a text with marks.
    ///
    /// - Parameter text: Valid JSON.
    /// - Returns: The copy; `nil` if there are no such integers.
    /// - Complexity: O(*n*) in the size of the text.
    static func marked(_ text: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        var copied = 0
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte == UInt8(ascii: "\"") {
                index = end(ofStringAt: index, in: text)
                continue
            }
            guard isDigit(byte) || byte == UInt8(ascii: "-") else {
                index += 1
                continue
            }
            var end = index + 1
            while end < text.count, isDigit(text[end]) || isInNumber(text[end]) { end += 1 }
            // If `Int` has 32 bits, the shortest of them has ten digits.
            if end - index >= 10 {
                let number = String(decoding: text[index..<end], as: UTF8.self)
                if isLong(number) {
                    result += text[copied..<index]
                    result += Array("{\"\(markerName)\":\"\(number)\"}".utf8)
                    copied = end
                }
            }
            index = end
        }
        return copied == 0 ? nil : result + text[copied...]
    }

    /// Removes the marks.
    ///
    /// - Parameter text: The output of the JSON writer.
    /// - Returns: The text with plain numbers.
    static func unmarked(_ text: [UInt8]) -> [UInt8] {
        let name = Array("\"\(markerName)\"".utf8)
        var result: [UInt8] = []
        var index = 0
        while index < text.count {
            if text[index] == UInt8(ascii: "{"), let (digits, end) = mark(at: index, in: text, name) {
                result += digits
                index = end
            } else if text[index] == UInt8(ascii: "\"") {
                let end = end(ofStringAt: index, in: text)
                result += text[index..<end]
                index = end
            } else {
                result.append(text[index])
                index += 1
            }
        }
        return result
    }

    /// Returns the digits of a mark and its end, or `nil` if there is none.
    private static func mark(at start: Int, in text: [UInt8], _ name: [UInt8]) -> (digits: ArraySlice<UInt8>, end: Int)?
    {
        var index = start + 1
        func skipSpace() {
            while index < text.count, [0x20, 0x0A, 0x0D, 0x09].contains(text[index]) { index += 1 }
        }
        skipSpace()
        guard text[index...].starts(with: name) else { return nil }
        index += name.count
        skipSpace()
        guard index < text.count, text[index] == UInt8(ascii: ":") else { return nil }
        index += 1
        skipSpace()
        guard index < text.count, text[index] == UInt8(ascii: "\"") else { return nil }
        let end = end(ofStringAt: index, in: text)
        guard end - index > 2 else { return nil }
        let digits = text[(index + 1)..<(end - 1)]
        guard isLong(String(decoding: digits, as: UTF8.self)) else { return nil }
        index = end
        skipSpace()
        guard index < text.count, text[index] == UInt8(ascii: "}") else { return nil }
        return (digits, index + 1)
    }

    /// Returns the end of a string.
    private static func end(ofStringAt start: Int, in text: [UInt8]) -> Int {
        var index = start + 1
        while index < text.count, text[index] != UInt8(ascii: "\"") {
            index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index + 1, text.count)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isInNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-"): true
        default: false
        }
    }
}
