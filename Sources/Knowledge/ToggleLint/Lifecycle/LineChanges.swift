/// The lines that differ between two texts.
struct LineChanges {
    /// Lines of the old text, and the lines of the new text in their place.
    typealias Change = (old: Range<Int>, new: Range<Int>)

    /// The maximum number of changed lines for which the fewest changes are searched.
    private static let limit = 500
    /// How often parts between unique lines are split further.
    private static let maximumDepth = 8

    /// The lines of both texts as numbers, which are the same for equal lines.
    private let old: [Int]
    private let new: [Int]
    private var isRemoved: [Bool]
    private var isAdded: [Bool]

    /// Compares two texts.
    ///
    /// - Complexity: O(*n* · *d*) in the numbers of lines and of changed lines, of which at most 500 count. If more
    ///   lines changed, the lines that occur only once in both texts divide them into parts.
    init(_ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) {
        var numbers: [ArraySlice<UInt8>: Int] = [:]
        func number(_ line: ArraySlice<UInt8>) -> Int {
            if let number = numbers[line] { return number }
            numbers[line] = numbers.count
            return numbers.count - 1
        }
        self.old = old.map(number)
        self.new = new.map(number)
        isRemoved = [Bool](repeating: false, count: old.count)
        isAdded = [Bool](repeating: false, count: new.count)
        compare(old.indices, new.indices, depth: 0)
    }

    /// The changes, in the order of the texts.
    var changes: [Change] {
        var result: [Change] = []
        var (left, right) = (0, 0)
        while left < old.count || right < new.count {
            let (start, newStart) = (left, right)
            while true {
                if left < old.count, isRemoved[left] {
                    left += 1
                } else if right < new.count, isAdded[right] {
                    right += 1
                } else {
                    break
                }
            }
            if left > start || right > newStart {
                result.append((start..<left, newStart..<right))
            } else {
                left += 1
                right += 1
            }
        }
        return result
    }

    private mutating func compare(_ left: Range<Int>, _ right: Range<Int>, depth: Int) {
        var (left, right) = (left, right)
        while let first = left.first, let other = right.first, old[first] == new[other] {
            (left, right) = (left.dropFirst(), right.dropFirst())
        }
        while let last = left.last, let other = right.last, old[last] == new[other] {
            (left, right) = (left.dropLast(), right.dropLast())
        }
        if !left.isEmpty, !right.isEmpty, markFewest(left, right) { return }
        let anchors = left.isEmpty || right.isEmpty || depth == Self.maximumDepth ? [] : anchors(left, right)
        guard !anchors.isEmpty else {
            for line in left { isRemoved[line] = true }
            for line in right { isAdded[line] = true }
            return
        }
        var (start, newStart) = (left.lowerBound, right.lowerBound)
        for (line, newLine) in anchors {
            compare(start..<line, newStart..<newLine, depth: depth + 1)
            (start, newStart) = (line + 1, newLine + 1)
        }
        compare(start..<left.upperBound, newStart..<right.upperBound, depth: depth + 1)
    }

    // MARK: - Few changes

    /// Marks the fewest changed lines, found with the algorithm of Myers; returns `false` if there are too many.
    private mutating func markFewest(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        let (oldCount, newCount) = (left.count, right.count)
        let maximum = min(Self.limit, oldCount + newCount)
        let center = maximum + 1
        // How far the old text is matched on each diagonal, and the same before each step.
        var reach = [Int32](repeating: 0, count: 2 * center + 1)
        var steps: [[Int32]] = []
        for step in 0...maximum {
            steps.append(Array(reach[(center - step)...(center + step)]))
            for diagonal in stride(from: -step, through: step, by: 2) {
                var line = Self.start(on: diagonal, step, reach, center: center)
                var newLine = line - diagonal
                while line < oldCount, newLine < newCount,
                    old[left.lowerBound + line] == new[right.lowerBound + newLine]
                {
                    line += 1
                    newLine += 1
                }
                reach[center + diagonal] = Int32(line)
                if line >= oldCount, newLine >= newCount {
                    markPath(to: (oldCount, newCount), steps, left.lowerBound, right.lowerBound)
                    return true
                }
            }
        }
        return false
    }

    /// Returns whether a path reaches a diagonal with an added line rather than with a removed one.
    private static func isAddition(_ diagonal: Int, _ step: Int, _ reach: [Int32], center: Int) -> Bool {
        diagonal == -step
            || diagonal != step && reach[center + diagonal - 1] < reach[center + diagonal + 1]
    }

    private static func start(on diagonal: Int, _ step: Int, _ reach: [Int32], center: Int) -> Int {
        guard step > 0 else { return 0 }
        return isAddition(diagonal, step, reach, center: center)
            ? Int(reach[center + diagonal + 1]) : Int(reach[center + diagonal - 1]) + 1
    }

    private mutating func markPath(to end: (Int, Int), _ steps: [[Int32]], _ left: Int, _ right: Int) {
        var (line, newLine) = end
        for step in steps.indices.dropFirst().reversed() {
            let (diagonal, reach) = (line - newLine, steps[step])
            let isAddition = Self.isAddition(diagonal, step, reach, center: step)
            let previous = isAddition ? diagonal + 1 : diagonal - 1
            line = Int(reach[step + previous])
            newLine = line - previous
            if isAddition { isAdded[right + newLine] = true } else { isRemoved[left + line] = true }
        }
    }

    // MARK: - Many changes

    /// Returns the longest sequence of lines that occur once in each part, in the same order in both.
    private func anchors(_ left: Range<Int>, _ right: Range<Int>) -> [(Int, Int)] {
        var places: [Int: (line: Int, newLine: Int, count: Int, newCount: Int)] = [:]
        for line in left { places[old[line], default: (line, 0, 0, 0)].count += 1 }
        for line in right {
            places[new[line], default: (0, line, 0, 0)].newCount += 1
            places[new[line]]?.newLine = line
        }
        let unique = places.values.filter { $0.count == 1 && $0.newCount == 1 }.sorted { $0.line < $1.line }
        // For each length, the sequence that ends first in the new text; each links to its last but one.
        var ends: [Int] = []
        var links: [Int] = []
        for (index, place) in unique.enumerated() {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if unique[ends[middle]].newLine < place.newLine { low = middle + 1 } else { high = middle }
            }
            links.append(low == 0 ? -1 : ends[low - 1])
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var result: [(Int, Int)] = []
        var index = ends.last ?? -1
        while index >= 0 {
            result.append((unique[index].line, unique[index].newLine))
            index = links[index]
        }
        return result.reversed()
    }
}
