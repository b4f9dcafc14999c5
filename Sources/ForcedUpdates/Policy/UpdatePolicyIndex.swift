package import FeatureToggles
package import FeatureTogglesRemote

/// A policy that is made ready to be asked for many versions.
///
/// ```swift
/// let index = UpdatePolicyIndex(document)
/// let entries = index.entries(for: context)
/// index.entry(app: index.app(version), os: index.os(system), among: entries)   // the entry that decides
/// ```
package struct UpdatePolicyIndex: Sendable {
    /// Entries that are about somebody, whatever versions they have.
    package struct Entries: Sendable {
        let set: EntrySet
    }

    private let document: UpdatePolicyDocument
    private let app: VersionAxis
    private let os: VersionAxis

    /// Makes a policy ready.
    ///
    /// - Complexity: O(*n* log *n*) in the number of its patterns.
    package init(_ document: UpdatePolicyDocument) {
        self.document = document
        app = VersionAxis(document.entries.map(\.appVersions))
        os = VersionAxis(document.entries.map(\.osVersions))
    }

    /// A number that versions of the app share for which the same entries count.
    package func app(_ version: ComparableVersion?) -> Int { app.set(of: version) }

    /// A number that versions of the system share for which the same entries count.
    package func os(_ version: ComparableVersion?) -> Int { os.set(of: version) }

    /// The entries whose attributes somebody has.
    package func entries(for context: EvaluationContext) -> Entries {
        entries { $0.isAbout(context) }
    }

    func entries(where isMeant: (UpdatePolicyEntry) -> Bool) -> Entries {
        entries(document.entries.indices.filter { isMeant(document.entries[$0]) })
    }

    func entries(_ indices: [Int]) -> Entries {
        Entries(set: EntrySet(indices, count: document.entries.count))
    }

    /// The entry that decides; `nil` when none is about these versions.
    ///
    /// - Complexity: O(*n* / 64) in the number of entries.
    package func entry(app appSet: Int, os osSet: Int, among entries: Entries) -> Int? {
        app.sets[appSet].first(in: os.sets[osSet], and: entries.set)
    }

    // MARK: Whom it locks out

    /// How many pairs of versions are compared before a policy that locked all of them so far counts as one that locks all.
    static let budget = 1_000_000

    /// Whether no released version of some people may go on.
    ///
    /// - Parameters:
    ///   - entries: The entries that may be about them.
    ///   - withoutSayingSo: Whether it counts only where the newest version meets, on some version of the system, an entry that
    ///     does not say that it is meant. What older ones meet as well is a lock that was there before.
    ///   - left: How many pairs of versions may be compared yet.
    /// - Returns: Whether it is so; `nil` when there is nothing left of the budget.
    func locksEveryVersion(of entries: Entries, withoutSayingSo: Bool, _ left: inout Int) -> Bool? {
        let systems = os.released
        // Beginning with the newest: that is the one that may go on in nearly every policy.
        for (place, app) in app.released.enumerated() {
            var isMeant = true
            for system in systems {
                guard left > 0 else { return nil }
                left -= 1
                guard let entry = entry(app: app, os: system, among: entries), document.entries[entry].level.isLock
                else { return false }
                isMeant = isMeant && document.entries[entry].isForAll
            }
            if place == 0, isMeant, withoutSayingSo { return false }
        }
        return true
    }

    /// The entry that locks the newest version of some people out, on every system, and does not say that it is meant: the first
    /// that demands an update, or else the first of all.
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
