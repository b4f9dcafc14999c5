import FeatureToggles

extension UpdatePolicyDocument {
    /// How many patterns are compared with versions before a policy that locked all of them so far counts as one that locks
    /// all.
    static let reachBudget = 200_000

    /// Whether nobody may go on, whatever version they have and wherever they run it.
    ///
    /// Entries that look at other attributes do not count: they are about some people alone.
    package var locksEveryVersion: Bool { locksEveryVersion(VersionGrid(of: self)) }

    func locksEveryVersion(_ grid: VersionGrid) -> Bool {
        var left = Self.reachBudget
        return locksEveryVersion(grid, of: entriesAbout([:]), &left) ?? true
    }

    /// Whether no version of some people may go on.
    ///
    /// - Parameters:
    ///   - grid: The versions to ask for.
    ///   - indices: The entries that may be about them.
    ///   - left: How many patterns may be compared yet.
    /// - Returns: Whether it is so; `nil` when there is nothing left of the budget.
    func locksEveryVersion(_ grid: VersionGrid, of indices: [Int], _ left: inout Int) -> Bool? {
        guard indices.contains(where: { entries[$0].level.isLock }) else { return false }
        // Beginning with the newest: that is the one that may go on in nearly every policy.
        for app in grid.app.reversed() {
            for os in grid.os.reversed() {
                guard let entry = entry(of: indices, app: app, os: os, &left), entries[entry].level.isLock else {
                    return left <= 0 ? nil : false
                }
            }
        }
        return true
    }

    /// The entry that locks the newest version of some people out, on every system, and sends them to an update.
    func entryThatLocksUpdates(_ grid: VersionGrid, of indices: [Int], _ left: inout Int) -> Int? {
        guard let newest = grid.app.last else { return nil }
        var first: Int?
        for os in grid.os {
            guard let index = entry(of: indices, app: newest, os: os, &left), entries[index].level.isLock else {
                return nil
            }
            if entries[index].level == .required { first = min(first ?? index, index) }
        }
        return first
    }

    /// The entries that are about everybody who has one of the values of each attribute, by their indices.
    func entriesAbout(_ attributes: [String: [JSONValue]]) -> [Int] {
        entries.indices.filter { index in
            entries[index].attributes.allSatisfy { name, values in
                attributes[name]?.allSatisfy { values.contains($0) } ?? false
            }
        }
    }

    /// The entry that decides for two versions; none when there is nothing left of the budget.
    private func entry(
        of indices: [Int],
        app: ComparableVersion,
        os: ComparableVersion,
        _ left: inout Int
    ) -> Int? {
        for index in indices {
            guard left > 0 else { return nil }
            let entry = entries[index]
            left -= 1 + entry.appVersions.count + entry.osVersions.count
            if entry.applies(app: app, os: os) { return index }
        }
        return nil
    }
}
