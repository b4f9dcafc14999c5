#if OVERRIDES

/// Finds the toggles in the text of a state file without parsing them.
///
/// An app can have ten thousand toggles, of which a tool shows a screenful.
struct StateFileScan: Sendable {
    /// The place of a toggle in the text.
    struct Element: Sendable {
        fileprivate let start: Int32
        fileprivate let end: Int32
        fileprivate let keyEnd: Int32

        /// The place of its object.
        var range: Range<Int> { Int(start)..<Int(end) }
        /// The place of its key, without the quotation marks.
        var keyRange: Range<Int> { Int(start) + StateFileScan.prefix.utf8CodeUnitCount..<Int(keyEnd) }
    }

    /// How each toggle begins.
    fileprivate static let prefix: StaticString = #"{"key":""#

    /// The text without the toggles, whose array is empty.
    let root: [UInt8]
    /// The toggles in order.
    private(set) var elements: [Element] = []

    /// Scans a text.
    ///
    /// Brackets are checked, but not everything between them. The result is `nil` for a text that isn't complete, and for
    /// one that only a parser understands, such as one whose toggles don't begin with their keys.
    ///
    /// - Parameter text: The text of a state file.
    /// - Complexity: O(*n*) in the size of the text.
    init?(_ text: [UInt8]) {
        guard text.count < Int(Int32.max) else { return nil }
        var elements: [Element] = []
        let array = text.withUnsafeBufferPointer { buffer in
            var scanner = Scanner(text: buffer)
            return scanner.scanRoot(&elements)
        }
        guard let array else { return nil }
        root = Array(text[..<array.lowerBound] + text[array.upperBound...])
        self.elements = elements
    }

    /// A position in the text.
    private struct Scanner {
        let text: UnsafeBufferPointer<UInt8>
        private var position = 0

        init(text: UnsafeBufferPointer<UInt8>) { self.text = text }

        private var current: UInt8? { position < text.count ? text[position] : nil }

        /// Scans the whole text, and returns the range of the content of the array `toggles`.
        mutating func scanRoot(_ elements: inout [Element]) -> Range<Int>? {
            var array: Range<Int>?
            skipWhitespace()
            guard skip("{") else { return nil }
            repeat {
                skipWhitespace()
                let start = position
                guard skipString(), !text[start..<position].contains(UInt8(ascii: "\\")) else { return nil }
                let isArray = text[start..<position].elementsEqual(#""toggles""#.utf8)
                skipWhitespace()
                guard skip(":") else { return nil }
                skipWhitespace()
                if isArray {
                    guard array == nil else { return nil }
                    array = scanArray(&elements)
                    guard array != nil else { return nil }
                } else {
                    guard skipValue() else { return nil }
                }
                skipWhitespace()
            } while skip(",")
            guard skip("}") else { return nil }
            skipWhitespace()
            return position == text.count ? array : nil
        }

        /// Scans the array at the position, and returns the range of its content.
        private mutating func scanArray(_ elements: inout [Element]) -> Range<Int>? {
            guard skip("[") else { return nil }
            let start = position
            skipWhitespace()
            if skip("]") { return start..<position - 1 }
            repeat {
                skipWhitespace()
                guard let element = scanElement() else { return nil }
                elements.append(element)
                skipWhitespace()
            } while skip(",")
            return skip("]") ? start..<position - 1 : nil
        }

        /// Scans the object at the position if it begins with its key.
        private mutating func scanElement() -> Element? {
            let start = position
            let prefix = StateFileScan.prefix
            let beginning = UnsafeBufferPointer(start: prefix.utf8Start, count: prefix.utf8CodeUnitCount)
            let keyStart = start + beginning.count
            guard keyStart < text.count, text[start..<keyStart].elementsEqual(beginning) else { return nil }
            position = keyStart - 1
            guard skipString(), !text[keyStart..<position].contains(UInt8(ascii: "\\")) else { return nil }
            let keyEnd = position - 1
            // One bit for each open bracket, the innermost last: 1 for an object, and 0 for an array.
            guard skipContent(open: 0b11) else { return nil }
            return Element(start: Int32(start), end: Int32(position), keyEnd: Int32(keyEnd))
        }

        private mutating func skipValue() -> Bool {
            switch current {
            case UInt8(ascii: "\""): return skipString()
            case UInt8(ascii: "{"), UInt8(ascii: "["): return skipContent(open: 1)
            default:
                // The parser of the root checks that it is a number or a word.
                let start = position
                while let byte = current, !Self.endsWord(byte) { position += 1 }
                return position > start
            }
        }

        private static func endsWord(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "["),
                UInt8(ascii: "\""), 0...UInt8(ascii: " "):
                true
            default: false
            }
        }

        /// Skips text until all brackets are closed.
        ///
        /// - Parameter open: The open brackets, after a bit that is always 1.
        /// - Returns: Whether all are closed in the right order, and nested less than 63 levels deep.
        private mutating func skipContent(open: UInt64) -> Bool {
            var open = open
            repeat {
                guard position < text.count else { return false }
                switch text[position] {
                case UInt8(ascii: "\""):
                    guard skipString() else { return false }
                    continue
                case UInt8(ascii: "{"):
                    guard open.leadingZeroBitCount > 0 else { return false }
                    open = open << 1 | 1
                case UInt8(ascii: "["):
                    guard open.leadingZeroBitCount > 0 else { return false }
                    open <<= 1
                case UInt8(ascii: "}"):
                    guard open & 1 == 1, open > 1 else { return false }
                    open >>= 1
                case UInt8(ascii: "]"):
                    guard open & 1 == 0 else { return false }
                    open >>= 1
                default: break
                }
                position += 1
            } while open > 1
            return true
        }

        private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
            guard current == UInt8(ascii: scalar) else { return false }
            position += 1
            return true
        }

        private mutating func skipWhitespace() {
            while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
        }

        /// Skips the string at the position, eight bytes at a time.
        private mutating func skipString() -> Bool {
            guard current == UInt8(ascii: "\"") else { return false }
            position += 1
            let bytes = UnsafeRawBufferPointer(text)
            while true {
                while position + 8 <= bytes.count {
                    let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
                    let found = Self.zeroes(word ^ 0x2222_2222_2222_2222) | Self.zeroes(word ^ 0x5C5C_5C5C_5C5C_5C5C)
                    position += found == 0 ? 8 : found.trailingZeroBitCount / 8
                    if found != 0 { break }
                }
                guard position < bytes.count else { return false }
                switch bytes[position] {
                case UInt8(ascii: "\""):
                    position += 1
                    return true
                case UInt8(ascii: "\\"): position += 2
                default: position += 1
                }
            }
        }

        /// Returns a word whose lowest bit of 1 is in the lowest byte that is zero.
        private static func zeroes(_ word: UInt64) -> UInt64 {
            (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
        }
    }
}

#endif
