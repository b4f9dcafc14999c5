package import FeatureToggles

/// A policy that is prepared for evaluations with many versions.
///
/// ```swift
/// let index = UpdatePolicyIndex(document)
/// let entries = index.entries(for: context)
/// index.entry(app: index.app(version), os: index.os(system), among: entries)   // the entry that decides
/// ```
package struct UpdatePolicyIndex: Sendable {
    /// The entries whose attributes match a user.
    package struct Entries: Sendable {
        let set: EntrySet
    }

    private let document: UpdatePolicyDocument
    private let app: VersionAxis
    private let os: VersionAxis

    /// Prepares a policy.
    ///
    /// - Complexity: O(*n* log *n*) in the number of its patterns.
    package init(_ document: UpdatePolicyDocument) {
        self.document = document
        app = VersionAxis(document.entries.map(\.appVersions))
        os = VersionAxis(document.entries.map(\.osVersions))
    }

    /// Returns a number that is the same for versions of the app that the same entries match.
    package func app(_ version: AppVersion?) -> Int { app.set(of: version) }

    /// Returns a number that is the same for versions of the system that the same entries match.
    package func os(_ version: AppVersion?) -> Int { os.set(of: version) }

    /// Returns the entries whose attributes match a user.
    package func entries(for context: EvaluationContext) -> Entries {
        entries { $0.isAbout(context) }
    }

    func entries(where isIncluded: (UpdatePolicyEntry) -> Bool) -> Entries {
        entries(document.entries.indices.filter { isIncluded(document.entries[$0]) })
    }

    func entries(_ indices: [Int]) -> Entries {
        Entries(set: EntrySet(indices, count: document.entries.count))
    }

    /// Returns the entry that decides, or `nil` if none matches.
    ///
    /// - Complexity: O(*n* / 64) in the number of entries.
    package func entry(app appSet: Int, os osSet: Int, among entries: Entries) -> Int? {
        app.sets[appSet].first(in: os.sets[osSet], and: entries.set)
    }

    // MARK: Lockouts

    /// The maximum number of evaluated pairs of versions; if all of them are locked out, all others count as locked
    /// out, too.
    static let budget = 1_000_000

    /// Returns whether every released version is locked out.
    ///
    /// - Parameters:
    ///   - entries: The entries that can match the users.
    ///   - requiringUnaccepted: Whether the newest version must also meet, on some version of the system, an entry without
    ///     `"all": true`. The locks of older versions don't matter, because they may precede the shutdown of the app.
    ///   - left: The number of pairs of versions that can still be evaluated.
    /// - Returns: `nil` if the budget is exhausted.
    func locksEveryVersion(of entries: Entries, requiringUnaccepted: Bool, _ left: inout Int) -> Bool? {
        // Starting with the newest version, which can continue in nearly every policy.
        for (place, app) in app.released.enumerated() {
            guard let lock = lock(of: app, among: entries, &left) else { return left >= 0 ? false : nil }
            if place == 0, lock == .accepted, requiringUnaccepted { return false }
        }
        return true
    }

    /// How a version is locked out on every version of the system.
    package enum Lock: Sendable {
        /// Only by entries that are marked with `"all": true`.
        case accepted
        case unaccepted
    }

    /// Returns how a version is locked out by the entries without attributes, or `nil` if it can be used on some
    /// version of the system.
    package func lock(of version: AppVersion) -> Lock? {
        var left = Self.budget
        return lock(of: app(version), among: entries { $0.attributes.isEmpty }, &left)
    }

    private func lock(of app: Int, among entries: Entries, _ left: inout Int) -> Lock? {
        var lock = Lock.accepted
        for system in os.released {
            left -= 1
            guard left >= 0, let entry = entry(app: app, os: system, among: entries),
                document.entries[entry].level.isLock
            else { return nil }
            if !document.isForAll, !document.entries[entry].isForAll { lock = .unaccepted }
        }
        return lock
    }

    /// Returns the entry without `"all": true` that locks out the newest version on every system: the first one that
    /// requires an update, or else the first one.
    func entryThatLocksNewest(of entries: Entries, _ left: inout Int) -> Int? {
        var (required, first): (Int?, Int?)
        for system in os.released {
            guard left > 0 else { return nil }
            left -= 1
            guard let index = entry(app: app.newest, os: system, among: entries), document.entries[index].level.isLock
            else { return nil }
            guard !document.entries[index].isForAll else { continue }
            first = min(first ?? index, index)
            if document.entries[index].level == .required { required = min(required ?? index, index) }
        }
        return required ?? first
    }
}
