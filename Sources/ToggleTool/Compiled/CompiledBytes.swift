import FeatureToggles

/// Reads bytes sequentially with bounds checks.
struct CompiledBytes {
    private let bytes: UnsafeRawBufferPointer
    private(set) var position = 0

    init(_ bytes: UnsafeRawBufferPointer, at position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    var remaining: Int { bytes.count - position }

    mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(_ type: Number.Type) -> Number? {
        guard remaining >= MemoryLayout<Number>.size else { return nil }
        defer { position += MemoryLayout<Number>.size }
        return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: type))
    }

    /// Reads a number of records, each of which takes at least `size` bytes.
    mutating func count(ofSize size: Int) -> Int? {
        guard let count = number(UInt32.self), Int(count) <= remaining / size else { return nil }
        return Int(count)
    }

    mutating func digest() -> ContentDigest? {
        guard let first = number(UInt64.self), let second = number(UInt64.self) else { return nil }
        return ContentDigest(first: first, second: second)
    }

    /// Skips a number of bytes, and returns their range.
    mutating func range(_ count: Int) -> Range<Int>? {
        guard count >= 0, count <= remaining else { return nil }
        defer { position += count }
        return position..<position + count
    }

    mutating func text() -> String? {
        guard let count = number(UInt32.self), let range = range(Int(count)) else { return nil }
        return String(decoding: bytes[range], as: UTF8.self)
    }
}
