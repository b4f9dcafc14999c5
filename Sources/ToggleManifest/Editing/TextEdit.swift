/// A replacement of a stretch of a file.
struct TextEdit {
    /// The bytes that go.
    var range: Range<Int>
    /// The replacement, with `\n` for line breaks.
    var text: String

    /// The bytes after the edit.
    ///
    /// - Parameters:
    ///   - bytes: The bytes before it.
    ///   - lineBreak: What the file writes for a line break.
    /// - Returns: The bytes after it.
    func applied(to bytes: [UInt8], lineBreak: [UInt8]) -> [UInt8] {
        var inserted: [UInt8] = []
        for byte in text.utf8 {
            if byte == 0x0A { inserted += lineBreak } else { inserted.append(byte) }
        }
        let range = range.clamped(to: 0..<bytes.count)
        return bytes[..<range.lowerBound] + inserted + bytes[range.upperBound...]
    }
}
