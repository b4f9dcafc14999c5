/// Finds bytes that aren't allowed in a YAML file, and replaces them.
struct EncodingCheck {
    /// The maximum number of findings; a file with more isn't considered text.
    private static let limit = 20

    /// The bytes with each rejected one replaced by `_`, so that everything else keeps its position.
    private(set) var usableBytes: [UInt8]
    /// Whether the file is text.
    private(set) var isText = true
    /// The first rejected bytes of each line.
    private var refused: [(range: Range<Int>, message: String)] = []

    init(_ bytes: [UInt8]) {
        usableBytes = bytes
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            refused.append((0..<2, "the file is UTF-16; save it as UTF-8"))
            isText = false
        } else if !Self.isPlainText(bytes) {
            replaceRefused(in: bytes)
        }
    }

    /// Reports the findings.
    ///
    /// - Parameters:
    ///   - source: The file with ``usableBytes``.
    ///   - diagnostics: Receives the findings.
    /// - Returns: The lines with rejected bytes, where other findings would only be consequences.
    func report(in source: SourceText, _ diagnostics: inout DiagnosticCollector) -> Set<Int> {
        var lines: Set<Int> = []
        for (range, message) in refused {
            let place = source.range(range)
            lines.insert(place.start.line)
            diagnostics.error(at: place, message)
        }
        return lines
    }

    private mutating func replaceRefused(in bytes: [UInt8]) {
        var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var isReported = false
        while index < bytes.count {
            if Self.isPlainText(bytes[index]) {
                if bytes[index] == 0x0A || bytes[index] == 0x0D { isReported = false }
                index += 1
                continue
            }
            let length = Self.lengthOfCharacter(in: bytes, at: index)
            let range = index..<index + max(1, length)
            index = range.upperBound
            if length > 0, Self.isAllowed(bytes[range]) { continue }
            for offset in range {
                usableBytes[offset] = UInt8(ascii: "_")
            }
            // One finding per line is enough: a word in Latin-1 has an invalid byte for each umlaut.
            guard !isReported else { continue }
            isReported = true
            guard refused.count < Self.limit else {
                refused.append((range, "and more such bytes; this is not a UTF-8 text file"))
                isText = false
                return
            }
            refused.append((range, Self.message(for: bytes[range.lowerBound], length: length)))
        }
    }

    private static func message(for byte: UInt8, length: Int) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        let hexadecimal = digits.utf8.count < 2 ? "0" + digits : digits
        return switch (length, byte) {
        case (0, _): "the byte 0x\(hexadecimal) is not valid UTF-8; save the file as UTF-8"
        case (_, 0): "a NUL byte cannot be part of the file; remove it"
        default: "a control character (first byte 0x\(hexadecimal)) cannot be part of the file; remove it"
        }
    }

    /// Returns whether all bytes are plain text, as in nearly every manifest.
    private static func isPlainText(_ bytes: [UInt8]) -> Bool {
        // The generator usually runs unoptimized, where a loop without closures takes a fifth of the time.
        bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            while index < bytes.count {
                let byte = bytes[index]
                if byte < 0x20 || byte > 0x7E, !isPlainText(byte) { return false }
                index += 1
            }
            return true
        }
    }

    private static func isPlainText(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    /// Returns whether a character is printable according to YAML 1.2.
    private static func isAllowed(_ character: ArraySlice<UInt8>) -> Bool {
        guard let scalar = String(decoding: character, as: UTF8.self).unicodeScalars.first else { return false }
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD, 0x10000...0x10FFFF:
            return true
        default:
            return false
        }
    }

    /// Returns the length of the character that begins at an index, or 0 if the bytes aren't UTF-8.
    private static func lengthOfCharacter(in bytes: [UInt8], at index: Int) -> Int {
        let first = bytes[index]
        let length: Int
        let second: ClosedRange<UInt8>
        switch first {
        case 0x00...0x7F: return 1
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return 0
        }
        guard index + length <= bytes.count, second.contains(bytes[index + 1]),
            bytes[(index + 2)..<(index + length)].allSatisfy({ (0x80...0xBF).contains($0) })
        else { return 0 }
        return length
    }
}
