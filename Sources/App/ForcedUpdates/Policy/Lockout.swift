import FeatureToggles

/// Locks that no update helps against, found by asking a policy about all versions that it distinguishes.
///
/// Only released versions count, because most users can't install a prerelease.
package struct Lockout<Place: Comparable & Sendable>: Sendable {
    /// A lock, and the entry or variant that it comes from.
    package struct Lock: Sendable {
        package let place: Place
        package let level: UpdateLevel
        /// Whether `"all": true` marks the lock as intended.
        package let isIntended: Bool

        package init(_ place: Place, _ level: UpdateLevel, isIntended: Bool) {
            (self.place, self.level, self.isIntended) = (place, level, isIntended)
        }
    }

    /// Whether every version is locked out; otherwise, it's only the newest one and all later ones.
    ///
    /// It's `nil` if that takes too many comparisons to decide.
    package let isOfEveryVersion: Bool?
    /// A lock of the newest version that isn't marked as intended, preferably one that requires an update; `nil` if all
    /// are.
    ///
    /// The locks of older versions don't matter, because they may precede the closing of the app.
    package let unintended: Lock?

    /// The maximum number of comparisons.
    package static var budget: Int { 2_000_000 }

    /// Searches for locks of the newest version on every version of the system, and of all other versions.
    ///
    /// There is no lockout if users of the newest version can continue on some version of the system.
    ///
    /// - Parameters:
    ///   - app: The versions of the app, from old to new.
    ///   - os: The versions of the system, from old to new.
    ///   - locks: Returns the possible locks of a pair of versions, or `nil` if users can continue, and subtracts the
    ///     number of comparisons from the budget.
    init?(
        app: [VersionClass],
        os: [VersionClass],
        locks: (_ app: VersionClass, _ os: VersionClass, _ budget: inout Int) -> [Lock]?
    ) {
        guard let newest = app.last else { return nil }
        var budget = Self.budget
        var found: [Lock] = []
        for system in os.reversed() where budget >= 0 {
            guard let locks = locks(newest, system, &budget) else { return nil }
            found += locks
        }
        unintended = found.filter { !$0.isIntended }.min { left, right in
            left.level == right.level ? left.place < right.place : left.level == .required
        }
        let isLockedOut = app.dropLast().reversed().allSatisfy { app in
            os.reversed().allSatisfy { os in budget < 0 || locks(app, os, &budget) != nil }
        }
        isOfEveryVersion = isLockedOut && budget < 0 ? nil : isLockedOut
    }
}

extension UpdatePolicyDocument {
    /// Who is locked out for good by the entries without attributes; the others apply to some users only.
    package var lockout: Lockout<Int>? {
        guard entries.contains(where: { $0.level.isLock && $0.attributes.isEmpty }) else { return nil }
        // Nearly every policy lets users of the newest version continue.
        let newest = entries.first { $0.attributes.isEmpty && $0.matches(app: .last, os: .last) }
        guard newest?.level.isLock == true else { return nil }
        let words = 0..<wordCount
        let cost = 1 + words.count / 16
        return Lockout(
            app: VersionClass.classes(of: bits(\.appVersions, at: 0), words: words.count),
            os: VersionClass.classes(of: bits(\.osVersions, at: 0), words: words.count)
        ) { app, os, budget in
            budget -= cost
            guard let entry = VersionClass.firstMatch(app, os, in: words), entries[entry].level.isLock else {
                return nil
            }
            return [Lockout.Lock(entry, entries[entry].level, isIntended: isForAll || entries[entry].isForAll)]
        }
    }

    /// The number of words with a bit for each entry.
    var wordCount: Int { (entries.count + 63) / 64 }

    /// Returns the patterns of the entries without attributes, and their bits, which begin at a word.
    func bits(_ patterns: (UpdatePolicyEntry) -> [VersionPattern], at word: Int) -> [VersionClass.Entry] {
        entries.enumerated().filter { $0.element.attributes.isEmpty }.map { index, entry in
            (word * 64 + index, patterns(entry))
        }
    }

    /// Where decisions may change by the version of the app, and by that of the system.
    package var boundaries: (app: [VersionBoundary], os: [VersionBoundary]) {
        (entries.flatMap(\.appVersions).flatMap(\.boundaries), entries.flatMap(\.osVersions).flatMap(\.boundaries))
    }

    /// The number of conditions of all patterns.
    package var patternCount: Int {
        entries.reduce(0) { sum, entry in
            entry.appVersions.reduce(sum) { $0 + $1.count } + entry.osVersions.reduce(1) { $0 + $1.count }
        }
    }

    /// Whether a lock is marked as intended, although no update may help.
    package func accepts(_ verdict: Verdict) -> Bool {
        isForAll || verdict.entry.map { entries[$0].isForAll } ?? false
    }
}

extension UpdatePolicyReader {
    /// Reports locks that no update helps against.
    mutating func checkLockout(by document: UpdatePolicyDocument) {
        guard document.hasDetails, let lockout = document.lockout, let lock = lockout.unintended else { return }
        let details: [Step] = [.member("details")]
        guard let isOfEveryVersion = lockout.isOfEveryVersion else {
            warning(
                details,
                """
                the newest version is locked out, and the entries distinguish too many versions to determine whether every \
                version is; write ranges, or fewer entries
                """
            )
            return
        }
        if isOfEveryVersion {
            let namesPrerelease = document.entries.contains { $0.appVersions.contains(where: \.namesPrerelease) }
            error(
                document.entries.count == 1 ? details + [.element(0)] : details,
                """
                every \(namesPrerelease ? "released " : "")version of the app is locked out on every version of the system, \
                so no update helps; name the versions to lock out, or write "all": true beside ‘details’, or \
                into each entry that locks the newest version, if that is intended
                """
            )
            return
        }
        let consequence =
            lock.level == .required
            ? ", so users who update are locked out again"
            : ", and every later one until the entry is removed, even one with a fix"
        warning(
            details + [.element(lock.place)],
            """
            the newest version is locked out as well\(consequence); end the range, as in ‘<2.0.0’, or write "all": true \
            into the entry if that is intended
            """
        )
    }
}
