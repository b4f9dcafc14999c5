extension StringProtocol {
    /// Returns the range of the first occurrence of another text, compared byte by byte.
    ///
    /// The standard library's equivalent compares characters and links the regular expression engine, which adds two
    /// megabytes to every statically linked program.
    ///
    /// - Parameter other: The text to search for; an empty one is found at the beginning.
    /// - Returns: The range, between Unicode scalars, or `nil` if the text doesn't occur.
    /// - Complexity: O(*n* + *m*) in the lengths of both.
    package func range(ofBytes other: some StringProtocol) -> Range<Index>? {
        let wanted = Array(other.utf8)
        let offset =
            utf8.withContiguousStorageIfAvailable { $0.firstIndex(of: wanted) }
            ?? Array(utf8).withUnsafeBufferPointer { $0.firstIndex(of: wanted) }
        guard let offset else { return nil }
        let start = utf8.index(startIndex, offsetBy: offset)
        return start..<utf8.index(start, offsetBy: wanted.count)
    }

    /// Returns whether another text has the same bytes, whereas `==` ignores differences in Unicode composition.
    ///
    /// - Complexity: O(*n*) in the length.
    package func hasSameBytes(as other: some StringProtocol) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }

    /// Returns whether another text occurs, compared byte by byte.
    package func contains(bytesOf other: some StringProtocol) -> Bool { range(ofBytes: other) != nil }
}

extension [UInt8] {
    // These functions aren't generic, so that they are fast in other modules.

    /// Returns the first index, from a start on, at which other bytes occur.
    package func firstIndex(ofBytes wanted: [UInt8], from start: Int = 0) -> Int? {
        self[start...].firstIndex(of: wanted)
    }

    /// Returns whether other bytes occur.
    package func contains(bytes wanted: [UInt8]) -> Bool { firstIndex(ofBytes: wanted) != nil }
}

extension Array where Element == String {
    /// Returns the texts sorted; a shared function for the same reason as ``JSONObject/sortedByName()``.
    @inline(never)
    package func inOrder() -> [String] { sorted() }
}

/// A dictionary key that distinguishes texts with different Unicode composition.
package struct TextOfBytes: Sendable, Hashable {
    /// The text.
    package let text: String

    /// Creates a key.
    package init(_ text: String) {
        self.text = text
    }

    /// Returns whether both are `nil`, or have the same bytes.
    package static func areSame(_ left: String?, _ right: String?) -> Bool {
        left.map { TextOfBytes($0) } == right.map { TextOfBytes($0) }
    }

    /// Returns whether both have the same bytes.
    package static func == (left: TextOfBytes, right: TextOfBytes) -> Bool { left.text.hasSameBytes(as: right.text) }

    /// Hashes the text; texts with the same bytes have the same hash.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }
}
