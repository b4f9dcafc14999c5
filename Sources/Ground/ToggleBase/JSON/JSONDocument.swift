/// A JSON value together with its text, the positions of members, and duplicate names.
package struct JSONDocument: Sendable {
    /// The position of a member of an object.
    package struct Member: Sendable, Hashable {
        /// The member's name.
        package let name: String
        /// The index in ``JSONDocument/members`` of the member whose value is the enclosing object; `nil` for a member
        /// of the outermost object.
        package let parent: Int?
        /// The bytes of the name with its quotes.
        package let nameRange: Range<Int>
        /// The bytes of the value.
        package internal(set) var valueRange: Range<Int>
    }

    /// A repeated name in an object.
    ///
    /// Lookup returns the last value.
    package struct DuplicateName: Sendable, Hashable {
        /// The names and array indices that lead to the object.
        package let path: [String]
        /// The name.
        package let name: String
        /// The byte offset of the repetition; ``JSONDocument/location(at:)`` converts it to a line and a column.
        package let offset: Int
    }

    /// The text in UTF-8.
    package let bytes: [UInt8]
    /// The parsed value.
    package let value: JSONValue
    /// The bytes of the outermost value, without the whitespace around it.
    package let valueRange: Range<Int>
    /// The positions of the members on the outermost levels of objects, in the order of the text.
    package let members: [Member]
    /// The repeated names, in the order of the text.
    ///
    /// Names that differ only in Unicode normalization count as the same.
    package let duplicates: [DuplicateName]

    /// Returns the positions of an object's members, in the order of the text.
    ///
    /// - Parameter parent: The index of the member whose value is the object; `nil` for the outermost object.
    /// - Returns: The positions; empty if the value is not an object, or is nested deeper than positions are recorded.
    /// - Complexity: O(*n*) in the number of positions.
    package func members(of parent: Int?) -> [Member] {
        members.filter { $0.parent == parent }
    }

    /// Returns the index in ``members`` of the member at a path of names.
    ///
    /// If a name is repeated, the last member is used.
    ///
    /// - Parameter path: The names, from the outermost object on.
    /// - Returns: The index, or `nil` if the member doesn't exist or is nested deeper than positions are recorded.
    /// - Complexity: O(*n*) in the number of positions, for each name.
    package func index(of path: String...) -> Int? {
        var index: Int?
        for name in path {
            guard let next = members.lastIndex(where: { $0.parent == index && $0.name == name }) else { return nil }
            index = next
        }
        return index
    }

    /// Returns the line and column of an offset in the text.
    ///
    /// - Parameter offset: The byte offset, clamped to the text.
    /// - Returns: The location.
    /// - Complexity: O(*n*) in the offset.
    package func location(at offset: Int) -> JSONLocation {
        bytes.withUnsafeBufferPointer { JSONLocation(offset: offset, in: $0) }
    }
}
