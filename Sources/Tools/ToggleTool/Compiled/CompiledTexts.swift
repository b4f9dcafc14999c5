/// The texts of a compiled manifest, decoded on demand.
struct CompiledTexts: Sendable {
    /// The range of the texts' end offsets, four bytes each.
    private let ends: Range<Int>
    /// The range of the texts, one after the other.
    private let content: Range<Int>

    /// Locates the texts at a position; returns `nil` if there are not enough bytes.
    init?(_ bytes: inout CompiledBytes, in buffer: UnsafeRawBufferPointer) {
        guard let count = bytes.count(ofSize: 4), let ends = bytes.range(4 * count) else { return nil }
        let size =
            count == 0
            ? 0 : UInt32(littleEndian: buffer.loadUnaligned(fromByteOffset: ends.upperBound - 4, as: UInt32.self))
        guard let content = bytes.range(Int(size)) else { return nil }
        self.ends = ends
        self.content = content
    }

    /// Returns the text with a number, or `nil` if there is none.
    @inline(__always)
    func text(_ number: UInt32, in buffer: UnsafeRawBufferPointer) -> String? {
        let number = Int(number)
        guard number < ends.count / 4 else { return nil }
        let place = ends.lowerBound + 4 * number
        let start = number == 0 ? 0 : buffer.loadUnaligned(fromByteOffset: place - 4, as: UInt32.self).littleEndian
        let end = buffer.loadUnaligned(fromByteOffset: place, as: UInt32.self).littleEndian
        guard start <= end, Int(end) <= content.count else { return nil }
        let range = content.lowerBound + Int(start)..<content.lowerBound + Int(end)
        return String(decoding: UnsafeRawBufferPointer(rebasing: buffer[range]), as: UTF8.self)
    }

    /// Returns the text with a number in a file, or `nil` if there is none.
    func text(_ number: UInt32, in section: CompiledSection) -> String? {
        let number = Int(number)
        guard number < ends.count / 4 else { return nil }
        let place = ends.lowerBound + 4 * number
        guard let numbers = section.bytes((number == 0 ? place : place - 4)..<place + 4) else { return nil }
        func end(_ offset: Int) -> Int {
            numbers.withUnsafeBytes {
                Int(UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
            }
        }
        let range = (number == 0 ? 0 : end(0), number == 0 ? end(0) : end(4))
        guard range.0 <= range.1, range.1 <= content.count else { return nil }
        return section.bytes(content.lowerBound + range.0..<content.lowerBound + range.1).map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}
