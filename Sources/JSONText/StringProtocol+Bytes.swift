extension StringProtocol {
    /// Where another text occurs first, byte by byte.
    ///
    /// What the standard library has for this compares characters and brings the engine of regular expressions along: two
    /// megabytes in every program that is linked statically.
    ///
    /// - Parameter other: The text to look for; an empty one is at the beginning.
    /// - Returns: Its place, between Unicode scalars, or `nil` when it does not occur.
    /// - Complexity: O(*n* · *m*) in the lengths of both, O(*n*) for usual text.
    package func range(ofBytes other: some StringProtocol) -> Range<Index>? {
        let (own, wanted) = (utf8, other.utf8)
        guard let first = wanted.first else { return startIndex..<startIndex }
        var start = own.startIndex
        while let place = own[start...].firstIndex(of: first) {
            var (end, next) = (place, wanted.startIndex)
            while next < wanted.endIndex, end < own.endIndex, own[end] == wanted[next] {
                own.formIndex(after: &end)
                wanted.formIndex(after: &next)
            }
            if next == wanted.endIndex { return place..<end }
            start = own.index(after: place)
        }
        return nil
    }

    /// Whether another text has the same bytes, where `==` also takes texts for equal that are composed in another way.
    ///
    /// - Complexity: O(*n*) in the length.
    package func hasSameBytes(as other: some StringProtocol) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }

    /// Whether another text occurs, byte by byte.
    package func contains(bytesOf other: some StringProtocol) -> Bool { range(ofBytes: other) != nil }
}

extension Array where Element == String {
    /// The same texts in order; one function for all, as ``JSONObject/sortedByName()`` is.
    @inline(never)
    package func inOrder() -> [String] { sorted() }
}

/// A text as a key of a dictionary in which texts that are composed in another way have a value of their own.
package struct TextOfBytes: Sendable, Hashable {
    /// The text.
    package let text: String

    /// Creates a key.
    package init(_ text: String) {
        self.text = text
    }

    /// Whether both are `nil`, or have the same bytes.
    package static func areSame(_ left: String?, _ right: String?) -> Bool {
        left.map { TextOfBytes($0) } == right.map { TextOfBytes($0) }
    }

    /// Whether both have the same bytes.
    package static func == (left: TextOfBytes, right: TextOfBytes) -> Bool { left.text.hasSameBytes(as: right.text) }

    /// Feeds the text into the hasher; texts with the same bytes have the same hash.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }
}
