import ToggleBase

/// All versions of the app or the system, divided into ranges in which the same entries match.
///
/// It is created once for a policy, so that looking up a version doesn't evaluate patterns.
struct VersionAxis: Sendable {
    /// The cuts between the ranges, from old to new.
    private let cuts: [VersionCut]
    /// The set of each range, as an index of ``sets``; one more than there are cuts.
    private let stretches: [Int]
    /// The set for invalid and unknown versions.
    private let unknown: Int
    /// The sets of entries, without duplicates.
    let sets: [EntrySet]
    /// The sets of released versions, without duplicates, the newest first.
    ///
    /// The versions have as many numbers as the longest that the patterns name, at least three.
    let released: [Int]

    /// Creates an axis.
    ///
    /// - Parameter patterns: The patterns of each entry, of which one has to match; an empty list matches every
    ///   version.
    /// - Complexity: O(*n* log *n*) in the number of patterns, and as many sets of entries.
    init(_ patterns: [[VersionPattern]]) {
        var events: [(cut: VersionCut, entry: Int, change: Int)] = []
        // The number of each entry's ranges that contain the current version.
        var counts = [Int](repeating: 0, count: patterns.count)
        var unknown = EntrySet(count: patterns.count)
        for (entry, patterns) in patterns.enumerated() {
            let ranges = patterns.isEmpty ? [.everything] : patterns.flatMap(\.ranges)
            if ranges.contains(where: \.includesUnknown) { unknown.insert(entry) }
            for range in ranges where !range.isEmpty {
                if let lower = range.lower { events.append((lower, entry, 1)) } else { counts[entry] += 1 }
                if let upper = range.upper { events.append((upper, entry, -1)) }
            }
        }
        events.sort { $0.cut < $1.cut }
        var (cuts, stretches, sets) = ([VersionCut](), [Int](), [EntrySet]())
        var known: [EntrySet: Int] = [:]
        func index(of set: EntrySet) -> Int {
            if let index = known[set] { return index }
            known[set] = sets.count
            sets.append(set)
            return sets.count - 1
        }
        var current = EntrySet(counts.indices.filter { counts[$0] > 0 }, count: counts.count)
        stretches.append(index(of: current))
        var place = 0
        while place < events.count {
            let cut = events[place].cut
            while place < events.count, events[place].cut == cut {
                let (_, entry, change) = events[place]
                counts[entry] += change
                if counts[entry] > 0 { current.insert(entry) } else { current.remove(entry) }
                place += 1
            }
            cuts.append(cut)
            stretches.append(index(of: current))
        }
        self.unknown = index(of: unknown)
        (self.cuts, self.stretches, self.sets) = (cuts, stretches, sets)
        released = Self.released(cuts, stretches, ReleaseNumbers.count(of: cuts.lazy.map(\.version)))
    }

    /// Returns the set of the entries that match a version; `nil` is an invalid or unknown version.
    ///
    /// - Complexity: O(log *n*) in the number of cuts.
    func set(of version: AppVersion?) -> Int {
        guard let version else { return unknown }
        var (low, high) = (0, cuts.count)
        while low < high {
            let middle = (low + high) / 2
            if cuts[middle].isPassed(by: version) { low = middle + 1 } else { high = middle }
        }
        return stretches[low]
    }

    /// The set of the newest versions.
    var newest: Int { stretches[stretches.count - 1] }

    private static func released(_ cuts: [VersionCut], _ stretches: [Int], _ count: Int) -> [Int] {
        var seen: Set<Int> = []
        return stretches.indices.reversed().compactMap { index in
            let range = VersionRange.between(
                index > 0 ? cuts[index - 1] : nil,
                index < cuts.count ? cuts[index] : nil
            )
            return !seen.contains(stretches[index]) && range.hasRelease(count) && seen.insert(stretches[index]).inserted
                ? stretches[index] : nil
        }
    }
}
