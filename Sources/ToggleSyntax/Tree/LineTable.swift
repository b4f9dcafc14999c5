import ToggleManifest

/// Says where offsets of a file are, in lines and columns.
struct LineTable: Sendable {
    private let bytes: [UInt8]
    /// The offsets at which lines begin.
    private let starts: [Int]

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
    }

    /// The line of an offset, from 1.
    func line(of offset: Int) -> Int {
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return low + 1
    }

    /// The place of an offset.
    func location(of offset: Int) -> SourceLocation {
        let line = line(of: offset)
        let start = starts[line - 1]
        var column = 1
        var index = start
        while index < min(offset, bytes.count) {
            if bytes[index] & 0xC0 != 0x80 { column += 1 }
            index += 1
        }
        return SourceLocation(line: line, column: column, offset: offset)
    }

    /// The range between two offsets.
    func range(_ offsets: Range<Int>) -> ToggleManifest.SourceRange {
        SourceRange(start: location(of: offsets.lowerBound), end: location(of: offsets.upperBound))
    }

    /// The bytes of a line, from 1, without its line break.
    func bytes(ofLine line: Int) -> Range<Int> {
        guard line >= 1, line <= starts.count else { return bytes.count..<bytes.count }
        let start = starts[line - 1]
        var end = line < starts.count ? starts[line] : bytes.count
        while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
        return min(start, end)..<end
    }

    /// The text of a line, cut where nobody reads on.
    func text(ofLine line: Int) -> String {
        let range = bytes(ofLine: line)
        return String(decoding: bytes[range.lowerBound..<min(range.upperBound, range.lowerBound + 500)], as: UTF8.self)
    }

    /// The number of lines.
    var count: Int { starts.count }
}
