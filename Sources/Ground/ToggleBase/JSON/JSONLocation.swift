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
        var counter = JSONLocationCounter(bytes)
        self = counter.location(at: offset)
    }

    /// Returns whether the left location precedes the right one.
    public static func < (left: JSONLocation, right: JSONLocation) -> Bool {
        left.offset < right.offset
    }
}

/// Computes lines and columns of ascending offsets, in one pass over the text.
package struct JSONLocationCounter {
    private let text: UnsafeBufferPointer<UInt8>
    private var index: Int
    private var line = 1
    private var column = 1

    package init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
        index = text.starts(with: JSONReader.byteOrderMark) ? JSONReader.byteOrderMark.count : 0
    }

    /// Returns the location of an offset, which must not be less than the previous one.
    package mutating func location(at offset: Int) -> JSONLocation {
        let offset = min(max(offset, 0), text.count)
        var start = index
        while index < offset {
            let byte = text[index]
            index += 1
            guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else { continue }
            if byte == UInt8(ascii: "\r"), index < offset, text[index] == UInt8(ascii: "\n") { index += 1 }
            line += 1
            column = 1
            start = index
        }
        column += String(decoding: UnsafeBufferPointer(rebasing: text[start..<index]), as: UTF8.self).count
        return JSONLocation(line: line, column: column, offset: offset)
    }
}
