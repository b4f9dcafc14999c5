/// The bytes of a file, with tables that convert offsets to lines and columns.
package struct SourceText: Sendable {
    /// The distance between two entries of the table of character counts, in bytes.
    private static let stride = 64

    /// The content of the file, which is valid UTF-8, with its byte order mark if it has one.
    let bytes: [UInt8]
    /// The start of the text, after the byte order mark.
    let bodyStart: Int
    /// The offsets at which lines begin.
    private let lineStarts: [Int]
    /// The number of characters before every 64th byte; empty if all are ASCII.
    private let characterCounts: [UInt32]

    /// Creates the tables for a file of less than 4 GiB.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let bodyStart = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        self.bodyStart = bodyStart
        var lineStarts = [bodyStart]
        var isASCII = true
        bytes.withUnsafeBufferPointer { buffer in
            var index = bodyStart
            while index < buffer.count {
                let byte = buffer[index]
                if byte > 0x0D && byte < 0x80 {
                    index += 1
                    continue
                }
                if byte == 0x0A || byte == 0x0D && !(index + 1 < buffer.count && buffer[index + 1] == 0x0A) {
                    lineStarts.append(index + 1)
                } else if byte >= 0x80 {
                    isASCII = false
                }
                index += 1
            }
        }
        self.lineStarts = lineStarts
        characterCounts = isASCII ? [] : Self.countCharacters(of: bytes, from: bodyStart)
    }

    private static func countCharacters(of bytes: [UInt8], from start: Int) -> [UInt32] {
        var counts: [UInt32] = []
        var count: UInt32 = 0
        for index in start..<bytes.count {
            if (index - start) % stride == 0 {
                counts.append(count)
            }
            count += isContinuation(bytes[index]) ? 0 : 1
        }
        return counts
    }

    private static func isContinuation(_ byte: UInt8) -> Bool {
        byte & 0xC0 == 0x80
    }

    /// The number of lines; a file that ends with a line break has an empty last one.
    package var lineCount: Int { lineStarts.count }

    /// Returns the range of a line, counted from 1, without its line break.
    func line(_ number: Int) -> Range<Int> {
        guard number >= 1, number <= lineStarts.count else { return bytes.count..<bytes.count }
        let start = lineStarts[number - 1]
        var end = number < lineStarts.count ? lineStarts[number] : bytes.count
        while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D {
            end -= 1
        }
        return start..<end
    }

    /// Returns the text of a line, counted from 1, without its line break.
    func lineText(_ number: Int) -> String {
        text(line(number))
    }

    /// Returns the line in which a range begins, with the range marked.
    ///
    /// - Complexity: O(1); it doesn't read the parts of a long line that aren't shown.
    package func excerpt(of range: SourceRange) -> SourceExcerpt {
        let line = line(range.start.line)
        let skipped = SourceExcerpt.skipped(before: range)
        let start = skipped == 0 ? line.lowerBound : offset(ofCharacter: characters(before: line.lowerBound) + skipped)
        // A character has at most four bytes.
        let end = min(line.upperBound, start + 4 * (SourceExcerpt.limit + 1))
        return SourceExcerpt(rest: start < end ? text(start..<end) : "", range: range)
    }

    /// Returns the first line that begins with a byte after a number of other lines that begin with it, if any.
    func firstLine(beyond count: Int, beginningWith byte: UInt8) -> Range<Int>? {
        var found = 0
        var number = 1
        while number <= lineStarts.count {
            let start = lineStarts[number - 1]
            if start < bytes.count, bytes[start] == byte {
                if found == count { return line(number) }
                found += 1
            }
            number += 1
        }
        return nil
    }

    /// Returns the text in a range of bytes.
    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
    }

    /// Returns the location after a number of characters (code points), not counting a byte order mark.
    func location(character index: Int) -> SourceLocation {
        location(offset: offset(ofCharacter: index))
    }

    /// Returns the location after a number of characters, searched from the line of an earlier location nearby.
    ///
    /// - Parameters:
    ///   - index: The number of characters (code points) before the location, not counting a byte order mark.
    ///   - line: The line to begin at, counted from 1; set to the line of the location.
    /// - Returns: The location.
    /// - Complexity: O(1) for the same line and the next ones, otherwise as ``location(character:)``.
    func location(character index: Int, near line: inout Int) -> SourceLocation {
        let offset = offset(ofCharacter: index)
        var number = line
        while number <= lineStarts.count, number - line < 4, lineStarts[number - 1] <= offset {
            if number == lineStarts.count || lineStarts[number] > offset {
                line = number
                return location(offset: offset, line: number)
            }
            number += 1
        }
        let place = location(offset: offset)
        line = place.line
        return place
    }

    /// Returns the location at an offset in bytes.
    func location(offset: Int) -> SourceLocation {
        let offset = min(max(offset, bodyStart), bytes.count)
        // Finds the last line that begins at or before the offset.
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return location(offset: offset, line: low + 1)
    }

    private func location(offset: Int, line: Int) -> SourceLocation {
        let start = lineStarts[line - 1]
        let length = characterCounts.isEmpty ? offset - start : characters(before: offset) - characters(before: start)
        return SourceLocation(line: line, column: length + 1, offset: offset)
    }

    /// Returns the range between two numbers of characters (code points), not counting a byte order mark.
    func range(characters start: Int, _ end: Int) -> SourceRange {
        SourceRange(start: location(character: start), end: location(character: max(start, end)))
    }

    /// Returns the source range of a range of bytes.
    func range(_ offsets: Range<Int>) -> SourceRange {
        SourceRange(start: location(offset: offsets.lowerBound), end: location(offset: offsets.upperBound))
    }

    private func offset(ofCharacter index: Int) -> Int {
        if characterCounts.isEmpty {
            let offset = bodyStart + index
            return offset < bytes.count ? offset : bytes.count
        }
        var low = 0
        var high = characterCounts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if Int(characterCounts[middle]) <= index { low = middle } else { high = middle }
        }
        var offset = bodyStart + low * Self.stride
        var count = Int(characterCounts[low])
        // An entry can lie inside a character, which has already been counted.
        while offset < bytes.count, Self.isContinuation(bytes[offset]) {
            offset += 1
        }
        while count < index, offset < bytes.count {
            offset += 1
            while offset < bytes.count, Self.isContinuation(bytes[offset]) {
                offset += 1
            }
            count += 1
        }
        return offset
    }

    private func characters(before offset: Int) -> Int {
        let distance = offset - bodyStart
        guard !characterCounts.isEmpty else { return distance }
        let entry = min(distance / Self.stride, characterCounts.count - 1)
        var count = Int(characterCounts[entry])
        for index in (bodyStart + entry * Self.stride)..<offset where !Self.isContinuation(bytes[index]) {
            count += 1
        }
        return count
    }
}
