/// Finds duplicate keys in the bytes of a property list, of which Foundation would keep only one.
///
/// Canonically equivalent keys, such as “é” as one and as two scalars, are equal in dictionaries of Foundation and
/// Swift, and parsers drop one of them without an error.
struct PropertyListKeys {
    /// A duplicate or equivalent key.
    struct Repetition {
        let key: String
        /// The line, in XML.
        let line: Int?
    }

    /// Finds the first repeated key of any dictionary.
    ///
    /// - Parameter bytes: A valid property list; otherwise the result is undefined.
    /// - Returns: The repetition; `nil` if there is none.
    /// - Complexity: O(*n*) in the number of bytes.
    static func repetition(in bytes: [UInt8]) -> Repetition? {
        if bytes.starts(with: "bplist".utf8) {
            var reader = BinaryReader(bytes)
            return reader.repetition()
        }
        // In UTF-16, every second byte of the markup is 0.
        let isWide = bytes.prefix(4).contains(0)
        var reader = XMLReader(isWide ? Self.narrowed(bytes) : bytes)
        return reader.repetition()
    }

    /// Converts UTF-16 to UTF-8.
    private static func narrowed(_ bytes: [UInt8]) -> [UInt8] {
        let isLittle = bytes.first == 0xFF || bytes.first == UInt8(ascii: "<")
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            let (one, other) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isLittle ? other << 8 | one : one << 8 | other
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    // MARK: Binary

    /// Walks the dictionaries of a binary property list.
    private struct BinaryReader {
        private static let trailerSize = 32
        private let bytes: [UInt8]
        /// The sizes of offsets and references, and the position of the offset table.
        private var (offsetSize, referenceSize, objectCount, table) = (0, 0, 0, 0)

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
            let trailer = bytes.count - Self.trailerSize
            guard trailer > 0 else { return }
            (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
            objectCount = number(at: trailer + 8, size: 8) ?? 0
            table = number(at: trailer + 24, size: 8) ?? 0
        }

        mutating func repetition() -> Repetition? {
            guard offsetSize > 0, referenceSize > 0, objectCount <= bytes.count else { return nil }
            for object in 0..<objectCount {
                guard let start = offset(of: object), start < bytes.count, bytes[start] >> 4 == 0xD,
                    let (count, first) = count(at: start), count > 1
                else { continue }
                var known: Set<String> = []
                for index in 0..<min(count, bytes.count) {
                    guard let reference = number(at: first + index * referenceSize, size: referenceSize),
                        let key = text(of: reference)
                    else { break }
                    if !known.insert(key).inserted { return Repetition(key: key, line: nil) }
                }
            }
            return nil
        }

        /// Returns a big-endian number, or `nil` if it is out of bounds or too large.
        private func number(at start: Int, size: Int) -> Int? {
            guard start >= 0, size > 0, size <= 16, start <= bytes.count - size else { return nil }
            var number = 0
            for byte in bytes[start..<start + size] {
                let (shifted, overflows) = number.multipliedReportingOverflow(by: 256)
                guard !overflows, shifted <= Int.max - 255 else { return nil }
                number = shifted + Int(byte)
            }
            return number
        }

        private func offset(of object: Int) -> Int? {
            let (place, overflows) = object.multipliedReportingOverflow(by: offsetSize)
            guard !overflows, table <= bytes.count, place <= bytes.count else { return nil }
            return number(at: table + place, size: offsetSize)
        }

        /// Returns the number of elements of an object, and their position.
        private func count(at start: Int) -> (count: Int, first: Int)? {
            let low = Int(bytes[start] & 0xF)
            guard low == 0xF else { return (low, start + 1) }
            guard start + 1 < bytes.count, bytes[start + 1] >> 4 == 1 else { return nil }
            let size = 1 << Int(bytes[start + 1] & 0xF)
            guard let count = number(at: start + 2, size: size), count <= bytes.count else { return nil }
            return (count, start + 2 + size)
        }

        private func text(of object: Int) -> String? {
            guard object < objectCount, let start = offset(of: object), start < bytes.count,
                let (count, first) = count(at: start)
            else { return nil }
            switch bytes[start] >> 4 {
            case 5, 7:
                guard first + count <= bytes.count else { return nil }
                return String(decoding: bytes[first..<first + count], as: UTF8.self)
            case 6:
                guard first + 2 * count <= bytes.count else { return nil }
                let units = (0..<count).map { UInt16(bytes[first + 2 * $0]) << 8 | UInt16(bytes[first + 2 * $0 + 1]) }
                return String(decoding: units, as: UTF16.self)
            default: return nil
            }
        }
    }

    // MARK: XML

    /// Walks the dictionaries of an XML property list.
    private struct XMLReader {
        private let bytes: [UInt8]
        private var position = 0

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
        }

        mutating func repetition() -> Repetition? {
            /// The keys of the open dictionaries, outermost first.
            var open: [Set<String>] = []
            while let start = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
                position = start
                if skip("<!--", to: "-->") || skip("<![CDATA[", to: "]]>") || skip("<?", to: "?>") { continue }
                let name = bytes[(start + 1)...].prefix { $0 != UInt8(ascii: ">") && $0 > 0x20 }
                position = bytes[start...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? bytes.count
                if name.elementsEqual("dict".utf8), bytes[position - 2] != UInt8(ascii: "/") {
                    open.append([])
                } else if name.elementsEqual("/dict".utf8) {
                    _ = open.popLast()
                } else if name.elementsEqual("key".utf8), !open.isEmpty {
                    let key = text()
                    if !open[open.count - 1].insert(key).inserted {
                        let line = bytes[..<start].count { $0 == UInt8(ascii: "\n") } + 1
                        return Repetition(key: key, line: line)
                    }
                }
            }
            return nil
        }

        /// Skips a construct that starts here and ends with a text.
        private mutating func skip(_ beginning: String, to end: String) -> Bool {
            guard bytes[position...].starts(with: beginning.utf8) else { return false }
            position += beginning.utf8.count
            while position < bytes.count, !bytes[position...].starts(with: end.utf8) { position += 1 }
            position = min(position + end.utf8.count, bytes.count)
            return true
        }

        /// Returns the text up to the next tag, without comments.
        private mutating func text() -> String {
            var text: [UInt8] = []
            while position < bytes.count {
                switch bytes[position] {
                case UInt8(ascii: "<"):
                    let start = position
                    if skip("<![CDATA[", to: "]]>") {
                        text += bytes[start..<position].dropFirst(9).dropLast(3)
                    } else if !skip("<!--", to: "-->"), !skip("<?", to: "?>") {
                        return String(decoding: text, as: UTF8.self)
                    }
                case UInt8(ascii: "&"):
                    let name = bytes[(position + 1)...].prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "<") }
                    text += Array(Self.entity(String(decoding: name, as: UTF8.self)).utf8)
                    position = min(position + name.count + 2, bytes.count)
                case let byte:
                    text.append(byte)
                    position += 1
                }
            }
            return String(decoding: text, as: UTF8.self)
        }

        private static func entity(_ name: String) -> String {
            switch name {
            case "amp": return "&"
            case "lt": return "<"
            case "gt": return ">"
            case "quot": return "\""
            case "apos": return "'"
            default:
                let isHexadecimal = name.hasPrefix("#x")
                let number = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
                return number.flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? "&\(name);"
            }
        }
    }
}
