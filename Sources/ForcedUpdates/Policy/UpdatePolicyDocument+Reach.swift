import FeatureToggles

extension UpdatePolicyDocument {
    /// Whether nobody with a released version may go on, whatever version they have and wherever they run it.
    ///
    /// Entries that look at other attributes do not count: they are about some people alone.
    package var locksEveryVersion: Bool {
        guard entries.contains(where: \.level.isLock) else { return false }
        let index = UpdatePolicyIndex(self)
        var left = UpdatePolicyIndex.budget
        let everybody = index.entries { $0.attributes.isEmpty }
        return index.locksEveryVersion(of: everybody, withoutSayingSo: false, &left) ?? true
    }

    /// About how many comparisons an answer takes, each of which is about four patterns or values.
    var comparisons: Int {
        let patterns = entries.reduce(0) { sum, entry in
            let ranges = (entry.appVersions + entry.osVersions).reduce(0) { $0 + $1.ranges.count }
            return sum + 4 + ranges + entry.attributes.values.reduce(0) { $0 + $1.count }
        }
        return 1 + patterns / 4
    }

    /// Whether what a policy says to somebody is meant, though it may help nobody to update.
    package func accepts(_ verdict: Verdict) -> Bool {
        isForAll || verdict.entry.map { entries[$0].isForAll } ?? false
    }
}
