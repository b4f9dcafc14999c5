/// The commas after the last element of an array or the last member of an object, which JSON doesn't allow.
///
/// ``JSONReader`` rejects them. Formats that people have published with such commas replace them first.
package enum TrailingCommas {
    /// Returns the offsets of the commas before a closing bracket.
    ///
    /// A comma without a value before it, as in `[,]` or `[1,,]`, doesn't count, because it stands for something that
    /// was left out.
    ///
    /// - Parameter text: JSON in UTF-8, which can be invalid otherwise.
    /// - Returns: The offsets in ascending order.
    /// - Complexity: O(*n*) in the size of the text.
    package static func offsets(in text: [UInt8]) -> [Int] {
        text.withUnsafeBufferPointer { text in
            var result: [Int] = []
            // The last comma that follows a value, while only white space follows the comma.
            var comma: Int?
            var followsValue = false
            var position = 0
            while position < text.count {
                switch text[position] {
                case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): break
                case UInt8(ascii: ","):
                    comma = followsValue ? position : nil
                    followsValue = false
                case UInt8(ascii: "]"), UInt8(ascii: "}"):
                    if let comma { result.append(comma) }
                    (comma, followsValue) = (nil, true)
                case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ":"): (comma, followsValue) = (nil, false)
                case UInt8(ascii: "\""):
                    position = end(ofString: position, in: text)
                    (comma, followsValue) = (nil, true)
                    continue
                default: (comma, followsValue) = (nil, true)
                }
                position += 1
            }
            return result
        }
    }

    /// Returns a text with spaces in place of commas, so that all other offsets stay the same.
    ///
    /// - Parameters:
    ///   - offsets: The offsets of the commas; `nil` finds them.
    ///   - text: JSON in UTF-8.
    /// - Returns: The text.
    package static func blanked(_ offsets: [Int]? = nil, in text: [UInt8]) -> [UInt8] {
        var result = text
        for offset in offsets ?? Self.offsets(in: text) { result[offset] = UInt8(ascii: " ") }
        return result
    }

    /// Returns the offset after the closing quote, or the end of the text.
    private static func end(ofString start: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        var position = start + 1
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: "\""): return position + 1
            case UInt8(ascii: "\\"): position += 2
            default: position += 1
            }
        }
        return text.count
    }
}
