import ToggleManifest

/// Converts byte offsets of a file to lines and columns.
struct LineTable: Sendable {
    private let bytes: [UInt8]
    /// The offsets at which lines begin.
    private let starts: [Int]
    /// The number of scalars before each block of bytes, because a line can be as long as the file.
    private let scalars: [Int]

    private static let blockSize = 1_024

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var starts = [bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
        bytes.withUnsafeBufferPointer { buffer in
            var index = 0
            while index < buffer.count {
                let byte = buffer[index]
                index += 1
                if byte == 0x0A || byte == 0x0D && !(index < buffer.count && buffer[index] == 0x0A) {
                    starts.append(index)
                }
            }
        }
        self.starts = starts
        scalars = bytes.withUnsafeBufferPointer { buffer in
            var counts = [0]
            var count = 0
            for index in buffer.indices {
                if buffer[index] & 0xC0 != 0x80 { count += 1 }
                if (index + 1) % Self.blockSize == 0 { counts.append(count) }
            }
            return counts
        }
    }

    /// Returns the line of an offset, from 1.
    func line(of offset: Int) -> Int {
        max(1, starts.partitioningIndex { $0 > offset })
    }

    /// Returns the location of an offset.
    func location(of offset: Int) -> SourceLocation {
        let line = line(of: offset)
        let column = 1 + max(0, scalars(before: offset) - scalars(before: starts[line - 1]))
        return SourceLocation(line: line, column: column, offset: offset)
    }

    /// Returns the number of scalars that begin before an offset.
    private func scalars(before offset: Int) -> Int {
        let end = min(max(0, offset), bytes.count)
        let block = end / Self.blockSize
        var count = scalars[block]
        for byte in bytes[(block * Self.blockSize)..<end] where byte & 0xC0 != 0x80 { count += 1 }
        return count
    }

    /// Returns the range between two offsets.
    func range(_ offsets: Range<Int>) -> ToggleManifest.SourceRange {
        SourceRange(start: location(of: offsets.lowerBound), end: location(of: offsets.upperBound))
    }

    /// Returns the bytes of a line, from 1, without its line break.
    func bytes(ofLine line: Int) -> Range<Int> {
        guard line >= 1, line <= starts.count else { return bytes.count..<bytes.count }
        let start = starts[line - 1]
        var end = line < starts.count ? starts[line] : bytes.count
        while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
        return min(start, end)..<end
    }

    /// Returns the text of a line, truncated to a readable length.
    func text(ofLine line: Int) -> String {
        let range = bytes(ofLine: line)
        return String(decoding: bytes[range.lowerBound..<min(range.upperBound, range.lowerBound + 500)], as: UTF8.self)
    }

    /// The number of lines.
    var count: Int { starts.count }
}
