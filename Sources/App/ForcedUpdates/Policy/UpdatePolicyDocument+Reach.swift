extension UpdatePolicyDocument {
    /// Whether every released version is locked out on every version of the system.
    ///
    /// Entries with attributes are ignored, because they apply to some users only.
    package var locksEveryVersion: Bool {
        guard entries.contains(where: \.level.isLock) else { return false }
        let index = UpdatePolicyIndex(self)
        var left = UpdatePolicyIndex.budget
        let unconditional = index.entries { $0.attributes.isEmpty }
        return index.locksEveryVersion(of: unconditional, requiringUnaccepted: false, &left) ?? true
    }

    /// Whether a lock is marked as intended, although no update may help.
    package func accepts(_ verdict: Verdict) -> Bool {
        isForAll || verdict.entry.map { entries[$0].isForAll } ?? false
    }
}
