/// The strings of a binary property list, as text.
///
/// In the file, a string follows its length and precedes the next object without a separator, so the bytes around it
/// can look like parts of a word.
enum PropertyListText {
    /// The first bytes of a binary property list.
    private static let magic = Array("bplist".utf8)

    /// Returns the strings of a binary property list as UTF-8, one per line.
    ///
    /// - Parameter bytes: The file.
    /// - Returns: The text; `nil` for another format, and for a damaged file.
    /// - Complexity: O(*n*) in the number of bytes.
    static func utf8(ofBinary bytes: [UInt8]) -> [UInt8]? {
        let trailerSize = 32
        guard bytes.starts(with: magic), bytes.count > trailerSize else { return nil }
        let trailer = bytes.count - trailerSize
        let width = Int(bytes[trailer + 6])
        guard (1...8).contains(width), let count = number(in: bytes[...], trailer + 8, 8),
            let table = number(in: bytes[...], trailer + 24, 8), table <= trailer, count <= (trailer - table) / width
        else { return nil }
        var text: [UInt8] = []
        for index in 0..<count {
            guard let place = number(in: bytes[...], table + index * width, width), place < table,
                append(stringAt: place, of: bytes[..<table], to: &text),
                // Several entries of a damaged table may refer to the same string.
                text.count <= bytes.count * 2
            else { return nil }
        }
        return text
    }

    /// Appends the object at a place and a line break if it is a string.
    ///
    /// - Returns: Whether the object is inside the file.
    private static func append(stringAt place: Int, of bytes: ArraySlice<UInt8>, to text: inout [UInt8]) -> Bool {
        let (kind, low) = (bytes[place] >> 4, Int(bytes[place] & 0xF))
        guard kind == 5 || kind == 6 || kind == 7 else { return true }
        var (start, length) = (place + 1, low)
        if low == 0xF {
            // The length is an integer object.
            guard start < bytes.endIndex, bytes[start] >> 4 == 1 else { return false }
            let width = 1 << Int(bytes[start] & 0xF)
            guard width <= 8, let long = number(in: bytes, start + 1, width) else { return false }
            (start, length) = (start + 1 + width, long)
        }
        let size = kind == 6 ? 2 : 1
        guard start <= bytes.endIndex, length <= (bytes.endIndex - start) / size else { return false }
        if kind == 6 {
            let units = stride(from: start, to: start + length * 2, by: 2).map {
                UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
            }
            text += String(decoding: units, as: UTF16.self).utf8
        } else {
            text += bytes[start..<start + length]
        }
        text.append(UInt8(ascii: "\n"))
        return true
    }

    /// Returns a big-endian number; `nil` if it is outside of the bytes or too large.
    private static func number(in bytes: ArraySlice<UInt8>, _ start: Int, _ width: Int) -> Int? {
        guard start >= bytes.startIndex, start <= bytes.endIndex, width <= bytes.endIndex - start else { return nil }
        var result: UInt64 = 0
        for byte in bytes[start..<start + width] { result = result << 8 | UInt64(byte) }
        return Int(exactly: result)
    }
}
