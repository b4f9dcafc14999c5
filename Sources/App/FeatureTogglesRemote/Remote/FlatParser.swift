package import FeatureToggles
import ToggleBase

/// Parses JSON text (RFC 8259) into flat values: the same language as ``JSONReader``, without values that own memory.
///
/// Strings without escapes refer to the text, so the text must outlive the values. The parser reports only that a text
/// is malformed; ``JSONReader`` reports what is wrong with it.
package struct FlatParser {
    private var input: UnsafeBufferPointer<UInt8>
    private let arena: FlatArena
    private let maximumDepth: Int
    private let skipsDeeper: Bool
    private let stringLength: Int
    private var position = 0
    private var isMalformed = false
    private var values: [FlatValue] = []
    private var members: [FlatMember] = []
    /// How many names with escapes are noted.
    private static let maximumEscapedNames = 1_000
    /// The first names that are written with escapes, so that they are not in the text as they are, with their offsets.
    private(set) var escapedNames: [(name: UnsafePointer<UInt8>, offset: Int)] = []
    /// Parses rare syntax: escapes, scalars outside ASCII, and numbers other than short integers.
    private var careful: JSONParser
    private let options: JSONParser.Options

    /// Creates a parser.
    ///
    /// - Parameters:
    ///   - input: The text in UTF-8, shorter than 2^31 bytes.
    ///   - arena: The memory for arrays, objects, and unescaped strings.
    ///   - maximumDepth: The maximum nesting depth of arrays and objects, at most 254.
    ///   - skipsDeeper: Whether values nested deeper are only validated, and parsed as `null` with the maximum height.
    ///     Otherwise a text with such a value is malformed.
    ///   - stringLength: The number of bytes from which a string is marked as long.
    package init(
        _ input: UnsafeBufferPointer<UInt8>,
        into arena: FlatArena,
        maximumDepth: Int,
        skipsDeeper: Bool = false,
        stringLength: Int = .max
    ) {
        self.input = input
        self.arena = arena
        self.maximumDepth = min(maximumDepth, 254)
        self.skipsDeeper = skipsDeeper
        self.stringLength = stringLength
        options = JSONParser.Options(maximumDepth: maximumDepth)
        careful = JSONParser(input, options: options)
    }

    /// Replaces the text and keeps the memory allocated for parsing.
    package mutating func take(_ input: UnsafeBufferPointer<UInt8>) {
        self.input = input
        careful = JSONParser(input, options: options)
        position = 0
        isMalformed = false
        values.removeAll(keepingCapacity: true)
        members.removeAll(keepingCapacity: true)
        escapedNames.removeAll()
    }

    /// Parses the whole text.
    ///
    /// - Returns: The value, or `nil` if the text is malformed or nested too deeply.
    package mutating func parse() -> FlatValue? {
        if current == JSONParser.byteOrderMark[0], input.starts(with: JSONParser.byteOrderMark) {
            position = JSONParser.byteOrderMark.count
        }
        skipWhitespace()
        let value = parseValue(depth: 0)
        skipWhitespace()
        return isMalformed || position < input.count ? nil : value
    }

    @inline(__always)
    private var current: UInt8 {
        // At the end, return a byte that can't begin or continue a value.
        position < input.count ? input[position] : 0
    }

    @inline(__always)
    private mutating func skipWhitespace() {
        while position < input.count {
            switch input[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): position &+= 1
            default: return
            }
        }
    }

    private mutating func malformed() -> FlatValue {
        isMalformed = true
        return .null
    }

    private mutating func parseValue(depth: Int) -> FlatValue {
        switch current {
        case UInt8(ascii: "\""):
            guard let string = parseString() else { return malformed() }
            return FlatValue(string: string, isLong: string.count > stringLength)
        case UInt8(ascii: "{"): return parseObject(depth: depth + 1)
        case UInt8(ascii: "["): return parseArray(depth: depth + 1)
        case UInt8(ascii: "t"): return parseWord("true", FlatValue(true))
        case UInt8(ascii: "f"): return parseWord("false", FlatValue(false))
        case UInt8(ascii: "n"): return parseWord("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return parseNumber()
        default: return malformed()
        }
    }

    private mutating func parseWord(_ word: StaticString, _ value: FlatValue) -> FlatValue {
        let end = position + word.utf8CodeUnitCount
        guard end <= input.count else { return malformed() }
        for index in 0..<word.utf8CodeUnitCount where input[position + index] != word.utf8Start[index] {
            return malformed()
        }
        position = end
        return value
    }

    private mutating func parseArray(depth: Int) -> FlatValue {
        guard depth <= maximumDepth else { return skipsDeeper ? skip() : malformed() }
        let base = values.count
        position &+= 1
        skipWhitespace()
        if current == UInt8(ascii: "]") {
            position &+= 1
        } else {
            while true {
                let value = parseValue(depth: depth)
                if isMalformed { return .null }
                values.append(value)
                skipWhitespace()
                let byte = current
                position &+= 1
                if byte == UInt8(ascii: "]") { break }
                guard byte == UInt8(ascii: ",") else { return malformed() }
                skipWhitespace()
            }
        }
        let result = values.withUnsafeBufferPointer {
            FlatValue(elements: arena.copy(UnsafeBufferPointer(rebasing: $0[base...])))
        }
        values.removeLast(values.count - base)
        return result
    }

    private mutating func parseObject(depth: Int) -> FlatValue {
        guard depth <= maximumDepth else { return skipsDeeper ? skip() : malformed() }
        let base = members.count
        position &+= 1
        skipWhitespace()
        if current == UInt8(ascii: "}") {
            position &+= 1
        } else {
            while true {
                let quote = position
                guard current == UInt8(ascii: "\""), let name = parseString() else { return malformed() }
                // Escapes are longer than what they stand for.
                if position &- quote > name.count &+ 2 { noteEscaped(name, at: quote) }
                skipWhitespace()
                guard current == UInt8(ascii: ":") else { return malformed() }
                position &+= 1
                skipWhitespace()
                let value = parseValue(depth: depth)
                if isMalformed { return .null }
                members.append(
                    FlatMember(name: FlatString(name, isLong: name.count > stringLength), value: value)
                )
                skipWhitespace()
                let byte = current
                position &+= 1
                if byte == UInt8(ascii: "}") { break }
                guard byte == UInt8(ascii: ",") else { return malformed() }
                skipWhitespace()
            }
        }
        let result = members.withUnsafeBufferPointer {
            FlatValue(members: arena.copy(UnsafeBufferPointer(rebasing: $0[base...])))
        }
        members.removeLast(members.count - base)
        return result
    }

    /// Skips an array or object that is nested too deeply, without recursion.
    @inline(never)
    private mutating func skip() -> FlatValue {
        // Whether each of the arrays and objects that enclose the position is an object.
        var areObjects: [Bool] = []
        while true {
            let byte = current
            if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
                let isObject = byte == UInt8(ascii: "{")
                position &+= 1
                skipWhitespace()
                if current == Self.end(ofObject: isObject) {
                    position &+= 1
                } else {
                    areObjects.append(isObject)
                    if isObject, !skipName() { return malformed() }
                    continue
                }
            } else {
                _ = parseValue(depth: maximumDepth)
                if isMalformed { return .null }
            }
            // A value ended, and perhaps some of the values that enclose it.
            while true {
                guard let isObject = areObjects.last else { return .tooDeep }
                skipWhitespace()
                let next = current
                position &+= 1
                if next == Self.end(ofObject: isObject) {
                    areObjects.removeLast()
                    continue
                }
                guard next == UInt8(ascii: ",") else { return malformed() }
                skipWhitespace()
                if isObject, !skipName() { return malformed() }
                break
            }
        }
    }

    private static func end(ofObject isObject: Bool) -> UInt8 {
        isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    }

    /// Skips a member's name and its colon.
    private mutating func skipName() -> Bool {
        guard current == UInt8(ascii: "\""), parseString() != nil else { return false }
        skipWhitespace()
        guard current == UInt8(ascii: ":") else { return false }
        position &+= 1
        skipWhitespace()
        return true
    }

    private mutating func parseNumber() -> FlatValue {
        let start = position
        let isNegative = input[start] == UInt8(ascii: "-")
        var index = isNegative ? start &+ 1 : start
        let firstDigit = index
        var magnitude: Int64 = 0
        // Eighteen digits can't overflow.
        while index < input.count, index &- firstDigit < 18 {
            let digit = input[index] &- UInt8(ascii: "0")
            if digit > 9 { break }
            magnitude = magnitude &* 10 &+ Int64(digit)
            index &+= 1
        }
        let isShort = index &- firstDigit < 18 && (magnitude > 0 && input[firstDigit] != UInt8(ascii: "0"))
        let isZero = index &- firstDigit == 1 && magnitude == 0 && !isNegative
        if isShort || isZero {
            let next = index < input.count ? input[index] : 0
            switch next {
            case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): break
            default:
                position = index
                return FlatValue(isNegative ? -magnitude : magnitude)
            }
        }
        careful.position = start
        guard let value = try? careful.parseNumber() else { return malformed() }
        position = careful.position
        switch value {
        case .integer(let integer): return FlatValue(Int64(integer))
        case .number(let number): return FlatValue(number)
        default: return malformed()
        }
    }

    /// Parses the string whose opening quote is at the position, or returns `nil`.
    @inline(__always)
    private mutating func parseString() -> UnsafeBufferPointer<UInt8>? {
        let start = position &+ 1
        var index = start
        while true {
            index = indexOfNextSpecial(from: index)
            guard index < input.count else { return nil }
            switch input[index] {
            case UInt8(ascii: "\""):
                position = index &+ 1
                return UnsafeBufferPointer(rebasing: input[start..<index])
            case 0x80...:
                guard let length = careful.scalarLength(at: index) else { return nil }
                index &+= length
            case UInt8(ascii: "\\"):
                return parseEscapedString()
            default:
                return nil
            }
        }
    }

    @inline(never)
    private mutating func noteEscaped(_ name: UnsafeBufferPointer<UInt8>, at offset: Int) {
        if let start = name.baseAddress, escapedNames.count < Self.maximumEscapedNames {
            escapedNames.append((start, offset))
        }
    }

    @inline(never)
    private mutating func parseEscapedString() -> UnsafeBufferPointer<UInt8>? {
        careful.position = position
        guard let text = try? careful.parseString() else { return nil }
        position = careful.position
        return arena.string(text).bytes
    }

    /// Returns the index of the next quote, backslash, control character, or non-ASCII byte, or the end.
    @inline(__always)
    private func indexOfNextSpecial(from index: Int) -> Int {
        var index = index
        #if _endian(little)
        let ones: UInt64 = 0x0101_0101_0101_0101
        let raw = UnsafeRawBufferPointer(input)
        while index &+ 8 <= raw.count {
            let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let quote = word ^ ones &* UInt64(UInt8(ascii: "\""))
            let backslash = word ^ ones &* UInt64(UInt8(ascii: "\\"))
            // A borrow can only mark bytes after a correctly marked one, and only the first mark is used.
            let marks =
                (word &- ones &* 0x20) | (quote &- ones) & ~quote | (backslash &- ones) & ~backslash | word
            let special = marks & (ones &* 0x80)
            if special != 0 { return index &+ special.trailingZeroBitCount >> 3 }
            index &+= 8
        }
        #endif
        while index < input.count {
            let byte = input[index]
            if byte < 0x20 || byte >= 0x80 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return index }
            index &+= 1
        }
        return index
    }
}
