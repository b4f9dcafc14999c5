import FeatureToggles

extension UpdatePolicyDocument {
    /// How many patterns are compared with versions before a policy that locked all of them so far counts as one that locks
    /// all.
    private static let budget = 200_000

    /// Whether nobody may go on, whatever version they have and wherever they run it.
    ///
    /// Entries that look at other attributes do not count: they are about some people alone.
    package var locksEveryVersion: Bool { locksEveryVersion(VersionGrid(of: self)) }

    func locksEveryVersion(_ grid: VersionGrid) -> Bool {
        guard entries.contains(where: { $0.level.isLock && $0.attributes.isEmpty }) else { return false }
        var left = Self.budget
        // Beginning with the newest: that is the one that may go on in nearly every policy.
        for app in grid.app.reversed() {
            for os in grid.os.reversed() {
                guard let entry = entry(app: app, os: os, &left), entries[entry].level.isLock else { return left <= 0 }
                if left <= 0 { return true }
            }
        }
        return true
    }

    /// The entry that locks the newest version out, on every system, and sends people to an update.
    func entryThatLocksUpdates(_ grid: VersionGrid) -> Int? {
        guard let newest = grid.app.last else { return nil }
        var first: Int?
        var left = Self.budget
        for os in grid.os {
            guard let index = entry(app: newest, os: os, &left), entries[index].level.isLock else { return nil }
            if entries[index].level == .required { first = min(first ?? index, index) }
        }
        return first
    }

    /// The entry that decides for everybody with two versions; none when there is nothing left of the budget.
    private func entry(app: ComparableVersion, os: ComparableVersion, _ left: inout Int) -> Int? {
        for (index, entry) in entries.enumerated() where entry.attributes.isEmpty {
            guard left > 0 else { return nil }
            left -= 1 + entry.appVersions.count + entry.osVersions.count
            if entry.applies(app: app, os: os) { return index }
        }
        return nil
    }
}
