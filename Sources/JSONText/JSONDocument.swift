/// A JSON value together with its text: where its members stand, and which names occur twice.
package struct JSONDocument: Sendable {
    /// The place of one member of an object.
    package struct Member: Sendable, Hashable {
        /// The member's name.
        package let name: String
        /// The index in ``JSONDocument/members`` of the member whose value the enclosing object is; `nil` for a member
        /// of the outermost object.
        package let parent: Int?
        /// The bytes of the name with its quotes.
        package let nameRange: Range<Int>
        /// The bytes of the value.
        package internal(set) var valueRange: Range<Int>
    }

    /// A name that stands in its object a second time.
    ///
    /// Lookup answers the last one.
    package struct DuplicateName: Sendable, Hashable {
        /// The names, and indices in arrays, that lead to the object.
        package let path: [String]
        /// The name.
        package let name: String
        /// The offset of the repetition in bytes; ``JSONDocument/location(at:)`` turns it into line and column.
        package let offset: Int
    }

    /// The text in UTF-8.
    package let bytes: [UInt8]
    /// What it says.
    package let value: JSONValue
    /// The bytes of the outermost value, without the white space around it.
    package let valueRange: Range<Int>
    /// The places of members of the outermost levels of objects, in the order of the text.
    package let members: [Member]
    /// The names that occur more than once in one object, in the order of the text.
    ///
    /// Names that differ only in Unicode normalization count as the same.
    package let duplicates: [DuplicateName]

    /// The places of the members of an object, in the order of the text.
    ///
    /// - Parameter parent: The index of the member whose value the object is; `nil` for the outermost object.
    /// - Returns: The places; empty for what is not an object or lies deeper than places are kept.
    /// - Complexity: O(*n*) in the number of places.
    package func members(of parent: Int?) -> [Member] {
        members.filter { $0.parent == parent }
    }

    /// The index in ``members`` of the member that a chain of names leads to.
    ///
    /// Of names that occur twice the last is taken.
    ///
    /// - Parameter path: The names from the outermost object on.
    /// - Returns: The index, or `nil` when there is no such member or it lies deeper than places are kept.
    /// - Complexity: O(*n*) in the number of places, for each name.
    package func index(of path: String...) -> Int? {
        var index: Int?
        for name in path {
            guard let next = members.lastIndex(where: { $0.parent == index && $0.name == name }) else { return nil }
            index = next
        }
        return index
    }

    /// The line and the column of a place in the text.
    ///
    /// - Parameter offset: The place in bytes; taken as the nearest end when it is outside the text.
    /// - Returns: The location.
    /// - Complexity: O(*n*) in the offset.
    package func location(at offset: Int) -> JSONLocation {
        bytes.withUnsafeBufferPointer { JSONLocation(offset: offset, in: $0) }
    }
}
