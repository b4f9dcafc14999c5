#if OVERRIDES
/// The clipboard of the terminal, which may be on another computer.
///
/// https://invisible-island.net/xterm/ctlseqs/ctlseqs.html, "Operating System Commands", 52
enum Clipboard {
    /// The maximum size of a text in bytes; terminals ignore longer texts.
    static let limit = 74_994

    /// Returns the escape sequence that copies a text to the clipboard, or `nil` if the text is too long.
    static func sequence(for text: String) -> String? {
        guard text.utf8.count <= limit else { return nil }
        return "\u{1B}]52;c;\(base64(Array(text.utf8)))\u{07}"
    }

    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    private static func base64(_ bytes: [UInt8]) -> String {
        var result: [UInt8] = []
        result.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits: UInt32 = 0
            for byte in group { bits = bits << 8 | UInt32(byte) }
            bits <<= 8 * UInt32(3 - group.count)
            for place in 0..<4 {
                let digit = digits[Int(bits >> (18 - 6 * UInt32(place)) & 63)]
                result.append(place <= group.count ? digit : 0x3D)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
#endif
