/// A location in JSON text.
public struct JSONLocation: Sendable, Hashable, Comparable {
    /// The line, from 1.
    public let line: Int
    /// The column, from 1, in characters, as in editors.
    public let column: Int
    /// The byte offset from the start of the UTF-8 text.
    public let offset: Int

    /// Creates a location.
    public init(line: Int, column: Int, offset: Int) {
        self.line = line
        self.column = column
        self.offset = offset
    }

    /// Creates the location of an offset.
    ///
    /// A byte order mark at the start doesn't count as a column.
    ///
    /// - Complexity: O(*n*) in the offset.
    package init(offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        let offset = min(max(offset, 0), bytes.count)
        var line = 1
        var lineStart = bytes.starts(with: JSONReader.byteOrderMark) ? min(3, offset) : 0
        var index = lineStart
        while index < offset {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "\r"), index < offset, bytes[index] == UInt8(ascii: "\n") {
                index += 1
            }
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                line += 1
                lineStart = index
            }
        }
        let start = UnsafeBufferPointer(rebasing: bytes[lineStart..<offset])
        self.init(line: line, column: String(decoding: start, as: UTF8.self).count + 1, offset: offset)
    }

    /// Returns whether the left location precedes the right one.
    public static func < (left: JSONLocation, right: JSONLocation) -> Bool {
        left.offset < right.offset
    }
}
