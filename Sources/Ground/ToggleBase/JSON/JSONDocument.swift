/// A JSON value with its text and the places of its parts.
package struct JSONDocument: Sendable {
    /// A repeated name in an object.
    ///
    /// Lookup returns the last value.
    package struct DuplicateName: Sendable, Hashable {
        /// The name.
        package let name: String
        /// The byte offset of the repetition; ``JSONDocument/location(at:)`` converts it to a line and a column.
        package let offset: Int
    }

    /// The text in UTF-8.
    package let bytes: [UInt8]
    /// The outermost value.
    package let root: LocatedValue
    /// The offsets of the commas before closing brackets, if they are allowed.
    package let trailingCommas: [Int]

    /// The value without places.
    ///
    /// - Complexity: O(*n*) in the size of the text.
    package var value: JSONValue { root.json }

    /// The repeated names, in the order of the text.
    ///
    /// Names that differ only in Unicode normalization count as the same.
    ///
    /// - Complexity: O(*n*) in the size of the text.
    package var duplicates: [DuplicateName] {
        var result: [DuplicateName] = []
        Self.findDuplicates(in: root, &result)
        return result
    }

    /// Recurses to the depth of the value, which the reader limits.
    private static func findDuplicates(in value: LocatedValue, _ result: inout [DuplicateName]) {
        switch value.content {
        case .array(let elements): for element in elements { findDuplicates(in: element, &result) }
        case .object(let members):
            var names = Set<String>(minimumCapacity: members.count)
            for member in members {
                if !names.insert(member.name).inserted {
                    result.append(DuplicateName(name: member.name, offset: member.nameRange.lowerBound))
                }
                findDuplicates(in: member.value, &result)
            }
        default: break
        }
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
