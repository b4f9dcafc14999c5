import ToggleBase

/// The bytes of Swift code, with steps from a place to the next part of an expression.
///
/// The steps ignore comments and strings, so they're for counting and for choosing files, not for decisions about one
/// place.
struct CodeBytes {
    let bytes: UnsafeBufferPointer<UInt8>

    /// The maximum distance to what is searched around a place; without it, a long line would take quadratic time.
    static let reach = 600

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    subscript(_ index: Int) -> UInt8 { index >= 0 && index < bytes.count ? bytes[index] : 0 }

    static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...0xFF:
            true
        default: false
        }
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }

    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
    }

    /// Returns the place of the first byte at or after a place that isn't blank.
    func afterBlanks(_ start: Int) -> Int {
        var index = start
        while index < bytes.count, Self.isBlank(bytes[index]) { index += 1 }
        return index
    }

    /// Returns the place of the last byte that isn't blank, at or before a place; -1 if all of them are blank.
    func beforeBlanks(_ start: Int) -> Int {
        var index = min(start, bytes.count - 1)
        while index >= 0, Self.isBlank(bytes[index]) { index -= 1 }
        return index
    }

    /// Returns the word that begins at a place, without back-ticks.
    func word(from start: Int) -> Range<Int> {
        let start = self[start] == UInt8(ascii: "`") ? start + 1 : start
        var end = start
        while end < bytes.count, Self.isWord(bytes[end]) { end += 1 }
        return start..<end
    }

    /// Returns the word whose last byte is at a place.
    func word(endingAt last: Int) -> Range<Int> {
        let end = (self[last] == UInt8(ascii: "`") ? last : last + 1)
        var start = end
        while start > 0, Self.isWord(bytes[start - 1]) { start -= 1 }
        return start..<max(start, end)
    }

    /// Returns whether the message to whose last part a place belongs sets a value: `[defaults setBool:YES forKey:key]`.
    func isSetter(before place: Int) -> Bool {
        guard let open = openBracket(before: place) else { return false }
        return text(open..<place).contains(bytesOf: " set")
    }

    func isWord(_ range: Range<Int>, _ text: StaticString) -> Bool {
        range.count == text.utf8CodeUnitCount
            && bytes[range].elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Returns the place of the bracket that is open at a place; `nil` if it is too far away.
    func openBracket(before place: Int) -> Int? {
        var depth = 0
        var index = place - 1
        let end = max(-1, place - Self.reach)
        while index > end {
            switch bytes[index] {
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth += 1
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
                if depth == 0 { return index }
                depth -= 1
            default: break
            }
            index -= 1
        }
        return nil
    }

    /// Returns the place of the bracket that closes the one at a place; `nil` if it is too far away.
    func closingBracket(of open: Int, within limit: Int = reach) -> Int? {
        var depth = 0
        var index = open
        let end = min(bytes.count, open + limit)
        while index < end {
            switch bytes[index] {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                if depth == 0 { return index }
            default: break
            }
            index += 1
        }
        return nil
    }

    /// Returns the name of the call or declaration whose opening bracket is at a place, after generic parameters.
    func callee(ofBracketAt open: Int) -> Range<Int> {
        var last = open - 1
        if self[last] == UInt8(ascii: ">") {
            var depth = 0
            let end = max(-1, last - Self.reach)
            while last > end {
                if bytes[last] == UInt8(ascii: ">"), self[last - 1] != UInt8(ascii: "-") { depth += 1 }
                if bytes[last] == UInt8(ascii: "<") {
                    depth -= 1
                    if depth == 0 { break }
                }
                last -= 1
            }
            last -= 1
        }
        return word(endingAt: last)
    }

    /// Returns whether a line comment begins before a place on its line.
    func isInComment(_ place: Int) -> Bool {
        var index = place - 1
        let end = max(0, place - Self.reach)
        while index > end, bytes[index] != 0x0A {
            if bytes[index] == UInt8(ascii: "/"), bytes[index - 1] == UInt8(ascii: "/"),
                self[index - 2] != UInt8(ascii: ":")
            {
                return true
            }
            index -= 1
        }
        return false
    }
}
