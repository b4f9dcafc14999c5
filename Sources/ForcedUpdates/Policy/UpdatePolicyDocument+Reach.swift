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

    /// Whether what a policy says to somebody is meant, though it may help nobody to update.
    package func accepts(_ verdict: Verdict) -> Bool {
        isForAll || verdict.entry.map { entries[$0].isForAll } ?? false
    }
}
