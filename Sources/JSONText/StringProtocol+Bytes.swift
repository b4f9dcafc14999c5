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

    /// Whether another text occurs, byte by byte.
    package func contains(bytesOf other: some StringProtocol) -> Bool { range(ofBytes: other) != nil }
}
