package import FeatureToggles

/// The versions at which a decision may change: those that a policy or a rule names, and their neighbors.
///
/// Between two of them, the decision is the same for all released versions.
package enum VersionGrid {
    /// Returns released versions, from old to new and without duplicates: those at the boundaries, their neighbors, and
    /// the first and a very new one.
    package static func releases(around boundaries: [VersionBoundary]) -> [AppVersion] {
        let count = ReleaseNumbers.count(of: boundaries.lazy.map(\.version))
        let boundaries = Set(boundaries)
        let named = boundaries.map { ReleaseNumbers($0.version) }
        // Larger than all named numbers, so that 13.99.99 is the last version before 14.
        let last = min(max(99, (named.map(\.largest).max() ?? 0) + 1), AppVersion.maximumNumber)
        var points: Set<ReleaseNumbers> = [.first, ReleaseNumbers(repeating: last, count: count)]
        for (boundary, version) in zip(boundaries, named) {
            points.insert(version)
            if let previous = version.previous(of: count, last: last) { points.insert(previous) }
            let length: Int
            switch boundary {
            case .version(let named):
                // The version itself is the first release after the prerelease.
                if named.isPrerelease { continue }
                length = count
            case .beginning(_, count: let numbers): length = numbers
            }
            guard let next = version.next(length) else { continue }
            points.insert(next)
            if let previous = next.previous(of: count, last: last) { points.insert(previous) }
        }
        return points.sorted().map(\.version)
    }

    /// Returns the released versions, and each prerelease at a boundary with the next one.
    package static func versions(around boundaries: [VersionBoundary]) -> [AppVersion] {
        let prereleases = boundaries.map(\.version).filter(\.isPrerelease)
        guard !prereleases.isEmpty else { return releases(around: boundaries) }
        return (releases(around: boundaries) + Set(prereleases.flatMap(neighbors))).sorted()
    }

    /// Returns a prerelease and the next one.
    private static func neighbors(of version: AppVersion) -> [AppVersion] {
        var next = version.prerelease
        if case .number(let last)? = next.last, last < AppVersion.maximumNumber {
            next[next.count - 1] = .number(last + 1)
        } else {
            next.append(.number(1))
        }
        let release = ReleaseNumbers(version)
        return [release.prerelease(version.prerelease), release.prerelease(next)]
    }
}
