package import ToggleBase

/// A location in a file.
public struct SourceLocation: Sendable, Hashable, Comparable {
    /// The line, from 1.
    public let line: Int
    /// The column, from 1, counted in characters (code points), as editors do.
    public let column: Int
    /// The offset from the start of the file, in bytes of UTF-8.
    public let offset: Int

    /// Creates the location of JSON.
    package init(_ location: JSONLocation) {
        self.init(line: location.line, column: location.column, offset: location.offset)
    }

    /// Creates a location.
    public init(line: Int, column: Int, offset: Int) {
        self.line = line
        self.column = column
        self.offset = offset
    }

    /// Returns whether the left location comes before the right one.
    public static func < (left: SourceLocation, right: SourceLocation) -> Bool {
        left.offset < right.offset
    }

    /// Returns the lines and columns of offsets, in a single pass through the text.
    package static func locations(of offsets: [Int], in text: [UInt8]) -> [Int: SourceLocation] {
        text.withUnsafeBufferPointer { text in
            var counter = JSONLocationCounter(text)
            let places = Set(offsets).sorted().map { ($0, SourceLocation(counter.location(at: $0))) }
            return Dictionary(uniqueKeysWithValues: places)
        }
    }
}

/// A range of a file, from its first character to the position after its last one.
public struct SourceRange: Sendable, Hashable {
    /// The position of the first character.
    public let start: SourceLocation
    /// The position after the last character.
    public let end: SourceLocation

    /// Creates a range.
    public init(start: SourceLocation, end: SourceLocation) {
        self.start = start
        self.end = end
    }
}
