/// A location in a file.
public struct SourceLocation: Sendable, Hashable, Comparable {
    // Every value of a manifest has two locations, and no file is larger than 4 GiB.
    private let storedLine: UInt32
    private let storedColumn: UInt32
    private let storedOffset: UInt32

    /// The line, from 1.
    public var line: Int { Int(storedLine) }
    /// The column, from 1, counted in characters (code points), as editors do.
    public var column: Int { Int(storedColumn) }
    /// The offset from the start of the file, in bytes of UTF-8.
    public var offset: Int { Int(storedOffset) }

    /// Creates a location.
    public init(line: Int, column: Int, offset: Int) {
        storedLine = UInt32(clamping: line)
        storedColumn = UInt32(clamping: column)
        storedOffset = UInt32(clamping: offset)
    }

    /// Returns whether the left location comes before the right one.
    public static func < (left: SourceLocation, right: SourceLocation) -> Bool {
        left.offset < right.offset
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
