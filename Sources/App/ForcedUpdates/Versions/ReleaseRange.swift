import ToggleBase

/// The released versions from one to another.
struct ReleaseRange {
    let lower: AppVersion
    /// The first version after the range; `nil` if all later ones belong to it.
    private(set) var upper: AppVersion?

    /// Creates the range of the releases that match all conditions, or returns `nil` if no release matches all of them.
    ///
    /// - Parameters:
    ///   - terms: The conditions.
    ///   - count: The count of numbers that versions have.
    init?(_ terms: [VersionPattern.Term], count: Int) {
        guard let lower = VersionPattern.Term.lowestRelease(terms, count: count) else { return nil }
        self.lower = lower
        upper = terms.lazy.compactMap { $0.upper(count: count) }.min()
    }

    /// Returns ranges with the same versions, from old to new, with versions between each two of them.
    static func union(of ranges: [ReleaseRange]) -> [ReleaseRange] {
        var result: [ReleaseRange] = []
        for range in ranges.sorted(by: { $0.lower < $1.lower }) {
            if let last = result.last {
                guard let upper = last.upper else { break }
                if range.lower <= upper {
                    result[result.count - 1].upper = range.upper.map { max($0, upper) }
                    continue
                }
            }
            result.append(range)
        }
        return result
    }
}

extension VersionPattern.Term {
    /// Returns the lowest version that matches all conditions, or `nil` if no version does.
    ///
    /// Every condition has a lowest version, so only the highest of these can be the lowest for all.
    ///
    /// - Parameters:
    ///   - terms: The conditions.
    ///   - count: The count of numbers that versions have.
    /// - Returns: The version, which can be a prerelease.
    static func lowest(_ terms: [Self], count: Int) -> AppVersion? {
        lowest(terms) { $0.lower(count: count) }
    }

    /// Returns the lowest release that matches all conditions, or `nil` if no release does.
    static func lowestRelease(_ terms: [Self], count: Int) -> AppVersion? {
        lowest(terms) { $0.lowerRelease(count: count) }
    }

    private static func lowest(_ terms: [Self], _ lower: (Self) -> AppVersion?) -> AppVersion? {
        var lowest: AppVersion?
        for term in terms {
            guard let version = lower(term) else { return nil }
            lowest = lowest.map { max($0, version) } ?? version
        }
        guard let lowest, terms.allSatisfy({ $0.matches(lowest) }) else { return nil }
        return lowest
    }

    /// The lowest version that isn't too low; `nil` if all are.
    private func lower(count: Int) -> AppVersion? {
        switch self {
        case .any, .compared(.below, _), .compared(.atMost, _):
            ReleaseNumbers.first.prerelease([.number(0)])
        case .beginning(let version, _): ReleaseNumbers(version).prerelease([.number(0)])
        case .compared(.equal, let version), .compared(.atLeast, let version): version
        case .compared(.above, let version) where version.isPrerelease:
            ReleaseNumbers(version).prerelease(version.prerelease + [.number(0)])
        case .compared(.above, let version): ReleaseNumbers(version).next(count)?.prerelease([.number(0)])
        }
    }

    /// The lowest release that isn't too low; `nil` if all are.
    private func lowerRelease(count: Int) -> AppVersion? {
        switch self {
        case .any, .compared(.below, _), .compared(.atMost, _): .first
        case .beginning(let version, _): version
        case .compared(.above, let version) where !version.isPrerelease: ReleaseNumbers(version).next(count)?.version
        case .compared(_, let version): version.isPrerelease ? ReleaseNumbers(version).version : version
        }
    }

    /// The first release that is too high; `nil` if none is.
    fileprivate func upper(count: Int) -> AppVersion? {
        switch self {
        case .any, .compared(.above, _), .compared(.atLeast, _): nil
        case .beginning(let version, let numbers): ReleaseNumbers(version).next(numbers)?.version
        case .compared(.below, let version): version.isPrerelease ? ReleaseNumbers(version).version : version
        case .compared(_, let version) where version.isPrerelease: ReleaseNumbers(version).version
        case .compared(_, let version): ReleaseNumbers(version).next(count)?.version
        }
    }
}
