/// A replacement of a range of a file.
struct TextEdit {
    /// The bytes to replace.
    var range: Range<Int>
    /// The replacement, with `\n` for line breaks.
    var text: String

    /// Applies the edit to the bytes of a file.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - lineBreak: The line break that the file uses.
    /// - Returns: The edited content.
    func applied(to bytes: [UInt8], lineBreak: [UInt8]) -> [UInt8] {
        var inserted: [UInt8] = []
        for byte in text.utf8 {
            if byte == 0x0A { inserted += lineBreak } else { inserted.append(byte) }
        }
        let range = range.clamped(to: 0..<bytes.count)
        return bytes[..<range.lowerBound] + inserted + bytes[range.upperBound...]
    }
}
