extension RandomAccessCollection where Element: Equatable {
    /// Returns the first index at which the elements of another collection follow each other.
    ///
    /// - Parameter wanted: The elements to search for; none are found at the start.
    /// - Returns: The index, or `nil` if they don't occur.
    /// - Complexity: O(*n* + *m*) in the numbers of elements of both, with the algorithm of Knuth, Morris, and Pratt.
    package func firstIndex(of wanted: some RandomAccessCollection<Element>) -> Index? {
        guard let first = wanted.first else { return startIndex }
        guard wanted.count <= count else { return nil }
        // Most searches end here, or at the second element.
        guard wanted.count > 1 else { return firstIndex(of: first) }
        func element(_ offset: Int) -> Element { wanted[wanted.index(wanted.startIndex, offsetBy: offset)] }
        // For each length of a beginning, the length of the longest shorter one with which it ends.
        var borders = [0]
        borders.reserveCapacity(wanted.count)
        var length = 0
        for offset in 1..<wanted.count {
            let next = element(offset)
            while length > 0, element(length) != next { length = borders[length - 1] }
            if element(length) == next { length += 1 }
            borders.append(length)
        }
        var matched = 0
        var index = startIndex
        while index != endIndex {
            let next = self[index]
            while matched > 0, element(matched) != next { matched = borders[matched - 1] }
            if element(matched) == next { matched += 1 }
            formIndex(after: &index)
            if matched == wanted.count { return self.index(index, offsetBy: -matched) }
        }
        return nil
    }
}
