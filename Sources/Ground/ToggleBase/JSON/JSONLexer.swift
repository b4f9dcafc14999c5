/// Reads the smallest parts of a JSON text: strings, numbers, words, and white space.
struct JSONLexer {
    let input: UnsafeBufferPointer<UInt8>
    /// Whether integers that are too large to keep all digits are rounded; otherwise they are an error.
    let roundsIntegers: Bool
    var position = 0

    init(_ input: UnsafeBufferPointer<UInt8>, roundsIntegers: Bool = true) {
        self.input = input
        self.roundsIntegers = roundsIntegers
    }

    @inline(__always)
    var isAtEnd: Bool { position >= input.count }

    /// The byte at the position; at the end 0, which can't begin or continue a value.
    @inline(__always)
    var current: UInt8 {
        position < input.count ? input[position] : 0
    }

    mutating func skipByteOrderMark() {
        if input.starts(with: JSONReader.byteOrderMark) { position = JSONReader.byteOrderMark.count }
    }

    @inline(__always)
    mutating func skipWhitespace() {
        while position < input.count {
            switch input[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): position &+= 1
            default: return
            }
        }
    }

    /// Parses `true`, `false`, or `null`; returns `nil` for anything else.
    mutating func parseWord() -> JSONScalar? {
        switch current {
        case UInt8(ascii: "t"): skip("true") ? .bool(true) : nil
        case UInt8(ascii: "f"): skip("false") ? .bool(false) : nil
        case UInt8(ascii: "n"): skip("null") ? .null : nil
        default: nil
        }
    }

    /// Skips a word if it is at the position and no other word character follows.
    @inline(__always)
    private mutating func skip(_ word: StaticString) -> Bool {
        let end = position &+ word.utf8CodeUnitCount
        guard end <= input.count else { return false }
        for index in 0..<word.utf8CodeUnitCount where input[position &+ index] != word.utf8Start[index] {
            return false
        }
        if end < input.count, Self.isWordByte(input[end]) { return false }
        position = end
        return true
    }

    static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }
}
