extension Array {
    /// Returns the index of the first element that meets a condition, which all elements after it meet as well.
    ///
    /// - Complexity: O(log *n*) in the number of elements.
    func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension [Range<Int>] {
    /// Returns whether a range overlaps one of these, which are in ascending order and disjoint.
    func overlap(_ range: Range<Int>) -> Bool {
        let index = partitioningIndex { $0.upperBound > range.lowerBound }
        return index < count && self[index].overlaps(range)
    }

    /// Returns whether an offset is in one of these ranges, which are in ascending order and disjoint.
    func cover(_ offset: Int) -> Bool {
        let index = partitioningIndex { $0.upperBound > offset }
        return index < count && self[index].contains(offset)
    }
}
