import Foundation

/// Counts the keys in the bytes of a property list, because of several equal keys, Foundation keeps only one.
///
/// Canonically equivalent keys, such as “é” as one and as two scalars, are equal in dictionaries of Swift.
enum PropertyListKeys {
    /// Returns the number of keys in all dictionaries.
    ///
    /// - Parameters:
    ///   - bytes: A valid property list; otherwise the result is undefined.
    ///   - format: The format. Keys of other formats than binary and XML aren't counted.
    /// - Returns: The number; in a binary file, without those of a dictionary that occurs in several places.
    /// - Complexity: O(*n*) in the number of bytes.
    static func count(in bytes: [UInt8], _ format: PropertyListSerialization.PropertyListFormat) -> Int {
        switch format {
        case .binary: Int(clamping: binaryCount(bytes))
        // In UTF-16, each character of the markup has a zero byte.
        case .xml: xmlCount(bytes.filter { $0 != 0 })
        default: 0
        }
    }

    /// Adds the sizes of the dictionaries in the table of objects.
    private static func binaryCount(_ bytes: [UInt8]) -> Int64 {
        func number(at start: Int, size: Int) -> Int? {
            guard (1...8).contains(size), start >= 0, start <= bytes.count - size else { return nil }
            return Int(exactly: bytes[start..<start + size].reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
        }
        let trailer = bytes.count - 32
        guard trailer > 0, (1...8).contains(bytes[trailer + 6]),
            let objects = number(at: trailer + 8, size: 8), let table = number(at: trailer + 24, size: 8),
            objects <= bytes.count, table <= bytes.count
        else { return 0 }
        let offsetSize = Int(bytes[trailer + 6])
        var count: Int64 = 0
        for object in 0..<objects {
            guard let start = number(at: table + object * offsetSize, size: offsetSize), start < trailer,
                bytes[start] >> 4 == 0xD
            else { continue }
            let size = Int(bytes[start] & 0xF)
            // 15 means that the size follows as an integer.
            let known = size < 0xF ? size : number(at: start + 2, size: 1 << Int(bytes[start + 1] & 0xF)) ?? 0
            count += Int64(min(known, bytes.count))
        }
        return count
    }

    /// Counts the tags of keys outside of comments and the like.
    private static func xmlCount(_ bytes: [UInt8]) -> Int {
        var rest = bytes[...]
        var count = 0
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[start...]
            let skipped = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")].first { rest.starts(with: $0.0.utf8) }
            if let end = skipped?.1.utf8 {
                while !rest.isEmpty, !rest.starts(with: end) { rest.removeFirst() }
                continue
            }
            // A space, a slash, or the end of the tag follows the name.
            let next = rest.dropFirst(4).first ?? 0xFF
            if rest.starts(with: "<key".utf8), next <= 0x20 || next == 0x2F || next == 0x3E { count += 1 }
            rest.removeFirst()
        }
        return count
    }
}

extension StoredValue {
    /// The number of keys in all dictionaries.
    var keyCount: Int {
        switch self {
        case .array(let elements): elements.reduce(0) { $0 + $1.keyCount }
        case .dictionary(let values): values.values.reduce(values.count) { $0 + $1.keyCount }
        default: 0
        }
    }
}
